/* Creates a decoder. Its working memory has room for the keys of the largest batch so far, up to those of a
 * block. */
#include "decode/decoder.h"

#include <stdlib.h>

#include "base/error.h"
#include "encode/encoding.h"
#include "plan/derived.h"

/* Bytes that a block's arrays and its keys should not exceed: they are to stay in the nearest caches. */
enum { BLOCK_BYTES = 256 * 1024 };

/* The field and the others of its part. */
static size_t count_sides(const struct field *field) {
  size_t count = 0;
  for (; field != NULL; field = field->other) count++;
  return count;
}

static size_t row_bytes(const struct split *split) {
  size_t bytes = (split->sequence->count + 1) * sizeof(uint64_t);
  for (size_t i = 0; i < split->sequence->count; i++) {
    bytes += 2 * count_sides(&split->fields[i]) * sizeof(uint64_t);
    if (split->fields[i].message != NULL) bytes += row_bytes(split->fields[i].message);
  }
  return bytes;
}

static bool allocate_split(struct rowkey_decoder *decoder, struct split *split) {
  size_t rows = decoder->room_rows;
  size_t count = split->sequence->count;
  split->stride = rows;
  split->begins = rowkey_arena_allocate_array(&decoder->room, (count + 1) * rows, sizeof *split->begins);
  if (split->begins == NULL) return false;
  if (split->sequence->fixed) rowkey_split_fixed(split, rows);
  for (size_t i = 0; i < count; i++) {
    struct field *field = &split->fields[i];
    if (field->message != NULL && !allocate_split(decoder, field->message)) return false;
    for (; field != NULL; field = field->other) {
      if (!field_is_read(field)) continue;
      field->begin = rowkey_arena_allocate_array(&decoder->room, rows, sizeof *field->begin);
      field->end = rowkey_arena_allocate_array(&decoder->room, rows, sizeof *field->end);
      if (field->begin == NULL || field->end == NULL) return false;
    }
  }
  return true;
}

/* `factor` is how many times its bytes in the key a text may have. */
static size_t count_levels(const struct split *split, size_t factor) {
  size_t levels = 0;
  for (size_t i = 0; i < split->sequence->count; i++) {
    const struct field *field = &split->fields[i];
    if (!field_is_read(field)) continue;
    size_t most = factor, own = rowkey_copies_text(field) ? most : 0;
    own *= count_sides(field);
    for (const struct value *value = field->part->value; field_is_undone(field, value); value = value->a)
      own += most *= value->call.function->makes_utf16 ? 2 : 1; /* three bytes for a unit of two */
    if (field->message != NULL) own += count_levels(field->message, most);
    if (own > levels) levels = own;
  }
  return levels;
}

static bool allocate_columns(struct rowkey_decoder *decoder) {
  const struct recovery *recovery = &decoder->recovery;
  size_t count = recovery->column_count;
  decoder->columns = rowkey_arena_allocate_array(&decoder->room, count, sizeof *decoder->columns);
  decoder->numbers = rowkey_arena_allocate_array(&decoder->room, count, sizeof *decoder->numbers);
  decoder->validity = rowkey_arena_allocate_array(&decoder->room, count, sizeof *decoder->validity);
  if (decoder->columns == NULL || decoder->numbers == NULL || decoder->validity == NULL) return false;
  for (size_t i = 0; i < decoder->layout->column_count; i++) {
    if (!recovers_nulls(recovery, i)) continue;
    decoder->validity[i] =
        rowkey_arena_allocate_array(&decoder->room, rowkey_validity_size(decoder->room_rows), 1);
    if (decoder->validity[i] == NULL) return false;
  }
  for (size_t i = 0; i < count; i++) {
    const struct value *value = recovery->column_values[i];
    decoder->columns[i] = rowkey_kept_numbers(decoder->checking->columns[i].type, NULL, decoder->room_rows);
    if (value == NULL || value->type == TYPE_TEXT) continue;
    size_t width = value->type == TYPE_HASH ? value->width : sizeof(uint64_t);
    decoder->numbers[i] = rowkey_arena_allocate_array(&decoder->room, decoder->room_rows, width);
    if (decoder->numbers[i] == NULL) return false;
  }
  return true;
}

static bool allocate_rows(struct rowkey_decoder *decoder) {
  struct arena *arena = &decoder->room;
  size_t rows = decoder->room_rows;
  decoder->limits = rowkey_arena_allocate_array(arena, rows + 1, sizeof *decoder->limits);
  decoder->expected_limits = rowkey_arena_allocate_array(arena, rows + 1, sizeof *decoder->expected_limits);
  size_t spares = decoder->recovery.spares > 0 ? decoder->recovery.spares : 1; /* one for floats */
  decoder->spare = rowkey_arena_allocate_array(arena, spares * rows, sizeof *decoder->spare);
  decoder->digits = rowkey_arena_allocate_array(arena, rows, sizeof *decoder->digits);
  decoder->one = decoder->recovery.key;
  decoder->one.stride = 1;
  decoder->one.begins =
      rowkey_arena_allocate_array(arena, decoder->one.sequence->count + 1, sizeof *decoder->one.begins);
  if (arena->exhausted) return false;
  if (decoder->one.sequence->fixed) rowkey_split_fixed(&decoder->one, 1);
  for (size_t i = 0; i <= rows; i++) decoder->limits[i] = i * (uint64_t)decoder->layout->key.width;
  return allocate_split(decoder, &decoder->recovery.key) && allocate_columns(decoder);
}

bool rowkey_make_room_for_keys(struct rowkey_decoder *decoder, size_t rows) {
  if (rows <= decoder->room_rows || decoder->room_rows == decoder->block_rows) return true;
  rowkey_arena_free(&decoder->room);
  decoder->room = (struct arena){0};
  decoder->room_rows = room_for_rows(rows, decoder->block_rows);
  if (allocate_rows(decoder)) return true;
  decoder->room_rows = 0;
  return false;
}

/* At most as many rows as a block of the encoder has, and whole groups of its hash kernels where that is
 * possible. */
static void choose_block_rows(struct rowkey_decoder *decoder) {
  size_t row_size = row_bytes(&decoder->recovery.key) + decoder->layout->key.maximum;
  size_t rows = BLOCK_BYTES / row_size;
  size_t group = decoder->kernels->md5_group;
  size_t most = rowkey_encoder_block_rows(decoder->encoder);
  if (rows > most) rows = most;
  if (rows > group) rows -= rows % group;
  decoder->block_rows = rows > 0 ? rows : 1;
}

static bool make_all(struct rowkey_decoder *decoder, rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while creating a decoder");
  if (!rowkey_recover(&decoder->arena, decoder->layout, &decoder->recovery)) return false;
  decoder->images = rowkey_find_images(&decoder->arena, decoder->layout);
  decoder->unwanted =
      rowkey_arena_allocate_array(&decoder->arena, decoder->layout->column_count, sizeof *decoder->unwanted);
  if (decoder->images == NULL || decoder->unwanted == NULL) return false;
  decoder->checking = rowkey_make_checking_layout(&decoder->recovery);
  if (decoder->checking == NULL) return false;
  decoder->encoder = rowkey_encoder_create(decoder->checking, 0, error);
  if (decoder->encoder == NULL) return false;
  decoder->kernels = rowkey_encoder_kernels(decoder->encoder);
  choose_block_rows(decoder);
  decoder->levels = count_levels(&decoder->recovery.key, 1);
  return true;
}

rowkey_decoder *rowkey_decoder_create(const rowkey_layout *layout, rowkey_error *error) {
  if (!rowkey_is_given(layout, "layout", error)) return NULL;
  rowkey_error why;
  struct rowkey_decoder *decoder = calloc(1, sizeof *decoder);
  if (decoder != NULL) decoder->layout = layout;
  if (decoder != NULL && make_all(decoder, &why)) return decoder;
  if (decoder == NULL) rowkey_error_set(&why, ROWKEY_ERROR_MEMORY, "out of memory while creating a decoder");
  if (error != NULL) *error = why;
  rowkey_decoder_free(decoder);
  return NULL;
}

void rowkey_decoder_free(rowkey_decoder *decoder) {
  if (decoder == NULL) return;
  rowkey_encoder_free(decoder->encoder);
  rowkey_layout_free(decoder->checking);
  rowkey_arena_free(&decoder->arena);
  rowkey_arena_free(&decoder->room);
  free(decoder->texts);
  free(decoder->expected);
  free(decoder);
}
