/* Calls of hashes: which there are, and their options. */
#include <string.h>

#include "layout/builder.h"
#include "layout/lexer.h"
#include "layout/names.h"

/* Options that a hash may have. */
enum {
  OPTION_SEED = 1,
  OPTION_SEED_OF_ROWS = 2, /* its seed may differ from row to row */
  OPTION_TAIL = 4,
  OPTION_HALF = 8,
  OPTION_KEY = 16
};

struct hash_function {
  const char *name;
  rowkey_hash_function function;
  bool is_md5;
  enum value_type type;
  unsigned bits; /* of an integer */
  unsigned options;
  const char *seed_name;
  uint64_t default_seed;
  rowkey_hash_tail last_tail; /* tail may be those up to this one */
};

/* By rowkey_hash_tail: how it is written, and what it may be up to there. */
static const struct {
  const char *name, *choices;
} tails[] = {
    {"unsigned", "unsigned"}, {"signed", "unsigned or signed"}, {"words", "unsigned, signed or words"}};

#define SEED_32 OPTION_SEED | OPTION_SEED_OF_ROWS

static const struct hash_function hashes[] = {
    {.name = "md5", .is_md5 = true, .type = TYPE_HASH, .options = OPTION_HALF},
    {.name = "java_hash", .function = ROWKEY_JAVA_HASH, .type = TYPE_I64, .bits = 32},
    {.name = "h31",
     .function = ROWKEY_H31,
     .type = TYPE_I64,
     .bits = 32,
     .options = SEED_32,
     .seed_name = "start",
     .default_seed = 1},
    {.name = "murmur2",
     .function = ROWKEY_MURMUR2,
     .type = TYPE_I64,
     .bits = 32,
     .options = SEED_32,
     .seed_name = "seed"},
    {.name = "murmur3_32",
     .function = ROWKEY_MURMUR3_32,
     .type = TYPE_I64,
     .bits = 32,
     .options = SEED_32 | OPTION_TAIL,
     .seed_name = "seed",
     .last_tail = ROWKEY_TAIL_WORDS},
    {.name = "murmur3_128",
     .function = ROWKEY_MURMUR3_128,
     .type = TYPE_HASH,
     .bits = 64,
     .options = OPTION_SEED | OPTION_TAIL | OPTION_HALF,
     .seed_name = "seed",
     .last_tail = ROWKEY_TAIL_SIGNED},
    {.name = "crc32c", .function = ROWKEY_CRC32C, .type = TYPE_U64, .bits = 32},
    {.name = "siphash24", .function = ROWKEY_SIPHASH24, .type = TYPE_U64, .bits = 64, .options = OPTION_KEY},
    {.name = "xxh64",
     .function = ROWKEY_XXH64,
     .type = TYPE_U64,
     .bits = 64,
     .options = OPTION_SEED,
     .seed_name = "seed"},
    {.name = "xxh3",
     .function = ROWKEY_XXH3,
     .type = TYPE_U64,
     .bits = 64,
     .options = OPTION_SEED,
     .seed_name = "seed"},
};
enum { HASHES = sizeof hashes / sizeof *hashes };

const struct hash_function *rowkey_find_hash(struct slice name) {
  for (size_t i = 0; i < HASHES; i++)
    if (slice_is(name, hashes[i].name)) return &hashes[i];
  return NULL;
}

struct slice rowkey_hash_name(size_t index) {
  if (index >= HASHES) return (struct slice){NULL, 0};
  return (struct slice){hashes[index].name, strlen(hashes[index].name)};
}

/* ---- Options --------------------------------------------------------------------------------- */

static bool wrong_option(const struct builder *builder, size_t offset, const char *expected,
                         const char *problem) {
  return rowkey_type_error(builder, offset, expected, problem) != NULL;
}

/* Seeds of 32 bits may be written signed or unsigned; those of 64 bits too. */
static bool seed_fits(const struct hash_function *function, struct range range) {
  if (function->bits == 64)
    return rowkey_range_within(range, rowkey_range_u64()) || rowkey_range_within(range, rowkey_range_i64());
  return rowkey_range_within(
      range, rowkey_range_of(rowkey_integer_of_i64(INT32_MIN), rowkey_integer_of_u64(UINT32_MAX)));
}

static bool read_seed(struct builder *builder, const struct hash_function *function,
                      const struct option_node *option, struct value *wanted) {
  const struct node *node = option->value;
  struct value *seed = rowkey_check_expression(builder, node);
  if (seed == NULL || !rowkey_require_integer(builder, seed, node)) return false;
  bool of_rows = (function->options & OPTION_SEED_OF_ROWS) != 0;
  if (seed->kind != VALUE_CONSTANT && !of_rows)
    return wrong_option(builder, node->begin, "a constant",
                        "the seed of this hash cannot differ between rows");
  if (!seed_fits(function, seed->range))
    return wrong_option(builder, node->begin, "a number from -2147483648 to 4294967295, such as int32(x)",
                        "the seed does not fit 32 bits");
  uint64_t mask = function->bits == 64 ? UINT64_MAX : UINT32_MAX;
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
    if (!slice_is(node->text, tails[tail].name)) continue;
    wanted->hash.other.tail = (rowkey_hash_tail)tail;
    return true;
  }
  return wrong_option(builder, node->begin, tails[last].choices, "this is no way to hash the last bytes");
}

/* MD5's halves are unsigned, as leading digits of them are wanted; Murmur3's are Java's longs. */
static bool read_half(const struct builder *builder, const struct option_node *option, struct value *wanted) {
  const struct node *node = option->value;
  bool is_name = node->kind == NODE_NAME;
  if (is_name && slice_is(node->text, "first"))
    wanted->hash.half = HASH_FIRST_HALF;
  else if (is_name && slice_is(node->text, "second"))
    wanted->hash.half = HASH_SECOND_HALF;
  else
    return wrong_option(builder, node->begin, "first or second", "this is no half of the hash");
  wanted->type = wanted->hash.is_md5 ? TYPE_U64 : TYPE_I64;
  wanted->range = wanted->hash.is_md5 ? rowkey_range_u64() : rowkey_range_i64();
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
  return good || wrong_option(builder, node->begin, "32 hex digits in quotes", "this is no key of 16 bytes");
}

/* The options in the order of their bits; what stands for the seed is in the function. */
static struct slice option_name(const void *context, size_t index) {
  const struct hash_function *function = context;
  const char *const names[] = {function->seed_name, "tail", "half", "key"};
  static const unsigned bits[] = {OPTION_SEED, OPTION_TAIL, OPTION_HALF, OPTION_KEY};
  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
    if ((function->options & bits[i]) != 0 && index-- == 0) return (struct slice){names[i], strlen(names[i])};
  return (struct slice){NULL, 0};
}

static bool unknown_option(const struct builder *builder, const struct hash_function *function,
                           const struct option_node *option) {
  struct suggestion suggestion = rowkey_suggest(option->name, "options", option_name, function);
  return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, option->begin,
                     function->options == 0 ? "no option" : suggestion.text, "%s has no option %s",
                     function->name, rowkey_show(option->name).text);
}

static bool read_option(struct builder *builder, const struct hash_function *function,
                        const struct option_node *option, struct value *wanted) {
  unsigned options = function->options;
  if ((options & OPTION_SEED) != 0 && slice_is(option->name, function->seed_name))
    return read_seed(builder, function, option, wanted);
  if ((options & OPTION_TAIL) != 0 && slice_is(option->name, "tail"))
    return read_tail(builder, function, option, wanted);
  if ((options & OPTION_HALF) != 0 && slice_is(option->name, "half"))
    return read_half(builder, option, wanted);
  if ((options & OPTION_KEY) != 0 && slice_is(option->name, "key")) return read_key(builder, option, wanted);
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
  if ((function->options & OPTION_KEY) != 0 && node->options == NULL)
    return wrong_option(builder, node->end - 1, ", key=\"32 hex digits\"",
                        "siphash24 needs a key, which whoever chooses the ids must not know");
  return true;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static struct range range_of_hash(const struct hash_function *function) {
  if (function->type == TYPE_I64)
    return rowkey_range_of(rowkey_integer_of_i64(INT32_MIN), rowkey_integer_of_i64(INT32_MAX));
  if (function->bits == 32)
    return rowkey_range_of(rowkey_integer_of_u64(0), rowkey_integer_of_u64(UINT32_MAX));
  return rowkey_range_u64();
}

struct value *rowkey_call_hash(struct builder *builder, const struct hash_function *function,
                               const struct node *node) {
  struct sequence *message = rowkey_message_of(builder, node);
  struct value wanted = {.kind = VALUE_HASH, .type = function->type, .message = message};
  wanted.hash = (struct hash_call){
      .is_md5 = function->is_md5,
      .other = {.function = function->function, .seed = function->default_seed},
  };
  if (function->type != TYPE_HASH) wanted.range = range_of_hash(function);
  if (message == NULL || !read_options(builder, function, node, &wanted)) return NULL;
  /* There is a kernel for the MD5 of the decimal text of one u64. */
  const struct part *only = message->parts;
  if (function->is_md5 && message->count == 1 && only->kind == PART_TEXT && !only->inverted &&
      only->written->kind == VALUE_DECIMAL_TEXT && value_is_integer(only->value) &&
      !only->value->range.low.negative) {
    wanted.message = NULL;
    wanted.a = only->value;
  }
  struct value *value = rowkey_intern_at(builder, &wanted, node);
  if (value != NULL && value->message == message && !message->fixed && message_is_joined(message))
    builder->layout->joins_messages = true;
  return value;
}
