/* Keys of random layouts, with the columns that they were made of. */
#ifndef ROWKEY_TESTS_INFER_DESIGNS_H
#define ROWKEY_TESTS_INFER_DESIGNS_H

#include <rowkey/infer.h>
#include <rowkey/keys.h>
#include <rowkey/layout.h>
#include <rowkey/values.h>

enum { DESIGN_TEXT_SIZE = 256, DESIGN_COLUMNS = 4 };

struct design {
  char layout[DESIGN_TEXT_SIZE]; /* a salt perhaps, then one to three fields with delimiters or without */
  bool is_salted;
  rowkey_column columns[DESIGN_COLUMNS];
  rowkey_values values[DESIGN_COLUMNS];
  bool is_used[DESIGN_COLUMNS]; /* the column stands in the keys */
  rowkey_keys keys;
  /* The memory of these. */
  uint64_t *numbers, *offsets, *key_offsets;
  char *texts;
  uint8_t *bytes;
};

/* The design of this number, the same one in each run. */
struct design make_design(uint64_t number);
void free_design(struct design *design);

/* Whether the inferred layout decodes the keys to the columns that they were made of, each in the unit that
 * it has if it is a time, and knows the salt if there is one. */
bool design_is_found(const struct design *design, const rowkey_inference *found);

#endif
