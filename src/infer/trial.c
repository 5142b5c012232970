#include "infer/trial.h"

#include <rowkey/decode.h>
#include <rowkey/kernels.h>
#include <stdlib.h>
#include <string.h>

enum { TRIED_AT_ONCE = 256, CROSSED_KEYS = 2048 };

/* ---- Decoding ---------------------------------------------------------------------------------- */

/* The keys first … first + rows - 1, one after the other. */
struct side_by_side {
  uint8_t *bytes;
  size_t capacity;
  uint64_t offsets[TRIED_AT_ONCE + 1];
};

static bool put_side_by_side(const struct seen *seen, size_t first, size_t rows, struct side_by_side *keys) {
  size_t size = 0;
  for (size_t i = 0; i < rows; i++) size += seen_size(seen, first + i);
  if (size > keys->capacity) {
    uint8_t *bytes = realloc(keys->bytes, size);
    if (bytes == NULL) return false;
    keys->bytes = bytes;
    keys->capacity = size;
  }
  for (size_t i = 0; i < rows; i++) {
    const size_t at = (size_t)keys->offsets[i], width = seen_size(seen, first + i);
    if (width > 0) memcpy(keys->bytes + at, seen_at(seen, first + i), width);
    keys->offsets[i + 1] = at + width;
  }
  return true;
}

/* A decoder that only says which keys are good. */
struct trial {
  rowkey_decoder *decoder;
  rowkey_decoded *columns; /* none of which is wanted */
  size_t column_count;
};

/* Of the rows, those that decode. */
static bool try_rows(const struct trial *trial, const struct side_by_side *keys, size_t rows, size_t *count,
                     bool *made) {
  for (size_t row = 0; row < rows;) {
    const rowkey_keys left = rowkey_keys_of_offsets(keys->bytes, keys->offsets + row, rows - row);
    rowkey_error error;
    const rowkey_status status =
        rowkey_decode(trial->decoder, &left, trial->columns, trial->column_count, &error);
    if (status == ROWKEY_ERROR_MEMORY) return false;
    const size_t good = status == ROWKEY_OK ? left.rows : error.row < left.rows ? error.row : 0;
    *count += good;
    for (size_t i = 0; made != NULL && i < good; i++) made[row + i] = true;
    row += good + (good < left.rows);
  }
  return true;
}

bool rowkey_try_layout(const rowkey_layout *layout, const struct seen *seen, size_t *count, bool *made) {
  rowkey_error error;
  struct trial trial = {.decoder = rowkey_decoder_create(layout, &error)};
  *count = 0;
  rowkey_layout_columns(layout, &trial.column_count);
  trial.columns = calloc(trial.column_count + 1, sizeof *trial.columns);
  struct side_by_side keys = {0};
  if (made != NULL) memset(made, 0, seen->count * sizeof *made);
  bool good = trial.decoder != NULL && trial.columns != NULL;
  for (size_t first = 0; good && first < seen->count; first += TRIED_AT_ONCE) {
    const size_t left = seen->count - first, rows = left < TRIED_AT_ONCE ? left : TRIED_AT_ONCE;
    good = put_side_by_side(seen, first, rows, &keys) &&
           try_rows(&trial, &keys, rows, count, made == NULL ? NULL : made + first);
  }
  free(keys.bytes);
  free(trial.columns);
  rowkey_decoder_free(trial.decoder);
  return good;
}

/* ---- Keys put together from two ---------------------------------------------------------------- */

static size_t draw_number(uint64_t number, size_t bound) {
  uint64_t random;
  return rowkey_random_u64(0, number, 1, &random, NULL) == ROWKEY_OK ? (size_t)(random % bound) : 0;
}

bool rowkey_try_crossed(const rowkey_layout *layout, const struct seen *seen, double *share) {
  const size_t count = seen->count < CROSSED_KEYS ? seen->count : CROSSED_KEYS;
  size_t room = 1, made = 0, used = 0;
  *share = 1;
  for (size_t i = 0; i < count; i++)
    room += seen_size(seen, draw_number(3 * i, seen->count)) +
            seen_size(seen, draw_number(3 * i + 1, seen->count));
  uint8_t *bytes = malloc(room);
  uint64_t *limits = calloc(2 * count + 1, sizeof *limits);
  bool good = bytes != NULL && limits != NULL;
  for (size_t i = 0; good && i < count; i++) {
    const size_t left = draw_number(3 * i, seen->count), right = draw_number(3 * i + 1, seen->count);
    const size_t least =
        seen_size(seen, left) < seen_size(seen, right) ? seen_size(seen, left) : seen_size(seen, right);
    const size_t cut = least < 2 ? 0 : 1 + draw_number(3 * i + 2, least - 1);
    limits[i] = used;
    if (cut > 0) memcpy(bytes + used, seen_at(seen, left), cut);
    used += cut;
    if (seen_size(seen, right) > cut)
      memcpy(bytes + used, seen_at(seen, right) + cut, seen_size(seen, right) - cut);
    used += seen_size(seen, right) - cut;
    limits[count + i] = used;
  }
  const struct seen crossed = {bytes, limits, limits == NULL ? NULL : limits + count, count, NULL};
  good = good && rowkey_try_layout(layout, &crossed, &made, NULL);
  if (good && count > 0) *share = (double)made / (double)count;
  free(bytes);
  free(limits);
  return good;
}
