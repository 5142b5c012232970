/* Models as templates. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "generator.h"
#include "kernels/hashes.h"

struct writer {
  char *text;
  size_t capacity, length;
  struct writer *definitions; /* where some expressions are written, and their names here; or NULL */
  unsigned defined;           /* how many are there */
};

__attribute__((format(printf, 2, 3))) static void put(struct writer *writer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(writer->text + writer->length, writer->capacity - writer->length, format, arguments);
  va_end(arguments);
  CHECK(length >= 0 && (size_t)length < writer->capacity - writer->length, "the template is too long");
  writer->length += (size_t)length;
}

/* With the escapes that are needed, and some that are not. */
static void put_bytes(struct writer *writer, const char *bytes, size_t size, bool in_quotes) {
  for (size_t i = 0; i < size; i++) {
    unsigned char byte = (unsigned char)bytes[i];
    if (byte < ' ' || byte > '~' || random_below(20) == 0)
      put(writer, "\\x%02x", byte);
    else if (byte == '\\' || (byte == '"' && in_quotes))
      put(writer, "\\%c", byte);
    else
      put(writer, !in_quotes && (byte == '{' || byte == '}') ? "%c%c" : "%c", byte, byte);
  }
}

/* How tightly an expression binds: | is the loosest, what stands alone the tightest. */
enum { LOOSEST_LEVEL, UNARY_LEVEL = 6 };

static unsigned level_of(const struct expression *expression) {
  if (expression->kind != BINARY) return UNARY_LEVEL;
  switch (expression->sign) {
    case '|':
      return LOOSEST_LEVEL;
    case '^':
      return 1;
    case '&':
      return 2;
    case '<':
    case '>':
      return 3;
    case '+':
    case '-':
      return 4;
    default:
      return 5;
  }
}

static void put_expression(struct writer *writer, const struct expression *expression, unsigned least);
static void put_field(struct writer *writer, const struct model_field *field);

/* The rows of operators that group from the left. */
static void put_binary(struct writer *writer, const struct expression *expression) {
  unsigned level = level_of(expression);
  put_expression(writer, expression->left, level);
  const char sign = expression->sign;
  const char *space = random_below(4) == 0 ? "" : " ";
  put(writer, "%s%c", space, sign);
  if (sign == '<' || sign == '>') put(writer, "%c", sign);
  put(writer, "%s", space);
  put_expression(writer, expression->right, level + 1);
}

static void put_option(struct writer *writer, const char *name) {
  put(writer, random_below(2) == 0 ? ", %s = " : ",%s=", name);
}

static void put_half(struct writer *writer, enum hash_part part) {
  if (part == WHOLE_HASH) return;
  put_option(writer, "half");
  put(writer, part == FIRST_HALF ? "first" : "second");
}

static void put_options(struct writer *writer, const struct model_hash *hash) {
  if (hash->is_md5) {
    put_half(writer, hash->part);
    return;
  }
  const rowkey_hash *definition = &hash->definition;
  bool seed_first = random_below(2) == 0;
  for (int turn = 0; turn < 2; turn++) {
    if (hash->seed != NULL && seed_first == (turn == 0)) {
      put_option(writer, hash_function_of(definition)->seed);
      put_expression(writer, hash->seed, LOOSEST_LEVEL);
    }
    if (turn == 1) break;
    if (definition->tail != ROWKEY_TAIL_UNSIGNED) {
      put_option(writer, "tail");
      put(writer, "%s", rowkey_tail_names[definition->tail]);
    }
    put_half(writer, hash->part);
    if (hash_function_of(definition)->keyed) {
      put_option(writer, "key");
      put(writer, "\"");
      for (size_t i = 0; i < sizeof definition->key; i++)
        put(writer, random_below(2) == 0 ? "%02x" : "%02X", definition->key[i]);
      put(writer, "\"");
    }
  }
}

static const char *hash_name(const struct model_hash *hash) {
  return hash->is_md5 ? "md5" : hash_function_of(&hash->definition)->name;
}

static void put_arguments(struct writer *writer, const struct expression *call, const char *name) {
  put(writer, "%s(", name);
  for (size_t i = 0; i < call->argument_count; i++) {
    if (i > 0) put(writer, ", ");
    put_field(writer, &call->arguments[i]);
  }
  if (call->kind == HASH) put_options(writer, &call->hash);
  put(writer, ")");
}

static void put_call(struct writer *writer, const struct expression *call, const char *name) {
  put(writer, "%s(", name);
  put_expression(writer, call->left, LOOSEST_LEVEL);
  if (call->right != NULL) {
    put(writer, ", ");
    put_expression(writer, call->right, LOOSEST_LEVEL);
  }
  if (call->third != NULL) {
    put(writer, ", ");
    put_expression(writer, call->third, LOOSEST_LEVEL);
  }
  if (call->kind == SCALED && (call->floors || random_below(2) == 0)) {
    put_option(writer, "round");
    put(writer, "%s", call->floors ? "floor" : "even");
  }
  put(writer, ")");
}

static void put_text_call(struct writer *writer, const struct expression *call) {
  put(writer, "%s(", text_call_names[call->text_call]);
  put_expression(writer, call->left, LOOSEST_LEVEL);
  const struct expression *const numbers[] = {call->from, call->count};
  for (size_t i = 0; i < 2; i++) {
    if (numbers[i] == NULL) continue;
    put(writer, ", ");
    put_expression(writer, numbers[i], LOOSEST_LEVEL);
  }
  if (call->text_call == PREFIX_CHARACTERS_CALL) put(writer, ", characters");
  if (call->text_call == TRIM_RIGHT_CALL) put(writer, ", right");
  if (call->separator != NULL) {
    put(writer, ", ");
    put_expression(writer, call->separator, LOOSEST_LEVEL);
  }
  put(writer, ")");
}

static void put_integer(struct writer *writer, const struct expression *expression) {
  put(writer, random_below(4) == 0 ? "%s0x%llx" : "%s%llu", expression->negative ? "-" : "",
      (unsigned long long)expression->magnitude);
}

static void put_bare(struct writer *writer, const struct expression *expression) {
  switch (expression->kind) {
    case INTEGER:
      put_integer(writer, expression);
      break;
    case STRING:
      put(writer, "\"");
      put_bytes(writer, expression->string, expression->string_size, true);
      put(writer, "\"");
      break;
    case FLOAT_CONSTANT:
      put(writer, "%s", expression->string);
      break;
    case COLUMN:
      put(writer, "%s", column_names[expression->column]);
      break;
    case COALESCE:
      put(writer, "coalesce(%s, ", column_names[expression->column]);
      put_expression(writer, expression->left, LOOSEST_LEVEL);
      put(writer, ")");
      break;
    case NULL_FIRST:
    case NULL_LAST:
      put(writer, "null_%s(%s)", expression->kind == NULL_FIRST ? "first" : "last",
          column_names[expression->column]);
      break;
    case NEGATION:
      put(writer, "-");
      put_expression(writer, expression->left, UNARY_LEVEL);
      break;
    case BINARY:
      put_binary(writer, expression);
      break;
    case FLOORMOD:
      put_call(writer, expression, "floormod");
      break;
    case TRUNCATE:
      if (expression->date_name == NULL) {
        put_call(writer, expression, "truncate");
        break;
      }
      put(writer, "truncate(");
      put_expression(writer, expression->left, LOOSEST_LEVEL);
      put(writer, ", ");
      if (expression->right != NULL) put(writer, "%llu ", (unsigned long long)expression->right->magnitude);
      put(writer, expression->right != NULL && random_below(2) == 0 ? "%ss)" : "%s)", expression->date_name);
      break;
    case DATE:
      put_call(writer, expression, expression->date_name);
      break;
    case REVERSE_TIME:
      put_call(writer, expression, "reverse_time");
      break;
    case OPERATION:
      put_call(writer, expression, expression->operation);
      break;
    case SCALED:
      put_call(writer, expression, "scaled");
      break;
    case HASH:
      put_arguments(writer, expression, hash_name(&expression->hash));
      break;
    case Z_ORDER:
      put_arguments(writer, expression, "interleave");
      break;
    case REVERSE:
      put_arguments(writer, expression, "reverse");
      break;
    case TEXT_CALL:
      put_text_call(writer, expression);
      break;
    case LENGTH:
      put_call(writer, expression, "length");
      break;
    case RANDOM:
      put(writer, "random()");
      break;
    case REST:
      put(writer, "rest");
      break;
  }
}

/* ---- Definitions ----------------------------------------------------------------------------- */

/* What is written before its place would make calls of random() in another order. */
static bool has_random(const struct expression *expression) {
  if (expression == NULL) return false;
  bool any = expression->kind == RANDOM || has_random(expression->left) || has_random(expression->right) ||
             has_random(expression->third) || has_random(expression->from) || has_random(expression->count);
  if (expression->kind == HASH) any = any || has_random(expression->hash.seed);
  for (size_t i = 0; i < expression->argument_count; i++)
    any = any || has_random(expression->arguments[i].expression);
  return any;
}

/* {let d0 = expression} before all fields, and d0 here. */
static void put_defined(struct writer *writer, const struct expression *expression) {
  struct writer *definitions = writer->definitions;
  const unsigned number = definitions->defined++;
  put(definitions, "{let d%u = ", number);
  put_bare(definitions, expression);
  put(definitions, "}");
  put(writer, "d%u", number);
}

/* {let d0(v) = v + right} before all fields, and d0(left) here. */
static void put_function(struct writer *writer, const struct expression *expression) {
  struct writer *definitions = writer->definitions;
  const unsigned number = definitions->defined++;
  const char sign = expression->sign;
  put(definitions, "{let d%u(v) = v %c%s ", number, sign, sign == '<' ? "<" : sign == '>' ? ">" : "");
  put_expression(definitions, expression->right, level_of(expression) + 1);
  put(definitions, "}");
  put(writer, "d%u(", number);
  put_expression(writer, expression->left, LOOSEST_LEVEL);
  put(writer, ")");
}

static bool put_by_definition(struct writer *writer, const struct expression *expression) {
  if (writer->definitions == NULL || random_below(12) != 0) return false;
  if (!has_random(expression))
    put_defined(writer, expression);
  else if (expression->kind == BINARY && !has_random(expression->right))
    put_function(writer, expression);
  else
    return false;
  return true;
}

/* In parentheses when it binds less tightly than is needed, and once in a while without need. An argument
 * that is a name or a constant stays as it is: `rest` and what stands for nulls must. */
static void put_expression(struct writer *writer, const struct expression *expression, unsigned least) {
  bool bare = expression->kind == COLUMN || expression->kind == FLOAT_CONSTANT ||
              expression->kind == COALESCE || expression->kind == REST || expression->kind == INTEGER;
  if (!bare && put_by_definition(writer, expression)) return;
  bool parentheses = level_of(expression) < least || (!bare && random_below(16) == 0);
  if (parentheses) put(writer, "(");
  put_bare(writer, expression);
  if (parentheses) put(writer, ")");
}

static void put_string(struct writer *writer, const uint8_t *bytes, size_t size, const char *behind) {
  put(writer, "\"");
  put_bytes(writer, (const char *)bytes, size, true);
  put(writer, "\"%s", behind);
}

/* The usual rule is mostly left out. */
static void put_rule(struct writer *writer, const struct rowkey_escape *rule) {
  static const struct rowkey_escape usual = {{0x00, 0xff}, {0}, {0x00, 0x01}, 2, false};
  put(writer, "esc");
  if (memcmp(rule, &usual, sizeof *rule) == 0 && random_below(4) != 0) return;
  put(writer, "(");
  put_string(writer, rule->zero, 2, ", ");
  if (rule->changes_one) put_string(writer, rule->one, 2, ",");
  put_string(writer, rule->end, rule->end_size, ")");
}

static void put_format(struct writer *writer, const struct model_format *format) {
  if (format->letter == '\0') return;
  put(writer, ":%s", format->inverted ? "~" : "");
  switch (format->letter) {
    case 'e':
      put_rule(writer, &format->rule);
      break;
    case 'm':
      put(writer, "mem");
      break;
    case 'u':
    case 'i':
    case 'f':
      put(writer, "%c%u%s", format->letter, format->width,
          format->order == LITTLE_ENDIAN_ORDER     ? "le"
          : format->order == TWOS_COMPLEMENT_ORDER ? "be"
                                                   : "");
      break;
    case 'v':
      put(writer, "varint(\"%s\")", format->varint);
      break;
    case 'g':
      put(writer, "0%ud(\"", format->width);
      put_bytes(writer, format->alphabet, strlen(format->alphabet), true);
      put(writer, "\")");
      break;
    case 'n':
      put(writer, "u%us", format->width);
      break;
    default:
      if (format->width != 0)
        put(writer, "%s%u", format->letter == 's' && !format->pads_left ? "" : "0", format->width);
      put(writer, "%c", format->letter);
      if (format->padding == 0 || format->pads_left) break;
      put(writer, "(\"");
      put_bytes(writer, (const char *)&format->padding, 1, true);
      put(writer, "\")");
      break;
  }
}

static void put_field(struct writer *writer, const struct model_field *field) {
  put_expression(writer, field->expression, LOOSEST_LEVEL);
  put_format(writer, &field->format);
}

static void put_model(struct writer *writer, const struct model *model) {
  put(writer, "%s", "");
  for (size_t i = 0; i < model->count; i++) {
    const struct model_field *field = &model->fields[i];
    if (field->is_literal) {
      put_bytes(writer, field->expression->string, field->expression->string_size, false);
    } else {
      put(writer, "{");
      put_field(writer, field);
      put(writer, "}");
    }
  }
}

void write_template(const struct model *model, char *text, size_t capacity) {
  static char fields[1 << 16];
  struct writer definitions = {.text = text, .capacity = capacity};
  struct writer writer = {.text = fields, .capacity = sizeof fields};
  if (random_below(3) == 0) writer.definitions = &definitions;
  put_model(&writer, model);
  put(&definitions, "%s", fields);
}
