/* Functions of the layout language, but for the hashes. */
#include <string.h>

#include "layout/builder.h"
#include "plan/operation.h"
#include "text/names.h"

/* ---- Arguments ------------------------------------------------------------------------------- */

bool rowkey_no_options(const struct builder *builder, const struct node *call) {
  if (call->options == NULL) return true;
  return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, call->options->begin, "no option",
                     "%s has no option %s", rowkey_show(call->text).text,
                     rowkey_show(call->options->name).text);
}

static bool is_rest(const struct field_node *argument) {
  const struct node *expression = argument->expression;
  return expression->kind == NODE_NAME && argument->format.at == NULL && slice_is(expression->text, "rest");
}

/* A user who has such a column may mean that. */
static bool check_rest_is_no_column(struct builder *builder, const struct field_node *argument) {
  const struct rowkey_layout *layout = builder->layout;
  for (size_t i = 0; i < layout->column_count; i++)
    if (strcmp(layout->columns[i].name, "rest") == 0)
      return rowkey_type_error(builder, argument->begin, "records without a column named rest",
                               "rest is the rest of the key, and a column also has this name") != NULL;
  return true;
}

static bool add_argument(struct builder *builder, struct sequence *message,
                         const struct field_node *argument) {
  if (!is_rest(argument)) return rowkey_add_field(builder, message, argument);
  if (!check_rest_is_no_column(builder, argument)) return false;
  size_t parts = 0;
  for (size_t i = 0; i < builder->rest_count; i++) {
    const struct sequence *item = &builder->rest[i];
    if (!rowkey_append_sequence(builder, message, item, argument->begin)) return false;
    parts += item->count;
  }
  return parts != 0 || rowkey_type_error(builder, argument->begin, "fields or literal text right of this one",
                                         "the rest of the key is empty here") != NULL;
}

struct sequence *rowkey_message_of(struct builder *builder, const struct node *call) {
  if (call->arguments == NULL) {
    rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, call->end - 1,
                "a field, such as the name of a column", "%s has no argument", rowkey_show(call->text).text);
    return NULL;
  }
  struct sequence *message = rowkey_arena_allocate(&builder->layout->arena, sizeof *message);
  if (message == NULL) return NULL;
  for (const struct field_node *argument = call->arguments; argument != NULL; argument = argument->next)
    if (!add_argument(builder, message, argument)) return NULL;
  if (!rowkey_finish_sequence(builder, message)) return NULL;
  if (message->fixed && message->width > builder->layout->scratch_stride)
    builder->layout->scratch_stride = message->width;
  return message;
}

bool rowkey_read_arguments(struct builder *builder, const struct node *call, size_t count,
                           const char *expected, struct operand *operands) {
  size_t given = 0;
  for (const struct field_node *argument = call->arguments; argument != NULL; argument = argument->next) {
    if (given == count)
      return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, argument->begin, expected,
                         "too many arguments for %s", rowkey_show(call->text).text);
    if (argument->format.at != NULL)
      return rowkey_type_error(builder, argument->format_offset, "no format",
                               "a value is wanted here, not the bytes of a field") != NULL;
    operands[given] =
        (struct operand){rowkey_check_expression(builder, argument->expression), argument->expression};
    if (operands[given].value == NULL) return false;
    given++;
  }
  if (given == count) return true;
  return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, call->end - 1, expected,
                     "too few arguments for %s", rowkey_show(call->text).text);
}

bool rowkey_read_operands(struct builder *builder, const struct node *call, size_t count,
                          const char *expected, struct operand *operands) {
  return rowkey_read_arguments(builder, call, count, expected, operands) && rowkey_no_options(builder, call);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static struct value *call_random(struct builder *builder, const struct node *node) {
  if (!rowkey_read_operands(builder, node, 0, "random()", NULL)) return NULL;
  /* Each call makes numbers of its own: its ordinal keeps it apart from the others. */
  return rowkey_intern_at(builder,
                          &(struct value){.kind = VALUE_RANDOM,
                                          .type = TYPE_U64,
                                          .range = rowkey_range_u64(),
                                          .ordinal = node->random_ordinal},
                          node);
}

static struct value *call_floormod(struct builder *builder, const struct node *node) {
  struct operand operands[2];
  if (!rowkey_read_operands(builder, node, 2, "floormod(number, divisor)", operands)) return NULL;
  return rowkey_check_operation(builder, FLOORMOD_SIGN, node->begin, operands, node);
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* reverse() of literal bytes alone, of which there may be none. */
static struct value *reversed_constant(struct builder *builder, const struct sequence *message) {
  struct arena *arena = &builder->layout->arena;
  char *bytes = rowkey_arena_copy(arena, message->literals, message->width);
  struct value *value = rowkey_arena_allocate(arena, sizeof *value);
  if (bytes == NULL || value == NULL) return NULL;
  for (size_t i = 0; i < message->width; i++) bytes[i] = message->literals[message->width - 1 - i];
  *value = (struct value){.kind = VALUE_TEXT_CONSTANT, .type = TYPE_TEXT, .text = {bytes, message->width}};
  return value;
}

static bool holds_utf16(const struct sequence *message) {
  bool any = false;
  for (size_t i = 0; i < message->count; i++)
    any |= message->parts[i].kind != PART_LITERAL && message->parts[i].value->is_utf16;
  return any;
}

static struct value *call_reverse(struct builder *builder, const struct node *node) {
  struct sequence *message = rowkey_message_of(builder, node);
  if (message == NULL || !rowkey_no_options(builder, node)) return NULL;
  bool is_constant = message->count == 0 || (message->count == 1 && message->parts[0].kind == PART_LITERAL);
  if (is_constant) return reversed_constant(builder, message);
  return rowkey_intern_at(builder,
                          &(struct value){.kind = VALUE_REVERSED,
                                          .type = TYPE_TEXT,
                                          .message = message,
                                          .is_utf16 = holds_utf16(message),
                                          .fixed_width = message->fixed ? message->width : 0},
                          node);
}

/* ---- Names ----------------------------------------------------------------------------------- */

static const struct function {
  const char *name;
  struct value *(*call)(struct builder *builder, const struct node *node);
} functions[] = {{"hour", rowkey_call_clock},
                 {"minute", rowkey_call_clock},
                 {"second", rowkey_call_clock},
                 {"random", call_random},
                 {"floormod", call_floormod},
                 {"truncate", rowkey_call_truncate},
                 {"reverse_time", rowkey_call_reverse_time},
                 {"reverse", call_reverse},
                 {"coalesce", rowkey_call_coalesce},
                 {"null_first", rowkey_call_null_marker},
                 {"null_last", rowkey_call_null_marker}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* Those above, those that describe themselves, those of text, and then the hashes. */
struct slice rowkey_function_name(const void *context, size_t index) {
  (void)context;
  if (index < FUNCTIONS) return (struct slice){functions[index].name, strlen(functions[index].name)};
  index -= FUNCTIONS;
  size_t operations = 0;
  for (const struct operation *operation; (operation = rowkey_function_at(operations)) != NULL; operations++)
    if (operations == index) return (struct slice){operation->name, strlen(operation->name)};
  index -= operations;
  size_t texts = 0;
  for (; rowkey_text_function_name(texts).at != NULL; texts++)
    if (texts == index) return rowkey_text_function_name(texts);
  return rowkey_hash_name(index - texts);
}

/* Its suggestions are in no frame of calls within calls. */
static __attribute__((noinline)) struct value *fail_unknown_function(const struct builder *builder,
                                                                     const struct node *node) {
  struct suggestion suggestion = rowkey_suggest(node->text, "functions", rowkey_function_name, NULL);
  rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, node->begin, suggestion.text,
              "there is no function %s", rowkey_show(node->text).text);
  return NULL;
}

struct value *rowkey_check_call(struct builder *builder, const struct node *node) {
  for (size_t i = 0; i < FUNCTIONS; i++) {
    if (slice_is(node->text, functions[i].name)) return functions[i].call(builder, node);
  }
  const struct operation *operation;
  for (size_t i = 0; (operation = rowkey_function_at(i)) != NULL; i++)
    if (slice_is(node->text, operation->name)) return rowkey_call_operation(builder, operation, node);
  const struct text_function *text = rowkey_find_text_function(node->text);
  if (text != NULL) return rowkey_call_text(builder, text, node);
  const struct hash_function *hash = rowkey_find_hash(node->text);
  return hash != NULL ? rowkey_call_hash(builder, hash, node) : fail_unknown_function(builder, node);
}
