/* Memory between pages without access. It is mapped once, for a mapping costs more than an execution. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define ALLOW(bytes, size) ASAN_UNPOISON_MEMORY_REGION(bytes, size)
#define FORBID(bytes, size) ASAN_POISON_MEMORY_REGION(bytes, size)
#elif __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define ALLOW(bytes, size) __msan_allocated_memory(bytes, size)
#define FORBID(bytes, size) __msan_allocated_memory(bytes, size)
#endif
#endif
#ifndef ALLOW
#define ALLOW(bytes, size) ((void)(bytes), (void)(size))
#define FORBID(bytes, size) ((void)(bytes), (void)(size))
#endif

enum { PIECES_MAX = 16 };

static struct piece {
  uint8_t *memory; /* FUZZ_GUARDED_MAX bytes between two pages without access */
  uint8_t *bytes;  /* those that are in use */
  size_t size;
} pieces[PIECES_MAX];
static size_t piece_count;
static uint32_t choices; /* three bits for each piece, of where it lies */
static bool at_ends;     /* most pieces touch a page without access */

void fuzz_guard_most(void) { at_ends = true; }

static void map(struct piece *piece) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  uint8_t *mapped = mmap(NULL, FUZZ_GUARDED_MAX + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  FUZZ_CHECK(mapped != MAP_FAILED, "no memory for guarded buffers");
  FUZZ_CHECK(mprotect(mapped + page, FUZZ_GUARDED_MAX, PROT_READ | PROT_WRITE) == 0, "no guarded buffers");
  piece->memory = mapped + page;
  FORBID(piece->memory, FUZZ_GUARDED_MAX);
}

static uint32_t mix(const uint8_t *data, size_t size) {
  uint32_t state = (uint32_t)size;
  for (size_t i = 0; i < size && i < 64; i++) state = (state ^ data[i]) * UINT32_C(16777619);
  /* The last bytes count like the first: inputs next to one that is chosen are not chosen with it. */
  state = (state ^ state >> 16) * UINT32_C(0x85ebca6b);
  return (state ^ state >> 13) * UINT32_C(0xc2b2ae35) >> 16;
}

struct fuzz_input fuzz_begin(const uint8_t *data, size_t size) {
  fuzz_count_execution();
  for (size_t i = 0; i < piece_count; i++) FORBID(pieces[i].bytes, pieces[i].size);
  piece_count = 0;
  choices = (size == 0 ? 0 : data[size - 1]) * UINT32_C(2654435761);
  return (struct fuzz_input){data, size == 0 ? 0 : size - 1, mix(data, size) % 256 == 0, NULL};
}

void *fuzz_guarded(size_t size) {
  FUZZ_CHECK(piece_count < PIECES_MAX, "more than %d guarded buffers", PIECES_MAX);
  FUZZ_CHECK(size <= FUZZ_GUARDED_MAX, "%zu guarded bytes (expected at most %d)", size, FUZZ_GUARDED_MAX);
  struct piece *piece = &pieces[piece_count];
  if (piece->memory == NULL) map(piece);
  uint32_t choice = choices >> 3 * piece_count % 30;
  if (at_ends && choice % 8 < 6) choice %= 2;
  piece_count++;
  piece->size = size;
  if (choice % 8 == 0)
    piece->bytes = piece->memory;
  else if (choice % 8 == 1 || size > FUZZ_GUARDED_MAX / 2 - 64)
    piece->bytes = piece->memory + FUZZ_GUARDED_MAX - size;
  else
    piece->bytes = piece->memory + FUZZ_GUARDED_MAX / 2 + 8 * (choice / 2 % 8);
  ALLOW(piece->bytes, size);
  return piece->bytes;
}

void *fuzz_guarded_copy(const void *bytes, size_t size) {
  void *copy = fuzz_guarded(size);
  if (size > 0) memcpy(copy, bytes, size);
  return copy;
}
