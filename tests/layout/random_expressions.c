/* Random integers and hashes. */
#include <string.h>

#include "kernels/hashes.h"
#include "random_parts.h"

enum { ARGUMENTS_MAX = 2048 };
static struct model_field arguments[ARGUMENTS_MAX];
static size_t argument_count;
static uint64_t random_calls;

enum { REPEATABLE_MAX = 8 };
static const struct expression *repeatable[REPEATABLE_MAX];
static size_t repeatable_count;

static bool rest_is_something; /* right of the current field */

void begin_template(void) {
  forget_expressions();
  argument_count = repeatable_count = 0;
  random_calls = 0;
}

void allow_rest(bool allowed) { rest_is_something = allowed; }

static const struct hash_function *function_of(const struct model_hash *hash) {
  return hash->is_md5 ? &rowkey_md5_function : hash_function_of(&hash->definition);
}

static bool is_signed_hash(const struct model_hash *hash) {
  const enum hash_result result = function_of(hash)->result;
  return result == HASH_I32 || result == HASH_I64_PAIR;
}

bool may_be_negative(const struct expression *expression) {
  switch (expression->kind) {
    case INTEGER:
      return expression->negative;
    case COLUMN:
    case COALESCE:
      return expression->column == SMALL_I64 || expression->column == ANY_I64 ||
             expression->column == NULL_I64 || expression->column == TIME;
    case NEGATION:
    case SCALED:
      return true;
    case OPERATION:
      return strncmp(expression->operation, "int", 3) == 0 || may_be_negative(expression->left) ||
             (expression->right != NULL && may_be_negative(expression->right));
    case BINARY:
      return may_be_negative(expression->left) || may_be_negative(expression->right);
    case FLOORMOD:
      return may_be_negative(expression->right);
    case TRUNCATE:
    case REVERSE_TIME:
      return may_be_negative(expression->left);
    case HASH:
      return is_signed_hash(&expression->hash);
    default:
      return false;
  }
}

static const struct expression *operation(enum expression_kind kind, const struct expression *left, char sign,
                                          const struct expression *right) {
  struct expression *expression = new_expression(kind);
  expression->left = left;
  expression->sign = sign;
  expression->right = right;
  return expression;
}

static struct model_field random_argument(unsigned depth, bool is_text) {
  if (rest_is_something && random_below(6) == 0 && (!is_text || rarely()))
    return (struct model_field){.expression = new_expression(REST)};
  if (!is_text || rarely()) return random_field(depth, true);
  if (coin()) return (struct model_field){.expression = column(SMALL_U64, ANY_I64)};
  return (struct model_field){.expression = column(coin() ? PLAIN_TEXT : WORDS, ANY_TEXT)};
}

void set_arguments(struct expression *call, const struct model_field *made, size_t count) {
  CHECK(argument_count + count <= ARGUMENTS_MAX, "too many arguments");
  memcpy(arguments + argument_count, made, count * sizeof *made);
  call->arguments = arguments + argument_count;
  call->argument_count = count;
  argument_count += count;
}

void add_arguments(struct expression *call, unsigned depth, bool is_text) {
  size_t count = coin() ? 1 : 1 + random_below(4);
  struct model_field made[4];
  for (size_t i = 0; i < count; i++) made[i] = random_argument(depth, is_text);
  set_arguments(call, made, count);
}

static const struct expression *random_seed(const struct hash_function *function, unsigned depth) {
  bool is_64 = bits_of_hash(function) == 64;
  uint64_t magnitude = random_u64() >> (is_64 ? random_below(2) : 32);
  if (coin()) return NULL;
  if (is_64 || coin())
    return constant(magnitude, magnitude <= (is_64 ? (uint64_t)INT64_MAX : INT32_MAX) && coin());
  if (rarely()) return column(SMALL_U64, SMALL_I64); /* whose range is too wide */
  struct expression *seed = new_expression(OPERATION);
  seed->operation = "int32";
  seed->left = random_integer(depth);
  return seed;
}

static void choose_hash(struct model_hash *hash) {
  *hash = (struct model_hash){.is_md5 = random_below(3) == 0};
  if (hash->is_md5) {
    if (rarely()) hash->part = coin() ? FIRST_HALF : SECOND_HALF;
    return;
  }
  rowkey_hash *definition = &hash->definition;
  definition->function = (rowkey_hash_function)random_below(ROWKEY_HASHES);
  const struct hash_function *function = function_of(hash);
  definition->tail = (rowkey_hash_tail)random_below((unsigned)function->last_tail + 1);
  if (function->keyed) random_bytes(definition->key, sizeof definition->key);
  if (function->result == HASH_I64_PAIR) hash->part = (enum hash_part)random_below(3);
}

/* In the order in which they are written, by which calls of random are numbered. */
static void fill_hash(struct expression *expression, unsigned depth) {
  const struct hash_function *function = function_of(&expression->hash);
  add_arguments(expression, depth, function->of_text);
  if (function->seed != NULL) expression->hash.seed = random_seed(function, depth);
}

static bool is_digest(const struct model_hash *hash) {
  return hash->part == WHOLE_HASH && function_of(hash)->size != 0;
}

static const struct expression *random_hash(unsigned depth) {
  struct expression *expression = new_expression(HASH);
  choose_hash(&expression->hash);
  fill_hash(expression, depth);
  return expression;
}

static const struct expression *absolute_of(const struct expression *number) {
  struct expression *call = new_expression(OPERATION);
  call->operation = "abs";
  call->left = number;
  return call;
}

const struct expression *random_digest(unsigned depth, size_t *size) {
  struct expression *expression = new_expression(HASH);
  do choose_hash(&expression->hash);
  while (!is_digest(&expression->hash));
  fill_hash(expression, depth);
  *size = function_of(&expression->hash)->size;
  const bool absolute = *size == 16 && random_below(4) == 0;
  return absolute ? absolute_of(expression) : expression;
}

/* A number made of a digest. */
static const struct expression *number_of_digest(const struct expression *digest, uint64_t divisor) {
  const unsigned bits = 8 * (unsigned)function_of(&digest->hash)->size;
  switch (random_below(4)) {
    case 0:
      return operation(BINARY, digest, '>', constant(bits - 64 + random_below(64), false));
    case 1:
      return operation(BINARY, digest, '&', constant(random_magnitude(), false));
    default:
      return operation(BINARY, digest, '%', constant(divisor, false));
  }
}

static const struct expression *random_call(void) {
  struct expression *call = new_expression(RANDOM);
  call->ordinal = random_calls++;
  return call;
}

const struct expression *random_remainder(unsigned depth, uint64_t most) {
  uint64_t divisor = most != 0 ? 1 + random_below(most) : coin() ? 1000 : random_magnitude() | 1;
  const struct expression *right = constant(divisor, false);
  if (depth == 0 || coin())
    return operation(BINARY, coin() ? random_call() : column(SMALL_U64, ANY_U64), '%', right);
  const struct expression *hash = random_hash(depth - 1);
  if (is_digest(&hash->hash)) return operation(BINARY, hash, '%', right);
  if (divisor > (uint64_t)INT64_MAX && may_be_negative(hash)) right = constant(7, false);
  return coin() ? operation(FLOORMOD, hash, '\0', right) : absolute_of(operation(BINARY, hash, '%', right));
}

/* By a constant, or by a number that is mostly small enough. */
static const struct expression *random_count(unsigned depth, bool left) {
  if (coin()) return constant(random_below(left && !rarely() ? 8 : 64), false);
  return rarely() ? random_integer(depth) : random_remainder(depth, left ? 8 : 70);
}

/* Its sides are made in the order in which they are written, by which calls of random are numbered. */
static const struct expression *random_shift(unsigned depth) {
  const bool left = coin();
  const struct expression *number = random_integer(depth);
  return operation(BINARY, number, left ? '<' : '>', random_count(depth, left));
}

static const struct expression *random_scaled(void) {
  struct expression *scaled = new_expression(SCALED);
  scaled->left = float_column(true);
  scaled->right = constant(coin() ? 1 + random_below(1000) : random_magnitude() | 1, false);
  scaled->floors = coin();
  return scaled;
}

/* What is made is written, so that calls of random() are numbered in the template's order. */
static const struct expression *random_function(unsigned depth) {
  if (random_below(8) == 0) return random_scaled();
  if (random_below(8) == 0)
    return operation(LENGTH, coin() ? text_column(coin()) : text_call(text_column(coin())), '\0', NULL);
  if (random_below(4) == 0) return random_operation(depth);
  const struct expression *left = random_integer(depth);
  switch (random_below(6)) {
    case 0:
      return absolute_of(left);
    case 1:
    case 2:
      return operation(REVERSE_TIME, left, '\0', NULL);
    case 3:
      return operation(TRUNCATE, left, '\0',
                       constant(1 + (coin() ? random_below(4000) : random_magnitude() >> 1), false));
    default:
      return operation(FLOORMOD, left, '\0', coin() ? random_constant() : random_integer(depth));
  }
}

static const char *one_of(const char *const *names) {
  size_t count = 0;
  while (names[count] != NULL) count++;
  return names[random_below(count)];
}

/* An instant, moved or rounded once in a while. */
static const struct expression *random_instant(void) {
  const struct expression *instant =
      rarely() ? coalesce(TIME, constant(random_below(1000000), coin())) : column(TIME, TIME);
  if (rarely())
    return operation(BINARY, instant, "+-"[random_below(2)], constant(random_below(100000000), false));
  if (!rarely()) return instant;
  struct expression *rounded = new_expression(TRUNCATE);
  rounded->left = instant;
  rounded->date_name = one_of(date_units);
  return rounded;
}

static const struct expression *random_date(void) {
  struct expression *date = new_expression(coin() ? DATE : TRUNCATE);
  date->left = random_instant();
  date->date_name = one_of(date->kind == DATE ? date_functions : date_units);
  if (date->kind == TRUNCATE && rarely()) {
    date->date_name = date_units[random_below(4)]; /* second, minute, hour, day */
    date->right = constant(1 + random_below(400), false);
  }
  return date;
}

static const struct expression *random_binary(unsigned depth) {
  if (random_below(5) == 0) return random_shift(depth);
  const struct expression *left = rarely() ? random_constant() : random_integer(depth);
  const struct expression *right = coin() ? random_constant() : random_integer(depth);
  bool is_signed = may_be_negative(left) || may_be_negative(right);
  return operation(BINARY, left,
                   is_signed || rarely() ? "+-*%/&|^"[random_below(8)] : "+*%/&|^"[random_below(7)], right);
}

static const struct expression *new_integer(unsigned depth) {
  if (random_below(10) == 0) return random_date();
  switch (random_below(depth == 0 ? 5 : 12)) {
    case 0:
    case 1:
      return column(SMALL_U64, ANY_U64);
    case 2:
      return column(SMALL_I64, coin() ? ANY_I64 : NULL_I64);
    case 3:
      if (random_below(3) == 0) return number_of_two_columns();
      if (random_below(4) == 0) return null_marker();
      return coin() ? coalesce(NULL_U64, constant(random_magnitude(), false))
                    : coalesce(NULL_I64, constant(random_below(99), coin()));
    case 4:
      return random_remainder(depth, 0);
    case 5: {
      const struct expression *hash = random_hash(depth - 1);
      return is_digest(&hash->hash) ? number_of_digest(hash, 1000000) : hash;
    }
    case 6:
      return operation(NEGATION, random_integer(depth - 1), '\0', NULL);
    case 7:
    case 8:
      return random_function(depth - 1);
    default:
      return random_binary(depth - 1);
  }
}

/* ---- Repetition ------------------------------------------------------------------------------ */

/* Each call of random() is another one, and `rest` is not the same everywhere. */
static bool is_repeatable(const struct expression *expression) {
  if (expression == NULL) return true;
  if (expression->kind == RANDOM || expression->kind == REST) return false;
  for (size_t i = 0; i < expression->argument_count; i++)
    if (!is_repeatable(expression->arguments[i].expression)) return false;
  return is_repeatable(expression->left) && is_repeatable(expression->right) &&
         is_repeatable(expression->third) && is_repeatable(expression->hash.seed);
}

static bool is_remainder(const struct expression *expression) {
  return expression->kind == FLOORMOD || (expression->kind == BINARY && expression->sign == '%');
}

/* A quotient or a remainder, so few of them that fields often give back together what each loses. */
static const struct expression *divided(const struct expression *number) {
  const struct expression *divisor = constant(is_remainder(number) ? 7 : 60, false);
  const struct expression *remainder = operation(BINARY, number, '%', divisor);
  const bool by_bits = coin() && !is_remainder(number);
  if (by_bits && coin()) return operation(BINARY, number, '>', constant(6, false));
  if (by_bits) return operation(BINARY, number, '&', constant(63, false));
  switch (random_below(6)) {
    case 0:
      return operation(BINARY, number, '-', remainder);
    case 1:
      return operation(TRUNCATE, number, '\0', divisor);
    case 2:
      return operation(FLOORMOD, number, '\0', divisor);
    case 3:
      return operation(BINARY, number, '/', divisor);
    default:
      return remainder;
  }
}

/* Equal expressions are computed once: some occur again, often in another format. */
const struct expression *random_integer(unsigned depth) {
  const struct expression *again = repeatable_count > 0 ? repeatable[random_below(repeatable_count)] : NULL;
  if (again != NULL && random_below(8) == 0) return again;
  const struct expression *expression =
      again != NULL && random_below(8) == 0 ? divided(again) : new_integer(depth);
  if (repeatable_count < REPEATABLE_MAX && is_repeatable(expression))
    repeatable[repeatable_count++] = expression;
  return expression;
}
