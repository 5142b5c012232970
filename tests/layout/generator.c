#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model.h"

/* Columns of random_batch. The u64 and i64 columns hold small numbers, then any; the texts are short and
 * plain, then anything up to a few blocks of MD5. */
enum { SMALL_U64, ANY_U64, SMALL_I64, ANY_I64, PLAIN_TEXT, ANY_TEXT, COLUMN_COUNT };
static const char *const names[COLUMN_COUNT] = {"u", "big", "i", "wide", "t", "any"};

enum { EXPRESSIONS_MAX = 512, FIELDS_MAX = 256 };
static struct expression expressions[EXPRESSIONS_MAX];
static struct model_field fields[FIELDS_MAX];
static size_t expression_count, field_count;
static uint64_t random_calls;

/* ---- Templates as text ----------------------------------------------------------------------- */

struct writer {
  char *text;
  size_t capacity, length;
};

__attribute__((format(printf, 2, 3))) static void put(struct writer *writer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(writer->text + writer->length, writer->capacity - writer->length, format, arguments);
  va_end(arguments);
  CHECK(length >= 0 && (size_t)length < writer->capacity - writer->length, "the template is too long");
  writer->length += (size_t)length;
}

static void put_field(struct writer *writer, const struct model_field *field);

static void put_expression(struct writer *writer, const struct expression *expression) {
  switch (expression->kind) {
    case INTEGER:
      put(writer, "%s%llu", expression->negative ? "-" : "", (unsigned long long)expression->magnitude);
      break;
    case STRING:
      put(writer, "\"%s\"", expression->string);
      break;
    case COLUMN:
      put(writer, "%s", names[expression->column]);
      break;
    case NEGATION:
      put(writer, "-");
      put_expression(writer, expression->left);
      break;
    case BINARY:
      put(writer, "(");
      put_expression(writer, expression->left);
      put(writer, " %c ", expression->sign);
      put_expression(writer, expression->right);
      put(writer, ")");
      break;
    case MD5:
      put(writer, "md5(");
      for (size_t i = 0; i < expression->argument_count; i++) {
        if (i > 0) put(writer, ", ");
        put_field(writer, &expression->arguments[i]);
      }
      put(writer, ")");
      break;
    case RANDOM:
      put(writer, "random()");
      break;
  }
}

static void put_field(struct writer *writer, const struct model_field *field) {
  put_expression(writer, field->expression);
  if (field->format == '\0') return;
  put(writer, ":");
  bool zero = field->format == 'd' || field->format == 'x';
  if (field->format == 'u' || field->format == 'i')
    put(writer, "%c%u", field->format, field->width);
  else if (field->width != 0)
    put(writer, "%s%u%c", zero ? "0" : "", field->width, field->format);
  else
    put(writer, "%c", field->format);
}

/* ---- Expressions ------------------------------------------------------------------------------ */

/* Most rows of most layouts are to be good: what makes rows bad is chosen once in a while only. */
static bool rarely(void) { return random_below(12) == 0; }

static struct expression *new_expression(enum expression_kind kind) {
  CHECK(expression_count < EXPRESSIONS_MAX, "too many expressions");
  struct expression *expression = &expressions[expression_count++];
  *expression = (struct expression){.kind = kind};
  return expression;
}

static const struct expression *random_column(size_t often, size_t rare) {
  struct expression *expression = new_expression(COLUMN);
  expression->column = rarely() ? rare : often;
  return expression;
}

/* Numbers of all sizes, each as likely. */
static uint64_t random_magnitude(void) { return random_u64() >> random_below(64); }

static const struct expression *constant(uint64_t magnitude, bool negative) {
  struct expression *expression = new_expression(INTEGER);
  expression->magnitude = magnitude;
  expression->negative = negative && magnitude != 0;
  return expression;
}

static const struct expression *random_constant(void) {
  uint64_t magnitude = rarely() ? random_magnitude() : random_below(1000);
  return constant(magnitude, random_below(3) == 0 && magnitude <= (uint64_t)INT64_MAX);
}

static const struct expression *binary(const struct expression *left, char sign,
                                       const struct expression *right) {
  struct expression *expression = new_expression(BINARY);
  expression->sign = sign;
  expression->left = left;
  expression->right = right;
  return expression;
}

static bool may_be_negative(const struct expression *expression) {
  switch (expression->kind) {
    case INTEGER:
      return expression->negative;
    case COLUMN:
      return expression->column == SMALL_I64 || expression->column == ANY_I64;
    case NEGATION:
      return true;
    case BINARY:
      return may_be_negative(expression->left) || may_be_negative(expression->right);
    default:
      return false;
  }
}

static struct model_field random_field(unsigned depth);

static const struct expression *random_md5(unsigned depth) {
  struct expression *expression = new_expression(MD5);
  expression->argument_count = random_below(2) == 0 ? 1 : 1 + random_below(4);
  struct model_field arguments[4];
  for (size_t i = 0; i < expression->argument_count; i++) arguments[i] = random_field(depth);
  CHECK(field_count + expression->argument_count <= FIELDS_MAX, "too many arguments");
  memcpy(fields + field_count, arguments, expression->argument_count * sizeof *fields);
  expression->arguments = fields + field_count;
  field_count += expression->argument_count;
  return expression;
}

/* A column, a random number or a hash, modulo a constant: at most `most`, or of any size when that is 0. */
static const struct expression *random_remainder(unsigned depth, uint64_t most) {
  const struct expression *left;
  switch (random_below(depth == 0 ? 2 : 4)) {
    case 0:
      left = random_column(SMALL_U64, ANY_U64);
      break;
    case 1: {
      struct expression *call = new_expression(RANDOM);
      call->ordinal = random_calls++;
      left = call;
      break;
    }
    default:
      left = random_md5(depth - 1);
      break;
  }
  uint64_t divisor = most != 0              ? 1 + random_below(most)
                     : random_below(2) == 0 ? 1000
                                            : random_magnitude() | 1;
  return binary(left, '%', constant(divisor, false));
}

/* Never a constant, which the library would fold. */
static const struct expression *random_integer(unsigned depth) {
  uint64_t choice = random_below(depth == 0 ? 4 : 9);
  if (choice < 2) return random_column(SMALL_U64, ANY_U64);
  if (choice == 2) return random_column(SMALL_I64, ANY_I64);
  if (choice == 3) return random_remainder(depth, 0);
  if (choice == 4) {
    struct expression *negation = new_expression(NEGATION);
    negation->left = random_integer(depth - 1);
    return negation;
  }
  const struct expression *left = random_integer(depth - 1);
  const struct expression *right = random_below(2) == 0 ? random_constant() : random_integer(depth - 1);
  bool is_signed = may_be_negative(left) || may_be_negative(right);
  return binary(left, is_signed || rarely() ? "+-*%"[random_below(4)] : "+*%"[random_below(3)], right);
}

/* ---- Fields ----------------------------------------------------------------------------------- */

static struct model_field integer_field(unsigned depth) {
  static const unsigned signed_widths[] = {8, 16, 32, 64};
  if (rarely()) return (struct model_field){.expression = random_remainder(depth, 26), .format = 'a'};
  struct model_field field = {.expression = random_integer(depth)};
  bool any_format = rarely() || !may_be_negative(field.expression);
  field.format = any_format ? "\0dddxxuui"[random_below(9)] : "\0dii"[random_below(4)];
  bool wide = random_below(8) != 0; /* enough for most numbers */
  bool padded = any_format && random_below(3) != 0;
  switch (field.format) {
    case 'd':
      field.width = !padded ? 0 : wide ? 20 : 1 + (unsigned)random_below(20);
      break;
    case 'x':
      field.width = !padded ? 0 : wide ? 16 : 1 + (unsigned)random_below(16);
      break;
    case 'u':
      field.width = wide ? 64 : 8 + 8 * (unsigned)random_below(8);
      break;
    case 'i':
      field.width = wide ? 64 : signed_widths[random_below(4)];
      break;
    default:
      if (rarely() && rarely()) field.format = 'a';
      break;
  }
  return field;
}

static struct model_field string_field(void) {
  static const char *const strings[] = {"", "|", "a",
                                        "some literal text that is longer than one unit of copying"};
  struct expression *string = new_expression(STRING);
  string->string = strings[random_below(4)];
  return (struct model_field){.expression = string, .format = "\0sx"[random_below(3)]};
}

/* Of any bytes where that is likely to be good: they are hard to pad and to delimit. */
static struct model_field text_field(bool in_message) {
  struct model_field field = {.format = "\0sssx"[random_below(5)]};
  if (field.format == 's' && random_below(2) == 0) field.width = 10 + (unsigned)random_below(40);
  bool any = field.width == 0 && (in_message || field.format == 'x') && random_below(2) == 0;
  field.expression = any ? random_column(ANY_TEXT, PLAIN_TEXT) : random_column(PLAIN_TEXT, ANY_TEXT);
  return field;
}

enum { KEY_DEPTH = 2 };

static struct model_field random_field(unsigned depth) {
  uint64_t choice = random_below(10);
  if (choice < 5) return integer_field(depth);
  if (choice == 5) return string_field();
  if (choice == 6 && depth > 0)
    return (struct model_field){.expression = random_md5(depth - 1), .format = "\0sx"[random_below(3)]};
  return text_field(depth < KEY_DEPTH);
}

struct model random_model(char *text, size_t capacity) {
  expression_count = field_count = 0;
  random_calls = 0;
  struct writer writer = {.text = text, .capacity = capacity};
  struct model model = {.count = 1 + random_below(random_below(4) == 0 ? 8 : 3)};
  for (size_t i = 0; i < model.count; i++) {
    static const char *const literals[] = {"|", ":", "~ a longer literal behind a field ~", "_"};
    model.fields[i] = random_field(KEY_DEPTH);
    const struct model_field *field = &model.fields[i];
    /* Only fixed formats, which always state a width, may stand right before the next field. */
    bool fixed = field->width != 0 || field->format == 'a';
    bool literal = i + 1 < model.count ? !fixed || random_below(2) == 0
                                       : random_below(4) == 0 || field->expression->kind == STRING;
    model.literals[i] = literal ? literals[random_below(4)] : "";
    put(&writer, "{");
    put_field(&writer, field);
    put(&writer, "}%s", model.literals[i]);
  }
  return model;
}

/* ---- Records --------------------------------------------------------------------------------- */

static void add_random_text(struct batch *batch, const char *name, bool any) {
  uint64_t *offsets = guarded((batch->rows + 1) * sizeof *offsets, GUARD_END);
  for (size_t i = 0; i < batch->rows; i++) {
    uint64_t length = any ? random_below(random_below(8) == 0 ? 300 : 40) : random_below(11);
    offsets[i + 1] = offsets[i] + length;
  }
  uint8_t *bytes = guarded((size_t)offsets[batch->rows], GUARD_END);
  random_bytes(bytes, (size_t)offsets[batch->rows]);
  for (size_t i = 0; i < offsets[batch->rows] && !any; i++) bytes[i] = (uint8_t)('a' + bytes[i] % 26);
  add_bytes(batch, name, bytes, offsets);
}

struct batch random_batch(size_t rows) {
  struct batch batch = {.rows = rows};
  uint64_t *integers = guarded(rows * sizeof *integers, GUARD_END);
  int64_t *signed_integers = guarded(rows * sizeof *signed_integers, GUARD_END);
  for (size_t i = 0; i < rows; i++) integers[i] = random_below(100000);
  add_u64(&batch, names[SMALL_U64], integers);
  for (size_t i = 0; i < rows; i++) integers[i] = random_magnitude();
  add_u64(&batch, names[ANY_U64], integers);
  for (size_t i = 0; i < rows; i++) signed_integers[i] = (int64_t)random_below(2000) - 1000;
  add_i64(&batch, names[SMALL_I64], signed_integers);
  for (size_t i = 0; i < rows; i++) {
    uint64_t magnitude = random_magnitude() >> 1;
    signed_integers[i] = random_below(2) == 0 ? (int64_t)magnitude : -1 - (int64_t)magnitude;
  }
  add_i64(&batch, names[ANY_I64], signed_integers);
  add_random_text(&batch, names[PLAIN_TEXT], false);
  add_random_text(&batch, names[ANY_TEXT], true);
  return batch;
}
