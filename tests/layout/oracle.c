#include <stdio.h>
#include <string.h>

#include "model.h"
#include "reference/reference.h"

/* A constant has no type yet: it takes that of what it is used with. */
enum type { CONSTANT, U64, I64, TEXT, HASH };

struct result {
  enum type type;
  uint64_t magnitude; /* integers: with a sign */
  bool negative;
  uint8_t digest[16];
  const uint8_t *text;
  size_t size;
};

static bool evaluate(const struct expression *expression, const struct record *record, struct result *result);
static bool append_field(const struct model_field *field, const struct record *record, struct bytes *bytes);

static void append(struct bytes *bytes, const void *more, size_t size) {
  CHECK(bytes->size + size <= BYTES_MAX, "the key is too long for this test");
  if (size != 0) memcpy(bytes->at + bytes->size, more, size);
  bytes->size += size;
}

static struct result integer(enum type type, uint64_t magnitude, bool negative) {
  return (struct result){.type = type, .magnitude = magnitude, .negative = negative && magnitude != 0};
}

static struct result column_value(size_t column, const struct record *record) {
  const rowkey_values *values = &record->batch->values[column];
  switch (record->batch->columns[column].type) {
    case ROWKEY_U64:
      return integer(U64, ((const uint64_t *)values->data)[record->row], false);
    case ROWKEY_I64: {
      int64_t value = ((const int64_t *)values->data)[record->row];
      return integer(I64, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0);
    }
    default:
      break;
  }
  uint64_t begin = values->begin[record->row];
  return (struct result){.type = TEXT,
                         .text = (const uint8_t *)values->data + begin,
                         .size = (size_t)(values->end[record->row] - begin)};
}

static bool fits(struct result value, enum type type) {
  if (type == U64) return !value.negative;
  return value.magnitude <= (uint64_t)INT64_MAX + value.negative;
}

/* Sums and products of magnitudes that pass 64 bits pass every type. */
static bool compute(char sign, struct result a, struct result b, struct result *result) {
  if (sign == '%') {
    if (b.magnitude == 0) return false;
    *result = integer(result->type, a.magnitude % b.magnitude, a.negative);
    return true;
  }
  uint64_t magnitude;
  if (sign == '*') {
    if (__builtin_mul_overflow(a.magnitude, b.magnitude, &magnitude)) return false;
    *result = integer(result->type, magnitude, a.negative != b.negative);
    return true;
  }
  if (sign == '-') b.negative = !b.negative;
  if (a.negative == b.negative) {
    if (__builtin_add_overflow(a.magnitude, b.magnitude, &magnitude)) return false;
    *result = integer(result->type, magnitude, a.negative);
  } else if (a.magnitude >= b.magnitude) {
    *result = integer(result->type, a.magnitude - b.magnitude, a.negative);
  } else {
    *result = integer(result->type, b.magnitude - a.magnitude, b.negative);
  }
  return true;
}

static bool evaluate_binary(const struct expression *expression, const struct record *record,
                            struct result *result) {
  struct result a, b;
  if (!evaluate(expression->left, record, &a) || !evaluate(expression->right, record, &b)) return false;
  if (a.type == HASH) {
    *result = integer(U64, reference_modulo_u128(a.digest, b.magnitude), false);
    return true;
  }
  bool is_signed = a.type == I64 || b.type == I64 || a.negative || b.negative;
  result->type = is_signed ? I64 : U64;
  return fits(a, result->type) && fits(b, result->type) && compute(expression->sign, a, b, result) &&
         fits(*result, result->type);
}

static bool evaluate_md5(const struct expression *expression, const struct record *record,
                         struct result *result) {
  struct bytes message = {.size = 0};
  for (size_t i = 0; i < expression->argument_count; i++)
    if (!append_field(&expression->arguments[i], record, &message)) return false;
  result->type = HASH;
  reference_md5(message.at, message.size, result->digest);
  return true;
}

static uint64_t random_seed(uint64_t seed, uint64_t ordinal) {
  return ordinal == 0 ? seed : reference_random_u64(~seed, ordinal - 1);
}

static bool evaluate(const struct expression *expression, const struct record *record,
                     struct result *result) {
  switch (expression->kind) {
    case INTEGER:
      *result = integer(CONSTANT, expression->magnitude, expression->negative);
      return true;
    case STRING:
      *result = (struct result){
          .type = TEXT, .text = (const uint8_t *)expression->string, .size = strlen(expression->string)};
      return true;
    case COLUMN:
      *result = column_value(expression->column, record);
      return true;
    case NEGATION:
      if (!evaluate(expression->left, record, result) || !fits(*result, I64)) return false;
      *result = integer(I64, result->magnitude, !result->negative);
      return fits(*result, I64);
    case BINARY:
      return evaluate_binary(expression, record, result);
    case MD5:
      return evaluate_md5(expression, record, result);
    case RANDOM:
      *result = integer(
          U64, reference_random_u64(random_seed(record->seed, expression->ordinal), record->input_row),
          false);
      return true;
  }
  return false;
}

/* ---- Formats --------------------------------------------------------------------------------- */

static bool append_decimal(struct result value, unsigned width, struct bytes *bytes) {
  uint8_t digits[20];
  if (width != 0) {
    if (value.negative || !reference_decimal_padded(value.magnitude, width, digits)) return false;
    append(bytes, digits, width);
    return true;
  }
  if (value.negative) append(bytes, "-", 1);
  append(bytes, digits, reference_decimal(value.magnitude, digits));
  return true;
}

static bool append_hex(struct result value, unsigned width, struct bytes *bytes) {
  char digits[40];
  int size = snprintf(digits, sizeof digits, "%0*llx", (int)width, (unsigned long long)value.magnitude);
  if (value.negative || (width != 0 && (unsigned)size > width)) return false;
  append(bytes, digits, (size_t)size);
  return true;
}

static bool append_integer(struct result value, char format, unsigned width, struct bytes *bytes) {
  uint8_t big_endian[8];
  uint64_t half = format == 'i' ? UINT64_C(1) << (width - 1) : 0;
  switch (format) {
    case 'x':
      return append_hex(value, width, bytes);
    case 'u':
      if (value.negative || !reference_big_endian(value.magnitude, width / 8, big_endian)) return false;
      break;
    case 'i':
      if (value.magnitude > (value.negative ? half : half - 1)) return false;
      reference_big_endian(value.negative ? half - value.magnitude : half + value.magnitude, width / 8,
                           big_endian);
      break;
    case 'a':
      if (value.negative || value.magnitude > 25) return false;
      append(bytes, &"abcdefghijklmnopqrstuvwxyz"[value.magnitude], 1);
      return true;
    default:
      return append_decimal(value, width, bytes);
  }
  append(bytes, big_endian, width / 8);
  return true;
}

static bool append_text(const uint8_t *text, size_t size, char format, unsigned width, struct bytes *bytes) {
  if (format == 'x') {
    for (size_t i = 0; i < size; i++) {
      char hex[3];
      snprintf(hex, sizeof hex, "%02x", text[i]);
      append(bytes, hex, 2);
    }
    return true;
  }
  if (width != 0 && (size > width || (size != 0 && text[size - 1] == 0))) return false;
  append(bytes, text, size);
  for (size_t i = size; i < width; i++) append(bytes, "", 1);
  return true;
}

static bool append_field(const struct model_field *field, const struct record *record, struct bytes *bytes) {
  struct result value;
  if (!evaluate(field->expression, record, &value)) return false;
  if (value.type == HASH) return append_text(value.digest, 16, field->format, 0, bytes);
  if (value.type == TEXT) return append_text(value.text, value.size, field->format, field->width, bytes);
  return append_integer(value, field->format, field->width, bytes);
}

/* Whether a field stands behind this one: constant text does not count. */
static bool is_last(const struct model *model, size_t index) {
  for (size_t i = index + 1; i < model->count; i++)
    if (model->fields[i].expression->kind != STRING) return false;
  return true;
}

bool expected_key(const struct model *model, const struct record *record, struct bytes *key) {
  key->size = 0;
  for (size_t i = 0; i < model->count; i++) {
    size_t begin = key->size;
    if (!append_field(&model->fields[i], record, key)) return false;
    /* What follows a field of varying length must not occur in it. The model has numbers followed by no byte
     * that could, so that this concerns text only, and not the last field. */
    const char *literal = model->literals[i];
    bool varies = model->fields[i].width == 0 && strchr("us", model->fields[i].format) != NULL;
    bool delimited = varies && !is_last(model, i) && model->fields[i].expression->kind == COLUMN;
    if (delimited && key->size > begin && memchr(key->at + begin, literal[0], key->size - begin) != NULL)
      return false;
    append(key, literal, strlen(literal));
  }
  return true;
}
