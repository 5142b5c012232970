/* The kernels that look for a byte, of every instruction set, against a loop. */
#include <string.h>

#include "each_isa.h"

enum { SIZE_MAX_TESTED = 1200 };

static struct guarded bytes_arena, positions_arena;

static void make_arenas(void) {
  bytes_arena = guarded_of(SIZE_MAX_TESTED + 64);
  positions_arena = guarded_of(SIZE_MAX_TESTED * 8 + 64);
}

/* `bytes` against the loop, with room for `capacity` positions right before a guard page. */
static void check_scan(const struct rowkey_kernels *kernels, const uint8_t *bytes, size_t size, uint8_t byte,
                       size_t capacity) {
  static uint64_t expected[SIZE_MAX_TESTED];
  size_t count = 0;
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] == byte) expected[count++] = i;
  }
  CHECK(kernels->count_byte(bytes, size, byte) == count, "%s: counts %zu of %zu in %zu bytes", kernels->name,
        kernels->count_byte(bytes, size, byte), count, size);
  const size_t wanted = count < capacity ? count : capacity;
  uint8_t *positions = positions_arena.end - capacity * 8;
  memset(positions_arena.begin, 0xee, (size_t)(positions_arena.end - positions_arena.begin));
  const size_t found = kernels->find_byte(bytes, size, byte, (uint64_t *)(void *)positions, capacity);
  CHECK(found == wanted, "%s: finds %zu of %zu in %zu bytes, capacity %zu", kernels->name, found, wanted,
        size, capacity);
  CHECK(memcmp(positions, expected, wanted * 8) == 0, "%s: wrong positions in %zu bytes, capacity %zu",
        kernels->name, size, capacity);
  for (uint8_t *at = positions_arena.begin; at < positions_arena.end; at++) {
    CHECK((at >= positions && at < positions + capacity * 8) || *at == 0xee, "%s: wrote outside",
          kernels->name);
  }
}

/* One byte in `rarity` is the one looked for; its neighbours in value are frequent too. */
static void fill(uint8_t *bytes, size_t size, uint8_t byte, uint64_t rarity) {
  for (size_t i = 0; i < size; i++) {
    const uint64_t kind = random_below(8);
    bytes[i] = random_below(rarity) == 0 ? byte
               : kind == 0               ? (uint8_t)(byte + 1)
               : kind == 1               ? (uint8_t)(byte - 1)
               : kind == 2               ? (uint8_t)(byte ^ 0x80)
                                         : (uint8_t)random_u64();
  }
}

static void scan_of_every_size(void) {
  make_arenas();
  static const uint64_t rarities[] = {1, 2, 10, 100, UINT64_MAX};
  for (size_t size = 0; size <= 330; size++) {
    for (size_t i = 0; i < sizeof rarities / sizeof *rarities; i++) {
      const uint8_t byte = i % 2 == 0 ? '\n' : (uint8_t)random_u64();
      fill(bytes_arena.begin, size, byte, rarities[i]);
      memcpy(bytes_arena.end - size, bytes_arena.begin, size);
      EACH_ISA(kernels) {
        check_scan(kernels, bytes_arena.begin, size, byte, size);
        check_scan(kernels, bytes_arena.end - size, size, byte, size);
      }
    }
  }
}

static void scan_of_every_alignment(void) {
  make_arenas();
  for (size_t shift = 0; shift < 64; shift++) {
    const size_t size = SIZE_MAX_TESTED - shift * 3;
    uint8_t *bytes = bytes_arena.end - size - shift;
    fill(bytes, size, ',', 5);
    EACH_ISA(kernels) { check_scan(kernels, bytes, size, ',', size); }
  }
}

static void scan_stops_at_the_capacity(void) {
  make_arenas();
  uint8_t *bytes = bytes_arena.end - 400;
  static const uint64_t rarities[] = {1, 3, 50};
  for (size_t i = 0; i < sizeof rarities / sizeof *rarities; i++) {
    fill(bytes, 400, 0, rarities[i]);
    EACH_ISA(kernels) {
      for (size_t capacity = 0; capacity <= 200; capacity++) check_scan(kernels, bytes, 400, 0, capacity);
    }
  }
}

static void scan_of_every_byte(void) {
  make_arenas();
  for (unsigned byte = 0; byte < 256; byte++) {
    uint8_t *bytes = bytes_arena.end - 200;
    fill(bytes, 200, (uint8_t)byte, 4);
    EACH_ISA(kernels) { check_scan(kernels, bytes, 200, (uint8_t)byte, 200); }
  }
}

static const struct test tests[] = {
    {"find_byte and count_byte of every size", scan_of_every_size},
    {"find_byte and count_byte of every alignment", scan_of_every_alignment},
    {"find_byte stops at its capacity", scan_stops_at_the_capacity},
    {"find_byte and count_byte of every byte", scan_of_every_byte},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
