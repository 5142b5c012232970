/* The kernel jump_u64 of every instruction set, and the reference, against other systems. */
#include "each_isa.h"
#include "reference/reference.h"

/* Guava 33.3.1, Hashing.consistentHash */
static const struct {
  uint64_t key, buckets, bucket;
} known[] = {{0, 1, 0},
             {0, 2147483647, 0},
             {1, 3, 0},
             {1, 10, 6},
             {1, 100, 55},
             {1, 1000, 549},
             {1, 32768, 21134},
             {1, 1000000, 985611},
             {1, 2147483647, 262355607},
             {42, 2, 1},
             {42, 100, 43},
             {42, 1000, 571},
             {42, 2147483647, 1603940301},
             {256, 10, 3},
             {256, 1000, 520},
             {256, 2147483647, 74751002},
             {UINT64_C(10863919174838991), 16, 14},
             {UINT64_C(10863919174838991), 1000, 830},
             {UINT64_C(10863919174838991), 2147483647, 977315119},
             {UINT64_C(1311768467463790320), 1000, 399},
             {UINT64_C(1311768467463790320), 2147483647, 267021293},
             {UINT64_C(9223372036854775807), 100, 97},
             {UINT64_C(9223372036854775807), 2147483647, 213047985},
             {UINT64_C(9223372036854775808), 16, 12},
             {UINT64_C(9223372036854775808), 1000000, 802256},
             {UINT64_MAX, 10, 9},
             {UINT64_MAX, 1000, 313},
             {UINT64_MAX, 2147483647, 699554662},
             /* jump-consistent-hash 3.6.0 for Python, after the paper; Guava rounds once, and has one more */
             {UINT64_C(194478750355579935), 1073741825, 1073741823},
             {UINT64_C(538053021520064047), 536870913, 536870911},
             {UINT64_C(6010635824779627497), 268435457, 268435455}};

static void buckets_of_other_systems(void) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const uint64_t found = reference_jump(known[i].key, known[i].buckets);
    CHECK(found == known[i].bucket, "the reference: %llu of %llu buckets: %llu",
          (unsigned long long)known[i].key, (unsigned long long)known[i].buckets, (unsigned long long)found);
  }
  EACH_KERNEL(kernels, jump_u64) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
      uint64_t bucket;
      kernels->jump_u64(&known[i].key, 1, known[i].buckets, &bucket);
      CHECK(bucket == known[i].bucket, "%s: %llu of %llu buckets: %llu", kernels->name,
            (unsigned long long)known[i].key, (unsigned long long)known[i].buckets,
            (unsigned long long)bucket);
    }
  }
}

static const struct test tests[] = {
    {"buckets of other systems", buckets_of_other_systems},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
