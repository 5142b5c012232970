/* Random layouts. Most rows of most layouts are to be good: what makes rows bad is chosen once in a while. */
#include <string.h>

#include "random_parts.h"

/* ---- Fields ---------------------------------------------------------------------------------- */

/* Digits, and how many of them 2^64 - 1 takes: some that ascend, and some that do not. */
static const struct random_alphabet {
  const char *digits;
  unsigned widest;
} random_alphabets[] = {
    {"01", 64},
    {"-+0", 41},
    {"0123456789bcdefghjkmnpqrstuvwxyz", 13},
    {"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11},
    {"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 11},
    {"!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~", 10},
};
enum { ALPHABETS = sizeof random_alphabets / sizeof *random_alphabets };

static struct model_field integer_field(unsigned depth) {
  if (rarely()) return (struct model_field){.expression = random_remainder(depth, 26), .format.letter = 'a'};
  struct model_field field = {.expression = rarely() ? random_constant() : random_integer(depth)};
  bool any_format = rarely() || !may_be_negative(field.expression);
  struct model_format *format = &field.format;
  format->letter = any_format ? "\0dddxXuuuivg"[random_below(12)] : "\0diii"[random_below(5)];
  bool wide = random_below(8) != 0; /* enough for most numbers */
  bool padded = any_format && random_below(3) != 0;
  switch (format->letter) {
    case 'd':
      format->width = !padded ? 0 : wide ? 20 : 1 + (unsigned)random_below(20);
      break;
    case 'x':
    case 'X':
      format->width = !padded ? 0 : wide ? 16 : 1 + (unsigned)random_below(16);
      break;
    case 'u':
    case 'i':
      format->width = wide ? 64 : 8 + 8 * (unsigned)random_below(8);
      format->order = (enum byte_order)random_below(format->letter == 'i' ? 3 : 2);
      break;
    case 'g': {
      const struct random_alphabet *alphabet = &random_alphabets[random_below(ALPHABETS)];
      format->alphabet = alphabet->digits;
      format->width = wide ? alphabet->widest : 1 + (unsigned)random_below(alphabet->widest);
      break;
    }
    case 'v':
      format->varint = (const char *[]){"cockroach", "foundationdb", "orderedcode", "tikv"}[random_below(4)];
      break;
    default:
      break;
  }
  return field;
}

static struct model_field float_field(void) {
  struct model_field field = {.format.letter = "\0f"[random_below(2)]};
  if (field.format.letter != 'f') return (struct model_field){.expression = float_column(false)};
  field.format.width = coin() ? 32 : 64;
  field.format.order = random_below(3) == 0 ? TWOS_COMPLEMENT_ORDER : NO_ORDER;
  field.expression = float_column(field.format.width == 32);
  return field;
}

static struct model_field digest_field(unsigned depth) {
  struct model_field field = {.format.letter = '\0'};
  size_t size;
  field.expression = random_digest(depth, &size);
  field.format.letter = "\0sxXd"[random_below(size == 16 ? 5 : 4)];
  bool hex = field.format.letter == 'x' || field.format.letter == 'X';
  if (hex && coin()) field.format.width = (unsigned)(rarely() ? 2 * size : 1 + random_below(2 * size));
  if (field.format.letter == 'd' && coin())
    field.format.width = rarely() ? 1 + (unsigned)random_below(38) : 39;
  return field;
}

/* Text of any bytes where that is likely to be good: such bytes are hard to pad and to delimit. */
static struct model_field text_field(unsigned depth, bool in_message) {
  struct model_field field = {.format.letter = "\0sssxXemn"[random_below(9)]};
  char letter = field.format.letter;
  bool delimited = letter == '\0' || letter == 's';
  if (letter == 's' && coin()) {
    field.format.width = 10 + (unsigned)random_below(40);
    field.format.pads_left = random_below(4) == 0;
    field.format.padding = field.format.pads_left ? '0' : (uint8_t)"\0\0\0 _\xff"[random_below(6)];
  }
  if (letter == 'e') field.format.rule = escape_rules[in_message ? random_below(RULES_ALL) : 0];
  if (letter == 'n') field.format.width = 8 + 8 * (unsigned)random_below(8);
  if (depth > 0 && rarely()) {
    struct expression *reverse = new_expression(REVERSE);
    add_arguments(reverse, depth - 1, false);
    field.expression = reverse;
  } else if (rarely()) {
    field.expression = random_string();
  } else {
    bool any = field.format.width == 0 && (in_message || !delimited) && coin();
    field.expression = text_column(any);
  }
  if (random_below(4) == 0) field.expression = text_call(field.expression);
  return field;
}

struct model_field random_field(unsigned depth, bool in_message) {
  struct model_field field;
  uint64_t choice = random_below(10);
  if (choice < 5)
    field = integer_field(depth);
  else if (choice == 5)
    field = float_field();
  else if (choice == 6 && depth > 0)
    field = digest_field(depth - 1);
  else
    field = text_field(depth, in_message);
  field.format.inverted = field.format.letter != '\0' && random_below(6) == 0;
  return field;
}

/* Which rules may stand there. */
static void choose_rule(struct model_field *field, bool followed, bool last) {
  const size_t rules = last && !field->format.inverted ? RULES_ALL : followed ? RULES_FOLLOWED : RULES_FREE;
  field->format.rule = escape_rules[field->format.letter == 'e' ? random_below(rules) : 0];
}

/* ---- Layouts --------------------------------------------------------------------------------- */

enum { KEY_DEPTH = 2 };

static struct model_field literal_field(void) {
  static const char *const literals[] = {"|", ":", "~ a longer literal after a field ~", "_", "{\\}"};
  struct expression *string = new_expression(STRING);
  string->string = literals[random_below(5)];
  string->string_size = strlen(string->string);
  return (struct model_field){.expression = string, .is_literal = true};
}

/* Only formats that state a width, and those that show their end, may stand right before the next field. */
static bool shows_end(const struct model_field *field) {
  return field->format.width != 0 || strchr("aemv", field->format.letter) != NULL;
}

static bool is_literal_text(const struct expression *expression) {
  while (expression->kind == TEXT_CALL) expression = expression->left;
  return expression->kind == STRING;
}

/* A marker and its column, so that nulls come back. */
static void add_nullable(struct model *model) {
  static const char letters[] = {'u', 'd', 'i', 'a', 'x'};
  struct model_field marker = {.expression = null_marker(), .format.inverted = rarely()};
  marker.format.letter = letters[random_below(sizeof letters)];
  if (marker.format.letter != 'a') marker.format.width = marker.format.letter == 'd' ? 1 : 16;
  const struct model_field column = field_of_marker(marker.expression);
  const bool before = coin();
  model->fields[model->count++] = before ? marker : column;
  model->fields[model->count++] = before ? column : marker;
}

struct model random_model(char *text, size_t capacity) {
  begin_template();
  struct model model = {.count = 0};
  if (random_below(6) == 0) add_nullable(&model);
  size_t fields = 1 + random_below(random_below(4) == 0 ? 8 : 3);
  for (size_t i = 0; i < fields; i++) {
    bool last = i + 1 == fields;
    bool literal_behind = last ? random_below(4) == 0 : coin();
    allow_rest(!last || literal_behind);
    struct model_field field = random_field(KEY_DEPTH, false);
    bool is_constant = is_literal_text(field.expression);
    literal_behind =
        literal_behind || (last ? is_constant : field.format.letter == '\0' || !shows_end(&field));
    choose_rule(&field, literal_behind, last && !literal_behind);
    model.fields[model.count++] = field;
    if (literal_behind) model.fields[model.count++] = literal_field();
  }
  write_template(&model, text, capacity);
  return model;
}
