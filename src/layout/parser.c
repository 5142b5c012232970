#include "layout/parser.h"

#include <string.h>

#include "layout/format.h"
#include "layout/lexer.h"

/* Expressions are walked by recursion: this bounds the stack it takes, also on small ones. */
enum { HEIGHT_MAX = 200 };

struct parser {
  const struct diagnostic *diagnostic;
  struct arena *arena;
  struct lexer lexer;
  unsigned depth; /* of the recursion */
  struct template *template;
};

static struct node *parse_expression(struct parser *parser);
static struct field_node *parse_field(struct parser *parser, size_t begin);

static struct node *too_deep(struct parser *parser, size_t offset) {
  rowkey_fail(parser->diagnostic, ROWKEY_ERROR_SYNTAX, offset,
              "at most 200 levels of operations, columns and constants among them",
              "the expression is nested too deeply");
  return NULL;
}

/* A node that takes its place from the current token. */
static struct node *new_node(struct parser *parser, enum node_kind kind) {
  struct node *node = rowkey_arena_allocate(parser->arena, sizeof *node);
  if (node == NULL) return NULL;
  node->kind = kind;
  node->begin = parser->lexer.token.begin;
  node->end = parser->lexer.token.end;
  node->height = 1;
  return node;
}

static bool is_sign(const struct parser *parser, char sign) { return parser->lexer.token.sign == sign; }

/* The current token is not what the grammar allows. */
static bool unexpected(const struct parser *parser, const char *expected) {
  const struct token *token = &parser->lexer.token;
  if (token->kind == TOKEN_END)
    return rowkey_fail(parser->diagnostic, ROWKEY_ERROR_SYNTAX, token->begin, expected,
                       "the template ends within a field");
  struct shown shown =
      rowkey_show((struct slice){parser->diagnostic->text + token->begin, token->end - token->begin});
  return rowkey_fail(parser->diagnostic, ROWKEY_ERROR_SYNTAX, token->begin, expected, "%s cannot stand here",
                     shown.text);
}

/* Reads on after `sign`, which must stand here. */
static bool expect(struct parser *parser, char sign, const char *expected) {
  return is_sign(parser, sign) ? rowkey_lexer_next(&parser->lexer) : unexpected(parser, expected);
}

static void raise(struct node *node, const struct node *child) {
  if (child->height >= node->height) node->height = child->height + 1;
}

/* `name` is what stands before the = at hand. */
static struct option_node *parse_option(struct parser *parser, const struct node *name) {
  struct option_node *option = rowkey_arena_allocate(parser->arena, sizeof *option);
  if (option == NULL || !rowkey_lexer_next(&parser->lexer)) return NULL;
  *option = (struct option_node){.name = name->text, .begin = name->begin};
  option->value = parse_expression(parser);
  return option->value == NULL ? NULL : option;
}

/* `15 minutes`, which stands after the comma of truncate alone. */
static bool parse_unit(struct parser *parser, const struct node *call, struct field_node *argument) {
  struct node *number = argument->expression;
  const bool has_unit = slice_is(call->text, "truncate") && call->arguments != NULL &&
                        number->kind == NODE_INTEGER && argument->format.at == NULL &&
                        parser->lexer.token.kind == TOKEN_NAME;
  if (!has_unit) return true;
  number->text = parser->lexer.token.text;
  number->end = argument->end = parser->lexer.token.end;
  return rowkey_lexer_next(&parser->lexer);
}

static bool parse_arguments(struct parser *parser, struct node *call) {
  struct field_node **next_argument = &call->arguments;
  struct option_node **next_option = &call->options;
  for (;;) {
    struct field_node *argument = parse_field(parser, parser->lexer.token.begin);
    if (argument == NULL || !parse_unit(parser, call, argument)) return false;
    const struct node *expression = argument->expression;
    if (expression->kind == NODE_NAME && argument->format.at == NULL && is_sign(parser, '=')) {
      struct option_node *option = parse_option(parser, expression);
      if (option == NULL) return false;
      raise(call, option->value);
      *next_option = option;
      next_option = &option->next;
    } else if (call->options != NULL) {
      return rowkey_fail(parser->diagnostic, ROWKEY_ERROR_SYNTAX, argument->begin, "name=value, or )",
                         "an argument after name=value");
    } else {
      raise(call, expression);
      *next_argument = argument;
      next_argument = &argument->next;
    }
    if (!is_sign(parser, ',')) return true;
    if (!rowkey_lexer_next(&parser->lexer)) return false;
  }
}

static struct node *parse_call(struct parser *parser, struct node *call) {
  call->kind = NODE_CALL;
  /* Numbered here, in the order of the text, since expressions are not always checked in that order. */
  if (slice_is(call->text, "random")) call->random_ordinal = parser->template->random_calls++;
  if (!rowkey_lexer_next(&parser->lexer)) return NULL;
  if (!is_sign(parser, ')') && !parse_arguments(parser, call)) return NULL;
  if (call->height > HEIGHT_MAX) return too_deep(parser, call->begin);
  call->end = parser->lexer.token.end;
  if (!expect(parser, ')', "an operator, a comma or )")) return NULL;
  return call;
}

static struct node *parse_negation(struct parser *parser);

static struct node *parse_factor(struct parser *parser) {
  const struct token *token = &parser->lexer.token;
  struct node *node;
  if (is_sign(parser, '-')) return parse_negation(parser);
  if (is_sign(parser, '(')) {
    size_t begin = token->begin;
    if (!rowkey_lexer_next(&parser->lexer)) return NULL;
    node = parse_expression(parser);
    if (node == NULL) return NULL;
    node->begin = begin;
    node->end = token->end;
    return expect(parser, ')', "an operator or )") ? node : NULL;
  }
  switch (token->kind) {
    case TOKEN_INTEGER:
      node = new_node(parser, NODE_INTEGER);
      if (node == NULL) return NULL;
      node->integer = token->integer;
      node->is_constant = true;
      break;
    case TOKEN_FLOAT:
      node = new_node(parser, NODE_FLOAT);
      if (node == NULL) return NULL;
      node->integer = token->integer;
      node->decimals = token->decimals;
      break;
    case TOKEN_STRING:
      node = new_node(parser, NODE_STRING);
      if (node != NULL) node->text = token->text;
      break;
    case TOKEN_NAME:
      node = new_node(parser, NODE_NAME);
      if (node != NULL) node->text = token->text;
      break;
    default:
      unexpected(parser, "a column, a number, a function or a string");
      return NULL;
  }
  if (node == NULL || !rowkey_lexer_next(&parser->lexer)) return NULL;
  if (node->kind != NODE_NAME) return node;
  if (is_sign(parser, '(')) return parse_call(parser, node);
  parser->template->uses_rest |= slice_is(node->text, "rest");
  return node;
}

static struct node *parse_bounded_factor(struct parser *parser) {
  if (parser->depth == HEIGHT_MAX) return too_deep(parser, parser->lexer.token.begin);
  parser->depth++;
  struct node *node = parse_factor(parser);
  parser->depth--;
  return node;
}

static struct node *parse_negation(struct parser *parser) {
  struct node *negation = new_node(parser, NODE_NEGATE);
  if (negation == NULL || !rowkey_lexer_next(&parser->lexer)) return NULL;
  negation->left = parse_bounded_factor(parser);
  if (negation->left == NULL) return NULL;
  negation->end = negation->left->end;
  negation->is_constant = negation->left->is_constant;
  negation->height = negation->left->height + 1;
  if (negation->height > HEIGHT_MAX) return too_deep(parser, negation->begin);
  return negation;
}

static struct node *parse_binary(struct parser *parser, struct node *left, struct node *right, char sign,
                                 size_t operator_offset) {
  struct node *node = new_node(parser, NODE_BINARY);
  if (node == NULL) return NULL;
  node->begin = left->begin;
  node->end = right->end;
  node->operator_sign = sign;
  node->operator_offset = operator_offset;
  node->left = left;
  node->right = right;
  node->is_constant = left->is_constant && right->is_constant;
  node->height = (left->height > right->height ? left->height : right->height) + 1;
  return node->height > HEIGHT_MAX ? too_deep(parser, operator_offset) : node;
}

int rowkey_operator_level(char sign) {
  static const char *const levels[] = {"|", "^", "&", "<>", "+-", "*/%"};
  for (int level = 0; sign != '\0' && level < (int)(sizeof levels / sizeof *levels); level++)
    if (strchr(levels[level], sign) != NULL) return level;
  return -1;
}

/* Operators that bind at least so tightly; those of one level are grouped from the left. */
static struct node *parse_operators(struct parser *parser, int least) {
  struct node *left = parse_bounded_factor(parser);
  while (left != NULL) {
    const char sign = parser->lexer.token.sign;
    const size_t offset = parser->lexer.token.begin;
    const int level = rowkey_operator_level(sign);
    if (level < least) return left;
    if (!rowkey_lexer_next(&parser->lexer)) return NULL;
    struct node *right = parse_operators(parser, level + 1);
    left = right == NULL ? NULL : parse_binary(parser, left, right, sign, offset);
  }
  return NULL;
}

static struct node *parse_expression(struct parser *parser) { return parse_operators(parser, 0); }

/* The current token is the first of the field; afterwards it is the one after the field. */
static struct field_node *parse_field(struct parser *parser, size_t begin) {
  struct field_node *field = rowkey_arena_allocate(parser->arena, sizeof *field);
  if (field == NULL) return NULL;
  field->begin = begin;
  field->expression = parse_expression(parser);
  if (field->expression == NULL) return NULL;
  field->end = field->expression->end;
  if (is_sign(parser, ':')) {
    field->format = rowkey_lexer_format(&parser->lexer);
    if (field->format.at == NULL) return NULL;
    field->format_offset = parser->lexer.at - field->format.size;
    if (field->format.size == 0) {
      rowkey_fail(parser->diagnostic, ROWKEY_ERROR_SYNTAX, field->format_offset, FORMATS_KNOWN,
                  "the format is missing");
      return NULL;
    }
    field->end = parser->lexer.at;
    if (!rowkey_lexer_next(&parser->lexer)) return NULL;
  }
  return field;
}

static bool parse_item(struct parser *parser, struct item *item) {
  struct lexer *lexer = &parser->lexer;
  item->begin = lexer->at;
  if (!rowkey_lexer_literal(lexer, &item->literal)) return false;
  item->end = lexer->at;
  if (item->end > item->begin) return true;
  if (!rowkey_lexer_next(lexer) || !rowkey_lexer_next(lexer)) return false;
  item->field = parse_field(parser, item->begin);
  if (item->field == NULL) return false;
  if (!is_sign(parser, '}'))
    return unexpected(parser,
                      item->field->format.at != NULL ? "}" : "an operator, a colon and a format, or }");
  /* What follows the brace is literal text: the lexer must not look for a token there. */
  item->end = item->field->end = lexer->token.end;
  return true;
}

bool rowkey_parse_template(const struct diagnostic *diagnostic, struct arena *arena,
                           struct template *template) {
  *template = (struct template){0};
  struct parser parser = {.diagnostic = diagnostic, .arena = arena, .template = template};
  parser.lexer =
      (struct lexer){.diagnostic = diagnostic, .resolved = rowkey_arena_allocate(arena, diagnostic->length)};
  if (parser.lexer.resolved == NULL) return false;
  for (struct item **link = &template->items; parser.lexer.at < diagnostic->length; link = &(*link)->next) {
    *link = rowkey_arena_allocate(arena, sizeof **link);
    if (*link == NULL || !parse_item(&parser, *link)) return false;
  }
  return true;
}
