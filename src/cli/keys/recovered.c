#include "keys/recovered.h"

#include <stdio.h>
#include <stdlib.h>

#include "layouts/selection.h"
#include "records/number.h"

bool recovered_check(const rowkey_layout *from, const rowkey_layout *to, const struct columns *columns,
                     struct failure *failure) {
  for (size_t i = 0; i < columns->schema_count; i++) {
    const rowkey_recovery recovery = rowkey_layout_recovery(from, i);
    if (!rowkey_layout_uses(to, i) || recovery == ROWKEY_RECOVERED) continue;
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --to: it uses column %s, which cannot be recovered from keys of --from: %s "
                     "(expected --records and the records themselves)",
                     columns->schema[i].name, recovery_reason(recovery));
  }
  return true;
}

static bool allocate_columns(struct recovered *recovered, const rowkey_layout *to) {
  recovered->decoded = calloc(recovered->count, sizeof *recovered->decoded);
  recovered->values = calloc(recovered->count, sizeof *recovered->values);
  recovered->data = calloc(recovered->count, sizeof *recovered->data);
  recovered->offsets = calloc(recovered->count, sizeof *recovered->offsets);
  if (recovered->decoded == NULL || recovered->values == NULL || recovered->data == NULL ||
      recovered->offsets == NULL) {
    return false;
  }
  for (size_t i = 0; i < recovered->count; i++) {
    if (!rowkey_layout_uses(to, i)) continue;
    const rowkey_type type = recovered->schema[i].type;
    /* A byte of room more, so that there is a pointer in any case. */
    if (!buffer_reserve(&recovered->data[i], type == ROWKEY_TEXT ? 1 : BATCH_ROWS * number_size(type))) {
      return false;
    }
    if (type != ROWKEY_TEXT) continue;
    recovered->offsets[i] = calloc(BATCH_ROWS + 1, sizeof *recovered->offsets[i]);
    if (recovered->offsets[i] == NULL) return false;
  }
  return true;
}

bool recovered_open(struct recovered *recovered, const rowkey_layout *from, const rowkey_layout *to,
                    const struct columns *columns, struct failure *failure) {
  *recovered = (struct recovered){.from = from, .schema = columns->schema, .count = columns->schema_count};
  if (!allocate_columns(recovered, to)) return fail_memory(failure);
  rowkey_error error;
  recovered->decoder = rowkey_decoder_create(from, &error);
  return recovered->decoder != NULL || fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
}

void recovered_close(struct recovered *recovered) {
  for (size_t i = 0; i < recovered->count; i++) {
    if (recovered->data != NULL) buffer_free(&recovered->data[i]);
    if (recovered->offsets != NULL) free(recovered->offsets[i]);
  }
  rowkey_decoder_free(recovered->decoder);
  free(recovered->decoded);
  free(recovered->values);
  free(recovered->data);
  free(recovered->offsets);
}

/* Gives each wanted column its room. False when memory runs out. */
static bool place_columns(struct recovered *recovered, const rowkey_keys *keys) {
  for (size_t i = 0; i < recovered->count; i++) {
    struct buffer *data = &recovered->data[i];
    if (data->bytes == NULL) continue;
    const size_t bound = rowkey_decode_bound(recovered->from, keys, i);
    /* A byte more, so that there is a pointer in any case. */
    if (recovered->offsets[i] != NULL && (bound > SIZE_MAX / 8 || !buffer_reserve(data, bound + 1)))
      return false;
    recovered->decoded[i] =
        recovered->offsets[i] != NULL
            ? rowkey_decoded_text(data->bytes, data->capacity, recovered->offsets[i], keys->rows)
            : rowkey_decoded_numbers(recovered->schema[i].type, data->bytes, keys->rows);
  }
  return true;
}

static void set_values(struct recovered *recovered, size_t rows) {
  for (size_t i = 0; i < recovered->count; i++) {
    const void *data = recovered->data[i].bytes;
    const uint64_t *offsets = recovered->offsets[i];
    if (data == NULL) continue;
    recovered->values[i] = offsets == NULL ? rowkey_kept_numbers(recovered->schema[i].type, data, rows)
                                           : rowkey_values_of_offsets(ROWKEY_KIND_KEPT, data,
                                                                      (size_t)offsets[rows], offsets, rows);
  }
}

size_t recovered_decode(struct recovered *recovered, const rowkey_keys *keys, char *reason,
                        struct failure *failure) {
  if (!place_columns(recovered, keys)) {
    fail_memory(failure);
    return ROWKEY_NONE;
  }
  rowkey_error error;
  size_t good = keys->rows;
  const rowkey_status status =
      rowkey_decode(recovered->decoder, keys, recovered->decoded, recovered->count, &error);
  if (status != ROWKEY_OK) {
    if (status == ROWKEY_ERROR_MEMORY || error.row >= keys->rows) {
      fail_with(failure, library_status(status, TOOL_BAD_USAGE), "%s", error.text);
      return ROWKEY_NONE;
    }
    snprintf(reason, REASON_SIZE, "%s", error.text);
    good = error.row;
  }
  if (good > 0) set_values(recovered, good);
  return good;
}
