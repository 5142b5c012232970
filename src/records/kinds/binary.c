/* Records of a fixed width that hold numbers of either byte order and text padded with NUL. */
#include <string.h>

#include "records/kind.h"
#include "text/plural.h"

enum {
  WIDEST_FIELD = 1 << 16
}; /* no real input has wider ones: a slip of the keyboard is reported instead of eating memory */

/* Reads a number 1 … WIDEST_FIELD at `*text` and moves after it; 0 when there is none. */
static size_t read_width(const char **text) {
  size_t width = 0;
  while (**text >= '0' && **text <= '9' && width <= WIDEST_FIELD)
    width = width * 10 + (size_t)(*(*text)++ - '0');
  return width <= WIDEST_FIELD ? width : 0;
}

/* "u64le", "i8", "f32be", "16s": a type that binary records alone have. */
static bool parse_plain(const char *type, struct column *column, rowkey_column *schema) {
  if (*type == 'u' || *type == 'i' || *type == 'f') {
    const char kind = *type++;
    const size_t bits = read_width(&type);
    const bool wide = bits == 32 || bits == 64;
    if (!wide && (kind == 'f' || (bits != 8 && bits != 16))) return false;
    schema->type = kind == 'u' ? ROWKEY_U64 : kind == 'i' ? ROWKEY_I64 : bits == 64 ? ROWKEY_F64 : ROWKEY_F32;
    column->width = bits / 8;
    column->little_endian = strcmp(type, "le") == 0;
    return column->little_endian || strcmp(type, "be") == 0 || (bits == 8 && *type == 0);
  }
  schema->type = ROWKEY_TEXT;
  column->is_padded = true;
  column->width = read_width(&type);
  return column->width > 0 && strcmp(type, "s") == 0;
}

/* "uuid", "bytes(16)", and in 8 bytes "time(ms)le": values as they are, not as text writes them. */
static bool parse_declared(const char *type, struct column *column, rowkey_column *schema,
                           rowkey_error *error) {
  const size_t length = strlen(type);
  const char *order = length > 2 ? type + length - 2 : "";
  const bool has_order = strcmp(order, "le") == 0 || strcmp(order, "be") == 0;
  if (rowkey_column_declare("", type, length - (has_order ? 2 : 0), schema, error) != ROWKEY_OK) {
    if (error->status == ROWKEY_ERROR_TYPE) error->status = ROWKEY_OK; /* it is none of those either */
    return false;
  }
  const bool is_number = schema->type == ROWKEY_I64 && schema->declared != NULL;
  column->width = schema->type == ROWKEY_TEXT ? schema->width : is_number ? sizeof(int64_t) : 0;
  column->little_endian = *order == 'l';
  return column->width > 0 && column->width <= WIDEST_FIELD && has_order == is_number;
}

static bool parse_binary_type(const char *type, struct column *column, rowkey_column *schema,
                              rowkey_error *error) {
  if (parse_plain(type, column, schema)) return true;
  *column = (struct column){.name = column->name};
  return parse_declared(type, column, schema, error);
}

/* "_:16" */
static const char *parse_binary_skip(const char *item, size_t *width) {
  const char *text = item + (item[1] == ':' ? 2 : 1);
  *width = read_width(&text);
  return *width > 0 && *text == 0 ? NULL : "_:N to skip N bytes, from 1 to 65536";
}

static void cut_binary(const struct record_shape *shape, const uint8_t *bytes, size_t size, rowkey_cut *cut) {
  (void)bytes;
  const size_t width = shape->columns->record_width;
  cut->scanned = size;
  cut->end = size - size % width;
  cut->records = cut->end / width;
}

static void find_text(const struct batch *batch, const struct column *column, struct span_column *spans) {
  for (size_t i = 0; i < batch->rows; i++) {
    const uint64_t begin = batch->begin[i] + column->field;
    uint64_t end = begin + column->width;
    while (column->is_padded && end > begin && batch->base[end - 1] == 0) end--;
    spans->begin[i] = begin;
    spans->end[i] = end;
  }
}

static bool split_binary(const struct record_shape *shape, const struct piece *piece, size_t at, size_t limit,
                         struct batch *batch) {
  const struct columns *columns = shape->columns;
  const size_t width = columns->record_width;
  rowkey_batch_begin(batch, piece->bytes + at, piece->size - at);
  const size_t whole = (size_t)batch->size / width;
  const size_t rows = whole < limit ? whole : limit;
  for (size_t i = 0; i < rows; i++) {
    batch->begin[i] = i * width;
    batch->end[i] = (i + 1) * width;
  }
  batch->rows = rows;
  batch->next = rows * width;
  for (size_t i = 0; i < columns->count; i++) {
    if (columns->used[i] && columns->items[i].type == ROWKEY_TEXT) {
      find_text(batch, &columns->items[i], &batch->columns[i]);
    }
  }
  if (rows == 0) {
    batch->begin[0] = 0;
    batch->end[0] = batch->size;
    rowkey_batch_end_bad(batch, 0, (size_t)batch->size,
                         "the %s is cut short: it has %zu byte%s (expected %zu)", shape->noun,
                         (size_t)batch->size, plural(batch->size), width);
  }
  return true;
}

/* The bytes as an integer whose highest byte is bytes[0] for a big-endian one. */
static inline uint64_t load_integer(const uint8_t *bytes, size_t width, bool little_endian) {
  uint64_t value = 0;
  for (size_t i = 0; i < width; i++) value = value << 8 | bytes[little_endian ? width - 1 - i : i];
  return value;
}

/* With a constant width and byte order the compiler makes one load of load_integer. */
#define LOAD_ROWS(width, little_endian)                                      \
  for (size_t i = 0; i < rows; i++) {                                        \
    numbers[i] = load_integer(bytes + i * stride, (width), (little_endian)); \
  }                                                                          \
  break

/* Floating-point numbers of `width` bytes into `numbers` of the same width. */
static void load_floating(const uint8_t *bytes, size_t rows, size_t stride, const struct column *column,
                          void *numbers) {
  for (size_t i = 0; i < rows; i++) {
    const uint64_t bits = load_integer(bytes + i * stride, column->width, column->little_endian);
    if (column->type == ROWKEY_F64) {
      memcpy((double *)numbers + i, &bits, sizeof bits);
    } else {
      memcpy((float *)numbers + i, &(uint32_t){(uint32_t)bits}, sizeof(uint32_t));
    }
  }
}

static size_t load_binary(const struct record_shape *shape, const struct batch *batch, size_t item,
                          size_t first, size_t rows) {
  const struct column *column = &shape->columns->items[item];
  const size_t stride = shape->columns->record_width;
  const uint8_t *bytes = batch->base + first * stride + column->field;
  if (column->type == ROWKEY_F64 || column->type == ROWKEY_F32) {
    load_floating(bytes, rows, stride, column,
                  (uint8_t *)batch->columns[item].numbers + first * column->width);
    return rows;
  }
  uint64_t *numbers = (uint64_t *)batch->columns[item].numbers + first;
  switch (column->width * 2 + column->little_endian) {
    case 8 * 2 + 1:
      LOAD_ROWS(8, true);
    case 8 * 2:
      LOAD_ROWS(8, false);
    case 4 * 2 + 1:
      LOAD_ROWS(4, true);
    case 4 * 2:
      LOAD_ROWS(4, false);
    default:
      LOAD_ROWS(column->width, column->little_endian);
  }
  if (column->type == ROWKEY_I64) {
    const uint64_t sign = UINT64_C(1) << (column->width * 8 - 1);
    for (size_t i = 0; i < rows; i++) numbers[i] = (numbers[i] ^ sign) - sign;
  }
  return rows;
}

const struct record_kind rowkey_record_kind_binary = {
    .about = {.kind = ROWKEY_BINARY, .name = "binary", .summary = "records of a fixed width"},
    .column_syntax =
        "NAME:TYPE with a type u8, i8, u16le ... i64be, f32le ... f64be, Ns, bytes(N), uuid, ip, time(ms)le or "
        "decimal(2)be, or _:N to skip N bytes",
    .parse_type = parse_binary_type,
    .parse_skip = parse_binary_skip,
    .cut = cut_binary,
    .split = split_binary,
    .load = load_binary,
};
