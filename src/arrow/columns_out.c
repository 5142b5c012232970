#include "arrow/columns_out.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "columns/conversion.h"
#include "text/utf8.h"

enum { SECONDS_PER_DAY = 86400 };

static bool is_text(const struct arrow_out *out) { return out->field->as.type == ROWKEY_TEXT; }

/* Text of any length whose array has one width, whose lengths must be looked at. */
static bool is_made_fixed(const struct arrow_out *out) {
  return is_text(out) && out->field->type.storage == ARROW_FIXED;
}

static bool is_date(const struct arrow_type *type) { return kind_of_tag(type->tag) == ROWKEY_KIND_DATE; }

/* Numbers that decoding can write where the array has them. */
static bool is_as_wide(const struct arrow_out *out) {
  const struct arrow_type *type = &out->field->type;
  static const enum arrow_storage storages[] = {[ROWKEY_U64] = ARROW_UINT64,
                                                [ROWKEY_I64] = ARROW_INT64,
                                                [ROWKEY_F64] = ARROW_FLOAT64,
                                                [ROWKEY_F32] = ARROW_FLOAT32};
  return !is_text(out) && type->storage == storages[out->field->as.type] && type->precision == 0;
}

bool rowkey_arrow_prepare_out(struct arrow_out *out, const struct arrow_field *field, bool recovers_nulls) {
  *out = (struct arrow_out){.field = field, .has_nulls = recovers_nulls};
  out->numbers = calloc(ARROW_BLOCK_ROWS + 1, sizeof *out->numbers);
  if (recovers_nulls) out->valid = calloc(ARROW_BLOCK_ROWS / 8 + 1, 1);
  return out->numbers != NULL && (out->valid != NULL || !recovers_nulls);
}

void rowkey_arrow_free_out(struct arrow_out *out) {
  free(out->valid);
  free(out->numbers);
  free(out->bytes);
}

static bool make_buffer(struct arrow_out *out, int buffer, size_t size) {
  struct arrow_made *made = rowkey_arrow_made(out->array);
  return rowkey_arrow_grow(&made->buffers[buffer], &made->capacities[buffer], 0, size);
}

bool rowkey_arrow_begin_out(struct arrow_out *out, size_t rows, struct ArrowArray *array) {
  const enum arrow_storage storage = out->field->type.storage;
  out->array = array;
  out->done = 0;
  if (!rowkey_arrow_make_array(array, is_text(out) ? rowkey_arrow_text_buffers(storage) : 2, 0)) return false;
  if (out->has_nulls && !make_buffer(out, 0, rows / 8 + 1)) return false;
  if (!is_text(out))
    return make_buffer(out, 1,
                       storage == ARROW_BOOL ? rows / 8 + 1 : rows * rowkey_arrow_number_size(storage));
  out->texts = (struct arrow_texts){.array = array,
                                    .storage = storage,
                                    .width = out->field->type.width,
                                    .rows = rows,
                                    .limits = out->numbers};
  return rowkey_arrow_begin_texts(&out->texts) && rowkey_arrow_reserve(&out->texts, 0, 0);
}

/* ---- Room --------------------------------------------------------------------------------------- */

static rowkey_status no_memory(const struct arrow_out *out, rowkey_error *error) {
  return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "column %.64s: out of memory", out->field->as.name);
}

/* Room elsewhere for texts whose lengths are not known to be right. */
static rowkey_status room_aside(struct arrow_out *out, size_t rows, uint64_t size, rowkey_decoded *decoded,
                                rowkey_error *error) {
  if (size > out->capacity || out->bytes == NULL) {
    free(out->bytes);
    out->capacity = size > PTRDIFF_MAX / 2 ? PTRDIFF_MAX : 2 * (size_t)size + 1;
    out->bytes = malloc(out->capacity);
    if (out->bytes == NULL) {
      out->capacity = 0;
      return no_memory(out, error);
    }
  }
  *decoded = rowkey_decoded_text(out->bytes, out->capacity, out->numbers, rows);
  return ROWKEY_OK;
}

static rowkey_status room_for_text(struct arrow_out *out, size_t rows, uint64_t bytes,
                                   rowkey_decoded *decoded, rowkey_error *error) {
  const uint64_t most = bytes + bytes / 2; /* utf16le in the layout: see rowkey_decoded */
  if (is_made_fixed(out)) return room_aside(out, rows, most, decoded, error);
  if (most > rowkey_arrow_most_bytes(out->texts.storage) - out->texts.size) {
    rowkey_error_set(
        error, ROWKEY_ERROR_SPACE,
        "column %.64s: its text may have more than 2147483647 bytes, which 32-bit offsets cannot "
        "count (expected large_utf8, large_binary, or fewer keys at a time)",
        out->field->as.name);
    error->column = out->field->column;
    return ROWKEY_ERROR_SPACE;
  }
  if (!rowkey_arrow_reserve(&out->texts, rows, most)) return no_memory(out, error);
  const struct arrow_room room = rowkey_arrow_room(&out->texts);
  *decoded = rowkey_decoded_text(room.data, room.capacity, room.offsets, rows);
  decoded->offsets32 = room.offsets32;
  return ROWKEY_OK;
}

rowkey_status rowkey_arrow_room_for(struct arrow_out *out, size_t rows, uint64_t bytes,
                                    rowkey_decoded *decoded, rowkey_error *error) {
  *decoded = (rowkey_decoded)ROWKEY_ZERO;
  out->done_before = out->done;
  out->size_before = out->texts.size;
  uint8_t *const *buffers = (uint8_t *const *)rowkey_arrow_made(out->array)->buffers;
  rowkey_status status = ROWKEY_OK;
  if (is_text(out)) {
    status = room_for_text(out, rows, bytes, decoded, error);
  } else {
    uint8_t *place = buffers[1] + out->done * rowkey_arrow_number_size(out->field->type.storage);
    *decoded =
        rowkey_decoded_numbers(out->field->as.type, is_as_wide(out) ? (void *)place : out->numbers, rows);
  }
  decoded->validity = out->valid;
  return status;
}

/* Whether row `row` of the block is null. */
static bool is_null(const struct arrow_out *out, size_t row) {
  return out->valid != NULL && (out->valid[row / 8] >> (row & 7) & 1) == 0;
}

/* ---- Rows ---------------------------------------------------------------------------------------- */

__attribute__((format(printf, 4, 5))) static size_t refuse(const struct arrow_out *out, size_t row,
                                                           rowkey_error *error, const char *format, ...) {
  char text[ROWKEY_ERROR_TEXT_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  rowkey_error_set(error, ROWKEY_ERROR_RANGE, "column %.64s: %s", out->field->as.name, text);
  error->row = row;
  error->column = out->field->column;
  return row;
}

static bool is_utf8(const uint8_t *text, uint64_t size) {
  uint32_t point;
  for (uint64_t i = 0; i < size;) {
    const unsigned length = utf8_code_point(text + i, size - i, &point);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

/* The first text that is no UTF-8, which readers of such an array rely on; or `rows`. */
static size_t check_utf8(const struct arrow_out *out, size_t rows, rowkey_error *error) {
  const struct arrow_room room = rowkey_arrow_room(&out->texts);
  for (size_t i = 0; i < rows; i++) {
    const uint64_t begin = room.offsets32 != NULL ? room.offsets32[i] : room.offsets[i];
    const uint64_t end = room.offsets32 != NULL ? room.offsets32[i + 1] : room.offsets[i + 1];
    if (!is_utf8(room.data + begin, end - begin))
      return refuse(out, i, error, "the text in the key is not UTF-8 (expected UTF-8, or a binary column)");
  }
  return rows;
}

static size_t add_texts(struct arrow_out *out, size_t rows, rowkey_error *error) {
  const size_t good = out->field->type.is_utf8 ? check_utf8(out, rows, error) : rows;
  rowkey_arrow_add(&out->texts, good);
  return good;
}

/* Texts of one width out of those aside. */
static size_t add_fixed(struct arrow_out *out, size_t rows, rowkey_error *error) {
  const size_t width = out->texts.width;
  const uint64_t *limits = out->numbers;
  size_t good = 0;
  while (good < rows && limits[good + 1] - limits[good] == width) good++;
  if (good < rows)
    refuse(out, good, error, "the text in the key has %" PRIu64 " bytes (expected %zu)",
           limits[good + 1] - limits[good], width);
  if (!rowkey_arrow_reserve(&out->texts, good, (uint64_t)good * width)) {
    no_memory(out, error);
    return 0;
  }
  if (limits[good] > limits[0]) memcpy(rowkey_arrow_room(&out->texts).data, out->bytes, (size_t)limits[good]);
  rowkey_arrow_add(&out->texts, good);
  return good;
}

/* The least and the greatest number of an array's type, and what decoded numbers are divided by. */
struct limits {
  int64_t least;
  uint64_t most;
};

static struct limits limits_of(const struct arrow_type *type) {
  if (type->storage == ARROW_BOOL) return (struct limits){0, 1};
  const unsigned bits = 8 * (unsigned)rowkey_arrow_number_size(type->storage);
  if (type->storage >= ARROW_UINT8 && type->storage <= ARROW_UINT64)
    return (struct limits){0, UINT64_MAX >> (64 - bits)};
  if (bits >= 64) return (struct limits){INT64_MIN, INT64_MAX};
  return (struct limits){-((int64_t)1 << (bits - 1)), (UINT64_C(1) << (bits - 1)) - 1};
}

/* Decimals hold so many digits. */
static struct limits limit_digits(struct limits limits, uint32_t precision) {
  uint64_t most = 0;
  for (uint32_t i = 0; i < precision && i < 18; i++) most = 10 * most + 9;
  if (precision > 18 || most > limits.most) return limits;
  return (struct limits){-(int64_t)most, most};
}

static void write_bits(uint8_t *out, size_t at, const uint64_t *numbers, size_t rows) {
  for (size_t i = 0; i < rows; i++) {
    if (((at + i) & 7) == 0) out[(at + i) / 8] = 0;
    out[(at + i) / 8] |= (uint8_t)(numbers[i] << ((at + i) & 7));
  }
}

/* The low `size` bytes of numbers; of 16 the sign fills the others. */
static void write_narrow(uint8_t *out, size_t size, const uint64_t *numbers, size_t rows) {
  const bool little = *(const uint8_t *)&(const uint16_t){1} == 1;
  for (size_t i = 0; i < rows; i++) {
    const uint64_t low = numbers[i], high = (uint64_t)((int64_t)low >> 63);
    const uint64_t both[] = {little ? low : high, little ? high : low};
    if (size == 16)
      memcpy(out + i * size, both, size);
    else
      memcpy(out + i * size, (const uint8_t *)&low + (little ? 0 : sizeof low - size), size);
  }
}

/* Integers of the column's type as those of the array's. */
static size_t narrow(struct arrow_out *out, size_t rows, rowkey_error *error) {
  const struct arrow_type *type = &out->field->type;
  const bool is_signed = out->field->as.type == ROWKEY_I64;
  struct limits limits = limits_of(type);
  if (type->precision != 0) limits = limit_digits(limits, type->precision);
  size_t good = 0;
  for (; good < rows; good++) {
    const uint64_t number = out->numbers[good];
    if (is_null(out, good)) {
      out->numbers[good] = 0;
      continue;
    }
    const bool negative = is_signed && (int64_t)number < 0;
    if (is_date(type)) {
      const int64_t quotient = (int64_t)number / SECONDS_PER_DAY;
      if (quotient * SECONDS_PER_DAY != (int64_t)number)
        return refuse(out, good, error, "%" PRId64 " seconds are not whole days, as a date32 has them",
                      (int64_t)number);
      out->numbers[good] = (uint64_t)quotient;
    }
    const uint64_t scaled = out->numbers[good];
    if (negative ? (int64_t)scaled >= limits.least : scaled <= limits.most) continue;
    if (negative)
      return refuse(out, good, error, "%" PRId64 " does not fit %s", (int64_t)number,
                    rowkey_arrow_name_format(type->format).text);
    return refuse(out, good, error, "%" PRIu64 " does not fit %s", number,
                  rowkey_arrow_name_format(type->format).text);
  }
  return good;
}

static size_t narrow_floats(const struct arrow_out *out, uint8_t *data, size_t rows, rowkey_error *error) {
  const double *numbers = (const double *)(const void *)out->numbers;
  for (size_t i = 0; i < rows; i++) {
    const float number = (float)numbers[i];
    if ((double)number != numbers[i] && !is_null(out, i))
      return refuse(out, i, error, "%.17g does not fit a float32 (expected a number that it holds exactly)",
                    numbers[i]);
    memcpy(data + i * sizeof number, &number, sizeof number);
  }
  return rows;
}

/* Integers that are not as wide. */
static size_t narrow_integers(struct arrow_out *out, uint8_t *data, size_t size, size_t rows,
                              rowkey_error *error) {
  const size_t good = narrow(out, rows, error);
  if (size == 0)
    write_bits(data, out->done, out->numbers, good);
  else
    write_narrow(data + out->done * size, size, out->numbers, good);
  return good;
}

static size_t add_numbers(struct arrow_out *out, size_t rows, rowkey_error *error) {
  const enum arrow_storage storage = out->field->type.storage;
  uint8_t *data = rowkey_arrow_made(out->array)->buffers[1];
  const size_t size = rowkey_arrow_number_size(storage);
  size_t good = rows;
  if (storage == ARROW_FLOAT32 && !is_as_wide(out))
    good = narrow_floats(out, data + out->done * size, rows, error);
  else if (!is_as_wide(out))
    good = narrow_integers(out, data, size, rows, error);
  return good;
}

static void mark_row(struct arrow_out *out, size_t row, bool is_valid) {
  uint8_t *byte = (uint8_t *)rowkey_arrow_made(out->array)->buffers[0] + row / 8;
  const uint8_t bit = (uint8_t)(1U << (row & 7));
  *byte = is_valid ? *byte | bit : *byte & (uint8_t)~bit;
}

/* The bits of the next `rows` rows, of which those of the block tell. */
static void mark_rows(struct arrow_out *out, size_t rows) {
  uint8_t *bits = (uint8_t *)rowkey_arrow_made(out->array)->buffers[0] + out->done / 8;
  const size_t size = (rows + 7) / 8;
  if (out->done % 8 != 0)
    for (size_t i = 0; i < rows; i++) mark_row(out, out->done + i, !is_null(out, i));
  else if (out->valid != NULL)
    memcpy(bits, out->valid, size);
  else
    memset(bits, 0xff, size);
}

size_t rowkey_arrow_add_out(struct arrow_out *out, size_t rows, rowkey_error *error) {
  const size_t good = !is_text(out)        ? add_numbers(out, rows, error)
                      : is_made_fixed(out) ? add_fixed(out, rows, error)
                                           : add_texts(out, rows, error);
  if (out->has_nulls) mark_rows(out, good);
  out->done += good;
  return good;
}

void rowkey_arrow_undo_out(struct arrow_out *out) {
  out->done = out->texts.done = out->done_before;
  out->texts.size = out->size_before;
}

bool rowkey_arrow_add_null_out(struct arrow_out *out, rowkey_error *error) {
  uint8_t *data = rowkey_arrow_made(out->array)->buffers[1];
  const size_t size = rowkey_arrow_number_size(out->field->type.storage);
  if (is_text(out)) {
    if (!rowkey_arrow_add_empty(&out->texts)) return no_memory(out, error) == ROWKEY_OK;
  } else if (size == 0) {
    write_bits(data, out->done, &(const uint64_t){0}, 1);
  } else {
    memset(data + out->done * size, 0, size);
  }
  mark_row(out, out->done++, false);
  return true;
}

void rowkey_arrow_end_out(struct arrow_out *out) {
  struct arrow_made *made = rowkey_arrow_made(out->array);
  if (is_text(out))
    rowkey_arrow_end_texts(&out->texts);
  else
    rowkey_arrow_show(out->array, out->done);
  const uint8_t *validity = made->buffers[0];
  size_t nulls = 0;
  for (size_t i = 0; out->has_nulls && i < out->done; i++) nulls += (validity[i / 8] >> (i & 7) & 1) == 0;
  out->array->null_count = (int64_t)nulls;
  if (nulls == 0) made->shown[0] = NULL;
}
