#include "layout/definitions.h"

/* ---- Nodes ----------------------------------------------------------------------------------- */

/* What is known of a node when all below it have been added. */
static void add_child(struct node *node, const struct node *child) {
  if (child == NULL) return;
  if (child->height >= node->height) node->height = child->height + 1;
  node->size += child->size;
  node->is_constant = node->is_constant && child->is_constant;
}

void rowkey_measure_node(struct node *node) {
  node->height = 1;
  node->size = 1;
  node->is_constant = node->kind == NODE_INTEGER || node->kind == NODE_NEGATE || node->kind == NODE_BINARY;
  add_child(node, node->left);
  add_child(node, node->right);
  for (const struct field_node *field = node->arguments; field != NULL; field = field->next)
    add_child(node, field->expression);
  for (const struct option_node *option = node->options; option != NULL; option = option->next)
    add_child(node, option->value);
}

/* ---- Expansion ------------------------------------------------------------------------------- */

struct expansion {
  struct arena *arena;
  const struct field_node *arguments[PARAMETERS_MAX];
  bool out_of_memory;
};

static struct node *expand_node(struct expansion *expansion, struct node *node);

static struct field_node *expand_arguments(struct expansion *expansion, const struct field_node *field) {
  if (field == NULL) return NULL;
  struct field_node *copy = rowkey_arena_allocate(expansion->arena, sizeof *copy);
  expansion->out_of_memory |= copy == NULL;
  if (copy == NULL) return NULL;
  *copy = *field;
  copy->expression = expand_node(expansion, field->expression);
  copy->next = expand_arguments(expansion, field->next);
  return copy;
}

static struct option_node *expand_options(struct expansion *expansion, const struct option_node *option) {
  if (option == NULL) return NULL;
  struct option_node *copy = rowkey_arena_allocate(expansion->arena, sizeof *copy);
  expansion->out_of_memory |= copy == NULL;
  if (copy == NULL) return NULL;
  *copy = *option;
  copy->value = expand_node(expansion, option->value);
  copy->next = expand_options(expansion, option->next);
  return copy;
}

static struct node *expand_node(struct expansion *expansion, struct node *node) {
  if (node == NULL) return NULL;
  if (node->kind == NODE_PARAMETER) return expansion->arguments[node->integer]->expression;
  struct node *copy = rowkey_arena_allocate(expansion->arena, sizeof *copy);
  expansion->out_of_memory |= copy == NULL;
  if (copy == NULL) return NULL;
  *copy = *node;
  copy->left = expand_node(expansion, node->left);
  copy->right = expand_node(expansion, node->right);
  copy->arguments = expand_arguments(expansion, node->arguments);
  copy->options = expand_options(expansion, node->options);
  rowkey_measure_node(copy);
  return copy;
}

struct node *rowkey_expand_definition(struct arena *arena, const struct definition *definition,
                                      const struct node *use) {
  struct expansion expansion = {.arena = arena};
  const struct field_node *argument = use->arguments;
  for (size_t i = 0; i < definition->count; i++, argument = argument->next) expansion.arguments[i] = argument;
  struct node *body = definition->count == 0 ? definition->body : expand_node(&expansion, definition->body);
  struct node *node = rowkey_arena_allocate(arena, sizeof *node);
  if (body == NULL || node == NULL || expansion.out_of_memory) return NULL;
  *node = *body;
  node->begin = use->begin;
  node->end = use->end;
  return node;
}
