/* rowkey_encode: a batch of rows, block by block. */
#include <inttypes.h>
#include <string.h>

#include "base/addresses.h"
#include "base/error.h"
#include "encode/encoder.h"
#include "kernels/kernel_table.h"

/* Where the keys go. */
struct output {
  uint8_t *keys;
  const uint8_t *end; /* of the bytes that the call needs */
  uint64_t *offsets;
  uint32_t *offsets32;
  rowkey_null_keys *nulls; /* NULL: there are none */
};

/* Writes keys that differ in length after the keys of the rows before. */
static size_t join_keys(struct run *run, const struct output *output, size_t rows) {
  const struct rowkey_encoder *encoder = run->encoder;
  const struct sequence *key = &encoder->layout->key;
  uint64_t *offsets = output->offsets == NULL ? encoder->offsets : output->offsets + run->start;
  uint32_t *narrow = output->offsets32 == NULL ? NULL : output->offsets32 + run->start;
  if (narrow != NULL) offsets[0] = narrow[0];
  const struct part *varying = key->pieces[0].varying;
  size_t bad = rows;
  if (varying != NULL && varying->step == STEP_JOIN_MADE)
    bad = rowkey_join_made(run, varying->written, rows, output->keys, output->end, offsets);
  else
    run->kernels->join_rows(&encoder->sources[key->first_piece], key->piece_count, 0, rows,
                            output->keys + offsets[0], output->end, output->keys, offsets + 1);
  if (narrow == NULL) return bad;
  for (size_t i = 0; i < bad; i++) narrow[i + 1] = (uint32_t)offsets[i + 1];
  return bad;
}

/* The keys of `rows` rows of run->columns, from run->first on. */
static size_t run_steps(struct run *run, const struct output *output, size_t rows) {
  const struct rowkey_encoder *encoder = run->encoder;
  const struct rowkey_layout *layout = encoder->layout;
  const struct sequence *key = &layout->key;
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (!value->used || (value->step == STEP_OPERATION && is_left(run, value))) continue;
    size_t bad = rowkey_run_value(run, value, rows);
    if (bad < rows) return bad;
  }
  if (key->fixed)
    return rowkey_write_fixed(run, key, output->keys + run->start * key->width, output->end, rows);
  size_t bad = rowkey_prepare_sources(run, key, rows);
  return bad < rows ? bad : join_keys(run, output, rows);
}

/* The keys of the block's rows that are not null rows, one after the other. */
static size_t run_picked(struct run *run, const struct output *output, size_t rows) {
  const rowkey_values *columns = run->columns;
  const size_t first = run->first;
  const struct picked *picked = &run->encoder->picked;
  if (!rowkey_pick_rows(run, rows)) {
    run->status =
        rowkey_error_set(run->error, ROWKEY_ERROR_MEMORY, "out of memory for rows beside null rows");
    run->error->row = run->start;
    return 0;
  }
  const size_t bad = picked->count == 0 ? 0 : run_steps(run, output, picked->count);
  run->columns = columns;
  run->first = first;
  if (bad == picked->count) return rows;
  run->error->row = run->start + picked->rows[bad];
  return picked->rows[bad];
}

/* The keys of `rows` rows from run->start on. */
static size_t run_block(struct run *run, const struct output *output, size_t rows) {
  run->is_picked = false;
  if (run->columns != run->given) {
    const size_t bad = rowkey_show_columns(run, rows);
    if (bad < rows) return bad;
  }
  /* Where each null row is reported, it fails like a bad one. */
  run->is_picked = run->nulls != NULL && run->nulls->report == NULL && rowkey_any_null_row(run, rows);
  return run->is_picked ? run_picked(run, output, rows) : run_steps(run, output, rows);
}

/* Runs the block again for the rows before a bad one until all are good: what is found last is the first bad
 * row of all steps, and the keys before it are complete. Returns how many that are. The first run leaves to
 * kernels what they can do, the others find each error in the order of the steps, as without such kernels. */
static size_t encode_block(struct run *run, const struct output *output, size_t rows) {
  run->left = run->kernels == run->encoder->kernels ? run->encoder->left : 0;
  run->defers = run->encoder->defers;
  while (rows > 0) {
    const size_t good = run_block(run, output, rows);
    if (good == rows) break;
    if (run->left == 0 && !run->defers) rows = good;
    run->left = 0;
    run->defers = false;
  }
  return rows;
}

/* ---- Null keys ------------------------------------------------------------------------------- */

/* The key of row `row` of the batch, whose place begins where the key of the row before it ends. */
static void make_null(const struct run *run, const struct output *output, size_t row) {
  const struct sequence *key = &run->encoder->layout->key;
  rowkey_null_keys *nulls = output->nulls;
  const size_t bit = nulls->validity_offset + row;
  nulls->validity[bit / 8] &= (uint8_t)~(1U << bit % 8);
  nulls->count++;
  if (key->fixed) memset(output->keys + row * key->width, 0, key->width);
}

/* Moves the keys of the block, which lie one after the other, to their rows; the others become null. */
static void spread_keys(const struct run *run, const struct output *output, size_t rows) {
  const struct picked *picked = &run->encoder->picked;
  const struct sequence *key = &run->encoder->layout->key;
  uint64_t *offsets = output->offsets == NULL || key->fixed ? NULL : output->offsets + run->start;
  uint32_t *narrow = output->offsets32 == NULL || key->fixed ? NULL : output->offsets32 + run->start;
  uint8_t *keys = output->keys + (key->fixed ? run->start * key->width : 0);
  size_t from = picked->count;
  for (size_t row = rows; row > from;) { /* rows before the first null row lie where they belong */
    size_t run_rows = 0;
    while (run_rows < from && picked->rows[from - 1 - run_rows] == row - 1 - run_rows) run_rows++;
    row -= run_rows;
    from -= run_rows;
    if (key->fixed) memmove(keys + row * key->width, keys + from * key->width, run_rows * key->width);
    if (offsets != NULL) memmove(offsets + row + 1, offsets + from + 1, run_rows * sizeof *offsets);
    if (narrow != NULL) memmove(narrow + row + 1, narrow + from + 1, run_rows * sizeof *narrow);
    if (row == from) return;
    row--;
    if (offsets != NULL) offsets[row + 1] = offsets[from];
    if (narrow != NULL) narrow[row + 1] = narrow[from];
    make_null(run, output, run->start + row);
  }
}

/* Whether the row at run->start, which has just failed, has a null key by the policy. */
static bool is_null_by_policy(struct run *run) {
  if (run->nulls == NULL || (run->status != ROWKEY_ERROR_RANGE && run->status != ROWKEY_ERROR_NUMBER))
    return false;
  return run->nulls->policy == ROWKEY_NULL_FOR_BAD || rowkey_any_null_row(run, 1);
}

static void add_null(struct run *run, const struct output *output) {
  if (output->offsets != NULL && !run->encoder->layout->key.fixed)
    output->offsets[run->start + 1] = output->offsets[run->start];
  if (output->offsets32 != NULL && !run->encoder->layout->key.fixed)
    output->offsets32[run->start + 1] = output->offsets32[run->start];
  make_null(run, output, run->start);
  if (run->nulls->report != NULL) run->nulls->report(run->nulls->context, run->error);
}

static rowkey_status encode_rows(struct run *run, const struct output *output, size_t rows) {
  enum { AFTER_BAD = 16 }; /* bad rows come together: a block beside one is short, and the next ones longer */
  const uint64_t first_row = run->input_row;
  size_t most = run->encoder->block_rows;
  while (run->start < rows) {
    const size_t left = rows - run->start, block = left < most ? left : most;
    run->input_row = first_row + run->start;
    run->first = run->columns == run->given ? run->start : 0;
    run->kernels = rowkey_kernels_for(run->encoder->kernels, block);
    const size_t good = encode_block(run, output, block);
    if (run->is_picked && good > 0) spread_keys(run, output, good);
    run->start += good;
    most = 2 * most < run->encoder->block_rows ? 2 * most : run->encoder->block_rows;
    if (good == block) continue;
    if (!is_null_by_policy(run)) return run->status;
    add_null(run, output);
    run->start++;
    most = AFTER_BAD;
  }
  return ROWKEY_OK;
}

/* The bits of all rows, which are keys until they turn out to be null. */
static void fill_validity(const rowkey_null_keys *nulls, size_t rows) {
  size_t bit = nulls->validity_offset;
  const size_t end = bit + rows;
  for (; bit < end && bit % 8 != 0; bit++) nulls->validity[bit / 8] |= (uint8_t)(1U << bit % 8);
  if (end - bit >= 8) memset(nulls->validity + bit / 8, 0xff, (end - bit) / 8);
  for (bit += (end - bit) / 8 * 8; bit < end; bit++) nulls->validity[bit / 8] |= (uint8_t)(1U << bit % 8);
}

/* ---- Offsets of keys of one width -------------------------------------------------------------- */

/* The multiples of `width` up to `rows` times it: by additions, which vectorize on every machine. */
static void fill_offsets(uint64_t *offsets, size_t rows, uint64_t width) {
  uint64_t at = 0;
  for (size_t i = 0; i < rows; i++, at += width) offsets[i] = at;
  offsets[rows] = at;
}

static void fill_offsets32(uint32_t *offsets, size_t rows, uint64_t width) {
  uint32_t at = 0;
  for (size_t i = 0; i < rows; i++, at += (uint32_t)width) offsets[i] = at;
  offsets[rows] = at;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static rowkey_status bad_argument(rowkey_error *error, const char *text) {
  return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%s", text);
}

static rowkey_status check_nulls(const rowkey_null_keys *nulls, size_t rows, rowkey_error *error) {
  const rowkey_status status = ROWKEY_CHECK_RESERVED(nulls, "rowkey_null_keys", error);
  if (status != ROWKEY_OK) return status;
  if ((unsigned)nulls->policy > ROWKEY_NULL_FOR_BAD)
    return bad_argument(error,
                        "policy is not a valid rowkey_bad_rows (expected ROWKEY_NULL_FOR_NULLS or the like)");
  if (nulls->policy == ROWKEY_FAIL_AT_BAD || rows == 0) return ROWKEY_OK;
  if (nulls->validity == NULL)
    return bad_argument(error, "validity is NULL (expected room for a bit for each row)");
  if (nulls->validity_offset > SIZE_MAX - rows)
    return bad_argument(error, "validity_offset is larger than any memory");
  return ROWKEY_OK;
}

static rowkey_status check_buffer(const struct rowkey_layout *layout, const rowkey_key_buffer *buffer,
                                  rowkey_error *error) {
  if (buffer == NULL) return bad_argument(error, "buffer is NULL (expected a struct rowkey_key_buffer)");
  rowkey_status status = ROWKEY_CHECK_RESERVED(buffer, "rowkey_key_buffer", error);
  if (status != ROWKEY_OK) return status;
  if (buffer->offsets != NULL && buffer->offsets32 != NULL)
    return bad_argument(error, "offsets and offsets32 are both given (expected one of them)");
  if (buffer->offsets == NULL && buffer->offsets32 == NULL && !layout->key.fixed)
    return bad_argument(error,
                        "offsets is NULL, but keys differ in length (expected room for rows + 1 numbers)");
  if (!is_aligned_u64(buffer->offsets)) return bad_argument(error, OFFSETS_NOT_ALIGNED);
  if (!is_aligned_u32(buffer->offsets32)) return bad_argument(error, OFFSETS32_NOT_ALIGNED);
  return ROWKEY_OK;
}

rowkey_status rowkey_check_numbering(rowkey_numbering numbering, rowkey_error *error) {
  if (numbering == ROWKEY_ROWS_NEXT || numbering == ROWKEY_ROWS_FROM) return ROWKEY_OK;
  return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                          "numbering is %d (expected ROWKEY_ROWS_NEXT or ROWKEY_ROWS_FROM)", (int)numbering);
}

/* Whether there is room for `rows` keys of `bound` bytes. */
static rowkey_status check_room(const rowkey_key_buffer *buffer, size_t rows, uint64_t bound,
                                rowkey_error *error) {
  if (buffer->offsets != NULL && !offsets_can_be(rows, sizeof *buffer->offsets))
    return rowkey_error_numbers("offsets", buffer->offsets, rows, error);
  if (buffer->offsets32 != NULL && !offsets_can_be(rows, sizeof *buffer->offsets32))
    return rowkey_error_numbers("offsets32", buffer->offsets32, rows, error);
  if (bound > buffer->capacity || bound > PTRDIFF_MAX)
    return rowkey_error_set(error, ROWKEY_ERROR_SPACE,
                            "the keys need %" PRIu64 " bytes and there is room for %zu", bound,
                            buffer->capacity);
  if (buffer->offsets32 != NULL && bound > UINT32_MAX)
    return rowkey_error_set(error, ROWKEY_ERROR_SPACE,
                            "the keys need %" PRIu64
                            " bytes, which offsets32 cannot count (expected fewer rows, or offsets)",
                            bound);
  if (buffer->data == NULL && bound != 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "data is NULL (expected room for %" PRIu64 " bytes of keys)", bound);
  return ROWKEY_OK;
}

static void describe_keys(const struct rowkey_layout *layout, const rowkey_key_buffer *buffer,
                          rowkey_keys *keys) {
  *keys = (rowkey_keys){.data = buffer->data,
                        .offsets = buffer->offsets,
                        .offsets32 = buffer->offsets32,
                        .width = layout->key.fixed ? layout->key.width : 0};
}

rowkey_status rowkey_encode_batch(rowkey_encoder *encoder, const rowkey_batch *batch,
                                  const rowkey_key_buffer *buffer, rowkey_keys *keys, rowkey_error *error) {
  if (batch == NULL) return bad_argument(error, "batch is NULL (expected a struct rowkey_batch)");
  const struct rowkey_layout *layout = encoder->layout;
  const struct sequence *key = &layout->key;
  const size_t rows = batch->rows;
  rowkey_status status = ROWKEY_CHECK_RESERVED(batch, "rowkey_batch", error);
  if (status == ROWKEY_OK) status = rowkey_check_numbering(batch->numbering, error);
  if (status == ROWKEY_OK) status = check_buffer(layout, buffer, error);
  rowkey_null_keys *nulls = status == ROWKEY_OK ? buffer->nulls : NULL;
  if (nulls != NULL) status = check_nulls(nulls, rows, error);
  if (status != ROWKEY_OK) return status;
  if (keys != NULL) describe_keys(layout, buffer, keys);
  if (buffer->offsets != NULL) buffer->offsets[0] = 0;
  if (buffer->offsets32 != NULL) buffer->offsets32[0] = 0;
  if (nulls != NULL) nulls->count = 0;
  if (nulls != NULL && nulls->policy == ROWKEY_FAIL_AT_BAD) nulls = NULL;
  status = rowkey_check_columns(encoder, batch, error);
  if (status != ROWKEY_OK || rows == 0) return status;

  const uint64_t enough =
      buffer->offsets32 == NULL || buffer->capacity < UINT32_MAX ? buffer->capacity : UINT32_MAX;
  const uint64_t bound = rowkey_bound(layout, encoder->kernels, batch, enough, encoder->converted);
  status = check_room(buffer, rows, bound, error);
  if (status != ROWKEY_OK) return status;
  if (!rowkey_make_room_for_rows(encoder, rows))
    return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for an encoder's block of rows");
  if (buffer->offsets != NULL && key->fixed) fill_offsets(buffer->offsets, rows, key->width);
  if (buffer->offsets32 != NULL && key->fixed) fill_offsets32(buffer->offsets32, rows, key->width);
  const uint64_t first_row = batch->numbering == ROWKEY_ROWS_FROM ? batch->first_row : encoder->next_row;
  /* All members: gcc clears a struct of which some are left out by `rep stos`, which takes 5 ns. */
  struct run run = {.encoder = encoder,
                    .given = batch->columns,
                    .columns = encoder->converts ? encoder->shown_columns : batch->columns,
                    .kernels = encoder->kernels,
                    .first = 0,
                    .start = 0,
                    .input_row = first_row,
                    .error = error,
                    .status = ROWKEY_OK,
                    .nulls = nulls,
                    .is_picked = false,
                    .left = 0,
                    .defers = false};
  if (nulls != NULL) fill_validity(nulls, rows);
  uint8_t no_keys; /* stands for keys without bytes, which need no memory */
  uint8_t *out = buffer->data != NULL ? buffer->data : &no_keys;
  const struct output output = {out, out + bound, buffer->offsets, buffer->offsets32, nulls};
  status = encode_rows(&run, &output, rows);
  const size_t good = status == ROWKEY_OK ? rows : error->row;
  encoder->next_row = first_row + good;
  if (keys != NULL) keys->rows = good;
  return status;
}

rowkey_status rowkey_encode(rowkey_encoder *encoder, const rowkey_batch *batch,
                            const rowkey_key_buffer *buffer, rowkey_keys *keys, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (keys != NULL) *keys = (rowkey_keys){.rows = 0};
  if (!rowkey_is_given(encoder, "encoder", error)) return ROWKEY_ERROR_ARGUMENT;
  struct call call;
  if (!begin_call(&encoder->calls, &call)) return calls_overlap("encoder", error);
  const rowkey_status status = rowkey_encode_batch(encoder, batch, buffer, keys, error);
  if (end_call(&encoder->calls, &call)) return status;
  if (keys != NULL) keys->rows = 0;
  return calls_overlap("encoder", error);
}
