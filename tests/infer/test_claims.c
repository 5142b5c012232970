/* What an inference claims is there: it finds nothing in lists of words, names, numbers and tokens that no
 * layout made, and the columns of keys that layouts made. */
#include <rowkey/infer.h>
#include <string.h>

#include "designs.h"
#include "lists.h"
#include "testing.h"

/* Of the others it cannot be told where text ends before text, and digits before digits. */
enum { DESIGNS = 30, FOUND_DESIGNS = 26 };

static const char *false_claim(const struct list *list, const rowkey_inference *found) {
  for (size_t i = 0; i < found->column_count; i++) {
    if (found->columns[i].unit != ROWKEY_NO_TIME) return "a time";
    if (list->kind == LIST_OF_TEXT && strncmp(found->columns[i].name, "hash", 4) == 0) return "a hash";
  }
  if (list->kind != LIST_OF_BYTES && strstr(found->layout, ":u") != NULL) return "a number in bytes";
  if (found->name != NULL) return found->name;
  return found->confidence == ROWKEY_CONFIDENCE_CHECKED ? "a salt" : NULL;
}

static void nothing_is_claimed_of_lists(void) {
  static const size_t sizes[] = {50, 500, 5000};
  for (size_t i = 0; i < LISTS * 6; i++) {
    const struct list *list = &lists[i / 6];
    if (!effort_is_full() && i % 6 != 1) continue;
    struct listed listed = make_list(list, sizes[i % 3], i % 6 >= 3);
    rowkey_error error;
    rowkey_inference *found = rowkey_infer(&listed.keys, NULL, &error);
    CHECK(found != NULL, "%s: %s", list->name, error.text);
    const char *claim = false_claim(list, found);
    CHECK(claim == NULL, "%zu %s: %s in %s", listed.keys.rows, list->name, claim, found->layout);
    rowkey_inference_free(found);
    free_list(&listed);
  }
}

static void designs_are_found(void) {
  size_t count = 0;
  for (uint64_t i = 0; i < DESIGNS; i++) {
    struct design design = make_design(i);
    rowkey_error error;
    rowkey_inference *found = rowkey_infer(&design.keys, NULL, &error);
    CHECK(found != NULL, "%s: %s", design.layout, error.text);
    count += design_is_found(&design, found);
    rowkey_inference_free(found);
    free_design(&design);
  }
  CHECK(count >= FOUND_DESIGNS, "%zu of %d designs are found", count, DESIGNS);
}

int main(int argc, char **argv) {
  static const struct test tests[] = {{"nothing is claimed of lists", nothing_is_claimed_of_lists},
                                      {"designs are found", designs_are_found}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
