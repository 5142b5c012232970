/* Memory that runs out during an inference: an error, and nothing is leaked. */
#include <rowkey/infer.h>

#include "failing_memory.h"
#include "tables.h"
#include "testing.h"

static void every_allocation_may_fail(void) {
  struct table table = make_table("{md5(id) % 10:01d}{id:06d}", 40);
  size_t failures = 0;
  /* Of the many templates that are tried, one in a hundred. */
  for (;; failures += failures < 60 ? 1 : 101) {
    rowkey_error error = {.status = ROWKEY_OK};
    allocations_allowed = failures;
    rowkey_inference *found = rowkey_infer(&table.keys, NULL, &error);
    const size_t left = allocations_allowed;
    allocations_allowed = SIZE_MAX;
    CHECK(found != NULL || error.status == ROWKEY_ERROR_MEMORY, "allocation %zu: %s", failures, error.text);
    const bool all = found != NULL && left != SIZE_MAX;
    CHECK(found == NULL || all, "allocation %zu failed unnoticed", failures);
    rowkey_inference_free(found);
    if (all) break;
  }
  CHECK(failures > 10, "%zu allocations", failures);
  free_table(&table);
}

int main(int argc, char **argv) {
  static const struct test tests[] = {{"every allocation may fail", every_allocation_may_fail}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
