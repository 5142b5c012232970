/* Functions of the layout language. */
#include <string.h>

#include "layout/builder.h"
#include "layout/names.h"

static struct value *call_md5(struct builder *builder, const struct node *node) {
  if (node->arguments == NULL) {
    rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, node->end - 1, "what to hash, such as md5(id)",
                "md5 has no argument");
    return NULL;
  }
  struct sequence *message = rowkey_arena_allocate(&builder->layout->arena, sizeof *message);
  if (message == NULL) return NULL;
  for (const struct field_node *argument = node->arguments; argument != NULL; argument = argument->next)
    if (!rowkey_add_field(builder, message, argument)) return NULL;
  if (!rowkey_finish_sequence(builder, message)) return NULL;
  if (message->fixed && message->width > builder->layout->scratch_stride)
    builder->layout->scratch_stride = message->width;

  struct value wanted = {.kind = VALUE_MD5,
                         .type = TYPE_HASH,
                         .message = message,
                         .source = rowkey_source_of(builder, node->begin, node->end),
                         .offset = node->begin};
  /* There is a kernel for the decimal text of one u64. */
  const struct part *only = message->parts;
  if (message->count == 1 && only->kind == PART_TEXT && only->written->kind == VALUE_DECIMAL_TEXT &&
      !only->value->range.low.negative) {
    wanted.message = NULL;
    wanted.a = only->value;
  }
  struct value *value = rowkey_intern(builder, &wanted);
  if (value != NULL && value->message == message && !message->fixed && message_is_joined(message))
    builder->layout->joins_messages = true;
  return value;
}

static struct value *call_random(struct builder *builder, const struct node *node) {
  if (node->arguments != NULL) {
    rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, node->arguments->begin, ")",
                "random has no arguments");
    return NULL;
  }
  /* Each call makes numbers of its own: its ordinal keeps it apart from the others. */
  return rowkey_intern(builder, &(struct value){.kind = VALUE_RANDOM,
                                                .type = TYPE_U64,
                                                .range = rowkey_range_u64(),
                                                .ordinal = builder->layout->random_calls++,
                                                .source = rowkey_source_of(builder, node->begin, node->end),
                                                .offset = node->begin});
}

static const struct function {
  const char *name;
  struct value *(*call)(struct builder *builder, const struct node *node);
} functions[] = {{"md5", call_md5}, {"random", call_random}};

static struct slice function_name(const void *context, size_t index) {
  (void)context;
  if (index >= sizeof functions / sizeof *functions) return (struct slice){NULL, 0};
  return (struct slice){functions[index].name, strlen(functions[index].name)};
}

struct value *rowkey_check_call(struct builder *builder, const struct node *node) {
  for (size_t i = 0; function_name(NULL, i).at != NULL; i++) {
    struct slice name = function_name(NULL, i);
    if (name.size == node->text.size && memcmp(name.at, node->text.at, name.size) == 0)
      return functions[i].call(builder, node);
  }
  struct suggestion suggestion = rowkey_suggest(node->text, "functions", function_name, NULL);
  rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, node->begin, suggestion.text,
              "there is no function %s", rowkey_show(node->text).text);
  return NULL;
}
