/* Keys into the records and columns of rowkey/flat.h. */
#include <rowkey/decode.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/spares.h"
#include "flat/flat.h"

/* ---- A decoder, with room for one record --------------------------------------------------------- */

struct flat_cell {
  union {
    uint64_t u64;
    int64_t i64;
    double f64;
    float f32;
  } number;
  uint64_t offsets[2]; /* of text */
  uint8_t validity;    /* a bit */
};

struct flat_decoder {
  rowkey_decoder *decoder;
  rowkey_decoded *columns;
  struct flat_cell *cells; /* one for each column */
  uint8_t *text;           /* of all columns */
  size_t text_size;
};

void rowkey_flat_decoder_free(void *object) {
  struct flat_decoder *decoder = object;
  if (decoder == NULL) return;
  rowkey_decoder_free(decoder->decoder);
  free(decoder->columns);
  free(decoder->cells);
  free(decoder->text);
  free(decoder);
}

static struct flat_decoder *take_decoder(const rowkey_flat *flat, const void *call, rowkey_error *error) {
  struct flat_decoder *decoder = rowkey_spares_take(flat->decoders, call);
  if (decoder != NULL) return decoder;
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a decoder");
  decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return NULL;
  decoder->columns = calloc(flat->column_count + 1, sizeof *decoder->columns);
  decoder->cells = calloc(flat->column_count + 1, sizeof *decoder->cells);
  if (decoder->columns != NULL && decoder->cells != NULL)
    decoder->decoder = rowkey_decoder_create(flat->layout, error);
  if (decoder->decoder != NULL) return decoder;
  rowkey_flat_decoder_free(decoder);
  return NULL;
}

static void give_decoder(const rowkey_flat *flat, const void *call, struct flat_decoder *decoder) {
  if (!rowkey_spares_give(flat->decoders, call, decoder)) rowkey_flat_decoder_free(decoder);
}

/* ---- One record ---------------------------------------------------------------------------------- */

static rowkey_status grow_text(struct flat_decoder *decoder, size_t size, rowkey_error *error) {
  if (size < decoder->text_size) return ROWKEY_OK;
  free(decoder->text);
  decoder->text = size < SIZE_MAX ? malloc(size + 1) : NULL; /* there is an address in any case */
  decoder->text_size = decoder->text == NULL ? 0 : size + 1;
  return decoder->text != NULL ? ROWKEY_OK
                               : rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a record");
}

/* Says where the columns of one key go. */
static rowkey_status place_cells(const rowkey_flat *flat, struct flat_decoder *decoder,
                                 const rowkey_keys *key, rowkey_error *error) {
  size_t text = 0, bound = 0;
  for (size_t i = 0; i < flat->column_count; i++) {
    bound = rowkey_decode_bound(flat->layout, key, i);
    if (__builtin_add_overflow(text, bound, &text)) text = SIZE_MAX;
  }
  const rowkey_status status = grow_text(decoder, text, error);
  if (status != ROWKEY_OK) return status;
  text = 0;
  for (size_t i = 0; i < flat->column_count; i++) {
    struct flat_cell *cell = &decoder->cells[i];
    const rowkey_type type = flat->columns[i].type;
    bound = rowkey_decode_bound(flat->layout, key, i);
    decoder->columns[i] = rowkey_decoded_with_nulls(
        type == ROWKEY_TEXT ? rowkey_decoded_text(decoder->text + text, bound, cell->offsets, 1)
                            : rowkey_decoded_numbers(type, &cell->number, 1),
        &cell->validity);
    text += bound;
  }
  return ROWKEY_OK;
}

/* A record that is written as far as there is room, and how many bytes it has. */
struct record_writer {
  uint8_t *record;
  size_t capacity, size;
};

static void put_bytes(struct record_writer *writer, const void *bytes, size_t size) {
  if (writer->size <= writer->capacity && size <= writer->capacity - writer->size && size > 0)
    memcpy(writer->record + writer->size, bytes, size);
  writer->size += size;
}

static void put_value(struct record_writer *writer, rowkey_type type, const rowkey_decoded *column,
                      const struct flat_cell *cell) {
  const bool is_null = (cell->validity & 1) == 0;
  const uint32_t tag = is_null ? ROWKEY_TAG(ROWKEY_KIND_NULL, ROWKEY_FORM_NONE, 0) : rowkey_kept_tag(type);
  put_bytes(writer, &tag, sizeof tag);
  if (is_null) return;
  if (type != ROWKEY_TEXT) {
    put_bytes(writer, &cell->number, sizeof cell->number);
    return;
  }
  const uint32_t size = (uint32_t)(cell->offsets[1] - cell->offsets[0]);
  put_bytes(writer, &size, sizeof size);
  put_bytes(writer, column->data, size);
}

static rowkey_status write_record(const rowkey_flat *flat, const struct flat_decoder *decoder,
                                  struct record_writer *writer, rowkey_error *error) {
  static const uint32_t not_back = 0;
  for (size_t i = 0; i < flat->column_count; i++)
    if (rowkey_layout_recovery(flat->layout, i) != ROWKEY_RECOVERED)
      put_bytes(writer, &not_back, sizeof not_back);
    else
      put_value(writer, flat->columns[i].type, &decoder->columns[i], &decoder->cells[i]);
  if (writer->size <= writer->capacity) return ROWKEY_OK;
  return rowkey_error_set(error, ROWKEY_ERROR_SPACE, "the record has %zu bytes and there is room for %zu",
                          writer->size, writer->capacity);
}

static rowkey_status decode_record(const rowkey_flat *flat, const rowkey_keys *key,
                                   struct record_writer *writer, rowkey_error *error) {
  struct flat_decoder *decoder = take_decoder(flat, &key, error);
  if (decoder == NULL) return ROWKEY_ERROR_MEMORY;
  rowkey_status status = place_cells(flat, decoder, key, error);
  if (status == ROWKEY_OK)
    status = rowkey_decode(decoder->decoder, key, decoder->columns, flat->column_count, error);
  if (status == ROWKEY_OK) status = write_record(flat, decoder, writer, error);
  give_decoder(flat, &key, decoder);
  return status;
}

int32_t rowkey_flat_record(rowkey_flat *flat, const void *key, size_t key_size, void *record, size_t capacity,
                           uint64_t *length, uint8_t *error, size_t error_size) {
  rowkey_error why;
  rowkey_status status = ROWKEY_ERROR_ARGUMENT;
  if (rowkey_is_given(flat, "flat", &why) && rowkey_is_given(length, "length", &why) &&
      rowkey_is_array(key, key_size, 1, "bytes of the key", &why) &&
      rowkey_is_array(record, capacity, 1, "bytes of the record", &why)) {
    const uint64_t offsets[] = {0, key_size};
    const rowkey_keys keys = rowkey_keys_of_offsets(key, offsets, 1);
    struct record_writer writer = {record, capacity, 0};
    status = decode_record(flat, &keys, &writer, &why);
    if (status == ROWKEY_OK || status == ROWKEY_ERROR_SPACE) *length = writer.size;
  }
  return rowkey_flat_tell(status, &why, error, error_size);
}

/* ---- Batches ------------------------------------------------------------------------------------- */

static rowkey_decoded room_of_words(const uint64_t *words) {
  rowkey_decoded room = ROWKEY_ZERO;
  room.tag = (uint32_t)words[0];
  if (room.tag == 0) return room; /* the column is not wanted */
  room.rows = (size_t)words[1];
  room.data = flat_address(words[2]);
  room.capacity = (size_t)words[3];
  room.offsets = flat_address(words[4]);
  room.offsets32 = flat_address(words[6]);
  room.validity = flat_address(words[8]);
  return room;
}

static rowkey_status decode_words(const rowkey_flat *flat, const rowkey_keys *keys, const uint64_t *columns,
                                  size_t column_count, rowkey_error *error) {
  const rowkey_status checked = rowkey_flat_check_columns(flat, columns, column_count, error);
  if (checked != ROWKEY_OK) return checked;
  struct flat_decoder *decoder = take_decoder(flat, &keys, error);
  if (decoder == NULL) return ROWKEY_ERROR_MEMORY;
  for (size_t i = 0; i < column_count; i++)
    decoder->columns[i] = room_of_words(columns + i * ROWKEY_FLAT_COLUMN);
  const rowkey_status status = rowkey_decode(decoder->decoder, keys, decoder->columns, column_count, error);
  give_decoder(flat, &keys, decoder);
  return status;
}

int32_t rowkey_flat_decode(rowkey_flat *flat, const uint64_t *keys, size_t rows, const uint64_t *columns,
                           size_t column_count, uint8_t *error, size_t error_size) {
  rowkey_error why;
  rowkey_status status = ROWKEY_ERROR_ARGUMENT;
  if (rowkey_is_given(flat, "flat", &why) && rowkey_is_given(keys, "keys", &why))
    status = rowkey_flat_check_words("keys", keys, ROWKEY_FLAT_KEYS, ROWKEY_FLAT_KEYS, &why);
  if (status == ROWKEY_OK) {
    rowkey_keys given = rowkey_keys_of_width(flat_address(keys[0]), (size_t)keys[1], rows);
    given.offsets = flat_address(keys[2]);
    given.offsets32 = flat_address(keys[3]);
    status = decode_words(flat, &given, columns, column_count, &why);
  }
  return rowkey_flat_tell(status, &why, error, error_size);
}
