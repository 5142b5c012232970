#include "layout_model.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "kernels/hashes.h"
#include "layout/format.h"
#include "layout/parser.h"
#include "plan/operation.h"

struct maker {
  struct arena *arena;
  const rowkey_column *columns;
  size_t column_count;
};

static const struct expression *make_expression(const struct maker *maker, const struct node *node);

static void *allocate(const struct maker *maker, size_t size) {
  void *result = rowkey_arena_allocate(maker->arena, size);
  FUZZ_CHECK(result != NULL, "no memory for %zu bytes", size);
  return result;
}

/* ---- Formats --------------------------------------------------------------------------------- */

static struct model_format make_format(const struct maker *maker, struct slice word) {
  static const struct {
    char letter;
    enum byte_order order;
  } kinds[] = {[FORMAT_DECIMAL] = {'d', NO_ORDER},
               [FORMAT_HEX] = {'x', NO_ORDER},
               [FORMAT_UNSIGNED] = {'u', NO_ORDER},
               [FORMAT_SIGNED] = {'i', NO_ORDER},
               [FORMAT_TWOS_COMPLEMENT] = {'i', TWOS_COMPLEMENT_ORDER},
               [FORMAT_UNSIGNED_LITTLE] = {'u', LITTLE_ENDIAN_ORDER},
               [FORMAT_TWOS_LITTLE] = {'i', LITTLE_ENDIAN_ORDER},
               [FORMAT_FLOAT] = {'f', NO_ORDER},
               [FORMAT_LETTER] = {'a', NO_ORDER},
               [FORMAT_TEXT] = {'s', NO_ORDER},
               [FORMAT_COUNTED] = {'n', NO_ORDER},
               [FORMAT_VARINT] = {'v', NO_ORDER},
               [FORMAT_DIGITS] = {'g', NO_ORDER},
               [FORMAT_ESCAPE_TERMINATED] = {'e', NO_ORDER},
               [FORMAT_ESCAPE_GROUPS] = {'m', NO_ORDER}};
  struct model_format result = {.letter = '\0'};
  struct format format = {.kind = FORMAT_DECIMAL};
  const struct diagnostic diagnostic = {word.at, word.size, NULL};
  if (word.at == NULL) return result;
  FUZZ_CHECK(rowkey_parse_format(&diagnostic, word, 0, &format), "a compiled format is refused");
  result.letter = kinds[format.kind].letter;
  result.order = kinds[format.kind].order;
  if (format.as_stored) result.order = TWOS_COMPLEMENT_ORDER;
  if (format.upper) result.letter = 'X';
  result.width = strchr("uifn", result.letter) != NULL ? 8 * format.width : format.width;
  result.inverted = format.inverted;
  result.padding = format.padding;
  result.pads_left = format.pads_left;
  result.rule = format.rule;
  if (format.varint != NULL) result.varint = format.varint->name;
  if (format.kind != FORMAT_DIGITS) return result;
  char *alphabet = allocate(maker, DIGITS_BASE_MAX + 1);
  memset(alphabet, 0, DIGITS_BASE_MAX + 1);
  memcpy(alphabet, format.alphabet.digits, format.alphabet.base);
  result.alphabet = alphabet;
  return result;
}

static struct model_field make_field(const struct maker *maker, const struct field_node *node) {
  return (struct model_field){.expression = make_expression(maker, node->expression),
                              .format = make_format(maker, node->format)};
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void make_arguments(const struct maker *maker, const struct node *node, struct expression *call) {
  size_t count = 0;
  for (const struct field_node *field = node->arguments; field != NULL; field = field->next) count++;
  struct model_field *arguments = allocate(maker, count * sizeof *arguments);
  call->arguments = arguments;
  call->argument_count = count;
  for (const struct field_node *field = node->arguments; field != NULL; field = field->next)
    *arguments++ = make_field(maker, field);
}

static unsigned hex_digit(char c) {
  return (unsigned)(c >= '0' && c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
}

static void make_option(const struct maker *maker, const struct option_node *option,
                        struct model_hash *hash) {
  const struct node *value = option->value;
  if (slice_is(option->name, "tail")) {
    while (!slice_is(value->text, rowkey_tail_names[hash->definition.tail])) hash->definition.tail++;
  } else if (slice_is(option->name, "half")) {
    hash->part = slice_is(value->text, "first") ? FIRST_HALF : SECOND_HALF;
  } else if (slice_is(option->name, "key")) {
    for (size_t i = 0; i < sizeof hash->definition.key; i++)
      hash->definition.key[i] =
          (uint8_t)(hex_digit(value->text.at[2 * i]) * 16 + hex_digit(value->text.at[2 * i + 1]));
  } else {
    hash->seed = make_expression(maker, value);
  }
}

static void make_hash(const struct maker *maker, const struct node *node, struct expression *call) {
  call->kind = HASH;
  call->hash.is_md5 = slice_is(node->text, "md5");
  size_t i = 0;
  while (!call->hash.is_md5 && !slice_is(node->text, rowkey_hash_functions[i].name)) i++;
  call->hash.definition.function = (rowkey_hash_function)i;
  make_arguments(maker, node, call);
  for (const struct option_node *option = node->options; option != NULL; option = option->next)
    make_option(maker, option, &call->hash);
}

static bool is_text_call(const struct node *node, enum text_call_kind *kind) {
  for (*kind = 0; *kind < TEXT_CALLS; ++*kind)
    if (slice_is(node->text, text_call_names[*kind])) return true;
  return false;
}

static void make_text_call(const struct maker *maker, const struct node *node, struct expression *call) {
  const struct field_node *argument = node->arguments;
  call->left = make_expression(maker, argument->expression);
  if (call->text_call == REVERSE_LABELS_CALL || call->text_call == WITHOUT_CALL) {
    call->separator = make_expression(maker, argument->next->expression);
    return;
  }
  if (call->text_call == TRIM_CALL) {
    if (argument->next == NULL) return;
    call->text_call = TRIM_RIGHT_CALL;
    if (argument->next->next != NULL)
      call->separator = make_expression(maker, argument->next->next->expression);
    return;
  }
  if (call->text_call == PREFIX_CALL && argument->next->next != NULL)
    call->text_call = PREFIX_CHARACTERS_CALL;
  if (call->text_call == SLICE_CALL) {
    argument = argument->next;
    call->from = make_expression(maker, argument->expression);
  }
  if (argument->next != NULL) call->count = make_expression(maker, argument->next->expression);
}

static size_t column_of(const struct maker *maker, const struct node *node) {
  for (size_t i = 0; i < maker->column_count; i++)
    if (slice_is(node->text, maker->columns[i].name)) return i;
  FUZZ_CHECK(false, "a column that is compiled is unknown");
}

/* The name in the list that the slice is, or NULL. */
static const char *date_name(const char *const *names, struct slice name) {
  while (*names != NULL && !slice_is(name, *names)) names++;
  return *names;
}

/* The name of the function that describes itself, or NULL. */
static const char *operation_name(struct slice name) {
  const struct operation *operation;
  for (size_t i = 0; (operation = rowkey_function_at(i)) != NULL; i++)
    if (slice_is(name, operation->name)) return operation->name;
  return NULL;
}

/* NULL where no unit stands after the number. */
static const char *unit_of_several(struct slice name) {
  if (name.size > 0 && name.at[name.size - 1] == 's') name.size--;
  return name.size == 0 ? NULL : date_name(date_units, name);
}

/* More than any function with a name of its own. */
static bool takes_several(const struct node *node) {
  size_t count = 0;
  for (const struct field_node *argument = node->arguments; argument != NULL; argument = argument->next)
    count++;
  return count > ARGUMENTS_MAX;
}

static void make_call(const struct maker *maker, const struct node *node, struct expression *call) {
  static const struct {
    const char *name;
    enum expression_kind kind;
  } functions[] = {{"floormod", FLOORMOD},   {"truncate", TRUNCATE}, {"reverse_time", REVERSE_TIME},
                   {"scaled", SCALED},       {"coalesce", COALESCE}, {"null_first", NULL_FIRST},
                   {"null_last", NULL_LAST}, {"reverse", REVERSE},   {"length", LENGTH},
                   {"random", RANDOM}};
  call->kind = HASH;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (slice_is(node->text, functions[i].name)) call->kind = functions[i].kind;
  if (call->kind == HASH && is_text_call(node, &call->text_call)) call->kind = TEXT_CALL;
  call->operation = operation_name(node->text);
  if (call->operation != NULL && call->kind == HASH) call->kind = takes_several(node) ? Z_ORDER : OPERATION;
  call->date_name = date_name(date_functions, node->text);
  if (call->date_name != NULL) call->kind = DATE;
  const struct field_node *first = node->arguments;
  switch (call->kind) {
    case TEXT_CALL:
      make_text_call(maker, node, call);
      break;
    case HASH:
      make_hash(maker, node, call);
      break;
    case REVERSE:
    case Z_ORDER:
      make_arguments(maker, node, call);
      break;
    case RANDOM:
      call->ordinal = node->random_ordinal;
      break;
    case COALESCE:
      call->column = column_of(maker, first->expression);
      call->left = make_expression(maker, first->next->expression);
      break;
    case NULL_FIRST:
    case NULL_LAST:
      call->column = column_of(maker, first->expression);
      break;
    default:
      call->left = make_expression(maker, first->expression);
      if (first->next == NULL) break;
      if (call->kind == TRUNCATE && first->next->expression->kind == NODE_NAME)
        call->date_name = date_name(date_units, first->next->expression->text);
      else
        call->right = make_expression(maker, first->next->expression);
      if (call->kind == TRUNCATE && first->next->expression->kind == NODE_INTEGER)
        call->date_name = unit_of_several(first->next->expression->text);
      if (first->next->next != NULL) call->third = make_expression(maker, first->next->next->expression);
      call->floors = node->options != NULL && slice_is(node->options->value->text, "floor");
      break;
  }
}

/* Its digits with the point where it was: those of a definition stand elsewhere in the template. */
static double float_of(const struct node *node) {
  char digits[48];
  const int size = snprintf(digits, sizeof digits, "%0*" PRIu64 "e-%u", (int)node->decimals + 1,
                            node->integer, node->decimals);
  FUZZ_CHECK(size > 0 && (size_t)size < sizeof digits, "%u decimals", node->decimals);
  return strtod(digits, NULL);
}

static const struct expression *make_expression(const struct maker *maker, const struct node *node) {
  struct expression *expression = allocate(maker, sizeof *expression);
  switch (node->kind) {
    case NODE_INTEGER:
      expression->kind = INTEGER;
      expression->magnitude = node->integer;
      break;
    case NODE_FLOAT:
      expression->kind = FLOAT_CONSTANT;
      expression->number = float_of(node);
      break;
    case NODE_STRING:
      expression->kind = STRING;
      expression->string = node->text.at;
      expression->string_size = node->text.size;
      break;
    case NODE_NAME:
      expression->kind = slice_is(node->text, "rest") ? REST : COLUMN;
      if (expression->kind == COLUMN) expression->column = column_of(maker, node);
      break;
    case NODE_CALL:
      make_call(maker, node, expression);
      break;
    case NODE_NEGATE:
      expression->kind = NEGATION;
      expression->left = make_expression(maker, node->left);
      break;
    case NODE_PARAMETER: /* in definitions alone, which are expanded */
      break;
    case NODE_BINARY:
      expression->kind = BINARY;
      expression->sign = node->operator_sign;
      expression->left = make_expression(maker, node->left);
      expression->right = make_expression(maker, node->right);
      break;
  }
  return expression;
}

bool fuzz_make_model(const char *text, size_t length, const rowkey_column *columns, size_t column_count,
                     struct arena *arena, struct model *model) {
  const struct maker maker = {arena, columns, column_count};
  const struct diagnostic diagnostic = {text, length, NULL};
  struct template template;
  FUZZ_CHECK(rowkey_parse_template(&diagnostic, arena, &template), "a compiled template is refused");
  model->count = 0;
  for (const struct item *item = template.items; item != NULL; item = item->next) {
    if (model->count == MODEL_FIELDS_MAX) return false;
    struct model_field *field = &model->fields[model->count++];
    if (item->field != NULL) {
      *field = make_field(&maker, item->field);
      continue;
    }
    struct expression *literal = allocate(&maker, sizeof *literal);
    *literal =
        (struct expression){.kind = STRING, .string = item->literal.at, .string_size = item->literal.size};
    *field = (struct model_field){.expression = literal, .is_literal = true};
  }
  return true;
}
