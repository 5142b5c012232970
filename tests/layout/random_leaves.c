/* Memory for random layouts, constants and columns. */
#include <string.h>

#include "random_parts.h"

enum { EXPRESSIONS_MAX = 4096 };
static struct expression expressions[EXPRESSIONS_MAX];
static size_t expression_count;

bool rarely(void) { return random_below(12) == 0; }
bool coin(void) { return random_below(2) == 0; }

/* By column: what stands for its nulls, the same wherever it is asked for in a layout. */
static const struct expression *replacements[COLUMNS_MAX];

void forget_expressions(void) {
  expression_count = 0;
  memset(replacements, 0, sizeof replacements);
}

struct expression *new_expression(enum expression_kind kind) {
  CHECK(expression_count < EXPRESSIONS_MAX, "too many expressions");
  struct expression *expression = &expressions[expression_count++];
  *expression = (struct expression){.kind = kind};
  return expression;
}

const struct rowkey_escape escape_rules[RULES_ALL] = {{{0x00, 0xff}, {0}, {0x00, 0x01}, 2, false},
                                                      {{0x00, 0x01}, {0}, {0x00, 0x00}, 2, false},
                                                      {{0x01, 0x01}, {0x01, 0x02}, {0x00}, 1, true},
                                                      {{0x00, 0x80}, {0x01, 0x00}, {0x00, 0x7f}, 2, true},
                                                      {{0x00, 0xff}, {0}, {0x00}, 1, false},
                                                      {{0x01, 0x01}, {0x01, 0x02}, {0}, 0, true},
                                                      {{0x00, 0x05}, {0}, {0}, 0, false}};

/* ---- Constants and columns ------------------------------------------------------------------- */

const struct expression *constant(uint64_t magnitude, bool negative) {
  struct expression *expression = new_expression(INTEGER);
  expression->magnitude = magnitude;
  expression->negative = negative && magnitude != 0;
  return expression;
}

const struct expression *random_constant(void) {
  uint64_t magnitude = rarely() ? random_magnitude() : random_below(1000);
  return constant(magnitude, random_below(3) == 0 && magnitude <= (uint64_t)INT64_MAX);
}

const struct expression *random_string(void) {
  static const struct {
    const char *bytes;
    size_t size;
  } strings[] = {{"", 0},
                 {"|", 1},
                 {"a", 1},
                 {"some literal text that is longer than one unit of copying", 57},
                 {"a\0\0b", 4},
                 {"\0\xff\x01", 3},
                 {"12345678", 8},
                 {"\"\\{}:", 5},
                 {"\xc3\xa9t\xc3\xa9", 5}};
  struct expression *string = new_expression(STRING);
  size_t i = random_below(sizeof strings / sizeof *strings);
  string->string = strings[i].bytes;
  string->string_size = strings[i].size;
  return string;
}

/* One that can stand for a null of FIXED_TEXT. */
static const struct expression *fixed_string(void) {
  const struct expression *string = random_string();
  while (string->string_size != FIXED_WIDTH) string = random_string();
  return string;
}

const struct expression *column(size_t often, size_t rare) {
  struct expression *expression = new_expression(COLUMN);
  expression->column = rarely() ? rare : often;
  return expression;
}

const struct expression *coalesce(size_t index, const struct expression *replacement) {
  if (replacements[index] == NULL) replacements[index] = replacement;
  struct expression *expression = new_expression(COALESCE);
  expression->column = index;
  expression->left = replacements[index];
  return expression;
}

/* The column, which has nulls, another one in their place, and a constant where that is null, too. */
static const struct expression *coalesce_columns(size_t index, size_t other, const struct expression *last) {
  if (last != NULL) return coalesce(index, coalesce(other, last));
  struct expression *second = new_expression(COLUMN);
  second->column = other;
  return coalesce(index, second);
}

static const struct expression *float_constant(void) {
  static const struct {
    const char *text;
    double number;
  } constants[] = {{"1.5", 1.5}, {"-0.25", -0.25}, {"0.1", 0.1}, {"65536.0", 65536}, {"-0.0", -0.0}};
  struct expression *expression = new_expression(FLOAT_CONSTANT);
  size_t i = (size_t)random_below(sizeof constants / sizeof *constants);
  expression->string = constants[i].text;
  expression->number = constants[i].number;
  return expression;
}

const struct expression *null_marker(void) {
  static const size_t columns[] = {NULL_U64, NULL_I64, NULL_TEXT, NULL_F64, FIXED_TEXT};
  struct expression *marker = new_expression(coin() ? NULL_FIRST : NULL_LAST);
  marker->column = columns[random_below(sizeof columns / sizeof *columns)];
  return marker;
}

struct model_field field_of_marker(const struct expression *marker) {
  const size_t index = marker->column;
  struct model_field field = {.format = {.letter = 'u', .width = 64, .inverted = rarely()}};
  if (index == NULL_I64) field.format.letter = 'i';
  if (index == NULL_F64) field.format.letter = 'f';
  if (index == NULL_TEXT || index == FIXED_TEXT)
    field.format = (struct model_format){
        .letter = coin() ? 'e' : 'm', .inverted = rarely(), .rule = escape_rules[random_below(RULES_FREE)]};
  field.expression = coalesce(index, index == FIXED_TEXT  ? fixed_string()
                                     : index == NULL_TEXT ? random_string()
                                     : index == NULL_F64  ? float_constant()
                                                          : constant(random_below(99), false));
  return field;
}

const struct expression *number_of_two_columns(void) {
  const bool ends = coin();
  if (coin()) return coalesce_columns(NULL_U64, ANY_U64, ends ? constant(random_below(99), false) : NULL);
  return coalesce_columns(NULL_I64, SMALL_I64, ends ? constant(random_below(99), coin()) : NULL);
}

const struct expression *text_column(bool any) {
  if (rarely()) return coalesce_columns(NULL_TEXT, WORDS, coin() ? random_string() : NULL);
  if (rarely()) return coalesce(NULL_TEXT, random_string());
  if (rarely()) return column(coin() ? NULL_TEXT : WORDS, WORDS);
  if (rarely()) return coin() ? column(FIXED_TEXT, FIXED_TEXT) : coalesce(FIXED_TEXT, fixed_string());
  return any ? column(ANY_TEXT, PLAIN_TEXT) : column(coin() ? PLAIN_TEXT : WORDS, ANY_TEXT);
}

static bool is_utf8(const struct expression *text) {
  return text->kind == COLUMN && (text->column == WORDS || text->column == PLAIN_TEXT);
}

static const struct expression *random_separator(void) {
  struct expression *string = new_expression(STRING);
  string->string = (const char *[]){".", "a", "\xff"}[random_below(3)];
  string->string_size = 1;
  return string;
}

const struct expression *text_call(const struct expression *text) {
  do {
    struct expression *call = new_expression(TEXT_CALL);
    call->left = text;
    do call->text_call = (enum text_call_kind)random_below(TEXT_CALLS);
    while ((call->text_call == UTF16LE_CALL || call->text_call == WITHOUT_CALL) && !is_utf8(text));
    if (call->text_call == SLICE_CALL) call->from = constant(random_below(coin() ? 20 : 3), false);
    if (call->text_call == SLICE_CALL || call->text_call == PREFIX_CALL ||
        call->text_call == PREFIX_CHARACTERS_CALL)
      call->count = constant(1 + random_below(coin() ? 30 : 5), false);
    if (call->text_call == REVERSE_LABELS_CALL || call->text_call == WITHOUT_CALL ||
        (call->text_call == TRIM_RIGHT_CALL && coin()))
      call->separator = random_separator();
    text = call;
  } while (random_below(3) == 0);
  return text;
}

const struct expression *float_column(bool short_only) {
  if (rarely()) return coalesce_columns(NULL_F64, SHORT_F64, coin() ? float_constant() : NULL);
  if (rarely())
    return coalesce(NULL_F64, coin() ? float_constant() : constant(random_below(1 << 24), coin()));
  if (short_only) return column(coin() ? SHORT_F64 : ANY_F32, ANY_F64);
  return column(coin() ? ANY_F64 : SHORT_F64, ANY_F32);
}
