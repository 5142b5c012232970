/* Reads a template from left to right, a function for each line of the grammar in parser.h.
 *
 *     {let b(x) = x % 100}{b(id) + 1:03d}
 *
 * The definition makes no item. The field is +, of % (id, 100) and 1, with the format 03d: the use of b is a
 * copy of its body, in which id stands for x. Names are not looked up here: check.c finds the columns. */
#include "layout/parser.h"

#include <string.h>

#include "layout/format.h"
#include "layout/lexer.h"
#include "text/buffer.h"
#include "text/plural.h"

/* Expressions are walked by recursion: this bounds the stack it takes, also on small ones. */
enum { HEIGHT_MAX = 200 };

/* Nodes that uses of definitions may add to a template. */
enum { EXPANSION_MAX = 65536 };

struct parser {
  const struct diagnostic *diagnostic;
  struct arena *arena;
  struct lexer lexer;
  unsigned depth;                /* of the recursion */
  struct definition *definition; /* whose body is being read, or NULL */
  uint64_t expansion;            /* nodes that uses of definitions have added */
  struct template *template;
};

static struct node *parse_expression(struct parser *parser);
static struct field_node *parse_field(struct parser *parser, size_t begin);

/* The node, of which all below it are there; NULL with an error where it is too high. */
static struct node *measured(struct parser *parser, struct node *node, size_t offset);

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
  rowkey_measure_node(node);
  return node;
}

static struct node *measured(struct parser *parser, struct node *node, size_t offset) {
  rowkey_measure_node(node);
  return node->height > HEIGHT_MAX ? too_deep(parser, offset) : node;
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
      *next_option = option;
      next_option = &option->next;
    } else if (call->options != NULL) {
      return rowkey_fail(parser->diagnostic, ROWKEY_ERROR_SYNTAX, argument->begin, "name=value, or )",
                         "an argument after name=value");
    } else {
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
  if (measured(parser, call, call->begin) == NULL) return NULL;
  call->end = parser->lexer.token.end;
  if (!expect(parser, ')', "an operator, a comma or )")) return NULL;
  return call;
}

/* ---- Definitions ----------------------------------------------------------------------------- */

static struct definition *find_definition(const struct parser *parser, struct slice name) {
  struct definition *definition = parser->template->definitions;
  while (definition != NULL && !slice_equal(definition->name, name)) definition = definition->next;
  return definition;
}

/* The definition's count of parameters where it has none of this name. */
static size_t find_parameter(const struct definition *definition, struct slice name) {
  size_t i = 0;
  while (i < definition->count && !slice_equal(definition->parameters[i], name)) i++;
  return i;
}

static bool wrong_count(const struct parser *parser, const struct definition *definition,
                        const struct node *use, size_t given) {
  char expected[200];
  struct text_buffer text = {expected, sizeof expected};
  rowkey_text_printf(&text, "%s", rowkey_show(definition->name).text);
  for (size_t i = 0; i < definition->count; i++)
    rowkey_text_printf(&text, "%s%s", i == 0 ? "(" : ", ", rowkey_show(definition->parameters[i]).text);
  if (definition->count > 0) rowkey_text_printf(&text, ")");
  return rowkey_fail(parser->diagnostic, ROWKEY_ERROR_SYNTAX, use->begin, expected,
                     "%s is defined with %zu argument%s, not %zu", rowkey_show(definition->name).text,
                     definition->count, plural(definition->count), given);
}

static bool check_arguments(const struct parser *parser, const struct definition *definition,
                            const struct node *use) {
  size_t given = 0;
  for (const struct field_node *argument = use->arguments; argument != NULL; argument = argument->next) {
    given++;
    if (argument->format.at != NULL)
      return rowkey_fail(parser->diagnostic, ROWKEY_ERROR_SYNTAX, argument->format_offset, "no format",
                         "a value is wanted here, not the bytes of a field");
  }
  if (use->options != NULL)
    return rowkey_fail(parser->diagnostic, ROWKEY_ERROR_SYNTAX, use->options->begin, "no option",
                       "definitions have no options");
  return given == definition->count || wrong_count(parser, definition, use, given);
}

/* The current token is the one after the definition's name, which `use` has. */
static struct node *parse_use(struct parser *parser, struct definition *definition, struct node *use) {
  if (is_sign(parser, '(')) {
    if (!rowkey_lexer_next(&parser->lexer) || !parse_arguments(parser, use)) return NULL;
    use->end = parser->lexer.token.end;
    if (!expect(parser, ')', "an operator, a comma or )")) return NULL;
  }
  if (!check_arguments(parser, definition, use)) return NULL;
  definition->used = true;
  const uint64_t most = EXPANSION_MAX - parser->expansion;
  struct node *expanded =
      definition->body->size > most ? NULL : rowkey_expand_definition(parser->arena, definition, use);
  if (definition->body->size > most || (expanded != NULL && expanded->size > most)) {
    rowkey_fail(parser->diagnostic, ROWKEY_ERROR_SYNTAX, use->begin,
                "definitions that stand for at most 65536 columns, constants and operations in all",
                "the definitions make the layout too large");
    return NULL;
  }
  if (expanded == NULL) return NULL;
  parser->expansion += expanded->size;
  return expanded->height > HEIGHT_MAX ? too_deep(parser, use->begin) : expanded;
}

/* A name of a definition or of one of its parameters, at the current token. */
static bool parse_new_name(struct parser *parser, const struct definition *definition, struct slice *name) {
  const struct token *token = &parser->lexer.token;
  if (token->kind != TOKEN_NAME) return unexpected(parser, "a name");
  const bool is_twice = slice_equal(definition->name, token->text) ||
                        find_parameter(definition, token->text) < definition->count;
  const char *problem = is_twice                                       ? "this name is there twice"
                        : find_definition(parser, token->text) != NULL ? "this name is already defined"
                                                                       : NULL;
  if (problem != NULL)
    return rowkey_fail(parser->diagnostic, ROWKEY_ERROR_SYNTAX, token->begin, "another name", "%s", problem);
  *name = token->text;
  return rowkey_lexer_next(&parser->lexer);
}

/* The current token is the one after the first parenthesis. */
static bool parse_parameters(struct parser *parser, struct definition *definition) {
  for (;;) {
    if (definition->count == PARAMETERS_MAX) return unexpected(parser, "at most 8 parameters");
    struct slice name;
    if (!parse_new_name(parser, definition, &name)) return false;
    definition->parameters[definition->count++] = name;
    if (!is_sign(parser, ',')) return expect(parser, ')', "a comma or )");
    if (!rowkey_lexer_next(&parser->lexer)) return false;
  }
}

/* The current token is the name after `let`; afterwards it is the brace. */
static bool parse_definition(struct parser *parser) {
  struct definition *definition = rowkey_arena_allocate(parser->arena, sizeof *definition);
  if (definition == NULL) return false;
  definition->begin = parser->lexer.token.begin;
  if (!parse_new_name(parser, definition, &definition->name)) return false;
  if (is_sign(parser, '(') && (!rowkey_lexer_next(&parser->lexer) || !parse_parameters(parser, definition)))
    return false;
  if (!expect(parser, '=', definition->count == 0 ? "= and an expression, or (" : "= and an expression"))
    return false;
  parser->definition = definition;
  definition->body = parse_expression(parser);
  parser->definition = NULL;
  if (definition->body == NULL) return false;
  definition->next = parser->template->definitions;
  parser->template->definitions = definition;
  return is_sign(parser, '}') || unexpected(parser, "an operator or }");
}

/* ---- Expressions ----------------------------------------------------------------------------- */

static struct node *parse_negation(struct parser *parser);

/* What the name that was just read stands for. Before = it is that of an option. */
static struct node *parse_named(struct parser *parser, struct node *node) {
  if (is_sign(parser, '=')) return node;
  const size_t parameter = parser->definition == NULL ? 0 : find_parameter(parser->definition, node->text);
  if (parser->definition != NULL && parameter < parser->definition->count) {
    node->kind = NODE_PARAMETER;
    node->integer = parameter;
    return node;
  }
  struct definition *definition = find_definition(parser, node->text);
  if (definition != NULL) return parse_use(parser, definition, node);
  if (is_sign(parser, '(')) return parse_call(parser, node);
  parser->template->uses_rest |= slice_is(node->text, "rest");
  return node;
}

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
    case TOKEN_COLUMN:
      node = new_node(parser, NODE_NAME);
      if (node != NULL) node->text = token->text;
      break;
    default:
      unexpected(parser, "a column, a number, a function or a string");
      return NULL;
  }
  const bool is_name = token->kind == TOKEN_NAME;
  if (node == NULL || !rowkey_lexer_next(&parser->lexer)) return NULL;
  return is_name ? parse_named(parser, node) : node;
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
  return measured(parser, negation, negation->begin);
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
  return measured(parser, node, operator_offset);
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

/* Whether the current token is `let` and a name follows: {let} is a column. */
static bool begins_definition(const struct lexer *lexer) {
  struct lexer ahead = *lexer;
  return ahead.token.kind == TOKEN_NAME && slice_is(ahead.token.text, "let") && rowkey_lexer_next(&ahead) &&
         ahead.token.kind == TOKEN_NAME;
}

/* A definition leaves the item as it is. */
static bool parse_item(struct parser *parser, struct item *item) {
  struct lexer *lexer = &parser->lexer;
  item->begin = lexer->at;
  if (!rowkey_lexer_literal(lexer, &item->literal)) return false;
  item->end = lexer->at;
  if (item->end > item->begin) return true;
  if (!rowkey_lexer_next(lexer) || !rowkey_lexer_next(lexer)) return false;
  if (begins_definition(lexer)) return rowkey_lexer_next(lexer) && parse_definition(parser);
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
  struct item **link = &template->items;
  while (parser.lexer.at < diagnostic->length) {
    struct item *item = rowkey_arena_allocate(arena, sizeof *item);
    if (item == NULL || !parse_item(&parser, item)) return false;
    if (item->end == item->begin) continue;
    *link = item;
    link = &item->next;
  }
  return true;
}
