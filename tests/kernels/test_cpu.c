/* Which instruction sets a CPU can run and which of them is chosen, on CPUs that are made up: no machine
 * shows them all. */
#include <stdio.h>
#include <string.h>

#include "testing.h"

static const char *present; /* the features of the CPU, each between spaces */

#if defined(__x86_64__) && !defined(__ILP32__)
#include "kernels/features.h"

static struct features made_features(void) {
  struct features made = {0};
  const struct {
    const char *name;
    unsigned *place, bit;
  } features[] = {
      {" avx ", &made.leaf1_ecx, bit_AVX},
      {" fma ", &made.leaf1_ecx, bit_FMA},
      {" popcnt ", &made.leaf1_ecx, bit_POPCNT},
      {" sse4.2 ", &made.leaf1_ecx, bit_SSE4_2},
      {" pclmul ", &made.leaf1_ecx, bit_PCLMUL},
      {" avx2 ", &made.leaf7_ebx, bit_AVX2},
      {" bmi ", &made.leaf7_ebx, bit_BMI},
      {" bmi2 ", &made.leaf7_ebx, bit_BMI2},
      {" avx512f ", &made.leaf7_ebx, bit_AVX512F},
      {" avx512bw ", &made.leaf7_ebx, bit_AVX512BW},
      {" avx512dq ", &made.leaf7_ebx, bit_AVX512DQ},
      {" avx512vl ", &made.leaf7_ebx, (unsigned)bit_AVX512VL},
      {" avx512cd ", &made.leaf7_ebx, bit_AVX512CD},
      {" avx512ifma ", &made.leaf7_ebx, bit_AVX512IFMA},
      {" avx512vbmi ", &made.leaf7_ecx, bit_AVX512VBMI},
      {" avx512vbmi2 ", &made.leaf7_ecx, bit_AVX512VBMI2},
  };
  for (size_t i = 0; i < sizeof features / sizeof *features; i++)
    if (strstr(present, features[i].name) != NULL) *features[i].place |= features[i].bit;
  if (strstr(present, " saves_avx ") != NULL) made.saved |= SAVES_AVX;
  if (strstr(present, " saves_avx512 ") != NULL) made.saved |= SAVES_AVX512;
  return made;
}

#define read_features made_features
#endif
#include "kernels/cpu.c"
#include "kernels/dispatch.c"

#define AVX2 " saves_avx avx avx2 bmi bmi2 fma popcnt sse4.2 pclmul "
#define CANNON_LAKE AVX2 "saves_avx512 avx512f avx512bw avx512dq avx512vl avx512cd avx512ifma avx512vbmi "
#define AVX512 CANNON_LAKE "avx512vbmi2 "

static bool is_supported(const char *isa) { return rowkey_kernels_named(isa) != NULL; }

/* Checks that an instruction set is supported where `features` are, and not without any one of them. */
static void check_needs(const char *isa, const char *features) {
  present = features;
  CHECK(is_supported(isa), "%s with%s", isa, features);
  char without[sizeof AVX512];
  present = without;
  for (const char *feature = features + 1; *feature != 0; feature = strchr(feature, ' ') + 1) {
    const size_t before = (size_t)(feature - features);
    snprintf(without, sizeof without, "%.*s%s", (int)before, features, strchr(feature, ' ') + 1);
    CHECK(!is_supported(isa), "%s with%s", isa, without);
  }
}

static void every_needed_feature_is_asked_for(void) {
  check_needs("scalar", " ");
  check_needs("avx2", AVX2);
  check_needs("avx512", AVX512);
}

static void slow_ones_are_not_chosen(void) {
  static const struct {
    const char *features, *chosen;
  } cpus[] = {{" ", "scalar"}, {AVX2, "avx2"}, {CANNON_LAKE, "avx2"}, {AVX512, "avx512"}};
  for (size_t i = 0; i < sizeof cpus / sizeof *cpus; i++) {
    present = cpus[i].features;
    CHECK(rowkey_isa_select(NULL, NULL) == ROWKEY_OK, "nothing is chosen");
    CHECK(strcmp(rowkey_isa_selected(), cpus[i].chosen) == 0, "%s with%s", rowkey_isa_selected(), present);
  }
}

static const struct test tests[] = {
    {"every feature that an instruction set needs is asked for", every_needed_feature_is_asked_for},
    {"the best instruction set that is not slow is chosen", slow_ones_are_not_chosen},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
