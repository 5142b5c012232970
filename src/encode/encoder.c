/* Creates an encoder. Its working memory has room for the rows of the largest batch so far, up to those of a
 * block; encoding then allocates only for text of unusual length. */
#include "encode/encoder.h"

#include <stdlib.h>
#include <string.h>

#include "base/aligned.h"
#include "base/error.h"
#include "encode/one_row.h"
#include "encode/seed.h"
#include "encoding.h"
#include "kernels/hashes.h"
#include "plan/operation.h"

/* Rows of a block, and the bytes that its values should not exceed: they are to stay in the nearest caches
 * while one step after the other runs over them. Where MD5 is made, which takes longer than its digests' way
 * to the second-level cache and back, fewer calls for more rows gain about 2 %. Where a block's values would
 * leave the first-level cache in any case, they gain 3 to 10 %. */
enum {
  BLOCK_ROWS_MAX = 1024,
  BLOCK_ROWS_MAX_FAR = 2112,
  BLOCK_BYTES_NEAR = 32 * 1024,
  BLOCK_BYTES = 256 * 1024
};
/* Joined messages are hashed in portions of this size. Text of one block needs all its room at once, with
 * that of rowkey_make_room after it, and gets it with the first block; a single row has less. */
enum { MESSAGES_SIZE = 64 * 1024, TEXT_SIZE = 4 * 1024 + 2 * COPY_UNIT };
enum { CACHE_LINE = 64 };

/* ---- Text whose length only the rows tell -------------------------------------------------------- */

static bool create_text_memory(struct text_memory *memory, size_t size) {
  /* Zeroed, because text is copied in whole units, with what lies after it. */
  *memory = (struct text_memory){calloc(size, 1), size};
  return memory->bytes != NULL;
}

bool rowkey_text_memory_grow(struct text_memory *memory, uint64_t size) {
  if (size <= memory->size) return true;
  if (size > PTRDIFF_MAX) return false;
  size_t doubled = memory->size <= PTRDIFF_MAX / 2 ? 2 * memory->size : PTRDIFF_MAX;
  struct text_memory larger;
  if (!create_text_memory(&larger, size > doubled ? (size_t)size : doubled)) return false;
  free(memory->bytes);
  *memory = larger;
  return true;
}

size_t rowkey_make_room(struct run *run, const struct value *value, size_t rows) {
  struct slot *slot = slot_of(run, value);
  uint64_t size = slot->own_end[rows - 1];
  /* With room for whole units after the last row, all rows can be written in units. */
  uint64_t room = size <= UINT64_MAX - 2 * COPY_UNIT ? size + 2 * COPY_UNIT : UINT64_MAX;
  if (!rowkey_text_memory_grow(&slot->memory, room)) {
    size_t row = 0;
    while (row + 1 < rows && slot->own_end[row] + 2 * COPY_UNIT <= slot->memory.size) row++;
    return rowkey_report_memory(run, value, row, size);
  }
  slot->strings =
      (struct rowkey_strings){slot->memory.bytes, slot->memory.size, slot->own_begin, slot->own_end};
  return rows;
}

/* ---- The rest, laid out once ------------------------------------------------------------------- */

/* Hands out the workspace from its beginning; without a workspace it only counts. */
struct carver {
  uint8_t *workspace;
  size_t used;
};

static size_t whole_lines(size_t size) { return (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE; }

static void *carve(struct carver *carver, size_t size) {
  void *area = carver->workspace == NULL ? NULL : carver->workspace + carver->used;
  carver->used += whole_lines(size);
  return area;
}

static void carve_bytes(struct carver *carver, struct slot *slot, size_t size) {
  slot->own_bytes = carve(carver, size);
  slot->bytes = slot->own_bytes;
}

static void carve_spans(struct carver *carver, struct slot *slot, size_t rows) {
  slot->own_begin = carve(carver, rows * sizeof *slot->own_begin);
  slot->own_end = carve(carver, rows * sizeof *slot->own_end);
}

static void carve_number_text(struct carver *carver, const struct value *value, struct slot *slot,
                              size_t rows) {
  size_t size = rows * (value->a->type == TYPE_HASH ? HASH_TEXT_STRIDE : NUMBER_TEXT_STRIDE) + COPY_UNIT;
  slot->own_text = carve(carver, size);
  carve_spans(carver, slot, rows);
  slot->strings = (struct rowkey_strings){slot->own_text, size, slot->own_begin, slot->own_end};
}

/* Whether it is text for which rowkey_make_room makes room. */
static bool needs_text_memory(const struct value *value) {
  if (value->type != TYPE_TEXT) return false;
  if (value->kind == VALUE_COALESCE || value->kind == VALUE_ESCAPED_TEXT) return true;
  return value->fixed_width == 0 && (value->kind == VALUE_REVERSED || value->step == STEP_CHANGE_TEXT);
}

/* Text that is made with a fixed width is also there as strings. */
static void carve_text(struct carver *carver, const struct value *value, struct slot *slot, size_t rows) {
  carve_spans(carver, slot, rows);
  if (needs_text_memory(value) || value->fixed_width == 0) return;
  size_t size = rows * value->fixed_width + COPY_UNIT;
  carve_bytes(carver, slot, size);
  slot->strings = (struct rowkey_strings){slot->bytes, size, slot->own_begin, slot->own_end};
}

static void carve_integers(struct carver *carver, struct slot *slot, size_t count) {
  slot->own_integers = carve(carver, count * sizeof *slot->own_integers);
  slot->integers = slot->own_integers;
}

static void carve_slot(struct carver *carver, const struct value *value, struct slot *slot, size_t rows) {
  if (value_keeps_bits(value) || is_coded_in_writing(value)) return; /* lies in the other value */
  switch (value->kind) {
    case VALUE_INTEGER_COLUMN:
    case VALUE_DIGEST_COLUMN:
      return; /* lies in the caller's columns */
    case VALUE_TEXT_COLUMN:
      carve_spans(carver, slot, rows);
      if (value->fixed_width != 0) carve_bytes(carver, slot, rows * value->fixed_width);
      return;
    case VALUE_NUMBER_TEXT:
      carve_number_text(carver, value, slot, rows);
      return;
    case VALUE_HASH:
      if (value->type == TYPE_HASH || value->hash.is_md5)
        carve_bytes(carver, slot, rows * (value->type == TYPE_HASH ? value->width : HASH_SIZE));
      if (value->type != TYPE_HASH || !value->hash.is_md5)
        carve_integers(carver, slot, rows * values_per_row(&value->hash.other));
      return;
    default:
      break;
  }
  switch (value->type) {
    case TYPE_TEXT:
      carve_text(carver, value, slot, rows);
      break;
    case TYPE_FLOAT:
      slot->own_floats = carve(carver, rows * sizeof *slot->own_floats);
      break;
    case TYPE_HASH:
      carve_bytes(carver, slot, rows * value->width);
      break;
    case TYPE_U64:
    case TYPE_I64:
      carve_integers(carver, slot, rows);
      break;
  }
}

static size_t carve_all(struct rowkey_encoder *encoder, uint8_t *workspace, size_t rows) {
  const struct rowkey_layout *layout = encoder->layout;
  struct carver carver = {.workspace = workspace};
  for (size_t i = 0; i < layout->value_count; i++)
    if (layout->values[i]->used) carve_slot(&carver, layout->values[i], &encoder->slots[i], rows);
  encoder->scratch_size = rows * layout->scratch_stride;
  encoder->scratch = carve(&carver, encoder->scratch_size + COPY_UNIT);
  encoder->lengths = carve(&carver, rows);
  if (layout->joins_messages) {
    encoder->message_begin = carve(&carver, rows * sizeof *encoder->message_begin);
    encoder->message_end = carve(&carver, rows * sizeof *encoder->message_end);
  }
  return carver.used;
}

static bool makes_md5(const struct rowkey_layout *layout) {
  for (size_t i = 0; i < layout->value_count; i++)
    if (layout->values[i]->used && layout->values[i]->kind == VALUE_HASH && layout->values[i]->hash.is_md5)
      return true;
  return false;
}

/* As many rows as fit the caches, in whole groups of the hash kernels where that is possible. */
static size_t choose_block_rows(struct rowkey_encoder *encoder) {
  size_t row_bytes =
      (carve_all(encoder, NULL, 2 * CACHE_LINE) - carve_all(encoder, NULL, CACHE_LINE)) / CACHE_LINE;
  size_t rows = BLOCK_BYTES / row_bytes;
  const bool is_far = makes_md5(encoder->layout) || BLOCK_ROWS_MAX * row_bytes > BLOCK_BYTES_NEAR;
  const size_t most = is_far ? BLOCK_ROWS_MAX_FAR : BLOCK_ROWS_MAX;
  if (rows > most) rows = most;
  size_t group = encoder->kernels->md5_group;
  if (rows > group) rows -= rows % group;
  return rows > 0 ? rows : 1;
}

/* What no block changes: constants, and where text of a fixed width begins and ends. */
static void fill_slot(struct rowkey_encoder *encoder, const struct value *value) {
  struct slot *slot = &encoder->slots[value->index];
  if (value->kind == VALUE_CONSTANT)
    for (size_t row = 0; row < encoder->room_rows; row++)
      slot->own_integers[row] = rowkey_integer_bits(value->range.low);
  if ((value->kind == VALUE_REVERSED || value->kind == VALUE_TEXT_CALL) && value->fixed_width != 0)
    for (size_t row = 0; row < encoder->room_rows; row++) {
      slot->own_begin[row] = row * value->fixed_width;
      slot->own_end[row] = (row + 1) * value->fixed_width;
    }
}

/* The first call of random() in the template takes the seed itself. Call number k takes output number k - 1
 * of a generator that starts from the seed's complement, so that the calls' numbers have nothing in common.
 */
void rowkey_encoder_seed(struct rowkey_encoder *encoder, uint64_t seed) {
  size_t calls = encoder->layout->random_calls;
  if (calls == 0) return;
  encoder->process = rowkey_process();
  encoder->next_row = 0;
  encoder->seeds[0] = seed;
  encoder->kernels->random_u64(~seed, 0, calls - 1, encoder->seeds + 1);
}

static void *allocate_zeros(size_t count, size_t size) { return calloc(count == 0 ? 1 : count, size); }

static bool allocate_text(struct rowkey_encoder *encoder) {
  const struct rowkey_layout *layout = encoder->layout;
  for (size_t i = 0; i < layout->value_count; i++)
    if (layout->values[i]->used && needs_text_memory(layout->values[i]) &&
        !rowkey_text_memory_grow(&encoder->slots[i].memory, TEXT_SIZE))
      return false;
  return !layout->joins_messages || rowkey_text_memory_grow(&encoder->messages, MESSAGES_SIZE);
}

bool rowkey_make_room_for_rows(struct rowkey_encoder *encoder, size_t rows) {
  const struct rowkey_layout *layout = encoder->layout;
  if (rows <= encoder->room_rows || encoder->room_rows == encoder->block_rows) return true;
  const size_t room = room_for_rows(rows, encoder->block_rows);
  if (!allocate_text(encoder) || !rowkey_plan_encoder(encoder)) return false;
  const size_t carved = carve_all(encoder, NULL, room);
  /* Apart from what the size of a block follows from: few callers want offsets of 32 bits. */
  const size_t size = carved + (layout->key.fixed ? 0 : whole_lines((room + 1) * sizeof *encoder->offsets));
  uint8_t *workspace = rowkey_aligned_alloc(CACHE_LINE, size);
  if (workspace == NULL) {
    carve_all(encoder, encoder->workspace, encoder->room_rows);
    return false;
  }
  memset(workspace, 0, size);
  rowkey_aligned_free(encoder->workspace);
  free(encoder->picked.memory);
  encoder->picked = (struct picked){.memory = NULL};
  encoder->workspace = workspace;
  encoder->room_rows = room;
  carve_all(encoder, workspace, room);
  if (!layout->key.fixed) encoder->offsets = (uint64_t *)(void *)(workspace + carved);
  for (size_t i = 0; i < layout->value_count; i++)
    if (layout->values[i]->used) fill_slot(encoder, layout->values[i]);
  return true;
}

static bool allocate_all(struct rowkey_encoder *encoder) {
  const struct rowkey_layout *layout = encoder->layout;
  encoder->slots = allocate_zeros(layout->value_count, sizeof *encoder->slots);
  encoder->sources = allocate_zeros(layout->piece_count, sizeof *encoder->sources);
  encoder->together = allocate_zeros(layout->piece_count, sizeof *encoder->together);
  encoder->seeds = allocate_zeros(layout->random_calls, sizeof *encoder->seeds);
  encoder->converted = allocate_zeros(layout->column_count, sizeof *encoder->converted);
  encoder->row_columns = allocate_zeros(layout->column_count, sizeof *encoder->row_columns);
  encoder->shown_columns = allocate_zeros(layout->column_count, sizeof *encoder->shown_columns);
  if (encoder->slots == NULL || encoder->sources == NULL || encoder->together == NULL ||
      encoder->seeds == NULL || encoder->converted == NULL || encoder->row_columns == NULL ||
      encoder->shown_columns == NULL)
    return false;
  encoder->block_rows = choose_block_rows(encoder);
  return rowkey_program_create(encoder);
}

rowkey_encoder *rowkey_encoder_create(const rowkey_layout *layout, uint64_t seed, rowkey_error *error) {
  if (!rowkey_is_given(layout, "layout", error)) return NULL;
  struct rowkey_encoder *encoder = calloc(1, sizeof *encoder);
  if (encoder != NULL) {
    encoder->layout = layout;
    encoder->kernels = rowkey_kernels_selected();
  }
  if (encoder == NULL || !allocate_all(encoder)) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while creating an encoder");
    rowkey_encoder_free(encoder);
    return NULL;
  }
  rowkey_encoder_seed(encoder, seed);
  return encoder;
}

void rowkey_encoder_free(rowkey_encoder *encoder) {
  if (encoder == NULL) return;
  for (size_t i = 0; encoder->slots != NULL && i < encoder->layout->value_count; i++)
    free(encoder->slots[i].memory.bytes);
  for (size_t i = 0; encoder->together != NULL && i < encoder->layout->piece_count; i++)
    rowkey_aligned_free(encoder->together[i]);
  rowkey_free_conversions(encoder);
  free(encoder->row_columns);
  free(encoder->shown_columns);
  free(encoder->messages.bytes);
  free(encoder->program);
  free(encoder->picked.memory);
  rowkey_aligned_free(encoder->workspace);
  free(encoder->slots);
  free(encoder->sources);
  free(encoder->together);
  free(encoder->seeds);
  free(encoder);
}

const struct rowkey_kernels *rowkey_encoder_kernels(const rowkey_encoder *encoder) {
  return encoder->kernels;
}

size_t rowkey_encoder_block_rows(const rowkey_encoder *encoder) { return encoder->block_rows; }
