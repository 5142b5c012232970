/* In the place of the library's functions, by the linker's --wrap. */
#include "few_candidates.h"

#include <rowkey/infer.h>
#include <rowkey/layout.h>
#include <rowkey/named.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "encode/encoding.h"

/* The first drafts show the shape. Of others, as of named layouts, one in SHARE is tried, and of functions,
 * which are thousands or few, one in SHARE or fewer. */
enum { FIRST_DRAFTS = 2, MOST_DRAFTS = 8, MOST_FUNCTIONS = 8, SHARE = 16, MOST_ROWS = 16 };

static uint64_t chosen;
static bool is_inferring;
static bool is_named; /* the next layout that is compiled */
static size_t draft_count, function_count;
static struct draft {
  uint64_t hash;
  unsigned times;
} drafts[MOST_DRAFTS];

void choose_candidates(uint64_t choice) { chosen = choice; }

rowkey_inference *__real_rowkey_infer(const rowkey_keys *keys, const char *not_times, rowkey_error *error);
rowkey_inference *__wrap_rowkey_infer(const rowkey_keys *keys, const char *not_times, rowkey_error *error);
rowkey_inference *__wrap_rowkey_infer(const rowkey_keys *keys, const char *not_times, rowkey_error *error) {
  is_inferring = true;
  is_named = false;
  draft_count = function_count = 0;
  rowkey_inference *found = __real_rowkey_infer(keys, not_times, error);
  is_inferring = false;
  return found;
}

/* ---- Which are tried ------------------------------------------------------------------------------- */

static uint64_t hash_of(const char *text, size_t length) {
  uint64_t hash = chosen;
  for (size_t i = 0; i < length; i++) hash = (hash ^ (uint8_t)text[i]) * UINT64_C(0x100000001b3);
  return (hash ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15) >> 32;
}

static bool is_tried_as_function(const char *text, size_t length) {
  return hash_of(text, length) % ((uint64_t)SHARE << 2 * (chosen % 4)) == 0 &&
         function_count++ < MOST_FUNCTIONS;
}

/* A draft is compiled for each round of other keys, of which the third is the last here, and for the result.
 */
static bool is_tried_as_draft(const char *text, size_t length) {
  const uint64_t hash = hash_of(text, length);
  size_t i = 0;
  while (i < draft_count && drafts[i].hash != hash) i++;
  if (i == MOST_DRAFTS || (i == draft_count && i >= FIRST_DRAFTS && hash % SHARE != 0)) return false;
  if (i == draft_count) drafts[draft_count++] = (struct draft){hash, 0};
  return ++drafts[i].times != 3;
}

/* Whether it is one field, and that a function: what an inference tries the functions with. */
static bool is_function(const char *text, size_t length) {
  return text[0] == '{' && memchr(text, '(', length) != NULL &&
         memchr(text, '}', length) == text + length - 1;
}

/* ---- What an inference calls ------------------------------------------------------------------------ */

rowkey_layout *__real_rowkey_layout_compile(const char *text, size_t length, const rowkey_column *columns,
                                            size_t column_count, rowkey_error *error);
rowkey_layout *__wrap_rowkey_layout_compile(const char *text, size_t length, const rowkey_column *columns,
                                            size_t column_count, rowkey_error *error);
rowkey_layout *__wrap_rowkey_layout_compile(const char *text, size_t length, const rowkey_column *columns,
                                            size_t column_count, rowkey_error *error) {
  const bool tries =
      !is_inferring || is_named ||
      (is_function(text, length) ? is_tried_as_function(text, length) : is_tried_as_draft(text, length));
  is_named = false;
  if (tries) return __real_rowkey_layout_compile(text, length, columns, column_count, error);
  error->status = ROWKEY_ERROR_TYPE;
  return NULL;
}

rowkey_status __real_rowkey_named_expand(const char *text, size_t length, const rowkey_named_layout **named,
                                         char *expansion, size_t capacity, rowkey_error *error);
rowkey_status __wrap_rowkey_named_expand(const char *text, size_t length, const rowkey_named_layout **named,
                                         char *expansion, size_t capacity, rowkey_error *error);
rowkey_status __wrap_rowkey_named_expand(const char *text, size_t length, const rowkey_named_layout **named,
                                         char *expansion, size_t capacity, rowkey_error *error) {
  if (is_inferring && hash_of(text, length) % SHARE != 0) return error->status = ROWKEY_ERROR_TYPE;
  const rowkey_status status = __real_rowkey_named_expand(text, length, named, expansion, capacity, error);
  is_named = is_inferring && status == ROWKEY_OK;
  return status;
}

/* A decoder fills tables for a block of rows when it is made: here for about as many as there are keys. */
size_t __real_rowkey_encoder_block_rows(const rowkey_encoder *encoder);
size_t __wrap_rowkey_encoder_block_rows(const rowkey_encoder *encoder);
size_t __wrap_rowkey_encoder_block_rows(const rowkey_encoder *encoder) {
  const size_t rows = __real_rowkey_encoder_block_rows(encoder);
  return !is_inferring || rows < MOST_ROWS ? rows : MOST_ROWS;
}
