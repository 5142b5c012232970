/* Expressions: from columns to values. */
#include <string.h>

#include "kernels/hashes.h"
#include "oracle.h"
#include "reference/reference.h"

static struct result integer(enum type type, uint64_t magnitude, bool negative) {
  return (struct result){.type = type, .magnitude = magnitude, .negative = negative && magnitude != 0};
}

/* From 64 bits of two's complement. */
static struct result integer_of_bits(enum type type, uint64_t bits, bool negative) {
  return integer(type, negative ? -bits : bits, negative);
}

static struct result signed_integer(uint64_t bits) { return integer_of_bits(I64, bits, bits >> 63 != 0); }

/* ---- Columns --------------------------------------------------------------------------------- */

static bool is_null(const rowkey_values *values, size_t row) {
  uint64_t bit = values->validity_offset + row;
  return values->validity != NULL && (values->validity[bit / 8] >> bit % 8 & 1) == 0;
}

static struct result text_value(const rowkey_values *values, size_t row) {
  uint64_t begin = row * values->width, end = begin + values->width;
  if (values->begin != NULL) {
    begin = values->begin[row];
    end = values->end[row];
  } else if (values->offsets32 != NULL) {
    begin = values->offsets32[row];
    end = values->offsets32[row + 1];
  }
  return (struct result){
      .type = TEXT, .text = (const uint8_t *)values->data + begin, .size = (size_t)(end - begin)};
}

static struct result column_value(size_t column, const struct record *record) {
  const rowkey_values *values = &record->values[column];
  size_t row = record->row;
  struct result number;
  switch (record->columns[column].type) {
    case ROWKEY_U64:
      number = integer(U64, ((const uint64_t *)values->data)[row], false);
      number.unit = record->columns[column].unit;
      return number;
    case ROWKEY_I64:
      number = signed_integer(((const uint64_t *)values->data)[row]);
      number.unit = record->columns[column].unit;
      return number;
    case ROWKEY_F64:
      return (struct result){.type = FLOAT, .number = ((const double *)values->data)[row]};
    case ROWKEY_F32:
      return (struct result){
          .type = FLOAT, .number = (double)((const float *)values->data)[row], .is_float32 = true};
    case ROWKEY_TEXT:
      break;
  }
  return text_value(values, row);
}

/* An integer constant in the type of the column. */
static void replace(struct result *null, struct result by) {
  enum type type = null->type;
  bool is_float32 = null->is_float32;
  by.width = null->width;
  by.unit = null->unit;
  *null = by;
  null->type = type;
  null->is_float32 = is_float32;
  if (by.type == CONSTANT) null->number = by.negative ? -(double)by.magnitude : (double)by.magnitude;
}

static bool evaluate_column(const struct expression *expression, const struct scope *scope,
                            struct result *result, struct bytes *text) {
  struct result by;
  *result = column_value(expression->column, scope->record);
  result->width = scope->record->columns[expression->column].width;
  if (!is_null(&scope->record->values[expression->column], scope->record->row))
    return result->width == 0 || result->size == result->width;
  if (expression->kind == COLUMN || !evaluate(expression->left, scope, &by, text)) return false;
  replace(result, by);
  return true;
}

/* A text of a wrong width is an error, though nothing of it is written. */
static bool evaluate_marker(const struct expression *expression, const struct scope *scope,
                            struct result *result) {
  const size_t column = expression->column, width = scope->record->columns[column].width;
  const bool null = is_null(&scope->record->values[column], scope->record->row);
  const struct result value = column_value(column, scope->record);
  *result = integer(U64, null == (expression->kind == NULL_LAST), false);
  return null || width == 0 || value.size == width;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

bool fits(struct result value, enum type type) {
  bool fits_i64 = value.magnitude <= (uint64_t)INT64_MAX + value.negative;
  if (type == CONSTANT) return !value.negative || fits_i64;
  return type == U64 ? !value.negative : fits_i64;
}

static bool compute_sum(struct result a, struct result b, struct result *result) {
  uint64_t magnitude = a.magnitude - b.magnitude;
  bool negative = a.negative;
  if (a.negative == b.negative) {
    if (__builtin_add_overflow(a.magnitude, b.magnitude, &magnitude)) return false;
  } else if (a.magnitude < b.magnitude) {
    magnitude = b.magnitude - a.magnitude;
    negative = b.negative;
  }
  *result = integer(result->type, magnitude, negative);
  return true;
}

static uint64_t bits_of(struct result value) { return value.negative ? -value.magnitude : value.magnitude; }

/* One bit after the other, and the sign as one more. */
static struct result compute_bits(char sign, struct result a, struct result b, enum type type) {
  const uint64_t bits_a = bits_of(a), bits_b = bits_of(b);
  uint64_t bits = 0;
  for (unsigned i = 0; i <= 64; i++) {
    const bool x = i == 64 ? a.negative : bits_a >> i & 1, y = i == 64 ? b.negative : bits_b >> i & 1;
    const bool bit = sign == '&' ? x && y : sign == '|' ? x || y : x != y;
    if (i == 64) return integer_of_bits(type, bits, bit);
    bits |= (uint64_t)bit << i;
  }
  return a;
}

/* By as many doublings, or halvings that round down. */
static bool compute_shift(char sign, struct result a, struct result b, struct result *result) {
  if (b.negative || b.magnitude > 63) return false;
  for (; b.magnitude > 0; b.magnitude--) {
    if (sign == '<' && __builtin_mul_overflow(a.magnitude, UINT64_C(2), &a.magnitude)) return false;
    if (sign == '>') a.magnitude = a.magnitude / 2 + (a.negative && a.magnitude % 2 != 0);
  }
  *result = integer(result->type, a.magnitude, a.negative);
  return true;
}

enum { FLOORMOD_SIGN = 'f' };

static bool compute_division(char sign, struct result a, struct result b, struct result *result) {
  if (b.magnitude == 0) return false;
  if (sign == '/') {
    *result = integer(result->type, a.magnitude / b.magnitude, a.negative != b.negative);
    return true;
  }
  *result = integer(result->type, a.magnitude % b.magnitude, a.negative);
  if (sign == FLOORMOD_SIGN && result->magnitude != 0 && a.negative != b.negative)
    return compute_sum(*result, b, result);
  return true;
}

/* Sums and products of magnitudes that pass 64 bits pass every type. */
static bool compute(char sign, struct result a, struct result b, struct result *result) {
  uint64_t magnitude;
  switch (sign) {
    case '*':
      if (__builtin_mul_overflow(a.magnitude, b.magnitude, &magnitude)) return false;
      *result = integer(result->type, magnitude, a.negative != b.negative);
      return true;
    case '&':
    case '|':
    case '^':
      *result = compute_bits(sign, a, b, result->type);
      return true;
    case '<':
    case '>':
      return compute_shift(sign, a, b, result);
    case '-':
      b.negative = !b.negative;
      return compute_sum(a, b, result);
    case '+':
      return compute_sum(a, b, result);
    default:
      return compute_division(sign, a, b, result);
  }
}

enum type type_of_both(struct result a, struct result b) {
  if (a.type == CONSTANT && b.type == CONSTANT) return CONSTANT;
  return a.type == I64 || a.negative || b.type == I64 || b.negative ? I64 : U64;
}

static void put_big_endian(uint64_t value, uint8_t bytes[8]) {
  for (unsigned i = 8; i-- > 0; value >>= 8) bytes[i] = (uint8_t)value;
}

static uint64_t get_big_endian(const uint8_t bytes[8]) {
  uint64_t value = 0;
  for (unsigned i = 0; i < 8; i++) value = value << 8 | bytes[i];
  return value;
}

/* A remainder, the bits that are left when so many are gone, or some of the last ones. */
static uint64_t operate_on_digest(char sign, const struct result *digest, uint64_t number) {
  if (sign == '&') return get_big_endian(digest->digest + digest->width - 8) & number;
  if (sign == '>') return get_big_endian(digest->digest) >> (number + 64 - 8 * digest->width);
  return reference_modulo_bytes(digest->digest, digest->width, number);
}

/* The operation on both sides, in the one type that they have together. What comes of an instant keeps its
 * unit: templates that compile do not ask for it where there is none. */
static bool operate(char sign, struct result a, struct result b, struct result *result) {
  if (a.type == DIGEST) {
    *result = integer(U64, operate_on_digest(sign, &a, b.magnitude), false);
    return true;
  }
  const bool shifts = sign == '<' || sign == '>';
  result->type = !shifts                       ? type_of_both(a, b)
                 : b.type == CONSTANT          ? a.type
                 : a.type == I64 || a.negative ? I64
                                               : U64;
  const bool good = fits(a, result->type) && (shifts || fits(b, result->type)) && compute(sign, a, b, result);
  result->unit = a.unit != ROWKEY_NO_TIME ? a.unit : b.unit;
  return good && fits(*result, result->type);
}

/* ---- Dates ----------------------------------------------------------------------------------- */

const char *const date_functions[] = {"year",        "quarter", "month",  "day",    "day_of_year",
                                      "day_of_week", "hour",    "minute", "second", NULL};
const char *const date_units[] = {"second", "minute",  "hour", "day", "week",
                                  "month",  "quarter", "year", NULL};

/* Units of time in seconds that are not the calendar's. */
static uint64_t seconds_of(const char *name) {
  return strcmp(name, "second") == 0   ? 1
         : strcmp(name, "minute") == 0 ? 60
         : strcmp(name, "hour") == 0   ? 3600
         : strcmp(name, "day") == 0    ? 86400
                                       : 0;
}

static uint64_t scaled(uint64_t seconds, rowkey_time_unit unit) {
  return unit == ROWKEY_SECONDS        ? seconds
         : unit == ROWKEY_MILLISECONDS ? seconds * 1000
         : unit == ROWKEY_MICROSECONDS ? seconds * 1000000
                                       : seconds * 1000000000;
}

static bool ask_calendar(enum rowkey_calendar field, struct result instant, struct result *result) {
  int64_t number;
  if (!fits(instant, I64)) return false;
  const uint64_t bits = instant.negative ? -instant.magnitude : instant.magnitude;
  memcpy(&number, &bits, sizeof number);
  if (!reference_calendar(scaled(86400, instant.unit), field, number, &number)) return false;
  *result = signed_integer((uint64_t)number);
  result->unit = instant.unit;
  return true;
}

/* To `count` of the units that the expression names, or one. */
static bool truncate_to(const struct expression *expression, struct result instant, uint64_t count,
                        struct result *result) {
  const char *name = expression->date_name;
  const uint64_t seconds = seconds_of(name) * (expression->right == NULL ? 1 : count);
  if (seconds == 0)
    return ask_calendar(strcmp(name, "week") == 0      ? ROWKEY_CALENDAR_WEEK_START
                        : strcmp(name, "month") == 0   ? ROWKEY_CALENDAR_MONTH_START
                        : strcmp(name, "quarter") == 0 ? ROWKEY_CALENDAR_QUARTER_START
                                                       : ROWKEY_CALENDAR_YEAR_START,
                        instant, result);
  struct result rest;
  return operate(FLOORMOD_SIGN, instant, integer(CONSTANT, scaled(seconds, instant.unit), false), &rest) &&
         operate('-', instant, rest, result);
}

static bool compute_date(const char *name, struct result instant, struct result *result) {
  static const struct {
    const char *name;
    enum rowkey_calendar field;
  } dates[] = {{"year", ROWKEY_CALENDAR_YEAR},
               {"quarter", ROWKEY_CALENDAR_QUARTER},
               {"month", ROWKEY_CALENDAR_MONTH},
               {"day", ROWKEY_CALENDAR_DAY},
               {"day_of_year", ROWKEY_CALENDAR_DAY_OF_YEAR},
               {"day_of_week", ROWKEY_CALENDAR_DAY_OF_WEEK}};
  for (size_t i = 0; i < sizeof dates / sizeof *dates; i++)
    if (strcmp(name, dates[i].name) == 0) return ask_calendar(dates[i].field, instant, result);
  const uint64_t inner = seconds_of(name), outer = inner == 3600 ? 86400 : inner * 60;
  struct result rest;
  return operate(FLOORMOD_SIGN, instant, integer(CONSTANT, scaled(outer, instant.unit), false), &rest) &&
         operate('/', rest, integer(CONSTANT, scaled(inner, instant.unit), false), result);
}

/* ---- All operations -------------------------------------------------------------------------- */

static bool negate(struct result *value) {
  enum type type = value->type == CONSTANT ? CONSTANT : I64;
  if (!fits(*value, type)) return false;
  *value = integer(type, value->magnitude, !value->negative);
  return fits(*value, type);
}

static bool evaluate_operation(const struct expression *expression, const struct scope *scope,
                               struct result *result, struct bytes *text) {
  struct result a, b = {.type = CONSTANT}, c = {.type = CONSTANT};
  if (!evaluate(expression->left, scope, &a, text)) return false;
  if (expression->right != NULL && !evaluate(expression->right, scope, &b, text)) return false;
  if (expression->third != NULL && !evaluate(expression->third, scope, &c, text)) return false;
  *result = a;
  switch (expression->kind) {
    case SCALED:
      return scale(a.number, b.magnitude, expression->floors, result);
    case NEGATION:
      return negate(result);
    case OPERATION:
      return operate_by_name(expression->operation, (const struct result[]){a, b, c}, result);
    case FLOORMOD:
      return operate(FLOORMOD_SIGN, a, b, result);
    case DATE:
      return compute_date(expression->date_name, a, result);
    case TRUNCATE:
      if (expression->date_name != NULL) return truncate_to(expression, a, b.magnitude, result);
      return operate(FLOORMOD_SIGN, a, b, &b) && operate('-', a, b, result);
    case REVERSE_TIME:
      return operate('-', integer(CONSTANT, INT64_MAX, false), a, result);
    default:
      return operate(expression->sign, a, b, result);
  }
}

/* ---- Hashes and bytes ------------------------------------------------------------------------ */

bool append_field(const struct model_field *field, const struct scope *scope, struct bytes *bytes) {
  if (field->expression->kind == REST) {
    append(bytes, scope->rest->at, scope->rest->size);
    bytes->varies = bytes->varies || !scope->rest_is_fixed;
    return true;
  }
  struct result value;
  struct bytes text = {.size = 0};
  if (!evaluate(field->expression, scope, &value, &text)) return false;
  bytes->overflowed = bytes->overflowed || text.overflowed;
  if (!is_fixed(field, &value, scope)) {
    const char letter = field->format.letter;
    bytes->varies = true;
    bytes->is_open = value.type == TEXT && (letter == '\0' || letter == 's');
  }
  return append_formatted(value, &field->format, bytes);
}

static bool append_arguments(const struct expression *call, const struct scope *scope,
                             struct bytes *message) {
  for (size_t i = 0; i < call->argument_count; i++)
    if (!append_field(&call->arguments[i], scope, message)) return false;
  return true;
}

static bool evaluate_seed(const struct model_hash *hash, const struct scope *scope, struct bytes *text,
                          uint64_t *seed) {
  *seed = hash_function_of(&hash->definition)->default_seed;
  if (hash->seed == NULL) return true;
  struct result value;
  if (!evaluate(hash->seed, scope, &value, text)) return false;
  *seed = value.negative ? -value.magnitude : value.magnitude;
  return true;
}

static bool evaluate_hash(const struct expression *call, const struct scope *scope, struct result *result,
                          struct bytes *text) {
  struct bytes message = {.size = 0};
  const struct model_hash *hash = &call->hash;
  uint64_t seed, values[MOST_HASH_VALUES];
  if (!append_arguments(call, scope, &message) || !evaluate_seed(hash, scope, text, &seed)) return false;
  text->overflowed = text->overflowed || message.overflowed;
  *result = (struct result){.type = DIGEST, .width = 16};
  if (hash->is_md5) {
    reference_md5(message.at, message.size, result->digest);
    if (hash->part != WHOLE_HASH)
      *result = integer(U64, get_big_endian(result->digest + (hash->part == FIRST_HALF ? 0 : 8)), false);
    return true;
  }
  if (!reference_hash(&hash->definition, seed, message.at, message.size, values)) return false;
  const enum hash_result kind = hash_function_of(&hash->definition)->result;
  if (kind == HASH_DIGEST || (kind == HASH_I64_PAIR && hash->part == WHOLE_HASH)) {
    result->width = hash_function_of(&hash->definition)->size;
    for (size_t i = 0; i < values_per_row(&hash->definition); i++)
      put_big_endian(values[i], result->digest + 8 * i);
  } else if (kind == HASH_U16 || kind == HASH_U32 || kind == HASH_U64) {
    *result = integer(U64, values[0], false);
  } else {
    *result = signed_integer(values[hash->part == SECOND_HALF]);
  }
  return true;
}

static bool evaluate_reverse(const struct expression *call, const struct scope *scope, struct result *result,
                             struct bytes *text) {
  struct bytes message = {.size = 0};
  if (!append_arguments(call, scope, &message)) return false;
  text->overflowed = text->overflowed || message.overflowed;
  text->size = message.size;
  for (size_t i = 0; i < message.size; i++) text->at[message.size - 1 - i] = message.at[i];
  *result = (struct result){
      .type = TEXT, .text = text->at, .size = text->size, .width = message.varies ? 0 : message.size};
  return true;
}

static bool evaluate_z_order(const struct expression *call, const struct scope *scope, struct result *result,
                             struct bytes *text) {
  struct result numbers[9];
  for (size_t i = 0; i < call->argument_count; i++)
    if (!evaluate(call->arguments[i].expression, scope, &numbers[i], text)) return false;
  return take_in_turns(numbers, call->argument_count - 1, result);
}

static uint64_t random_seed(uint64_t seed, uint64_t ordinal) {
  return ordinal == 0 ? seed : reference_random_u64(~seed, ordinal - 1);
}

static bool evaluate_text_numbers(const struct expression *call, const struct scope *scope,
                                  struct text_numbers *numbers, struct bytes *text) {
  struct result from = {.magnitude = 0}, count = {.magnitude = 0}, separator;
  *numbers = (struct text_numbers){.from = 0};
  if (call->from != NULL && !evaluate(call->from, scope, &from, text)) return false;
  if (call->count != NULL && !evaluate(call->count, scope, &count, text)) return false;
  if (call->separator != NULL && !evaluate(call->separator, scope, &separator, text)) return false;
  numbers->from = from.magnitude;
  numbers->count = count.magnitude;
  numbers->has_separator = call->separator != NULL;
  if (numbers->has_separator) numbers->separator = separator.text[0];
  return true;
}

static bool evaluate_text_call(const struct expression *call, const struct scope *scope,
                               struct result *result, struct bytes *text) {
  struct text_numbers numbers;
  if (!evaluate_text_numbers(call, scope, &numbers, text) || !evaluate(call->left, scope, result, text))
    return false;
  if (!call_of_text(call->text_call, numbers, result, text)) return false;
  const bool fixed = call->text_call != TRIM_CALL && call->text_call != UTF16LE_CALL &&
                     call->text_call != HASH_TAG_CALL && call->text_call != TRIM_RIGHT_CALL &&
                     call->text_call != PREFIX_CHARACTERS_CALL && result->width != 0;
  result->width = fixed ? result->size : 0;
  return true;
}

static bool evaluate_length(const struct expression *length, const struct scope *scope, struct result *result,
                            struct bytes *text) {
  if (!evaluate(length->left, scope, result, text)) return false;
  *result = integer(is_constant(length->left, scope) ? CONSTANT : U64, result->size, false);
  return true;
}

bool evaluate(const struct expression *expression, const struct scope *scope, struct result *result,
              struct bytes *text) {
  const struct record *record = scope->record;
  if (is_constant_expression(expression)) return evaluate_constant(expression, result);
  switch (expression->kind) {
    case STRING:
      *result = (struct result){
          .type = TEXT, .text = (const uint8_t *)expression->string, .size = expression->string_size};
      return true;
    case FLOAT_CONSTANT:
      *result = (struct result){.type = FLOAT, .number = expression->number};
      return true;
    case COLUMN:
    case COALESCE:
      return evaluate_column(expression, scope, result, text);
    case NULL_FIRST:
    case NULL_LAST:
      return evaluate_marker(expression, scope, result);
    case HASH:
      return evaluate_hash(expression, scope, result, text);
    case Z_ORDER:
      return evaluate_z_order(expression, scope, result, text);
    case REVERSE:
      return evaluate_reverse(expression, scope, result, text);
    case TEXT_CALL:
      return evaluate_text_call(expression, scope, result, text);
    case LENGTH:
      return evaluate_length(expression, scope, result, text);
    case RANDOM:
      *result = integer(
          U64, reference_random_u64(random_seed(record->seed, expression->ordinal), record->input_row),
          false);
      return true;
    default:
      return evaluate_operation(expression, scope, result, text);
  }
}
