/* Calls of hashes: which there are, and their options. */
#include <string.h>

#include "kernels/hashes.h"
#include "layout/builder.h"
#include "layout/lexer.h"
#include "text/names.h"
#include "text/tokens.h"

/* The values of the option tail, by the last one that a function accepts. */
static const char *const tail_choices[] = {"unsigned", "unsigned or signed", "unsigned, signed or words"};

/* md5, then the others. */
static const struct hash_function *function_at(size_t index) {
  return index == 0               ? &rowkey_md5_function
         : index <= ROWKEY_HASHES ? &rowkey_hash_functions[index - 1]
                                  : NULL;
}

const struct hash_function *rowkey_find_hash(struct slice name) {
  for (size_t i = 0; function_at(i) != NULL; i++)
    if (slice_is(name, function_at(i)->name)) return function_at(i);
  return NULL;
}

struct slice rowkey_hash_name(size_t index) {
  if (function_at(index) == NULL) return (struct slice){NULL, 0};
  return (struct slice){function_at(index)->name, strlen(function_at(index)->name)};
}

static bool has_halves(const struct hash_function *function) { return function->size == HASH_SIZE; }

/* ---- Options --------------------------------------------------------------------------------- */

static bool wrong_option(const struct builder *builder, size_t offset, const char *expected,
                         const char *problem) {
  return rowkey_type_error(builder, offset, expected, problem) != NULL;
}

/* Seeds of 32 bits may be written signed or unsigned; those of 64 bits too. */
static bool seed_fits(const struct hash_function *function, struct range range) {
  if (bits_of_hash(function) == 64)
    return rowkey_range_within(range, rowkey_range_u64()) || rowkey_range_within(range, rowkey_range_i64());
  return rowkey_range_within(
      range, rowkey_range_of(rowkey_integer_of_i64(INT32_MIN), rowkey_integer_of_u64(UINT32_MAX)));
}

static bool read_seed(struct builder *builder, const struct hash_function *function,
                      const struct option_node *option, struct value *wanted) {
  const struct node *node = option->value;
  struct value *seed = rowkey_check_expression(builder, node);
  if (seed == NULL || !rowkey_require_integer(builder, seed, node)) return false;
  if (seed->kind != VALUE_CONSTANT && bits_of_hash(function) == 64)
    return wrong_option(builder, node->begin, "a constant",
                        "the seed of this hash cannot differ between rows");
  if (!seed_fits(function, seed->range))
    return wrong_option(builder, node->begin, "a number from -2147483648 to 4294967295, such as int32(x)",
                        "the seed does not fit 32 bits");
  uint64_t mask = bits_of_hash(function) == 64 ? UINT64_MAX : UINT32_MAX;
  if (seed->kind == VALUE_CONSTANT)
    wanted->hash.other.seed = rowkey_integer_bits(seed->range.low) & mask;
  else
    wanted->b = seed;
  return true;
}

static bool read_tail(const struct builder *builder, const struct hash_function *function,
                      const struct option_node *option, struct value *wanted) {
  const struct node *node = option->value;
  const unsigned last = (unsigned)function->last_tail;
  for (unsigned tail = 0; node->kind == NODE_NAME && tail <= last; tail++) {
    if (!slice_is(node->text, rowkey_tail_names[tail])) continue;
    wanted->hash.other.tail = (rowkey_hash_tail)tail;
    return true;
  }
  return wrong_option(builder, node->begin, tail_choices[last], "this is not a way to hash the last bytes");
}

/* MD5's halves are unsigned, as leading digits of them are wanted; Murmur3's are Java's longs. */
static bool read_half(const struct builder *builder, const struct hash_function *function,
                      const struct option_node *option, struct value *wanted) {
  const struct node *node = option->value;
  bool is_name = node->kind == NODE_NAME;
  if (is_name && slice_is(node->text, "first"))
    wanted->hash.half = HASH_FIRST_HALF;
  else if (is_name && slice_is(node->text, "second"))
    wanted->hash.half = HASH_SECOND_HALF;
  else
    return wrong_option(builder, node->begin, "first or second", "this is not a half of the hash");
  const bool is_signed = function->result == HASH_I64_PAIR;
  wanted->width = 0;
  wanted->type = is_signed ? TYPE_I64 : TYPE_U64;
  wanted->range = is_signed ? rowkey_range_i64() : rowkey_range_u64();
  return true;
}

static bool read_key(const struct builder *builder, const struct option_node *option, struct value *wanted) {
  const struct node *node = option->value;
  uint8_t *key = wanted->hash.other.key;
  size_t size = 2 * sizeof wanted->hash.other.key;
  bool good = node->kind == NODE_STRING && node->text.size == size;
  for (size_t i = 0; good && i < size; i += 2) {
    int high = rowkey_hex_digit(node->text.at[i]);
    int low = rowkey_hex_digit(node->text.at[i + 1]);
    good = high >= 0 && low >= 0;
    if (good) key[i / 2] = (uint8_t)(high * 16 + low);
  }
  return good ||
         wrong_option(builder, node->begin, "32 hex digits in quotes", "this is not a key of 16 bytes");
}

enum hash_option { OPTION_SEED, OPTION_TAIL, OPTION_HALF, OPTION_KEY, OPTIONS };

/* What the option is called; NULL if the function does not have it. */
static const char *name_of_option(const struct hash_function *function, enum hash_option option) {
  const char *const names[OPTIONS] = {
      [OPTION_SEED] = function->seed,
      [OPTION_TAIL] = function->last_tail != ROWKEY_TAIL_UNSIGNED ? "tail" : NULL,
      [OPTION_HALF] = has_halves(function) ? "half" : NULL,
      [OPTION_KEY] = function->keyed ? "key" : NULL,
  };
  return names[option];
}

struct slice rowkey_hash_option_name(const void *context, size_t index) {
  for (enum hash_option option = 0; option < OPTIONS; option++) {
    const char *name = name_of_option(context, option);
    if (name != NULL && index-- == 0) return (struct slice){name, strlen(name)};
  }
  return (struct slice){NULL, 0};
}

static enum hash_option option_named(const struct hash_function *function, struct slice given) {
  for (enum hash_option option = 0; option < OPTIONS; option++) {
    const char *name = name_of_option(function, option);
    if (name != NULL && slice_is(given, name)) return option;
  }
  return OPTIONS;
}

/* Its suggestions are in no frame of calls within calls. */
static __attribute__((noinline)) bool unknown_option(const struct builder *builder,
                                                     const struct hash_function *function,
                                                     const struct option_node *option) {
  struct suggestion suggestion = rowkey_suggest(option->name, "options", rowkey_hash_option_name, function);
  return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, option->begin,
                     rowkey_hash_option_name(function, 0).at == NULL ? "no option" : suggestion.text,
                     "%s has no option %s", function->name, rowkey_show(option->name).text);
}

static bool read_option(struct builder *builder, const struct hash_function *function,
                        const struct option_node *option, struct value *wanted) {
  switch (option_named(function, option->name)) {
    case OPTION_SEED:
      return read_seed(builder, function, option, wanted);
    case OPTION_TAIL:
      return read_tail(builder, function, option, wanted);
    case OPTION_HALF:
      return read_half(builder, function, option, wanted);
    case OPTION_KEY:
      return read_key(builder, option, wanted);
    case OPTIONS:
      break;
  }
  return unknown_option(builder, function, option);
}

static bool read_options(struct builder *builder, const struct hash_function *function,
                         const struct node *node, struct value *wanted) {
  for (const struct option_node *option = node->options; option != NULL; option = option->next) {
    for (const struct option_node *before = node->options; before != option; before = before->next)
      if (before->name.size == option->name.size &&
          memcmp(before->name.at, option->name.at, option->name.size) == 0)
        return wrong_option(builder, option->begin, "each option once", "this option is given twice");
    if (!read_option(builder, function, option, wanted)) return false;
  }
  if (function->keyed && node->options == NULL)
    return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, node->end - 1, ", key=\"32 hex digits\"",
                       "%s needs a key that is secret from whoever chooses the ids", function->name);
  return true;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void set_type_and_range(const struct hash_function *function, struct value *hash) {
  hash->type = TYPE_U64;
  switch (function->result) {
    case HASH_I32:
      hash->type = TYPE_I64;
      hash->range = rowkey_range_of(rowkey_integer_of_i64(INT32_MIN), rowkey_integer_of_i64(INT32_MAX));
      break;
    case HASH_U16:
      hash->range = rowkey_range_of(rowkey_integer_of_u64(0), rowkey_integer_of_u64(UINT16_MAX));
      break;
    case HASH_U32:
      hash->range = rowkey_range_of(rowkey_integer_of_u64(0), rowkey_integer_of_u64(UINT32_MAX));
      break;
    case HASH_U64:
      hash->range = rowkey_range_u64();
      break;
    case HASH_I64_PAIR:
    case HASH_DIGEST:
      hash->type = TYPE_HASH;
      hash->width = (unsigned)function->size;
      break;
  }
}

struct value *rowkey_call_hash(struct builder *builder, const struct hash_function *function,
                               const struct node *node) {
  const bool is_md5 = function == &rowkey_md5_function;
  struct sequence *message = rowkey_message_of(builder, node);
  struct value wanted = {.kind = VALUE_HASH, .message = message, .hash = {.is_md5 = is_md5}};
  if (!is_md5) {
    wanted.hash.other.function = (rowkey_hash_function)(function - rowkey_hash_functions);
    wanted.hash.other.seed = function->default_seed;
  }
  set_type_and_range(function, &wanted);
  if (message == NULL || !read_options(builder, function, node, &wanted)) return NULL;
  /* There is a kernel for the MD5 of the decimal text of one u64. */
  const struct part *only = message->parts;
  if (is_md5 && message->count == 1 && only->kind == PART_TEXT && !only->inverted &&
      only->written->base == 10 && value_is_integer(only->value) && !only->value->range.low.negative) {
    wanted.message = NULL;
    wanted.a = only->value;
  }
  struct value *value = rowkey_intern_at(builder, &wanted, node);
  if (value != NULL && value->message == message && !message->fixed && message_is_joined(message))
    builder->layout->joins_messages = true;
  return value;
}
