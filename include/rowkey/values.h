/* Values as programs have them: numbers, instants, decimals, text and bytes, each with its kind. Stable.
 *
 *     const rowkey_column column = rowkey_column_of_time("ts", ROWKEY_MILLISECONDS);
 *     const rowkey_value time = rowkey_value_instant(1709296200, ROWKEY_SECONDS);
 *     rowkey_value kept;
 *     rowkey_error error;
 *     if (rowkey_value_keep(&column, &time, NULL, 0, &kept, &error) == ROWKEY_OK)
 *       printf("%lld ms\n", (long long)kept.as.i64);
 *
 * The tag of a value says what it is; the column of the schema says how it is kept. Encoding converts each
 * value exactly, or fails with an error of the row. Which values go into which columns:
 *
 *   integers   u64, i64; f64 and f32 if the type holds the number exactly; decimal(N) as whole numbers: 12
 *              is 12.00; time(U) and epoch(U) as a count of U; ipv4 below 2^32; bool 0 or 1
 *   floats     f64; f32 if it holds the number exactly; u64 and i64 if the number is whole. Not decimal(N):
 *              no double is exactly 19.99
 *   decimals   decimal(N) if no digit is lost; u64 and i64 if the number is whole
 *   instants   time(U), epoch(U) and columns with that unit, if no digit is lost
 *   dates      the same columns as instants, at 00:00:00 UTC
 *   bools      bool
 *   text       every type, which parses the text as the command-line tool does a field of a CSV; a column of
 *              time only if its type was declared, as rowkey_column_declare does
 *   bytes      text and bytes(N), unchanged; uuid if there are 16; ip if there are 4 or 16; ipv4 if there are
 *              4; hex and base64, unchanged and not decoded
 *   UUIDs      uuid, bytes(16)
 *
 * Other combinations are refused with ROWKEY_ERROR_TYPE before a row is read.
 */
#ifndef ROWKEY_VALUES_H
#define ROWKEY_VALUES_H

#include <rowkey/layout.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Tags -------------------------------------------------------------------------------------- */

/* What a value is. */
typedef enum rowkey_kind {
  ROWKEY_KIND_NONE = 0, /* not set: refused */
  ROWKEY_KIND_NULL = 1,
  ROWKEY_KIND_INTEGER = 2,
  ROWKEY_KIND_FLOAT = 3,
  ROWKEY_KIND_DECIMAL = 4, /* detail: digits after the point, -76 to 76 */
  ROWKEY_KIND_INSTANT = 5, /* detail: a rowkey_time_unit; counted from 1970-01-01T00:00:00Z */
  ROWKEY_KIND_DATE = 6,    /* days from 1970-01-01 */
  ROWKEY_KIND_BOOL = 7,
  ROWKEY_KIND_TEXT = 8,  /* UTF-8 as people write it, such as "2024-03-01" */
  ROWKEY_KIND_BYTES = 9, /* the bytes of the value itself */
  ROWKEY_KIND_UUID = 10, /* 16 bytes */
  ROWKEY_KIND_KEPT = 11  /* as the column of the schema keeps it: from decoding or rowkey_value_keep */
} rowkey_kind;

/* How numbers lie in memory, in the machine's byte order and aligned as their type. Text, bytes and UUIDs
 * have no form. */
typedef enum rowkey_form {
  ROWKEY_FORM_NONE = 0,
  ROWKEY_FORM_I8 = 1,
  ROWKEY_FORM_I16 = 2,
  ROWKEY_FORM_I32 = 3,
  ROWKEY_FORM_I64 = 4,
  ROWKEY_FORM_U8 = 5,
  ROWKEY_FORM_U16 = 6,
  ROWKEY_FORM_U32 = 7,
  ROWKEY_FORM_U64 = 8,
  ROWKEY_FORM_I128 = 9,  /* two 64-bit words, in the machine's order; aligned as a uint64_t */
  ROWKEY_FORM_I256 = 10, /* four 64-bit words, likewise */
  ROWKEY_FORM_F16 = 11,  /* IEEE 754 binary16, as a uint16_t */
  ROWKEY_FORM_F32 = 12,
  ROWKEY_FORM_F64 = 13,
  ROWKEY_FORM_BITS = 14 /* in columns of bools: bit i & 7 of byte i / 8, as in Arrow */
} rowkey_form;

/* Kind, form and detail in one word: one comparison tells whether a column takes a value unconverted. */
#define ROWKEY_TAG(kind, form, detail) \
  ((uint32_t)(kind) | (uint32_t)(form) << 8 | (uint32_t)(uint8_t)(int8_t)(detail) << 16)

/* ---- Columns of values ------------------------------------------------------------------------- */

/* One column of a batch. The caller owns it; the library only reads it. Unused members are 0.
 *
 * Numbers: `data` holds one number for each row, in the form that `tag` states. Numbers that the column takes
 *   unconverted must be aligned.
 * Text: data[0 … size) are readable bytes, and the string of row i among them is
 *   [begin[i] … end[i])                   where begin is not NULL (aligned as a uint64_t). Arrow's LargeUtf8
 *                                         and LargeBinary: begin = offsets, end = offsets + 1
 *   [offsets32[i] … offsets32[i + 1])     else, where offsets32 is not NULL (aligned as a uint32_t): Arrow's
 *                                         Utf8 and Binary
 *   [i * width … (i + 1) * width)         else: texts of one width, Arrow's FixedSizeBinary. Width 0 with a
 *                                         size that is not 0 is refused: the offsets were forgotten
 *
 * Nulls: where validity is not NULL, bit (validity_offset + i) & 7 of byte (validity_offset + i) / 8 is 0 for
 * a null row, as in Arrow. A null is an error of its row unless the template replaces it: coalesce(host,
 * "none"). The bytes of a null row must be readable like any others; its value is not used. */
typedef struct rowkey_values {
  const void *data;
  size_t size; /* text: how many bytes are readable at data */
  const uint64_t *begin;
  const uint64_t *end;
  const uint32_t *offsets32;
  size_t width; /* in bytes */
  const uint8_t *validity;
  size_t validity_offset; /* in bits */
  uint32_t tag;           /* ROWKEY_TAG of all values; 0 is refused */
  size_t rows;            /* how many values there are; a batch of more rows is refused */
  uint64_t reserved[2];   /* must be 0 */
} rowkey_values;

/* A column of `rows` values with this tag, side by side at `data`. */
static inline rowkey_values rowkey_values_of_tag(uint32_t tag, const void *data, size_t rows) {
  rowkey_values values = ROWKEY_ZERO;
  values.data = data;
  values.tag = tag;
  values.rows = rows;
  return values;
}

/* Defines a constructor for a column of `rows` numbers. The constructor's name says what the numbers are, and
 * the type of its pointer says how they lie in memory. */
#define ROWKEY_DEFINE_VALUES(name, type, kind, form)                                                   \
  static inline rowkey_values name(const type *numbers, size_t rows) {                                 \
    return rowkey_values_of_tag(ROWKEY_TAG(ROWKEY_KIND_##kind, ROWKEY_FORM_##form, 0), numbers, rows); \
  }
ROWKEY_DEFINE_VALUES(rowkey_i8s, int8_t, INTEGER, I8)
ROWKEY_DEFINE_VALUES(rowkey_i16s, int16_t, INTEGER, I16)
ROWKEY_DEFINE_VALUES(rowkey_i32s, int32_t, INTEGER, I32)
ROWKEY_DEFINE_VALUES(rowkey_i64s, int64_t, INTEGER, I64)
ROWKEY_DEFINE_VALUES(rowkey_u8s, uint8_t, INTEGER, U8)
ROWKEY_DEFINE_VALUES(rowkey_u16s, uint16_t, INTEGER, U16)
ROWKEY_DEFINE_VALUES(rowkey_u32s, uint32_t, INTEGER, U32)
ROWKEY_DEFINE_VALUES(rowkey_u64s, uint64_t, INTEGER, U64)
ROWKEY_DEFINE_VALUES(rowkey_f32s, float, FLOAT, F32)
ROWKEY_DEFINE_VALUES(rowkey_f64s, double, FLOAT, F64)
ROWKEY_DEFINE_VALUES(rowkey_dates, int32_t, DATE, I32)
ROWKEY_DEFINE_VALUES(rowkey_bools, bool, BOOL, U8)
#undef ROWKEY_DEFINE_VALUES

/* A column of instants: counts of `unit` since 1970-01-01T00:00:00Z. */
static inline rowkey_values rowkey_instants(const int64_t *counts, rowkey_time_unit unit, size_t rows) {
  return rowkey_values_of_tag(ROWKEY_TAG(ROWKEY_KIND_INSTANT, ROWKEY_FORM_I64, unit), counts, rows);
}

/* A column of decimals, unscaled / 10^scale: 1250 with scale 2 is 12.50. */
static inline rowkey_values rowkey_decimals(const int64_t *unscaled, int scale, size_t rows) {
  return rowkey_values_of_tag(ROWKEY_TAG(ROWKEY_KIND_DECIMAL, ROWKEY_FORM_I64, scale), unscaled, rows);
}

/* A column of nulls, for a column of any type. */
static inline rowkey_values rowkey_nulls(size_t rows) {
  return rowkey_values_of_tag(ROWKEY_TAG(ROWKEY_KIND_NULL, ROWKEY_FORM_NONE, 0), NULL, rows);
}

/* The tag of values in the form in which a column of the type keeps them: numbers, such as the hundredths of
 * a decimal(2), or bytes, such as the 16 bytes of an IP address. */
static inline uint32_t rowkey_kept_tag(rowkey_type type) {
  const rowkey_form form = type == ROWKEY_U64   ? ROWKEY_FORM_U64
                           : type == ROWKEY_I64 ? ROWKEY_FORM_I64
                           : type == ROWKEY_F64 ? ROWKEY_FORM_F64
                           : type == ROWKEY_F32 ? ROWKEY_FORM_F32
                                                : ROWKEY_FORM_NONE;
  return ROWKEY_TAG(ROWKEY_KIND_KEPT, form, 0);
}

/* A column of numbers in the form in which a column of the type keeps them. One that is not a value of the
 * column's type, such as 2 in enum(a, b), is an error of its row. */
static inline rowkey_values rowkey_kept_numbers(rowkey_type type, const void *numbers, size_t rows) {
  return rowkey_values_of_tag(rowkey_kept_tag(type), numbers, rows);
}

/* In the constructors for text, `kind` is ROWKEY_KIND_TEXT for text as people write it, _BYTES, _UUID (of
 * width 16) or _KEPT. */

/* A column of `rows` texts of `width` bytes, side by side. */
static inline rowkey_values rowkey_values_of_width(rowkey_kind kind, const void *bytes, size_t width,
                                                   size_t rows) {
  rowkey_values values = rowkey_values_of_tag(ROWKEY_TAG(kind, ROWKEY_FORM_NONE, 0), bytes, rows);
  values.size = width != 0 && rows > SIZE_MAX / width ? SIZE_MAX : rows * width;
  values.width = width;
  return values;
}

/* A column of `rows` texts in `size` bytes, between `rows` + 1 offsets, which may be NULL if rows is 0. */
static inline rowkey_values rowkey_values_of_offsets(rowkey_kind kind, const void *bytes, size_t size,
                                                     const uint64_t *offsets, size_t rows) {
  rowkey_values values = rowkey_values_of_tag(ROWKEY_TAG(kind, ROWKEY_FORM_NONE, 0), bytes, rows);
  values.size = size == 0 && offsets == NULL ? rows : size; /* rows without offsets are refused */
  values.begin = offsets;
  values.end = offsets == NULL ? NULL : offsets + 1;
  return values;
}

/* The same column with offsets of 32 bits. */
static inline rowkey_values rowkey_values_of_offsets32(rowkey_kind kind, const void *bytes, size_t size,
                                                       const uint32_t *offsets, size_t rows) {
  rowkey_values values = rowkey_values_of_tag(ROWKEY_TAG(kind, ROWKEY_FORM_NONE, 0), bytes, rows);
  values.size = size == 0 && offsets == NULL ? rows : size;
  values.offsets32 = offsets;
  return values;
}

/* A column of texts anywhere in `size` bytes: row i is bytes[begin[i] … end[i]). */
static inline rowkey_values rowkey_values_of_spans(rowkey_kind kind, const void *bytes, size_t size,
                                                   const uint64_t *begin, const uint64_t *end, size_t rows) {
  rowkey_values values = rowkey_values_of_tag(ROWKEY_TAG(kind, ROWKEY_FORM_NONE, 0), bytes, rows);
  values.size = size;
  values.begin = begin;
  values.end = end;
  return values;
}

/* The same column with nulls: bit `offset` of the bitmap belongs to its first row. */
static inline rowkey_values rowkey_values_with_nulls(rowkey_values values, const uint8_t *validity,
                                                     size_t offset) {
  values.validity = validity;
  values.validity_offset = offset;
  return values;
}

/* ---- One value --------------------------------------------------------------------------------- */

/* One value of one record. */
typedef struct rowkey_value {
  bool is_null; /* the value is ignored, but the column must accept its tag */
  uint32_t tag; /* ROWKEY_TAG; 0 is refused */
  union {
    uint64_t u64;
    int64_t i64;
    double f64;
    float f32;
    const void *text;
  } as; /* the member that the tag's form names; if it has no form, `text`, of `size` bytes */
  size_t size;
  uint64_t reserved[1]; /* must be 0 */
} rowkey_value;

/* Defines a constructor for a number. */
#define ROWKEY_DEFINE_VALUE(name, type, member, kind, form)            \
  static inline rowkey_value name(type number) {                       \
    rowkey_value value = ROWKEY_ZERO;                                  \
    value.tag = ROWKEY_TAG(ROWKEY_KIND_##kind, ROWKEY_FORM_##form, 0); \
    value.as.member = number;                                          \
    return value;                                                      \
  }
ROWKEY_DEFINE_VALUE(rowkey_value_u64, uint64_t, u64, INTEGER, U64)
ROWKEY_DEFINE_VALUE(rowkey_value_i64, int64_t, i64, INTEGER, I64)
ROWKEY_DEFINE_VALUE(rowkey_value_f64, double, f64, FLOAT, F64)
ROWKEY_DEFINE_VALUE(rowkey_value_f32, float, f32, FLOAT, F32)
ROWKEY_DEFINE_VALUE(rowkey_value_date, int64_t, i64, DATE, I64)
ROWKEY_DEFINE_VALUE(rowkey_value_bool, bool, u64, BOOL, U64)
#undef ROWKEY_DEFINE_VALUE

/* An instant: a count of `unit` since 1970-01-01T00:00:00Z. */
static inline rowkey_value rowkey_value_instant(int64_t count, rowkey_time_unit unit) {
  rowkey_value value = ROWKEY_ZERO;
  value.tag = ROWKEY_TAG(ROWKEY_KIND_INSTANT, ROWKEY_FORM_I64, unit);
  value.as.i64 = count;
  return value;
}

/* A decimal, unscaled / 10^scale. */
static inline rowkey_value rowkey_value_decimal(int64_t unscaled, int scale) {
  rowkey_value value = ROWKEY_ZERO;
  value.tag = ROWKEY_TAG(ROWKEY_KIND_DECIMAL, ROWKEY_FORM_I64, scale);
  value.as.i64 = unscaled;
  return value;
}

/* A value of `size` bytes, which are not copied, of ROWKEY_KIND_TEXT, _BYTES, _UUID (16 bytes) or _KEPT. */
static inline rowkey_value rowkey_value_of_kind(rowkey_kind kind, const void *bytes, size_t size) {
  rowkey_value value = ROWKEY_ZERO;
  value.tag = ROWKEY_TAG(kind, ROWKEY_FORM_NONE, 0);
  value.as.text = bytes;
  value.size = size;
  return value;
}

/* Text that people write; the column's type parses it. */
static inline rowkey_value rowkey_value_text(const void *text, size_t size) {
  return rowkey_value_of_kind(ROWKEY_KIND_TEXT, text, size);
}

/* A value given by its own bytes, ROWKEY_KIND_BYTES. */
static inline rowkey_value rowkey_value_bytes(const void *bytes, size_t size) {
  return rowkey_value_of_kind(ROWKEY_KIND_BYTES, bytes, size);
}

/* A null, for a column of any type. */
static inline rowkey_value rowkey_value_null(void) {
  rowkey_value value = ROWKEY_ZERO;
  value.tag = ROWKEY_TAG(ROWKEY_KIND_NULL, ROWKEY_FORM_NONE, 0);
  value.is_null = true;
  return value;
}

/* Converts a value to the form in which the column keeps it, ROWKEY_KIND_KEPT, as rowkey_encode_row does.
 * *kept becomes a number, or text that lies in the `capacity` bytes at `room` or where value->as.text points;
 * value->size + 16 bytes of room are enough for any type. Fails as rowkey_encode_row does. Thread-safe. */
ROWKEY_CHECKED rowkey_status rowkey_value_keep(const rowkey_column *column, const rowkey_value *value,
                                               void *room, size_t capacity, rowkey_value *kept,
                                               rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
