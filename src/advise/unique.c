#include "advise/unique.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/given_column.h"

enum { HASHES = 1 << 18, BLOCK = 1024 };

static bool no_memory(rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory to count keys that records share");
  return false;
}

/* {xxh64(coalesce(host, ""):esc, null_first(ts):u8, coalesce(ts, 0):i64):u64}: the text of each value shows
 * where it ends. As in keys a null text is an empty one, and a null number is no other number. */
static bool write_template(const struct asked_columns *columns, column_set of, struct string_list *texts) {
  struct growing_text text = {.list = texts};
  const char *separator = "{xxh64(";
  for (size_t i = 0; i < columns->count; i++) {
    const rowkey_column *column = &columns->columns[i];
    static const char *const formats[] = {[ROWKEY_U64] = ":u64",
                                          [ROWKEY_I64] = ":i64",
                                          [ROWKEY_TEXT] = ":esc",
                                          [ROWKEY_F64] = ":f64",
                                          [ROWKEY_F32] = ":f32"};
    if ((of & set_of(i)) == 0) continue;
    grow(&text, separator);
    separator = ", ";
    if (column->type != ROWKEY_TEXT) {
      grow(&text, "null_first(");
      rowkey_grow_name(&text, column->name);
      grow(&text, "):u8, ");
    }
    rowkey_grow_column(&text, column, true);
    /* A width of its own shows where a text ends as well. */
    grow(&text, column->width > 0 ? "" : formats[column->type]);
  }
  grow(&text, "):u64}");
  return rowkey_grow_finish(&text);
}

bool rowkey_unique_open(struct unique_set *set, const struct asked_columns *columns, column_set of,
                        rowkey_error *error) {
  *set = (struct unique_set){.columns = of, .bound = UINT64_MAX};
  struct string_list texts = {0};
  set->hashes = malloc((HASHES + BLOCK) * sizeof *set->hashes);
  bool good = set->hashes != NULL && write_template(columns, of, &texts);
  if (!good) no_memory(error);
  if (good) {
    set->layout = rowkey_layout_compile((const char *)string_at(&texts, 0), string_size(&texts, 0),
                                        columns->columns, columns->count, error);
    if (set->layout != NULL) set->encoder = rowkey_encoder_create(set->layout, 0, error);
    good = set->encoder != NULL;
  }
  rowkey_strings_free(&texts);
  return good;
}

void rowkey_unique_close(struct unique_set *set) {
  rowkey_encoder_free(set->encoder);
  rowkey_layout_free(set->layout);
  free(set->hashes);
  *set = (struct unique_set){0};
}

static int compare_hashes(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* How many of the sorted hashes are as those before them. */
static size_t count_shared(const uint64_t *hashes, size_t count) {
  size_t shared = 0;
  for (size_t i = 1; i < count; i++) shared += hashes[i] == hashes[i - 1];
  return shared;
}

/* Takes note of those that are left out: more of them than there is room for may be of one value. */
static void halve(struct unique_set *set) {
  set->bound /= 2;
  qsort(set->hashes, set->count, sizeof *set->hashes, compare_hashes);
  size_t kept = set->count;
  while (kept > 0 && (set->hashes[kept - 1] > set->bound || set->bound == 0)) kept--;
  set->left_out += set->count - kept;
  set->left_out_shared += count_shared(set->hashes + kept, set->count - kept);
  set->count = kept;
}

bool rowkey_unique_add(struct unique_set *set, const rowkey_values *columns, size_t rows,
                       rowkey_error *error) {
  size_t count;
  if (set->is_shared) return true;
  rowkey_layout_columns(set->layout, &count);
  rowkey_values *part = calloc(count, sizeof *part);
  if (part == NULL) return no_memory(error);
  rowkey_status status = ROWKEY_OK;
  for (size_t row = 0; status == ROWKEY_OK && row < rows; row += BLOCK) {
    const size_t block = rows - row < BLOCK ? rows - row : BLOCK;
    uint64_t keys[BLOCK];
    for (size_t i = 0; i < count; i++)
      if (rowkey_layout_uses(set->layout, i)) part[i] = rowkey_values_from(&columns[i], row);
    const rowkey_batch batch = rowkey_batch_of(part, count, block);
    const rowkey_key_buffer buffer = rowkey_key_buffer_of(keys, sizeof keys);
    status = rowkey_encode(set->encoder, &batch, &buffer, NULL, error);
    if (status != ROWKEY_OK && error != NULL && error->row != ROWKEY_NONE) error->row += row;
    for (size_t i = 0; status == ROWKEY_OK && i < block; i++)
      if (keys[i] <= set->bound) set->hashes[set->count++] = keys[i];
    while (set->count > HASHES) halve(set);
  }
  free(part);
  return status == ROWKEY_OK;
}

size_t rowkey_unique_most(struct unique_set *set) {
  size_t most = 0;
  qsort(set->hashes, set->count, sizeof *set->hashes, compare_hashes);
  for (size_t i = 0, begin = 0; i < set->count; i++) {
    if (set->hashes[i] != set->hashes[begin]) begin = i;
    if (i - begin + 1 > most) most = i - begin + 1;
  }
  return most;
}

size_t rowkey_unique_shared(struct unique_set *set, size_t *seen) {
  qsort(set->hashes, set->count, sizeof *set->hashes, compare_hashes);
  *seen = set->count + set->left_out;
  return count_shared(set->hashes, set->count) + set->left_out_shared;
}
