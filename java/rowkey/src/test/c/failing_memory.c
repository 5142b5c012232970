/* Loaded before a JVM: one allocation of the native library fails, the one that the test chooses, and those
 * that are not freed yet are counted. FailingMemoryTest compiles it. The file that ROWKEY_FAILING_MEMORY
 * names is the memory that both share. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* glibc's own. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

/* In the order of FailingMemoryTest. */
struct shared {
  uint64_t begin, end; /* of the library's code */
  atomic_llong left;   /* the allocations up to the one that fails; 0: none does */
  atomic_llong not_freed;
};

static struct shared *shared;

__attribute__((constructor)) static void open_shared(void) {
  const char *path = getenv("ROWKEY_FAILING_MEMORY");
  const int file = path == NULL ? -1 : open(path, O_RDWR);
  if (file < 0) return;
  void *memory = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory != MAP_FAILED) shared = memory;
}

static bool is_of_library(const void *caller) {
  return shared != NULL && (uintptr_t)caller >= shared->begin && (uintptr_t)caller < shared->end;
}

static bool fails(const void *caller) {
  return is_of_library(caller) && atomic_load(&shared->left) > 0 && atomic_fetch_sub(&shared->left, 1) == 1;
}

/* ---- What is not freed -------------------------------------------------------------------------- */

/* The library's memory: a free at the end of a function is a jump, and its return address tells nothing. */
enum { PLACES = 1 << 18 };

static const void *owned[PLACES]; /* NULL, or &owned where one was that has been freed */
static atomic_flag is_busy = ATOMIC_FLAG_INIT;

static const void **place_from(const void *memory, size_t tries) {
  return &owned[((uintptr_t)memory / 16 + tries) % PLACES];
}

static void *counted(void *memory, const void *caller) {
  if (memory == NULL || !is_of_library(caller)) return memory;
  while (atomic_flag_test_and_set(&is_busy)) continue;
  size_t tries = 0;
  while (*place_from(memory, tries) != NULL && *place_from(memory, tries) != &owned) tries++;
  *place_from(memory, tries) = memory;
  atomic_flag_clear(&is_busy);
  atomic_fetch_add(&shared->not_freed, 1);
  return memory;
}

/* Whether it was the library's, which it is no more. */
static bool disowned(const void *memory) {
  if (memory == NULL || shared == NULL) return false;
  while (atomic_flag_test_and_set(&is_busy)) continue;
  size_t tries = 0;
  while (*place_from(memory, tries) != NULL && *place_from(memory, tries) != memory) tries++;
  const bool was_owned = *place_from(memory, tries) != NULL;
  if (was_owned) *place_from(memory, tries) = &owned;
  atomic_flag_clear(&is_busy);
  if (was_owned) atomic_fetch_sub(&shared->not_freed, 1);
  return was_owned;
}

/* ---- The calls ---------------------------------------------------------------------------------- */

#define CALLER __builtin_return_address(0)

void *malloc(size_t size) { return fails(CALLER) ? NULL : counted(__libc_malloc(size), CALLER); }

void *calloc(size_t count, size_t size) {
  return fails(CALLER) ? NULL : counted(__libc_calloc(count, size), CALLER);
}

void *realloc(void *memory, size_t size) {
  if (fails(CALLER)) return NULL;
  const bool was_owned = disowned(memory);
  void *larger = __libc_realloc(memory, size);
  return was_owned || memory == NULL ? counted(larger, CALLER) : larger;
}

void *aligned_alloc(size_t alignment, size_t size) {
  return fails(CALLER) ? NULL : counted(__libc_memalign(alignment, size), CALLER);
}

static char *copy(const char *text, size_t size) {
  char *made = __libc_malloc(size + 1);
  if (made == NULL) return NULL;
  memcpy(made, text, size);
  made[size] = '\0';
  return made;
}

char *strdup(const char *text) { return fails(CALLER) ? NULL : counted(copy(text, strlen(text)), CALLER); }

char *strndup(const char *text, size_t size) {
  return fails(CALLER) ? NULL : counted(copy(text, strnlen(text, size)), CALLER);
}

void free(void *memory) {
  (void)disowned(memory);
  __libc_free(memory);
}
