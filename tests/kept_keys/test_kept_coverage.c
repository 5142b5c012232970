/* keys.tsv has a key of everything that the language, the column types and the named layouts have, as their
 * own tables list it. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kept_keys.h"
#include "kernels/hashes.h"
#include "layout/builder.h"
#include "layout/format.h"
#include "layout/parser.h"
#include "testing.h"
#include "types/type.h"

/* ---- What the file has ------------------------------------------------------------------------ */

/* Words for all that occurs: "md5(", "h31(start=", "murmur3_32(tail=words", "<<", "time(ms", "@gbif". */
struct word {
  char text[64];
};
static struct word words[4000];
static size_t word_count;

__attribute__((format(printf, 1, 2))) static struct word word(const char *format, ...) {
  struct word result;
  va_list arguments;
  va_start(arguments, format);
  const int size = vsnprintf(result.text, sizeof result.text, format, arguments);
  va_end(arguments);
  CHECK(size < (int)sizeof result.text, "%s is longer than the test has room for", result.text);
  return result;
}

static bool has(struct word word) {
  for (size_t i = 0; i < word_count; i++)
    if (strcmp(words[i].text, word.text) == 0) return true;
  return false;
}

static void add(struct word word) {
  if (has(word)) return;
  CHECK(word_count < sizeof words / sizeof *words, "more words than the test has room for");
  words[word_count++] = word;
}

#define SHOWN(slice) (int)(slice).size, (slice).at

/* ---- Templates -------------------------------------------------------------------------------- */

/* A name, and the widths in bytes or digits; text has a width (1) or none (0), and so have alphabets. Each
 * stands with ~ as well. */
static const struct kept_format {
  const char *name;
  struct format format;
  unsigned least, most;
} formats[] = {
    {"d", {.kind = FORMAT_DECIMAL}, 0, DECIMAL_WIDTH_MAX},
    {"d", {.kind = FORMAT_DECIMAL}, HASH_DECIMAL_WIDTH_MAX, HASH_DECIMAL_WIDTH_MAX},
    {"d(\"0123\")", {.kind = FORMAT_DIGITS}, 1, 1},
    {"x", {.kind = FORMAT_HEX}, 0, HEX_WIDTH_MAX},
    {"x", {.kind = FORMAT_HEX}, 2 * HEX_WIDTH_MAX, 2 * HEX_WIDTH_MAX},
    {"X", {.kind = FORMAT_HEX, .upper = true}, 0, HEX_WIDTH_MAX},
    {"u", {.kind = FORMAT_UNSIGNED}, 1, 8},
    {"i", {.kind = FORMAT_SIGNED}, 1, 8},
    {"ibe", {.kind = FORMAT_TWOS_COMPLEMENT}, 1, 8},
    {"ule", {.kind = FORMAT_UNSIGNED_LITTLE}, 1, 8},
    {"ile", {.kind = FORMAT_TWOS_LITTLE}, 1, 8},
    {"f", {.kind = FORMAT_FLOAT}, 4, 4},
    {"f", {.kind = FORMAT_FLOAT}, 8, 8},
    {"a", {.kind = FORMAT_LETTER}, 0, 0},
    {"s", {.kind = FORMAT_TEXT}, 0, 1},
    {"s(\" \")", {.kind = FORMAT_TEXT, .padding = 1}, 1, 1},
    {"0s", {.kind = FORMAT_TEXT, .padding = 1, .pads_left = true}, 1, 1},
    {"us", {.kind = FORMAT_COUNTED}, 1, 8},
    {"esc", {.kind = FORMAT_ESCAPE_TERMINATED}, 0, 0},
    {"mem", {.kind = FORMAT_ESCAPE_GROUPS}, 0, 0},
    {"varint", {.kind = FORMAT_VARINT}, 0, 0},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static struct word word_of_format(const struct kept_format *kept, unsigned width, bool inverted) {
  return word("format %s%s of %u", inverted ? "~" : "", kept->name, width);
}

static bool is_format(const struct format *format, const struct format *of) {
  return format->kind == of->kind && format->upper == of->upper && format->pads_left == of->pads_left &&
         (format->padding != 0) == (of->padding != 0);
}

static void add_format_words(const struct format *format) {
  const bool one_for_all = format->kind == FORMAT_TEXT || format->kind == FORMAT_DIGITS;
  const unsigned width = one_for_all && format->width > 0 ? 1 : format->width;
  for (size_t i = 0; i < FORMATS; i++) {
    if (!is_format(format, &formats[i].format)) continue;
    add(word_of_format(&formats[i], width, format->inverted));
    if (format->inverted) add(word_of_format(&formats[i], width, false));
  }
}

static void add_field_words(const struct diagnostic *diagnostic, const struct field_node *field);

static void add_option_words(const struct node *call, const struct option_node *option) {
  add(word("%.*s(%.*s=", SHOWN(call->text), SHOWN(option->name)));
  if (option->value->kind == NODE_NAME)
    add(word("%.*s(%.*s=%.*s", SHOWN(call->text), SHOWN(option->name), SHOWN(option->value->text)));
}

static void add_expression_words(const struct diagnostic *diagnostic, const struct node *node) {
  if (node == NULL) return;
  if (node->kind == NODE_BINARY) add(word("operator %c", node->operator_sign));
  if (node->kind == NODE_NEGATE) add(word("negation"));
  if (node->kind == NODE_CALL) add(word("%.*s(", SHOWN(node->text)));
  for (const struct field_node *field = node->arguments; field != NULL; field = field->next) {
    add_field_words(diagnostic, field);
    if (field->expression->kind == NODE_NAME && field != node->arguments)
      add(word("%.*s(, %.*s", SHOWN(node->text), SHOWN(field->expression->text)));
  }
  for (const struct option_node *option = node->options; option != NULL; option = option->next) {
    add_option_words(node, option);
    add_expression_words(diagnostic, option->value);
  }
  add_expression_words(diagnostic, node->left);
  add_expression_words(diagnostic, node->right);
}

static void add_field_words(const struct diagnostic *diagnostic, const struct field_node *field) {
  struct format format;
  add_expression_words(diagnostic, field->expression);
  if (field->format.at == NULL) return;
  CHECK(rowkey_parse_format(diagnostic, field->format, field->format_offset, &format), "%.*s",
        SHOWN(field->format));
  add_format_words(&format);
}

static void add_template_words(const char *text) {
  rowkey_error error;
  const struct diagnostic diagnostic = {text, strlen(text), &error};
  struct arena arena = {0};
  struct template template;
  CHECK(rowkey_parse_template(&diagnostic, &arena, &template), "%s: %s", text, error.text);
  for (const struct item *item = template.items; item != NULL; item = item->next)
    if (item->field != NULL) add_field_words(&diagnostic, item->field);
  if (template.uses_rest) add(word("rest"));
  rowkey_arena_free(&arena);
}

/* ---- Plans ------------------------------------------------------------------------------------ */

#define KERNEL(id, name) [STEP_##id] = #id,
#define LOOP(id, name) [STEP_##id] = #id,
#define SILENT(id) [STEP_##id] = #id,
static const char *const steps[] = {
#include "plan/steps.def"
};
#undef KERNEL
#undef LOOP
#undef SILENT

static void add_parts(const struct sequence *sequence) {
  for (size_t i = 0; i < sequence->count; i++) {
    const struct part *part = &sequence->parts[i];
    add(word("step %s", steps[part->step]));
    if (part->delimiter >= 0) add(word("step %s", steps[STEP_FIND_DELIMITER]));
    if (part->inverted && !part_varies(part)) add(word("step %s", steps[STEP_INVERT]));
  }
  if (!sequence->fixed) add(word("step %s", steps[STEP_JOIN]));
}

/* Values and columns of the compiled layout. */
static void add_plan_words(const char *text, const struct kept_schema *schema) {
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), schema->columns, schema->count, &error);
  CHECK(layout != NULL, "%s", error.text);
  for (size_t i = 0; i < layout->value_count; i++) {
    if (layout->values[i]->used) add(word("step %s", steps[layout->values[i]->step]));
    if (layout->values[i]->message != NULL) add_parts(layout->values[i]->message);
  }
  add_parts(&layout->key);
  for (size_t i = 0; i < schema->count; i++) add(word("column of type %d", (int)schema->columns[i].type));
  rowkey_layout_free(layout);
}

static void add_type_words(const struct kept_schema *schema) {
  for (size_t i = 0; i < schema->count; i++) {
    const char *text = schema->types[i] == NULL ? "" : rowkey_column_type_text(schema->types[i]);
    add(word("type %.*s, unit %d", (int)strcspn(text, "("), text, (int)schema->columns[i].unit));
    for (; (text = strchr(text, '%')) != NULL; text += 2) add(word("directive %.2s", text));
  }
}

static void collect(void) {
  const struct kept_keys keys = kept_keys();
  for (size_t i = 0; i < keys.count; i++) {
    const struct kept_key *line = &keys.at[i];
    if (i > 0 && strcmp(line->layout, keys.at[i - 1].layout) == 0 &&
        strcmp(line->columns, keys.at[i - 1].columns) == 0)
      continue;
    char expansion[ROWKEY_NAMED_TEMPLATE_SIZE];
    const char *text = kept_template(line->layout, expansion);
    struct kept_schema schema = read_kept_schema(line->columns);
    if (line->layout[0] == '@') add(word("%.*s", (int)strcspn(line->layout, "("), line->layout));
    add_template_words(text);
    add_plan_words(text, &schema);
    add_type_words(&schema);
    free_kept_schema(&schema);
  }
}

/* ---- What there is ---------------------------------------------------------------------------- */

/* What the file lacks is counted, so that one run tells all of it. */
static size_t missing;

static void want(struct word word) {
  if (word_count == 0) collect();
  if (has(word)) return;
  fprintf(stderr, "keys.tsv has no key of %s: append one\n", word.text);
  missing++;
}

static void check_nothing_is_missing(void) {
  const size_t count = missing;
  missing = 0;
  CHECK(count == 0, "keys.tsv lacks %zu", count);
}

static void every_function_has_a_key(void) {
  for (size_t i = 0; rowkey_function_name(NULL, i).at != NULL; i++)
    want(word("%.*s(", SHOWN(rowkey_function_name(NULL, i))));
  for (size_t i = 0; rowkey_period_name(NULL, i).at != NULL; i++)
    want(word("truncate(, %.*s", SHOWN(rowkey_period_name(NULL, i))));
  want(word("scaled(round=even"));
  want(word("scaled(round=floor"));
  want(word("rest"));
  check_nothing_is_missing();
}

static void every_option_of_a_hash_has_a_key(void) {
  for (size_t i = 0; rowkey_hash_name(i).at != NULL; i++) {
    const struct hash_function *hash = rowkey_find_hash(rowkey_hash_name(i));
    for (size_t k = 0; rowkey_hash_option_name(hash, k).at != NULL; k++) {
      const struct slice option = rowkey_hash_option_name(hash, k);
      want(word("%s(%.*s=", hash->name, SHOWN(option)));
      for (int tail = 0; slice_is(option, "tail") && tail <= (int)hash->last_tail; tail++)
        want(word("%s(tail=%s", hash->name, rowkey_tail_names[tail]));
      if (!slice_is(option, "half")) continue;
      want(word("%s(half=first", hash->name));
      want(word("%s(half=second", hash->name));
    }
  }
  check_nothing_is_missing();
}

static void every_operator_has_a_key(void) {
  for (int sign = 1; sign < 128; sign++)
    if (rowkey_operator_level((char)sign) >= 0) want(word("operator %c", sign));
  want(word("negation"));
  check_nothing_is_missing();
}

static void every_format_has_a_key(void) {
  bool known[FORMAT_KINDS] = {false};
  for (size_t i = 0; i < FORMATS; i++) {
    const struct kept_format *format = &formats[i];
    bool inverted = false;
    known[format->format.kind] = true;
    for (unsigned width = format->least; width <= format->most; width++) {
      want(word_of_format(format, width, false));
      inverted |= has(word_of_format(format, width, true));
    }
    if (!inverted) want(word_of_format(format, format->most, true));
  }
  for (size_t kind = 0; kind < FORMAT_KINDS; kind++)
    CHECK(known[kind], "format %zu of enum format_kind is not among the formats here", kind);
  check_nothing_is_missing();
}

/* But for one that a machine may have in the place of others: keys of several fields go through it there. */
static void every_step_has_a_key(void) {
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    if (i != STEP_WRITE_TOGETHER) want(word("step %s", steps[i]));
  check_nothing_is_missing();
}

static void want_type(const struct type_kind *kind) {
  if (kind->unit == NULL) want(word("type %s, unit %d", kind->name, ROWKEY_NO_TIME));
  for (int unit = ROWKEY_SECONDS; kind->unit != NULL && unit <= ROWKEY_NANOSECONDS; unit++)
    want(word("type %s, unit %d", kind->name, unit));
}

static void every_column_type_has_a_key(void) {
#define TYPE_KIND(name) want_type(&rowkey_type_##name);
#include "types/kinds.def"
#undef TYPE_KIND
  for (int type = ROWKEY_U64; type <= ROWKEY_F32; type++) want(word("column of type %d", type));
  check_nothing_is_missing();
}

/* The directives of patterns of times: the letters that are not refused as unknown. */
static void every_directive_has_a_key(void) {
  for (char letter = 'A'; letter <= 'z'; letter++) {
    const struct word type = word("time(ns, \"%%%c\")", letter);
    rowkey_error error = {.text = ""};
    rowkey_column_type_free(rowkey_column_type_parse(type.text, strlen(type.text), &error));
    if (isalpha((unsigned char)letter) && strstr(error.text, "unknown directive") == NULL)
      want(word("directive %%%c", letter));
  }
  check_nothing_is_missing();
}

static void every_named_layout_has_a_key(void) {
  for (size_t i = 0; rowkey_named_layout_at(i) != NULL; i++)
    want(word("@%s", rowkey_named_layout_at(i)->name));
  check_nothing_is_missing();
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"every function has a key", every_function_has_a_key},
      {"every option of a hash has a key", every_option_of_a_hash_has_a_key},
      {"every operator has a key", every_operator_has_a_key},
      {"every format has a key", every_format_has_a_key},
      {"every step of an encoder has a key", every_step_has_a_key},
      {"every column type has a key", every_column_type_has_a_key},
      {"every directive of times has a key", every_directive_has_a_key},
      {"every named layout has a key", every_named_layout_has_a_key},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
