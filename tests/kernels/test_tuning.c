/* Which row of choices a CPU gets, on CPUs that are made up. */
#include <cpuid.h>
#include <string.h>

#include "testing.h"

/* What the CPU says of itself: its maker, and family, model and stepping as leaf 1 has them. */
static char maker[13];
static unsigned signature;

static int made_cpuid(unsigned leaf, unsigned *eax, unsigned *ebx, unsigned *ecx, unsigned *edx) {
  *eax = leaf == 0 ? 1 : signature;
  memcpy(ebx, maker, 4);
  memcpy(edx, maker + 4, 4);
  memcpy(ecx, maker + 8, 4);
  return leaf <= 1;
}

#define __get_cpuid made_cpuid
#include "kernels/tuning.c"

static void each_family_has_its_row(void) {
  static const struct {
    const char *maker;
    unsigned signature;
    const char *cores;
  } cpus[] = {
      {"AuthenticAMD", 0x00b00f21, "Zen 5"},       /* EPYC 9005 */
      {"AuthenticAMD", 0x00b40f40, "Zen 5"},       /* Ryzen 9000 */
      {"AuthenticAMD", 0x00a10f11, "other cores"}, /* EPYC 9004 */
      {"AuthenticAMD", 0x00a00f11, "other cores"}, /* EPYC 7003 */
      {"AuthenticAMD", 0x00000f48, "other cores"}, /* family 15 */
      {"GenuineIntel", 0x00b00f21, "Intel"},
      {"GenuineIntel", 0x000806f8, "Intel"}, /* Sapphire Rapids */
      {"CentaurHauls", 0x00b00f21, "other cores"},
  };
  for (size_t i = 0; i < sizeof cpus / sizeof *cpus; i++) {
    memcpy(maker, cpus[i].maker, sizeof maker);
    signature = cpus[i].signature;
    rowkey_tuning_set(NULL);
    CHECK(strcmp(rowkey_tuning()->cores, cpus[i].cores) == 0, "%s %08x: %s", maker, signature,
          rowkey_tuning()->cores);
  }
}

static void what_is_set_stays(void) {
  static const struct rowkey_tuning set = {.cores = "a test's"};
  rowkey_tuning_set(&set);
  CHECK(rowkey_tuning() == &set && rowkey_tuning() == &set, "another row");
  rowkey_tuning_set(NULL);
  CHECK(rowkey_tuning() != &set, "the row that was set");
}

static const struct test tests[] = {
    {"each family of cores has its row", each_family_has_its_row},
    {"a row that is set stays until it is taken back", what_is_set_stays},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
