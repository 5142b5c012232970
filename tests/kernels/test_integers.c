/* Bits in orders that are known, of every instruction set and of the reference. */
#include "each_isa.h"
#include "reference/reference.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* 1 and 2 bits have one order each; Z-order counts squares along a Z. */
static void bits_in_known_orders(void) {
  static const struct {
    uint64_t number, reversed;
    unsigned bits;
  } turned[] = {{1, 1, 1},
                {1, 2, 2},
                {1, 128, 8},
                {6, 3, 3},
                {0, 0, 64},
                {1, UINT64_C(1) << 63, 64},
                {UINT64_MAX, UINT64_MAX, 64},
                {UINT64_C(0x0123456789abcdef), UINT64_C(0xf7b3d591e6a2c480), 64}};
  static const uint64_t z_order[4][4] = {{0, 1, 4, 5}, {2, 3, 6, 7}, {8, 9, 12, 13}, {10, 11, 14, 15}};
  EACH_ISA(kernels) {
    for (size_t i = 0; i < COUNT_OF(turned); i++) {
      uint64_t made;
      kernels->reverse_bits(&turned[i].number, 1, turned[i].bits, &made);
      CHECK(made == turned[i].reversed && made == reference_reverse_bits(turned[i].number, turned[i].bits),
            "%s: %llx of %u bits: %llx", kernels->name, (unsigned long long)turned[i].number, turned[i].bits,
            (unsigned long long)made);
    }
    for (uint64_t a = 0; a < 4; a++) {
      for (uint64_t b = 0; b < 4; b++) {
        uint64_t made;
        kernels->interleave_bits(&a, &b, 1, &made);
        CHECK(made == z_order[a][b] && made == reference_interleave_bits(a, b), "%s: %llu and %llu: %llu",
              kernels->name, (unsigned long long)a, (unsigned long long)b, (unsigned long long)made);
      }
    }
  }
}

static const struct test tests[] = {
    {"bits in known orders", bits_in_known_orders},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, COUNT_OF(tests), argc, argv); }
