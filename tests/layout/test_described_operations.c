/* What each function that describes itself says, against its results for all numbers of small windows: their
 * range and image, how they follow an argument, what undoing gives, and what kernels make of them. And the
 * page of the language names each function there is. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "layout/builder.h"
#include "plan/operation.h"

enum { WINDOW = 24, BLOCK = 1003 };

/* Where windows begin: at the ends of types, around 0 and around powers of two, and in seconds around the end
 * of a leap day. */
static const struct {
  bool is_signed;
  uint64_t first;
} windows[] = {{false, 0},
               {false, (UINT64_C(1) << 31) - WINDOW / 2},
               {false, (UINT64_C(1) << 63) - WINDOW / 2},
               {false, UINT64_MAX - WINDOW + 1},
               {true, 0 - (uint64_t)(WINDOW / 2)},
               {true, UINT64_C(1) << 63},
               {true, (UINT64_C(1) << 63) - WINDOW},
               {true, 951868800 - WINDOW / 2},
               {true, 5}};
enum { WINDOWS = sizeof windows / sizeof *windows };

/* A call of columns, whose values are within their ranges. */
struct call {
  struct value a, b, value;
  bool has_second;
  rowkey_divisor divisor;
};

static struct integer number_of(const struct value *argument, uint64_t bits) {
  return argument->type == TYPE_I64 ? rowkey_integer_of_i64((int64_t)bits) : rowkey_integer_of_u64(bits);
}

static void set_window(struct value *argument, bool is_signed, uint64_t low, uint64_t high) {
  argument->kind = VALUE_INTEGER_COLUMN;
  argument->type = is_signed ? TYPE_I64 : TYPE_U64;
  argument->range = rowkey_range_of(number_of(argument, low), number_of(argument, high));
}

static uint64_t low_of(const struct value *argument) { return rowkey_integer_bits(argument->range.low); }
static uint64_t span_of(const struct value *argument) {
  return rowkey_integer_bits(argument->range.high) - low_of(argument);
}

/* The constants that it holds: any are numbers of the window. */
static void set_held(struct call *call) {
  const struct operation *operation = call->value.operation;
  size_t held = 0;
  for (size_t i = 0; i < operation->count; i++) {
    const struct argument *argument = &operation->arguments[i];
    if (!argument->is_constant) continue;
    struct integer *out = &call->value.held[held++];
    if (argument->most == 0)
      *out = number_of(&call->a, low_of(&call->a) + random_u64() % (span_of(&call->a) + 1));
    else
      *out = rowkey_integer_of_u64(argument->least + (random_u64() >> (random_u64() % 64)) %
                                                         (argument->most - argument->least + 1));
  }
  if (!operation->are_bounds || !rowkey_integer_less(call->value.held[1], call->value.held[0])) return;
  const struct integer low = call->value.held[1];
  call->value.held[1] = call->value.held[0];
  call->value.held[0] = low;
}

/* What a format of eight bytes writes. */
static struct rowkey_masking random_code(void) {
  return (struct rowkey_masking){.bias = random_u64() % 2 << 63,
                                 .mask = UINT64_MAX,
                                 .flip = 0 - random_u64() % 2,
                                 .swapped = random_u64() % 2 == 0 ? 0 : 8};
}

/* False where no number of the window has a result. */
static bool clip(const struct call *call, struct value *argument) {
  const struct range domain = call->value.good[argument == &call->a ? 0 : 1];
  if (rowkey_range_apart(argument->range, domain)) return false;
  argument->range = rowkey_range_common(argument->range, domain);
  return true;
}

/* In every row its first number. */
static void become_constant(struct value *argument) {
  argument->kind = VALUE_CONSTANT;
  argument->range.high = argument->range.low;
}

/* Sets what follows from the arguments; false where no numbers of both have a result. */
static bool complete_call(struct call *call) {
  call->value.type = rowkey_operation_type(&call->value);
  if (call->b.kind == VALUE_CONSTANT && call->has_second &&
      rowkey_range_apart(call->b.range, rowkey_operation_domain(&call->value, 1)))
    return false;
  const uint64_t divisor =
      call->value.operation->divisor == NULL ? 0 : call->value.operation->divisor(&call->value);
  call->value.divisor = divisor == 0 ? NULL : &call->divisor;
  CHECK(divisor == 0 || rowkey_divisor_init(&call->divisor, divisor, NULL) == ROWKEY_OK, "divisor");
  rowkey_find_good(&call->value);
  call->value.checked = call->value.pairs;
  return clip(call, &call->a) && (!call->has_second || clip(call, &call->b));
}

/* A part of one window, and of another one of the same type, or a constant. */
static bool make_call(const struct operation *operation, size_t window, struct call *call) {
  const bool is_signed = windows[window].is_signed;
  const uint64_t low = random_u64() % WINDOW, high = low + random_u64() % (WINDOW - low);
  size_t other = random_u64() % WINDOWS;
  if (windows[other].is_signed != is_signed) other = window;
  if (operation->arguments[0].takes > AN_INSTANT ||
      (operation->arguments[0].takes == AN_INSTANT && !is_signed))
    return false;
  *call = (struct call){.has_second = operation->count > 1 && !operation->arguments[1].is_constant};
  call->value = (struct value){.kind = VALUE_OPERATION, .operation = operation};
  set_window(&call->a, is_signed, windows[window].first + low, windows[window].first + high);
  set_window(&call->b, is_signed, windows[other].first + low / 2, windows[other].first + high);
  set_held(call);
  call->value.code = random_code();
  if (operation->arguments[0].takes == AN_INSTANT)
    call->a.unit = (rowkey_time_unit)(ROWKEY_SECONDS + random_u64() % 4);
  call->value.a = &call->a;
  call->value.b = call->has_second ? &call->b : NULL;
  const uint64_t kind = call->has_second ? random_u64() % 4 : 0;
  if (kind == 2) become_constant(&call->a);
  if (kind == 3) become_constant(&call->b);
  return complete_call(call);
}

static struct integer result_of(const struct call *call, uint64_t a, uint64_t b) {
  return rowkey_operation_result(&call->value, number_of(&call->a, a), number_of(&call->b, b));
}

/* Where that is not said of all numbers of both arguments. */
static bool has_result(const struct call *call, uint64_t a, uint64_t b) {
  uint64_t result;
  if (call->value.operation->divides && b == 0) {
    CHECK(!call->value.operation->attempt(&call->value, a, b, &result), "%" PRIx64 " is divided by 0", a);
    return false;
  }
  const bool has = !call->value.pairs || call->value.operation->attempt(&call->value, a, b, &result);
  const struct integer number = result_of(call, a, b);
  CHECK(has == rowkey_range_holds(range_of_type(call->value.type), number),
        "%s of %" PRIx64 ", %" PRIx64 ": %s", call->value.operation->name, a, b,
        rowkey_integer_text(number).text);
  CHECK(!has || !call->value.pairs || result == rowkey_integer_bits(number), "%s of %" PRIx64 ", %" PRIx64,
        call->value.operation->name, a, b);
  return has;
}

/* ---- What is said of results ------------------------------------------------------------------- */

static void check_result(const struct call *call, uint64_t a, uint64_t b, struct integer result) {
  const char *name = call->value.operation->name;
  const struct image first = rowkey_image_of_range(&call->a), second = rowkey_image_of_range(&call->b);
  const struct range range = rowkey_range_common(
      rowkey_operation_range(&call->value, call->a.range, call->b.range), range_of_type(call->value.type));
  CHECK(rowkey_range_holds(range, result), "%s of %" PRIx64 ", %" PRIx64 ": %s is out of its range", name, a,
        b, rowkey_integer_text(result).text);
  struct value value = call->value;
  value.range = range;
  const struct image image = rowkey_complete_image(&value, rowkey_operation_image(&value, &first, &second));
  const uint64_t bits = rowkey_integer_bits(result);
  CHECK(rowkey_find_outside_image(&image, call->value.type == TYPE_I64, &bits, 1) == 1,
        "%s of %" PRIx64 ", %" PRIx64 ": %s is out of its image", name, a, b,
        rowkey_integer_text(result).text);
}

static void check_rest(const struct call *call, uint64_t number, struct integer result) {
  if (call->value.operation->rest == NULL) return;
  const struct integer rest = rowkey_integer_add(number_of(&call->a, number), rowkey_integer_negate(result));
  CHECK(rowkey_range_holds(call->value.operation->rest(&call->value), rest), "%s of %" PRIx64 ": %s",
        call->value.operation->name, number, rowkey_integer_text(result).text);
}

static void check_undone(const struct call *call, unsigned side, uint64_t number, struct integer result) {
  uint64_t bits = rowkey_integer_bits(result);
  const struct range other = (side == 0 ? &call->b : &call->a)->range;
  bool (*undone_beside)(unsigned, uint64_t) = call->value.operation->undone_beside;
  if (undone_beside != NULL &&
      !(rowkey_range_is_point(other) && undone_beside(side, rowkey_integer_bits(other.low))))
    return;
  if (call->value.operation->undo != NULL)
    call->value.operation->undo(&call->value, side, &bits, 1);
  else if (!call->value.operation->keeps_bits)
    return;
  CHECK(bits == number, "%s of %" PRIx64 " undone: %" PRIx64, call->value.operation->name, number, bits);
}

/* The side's next number. */
static void check_course(const struct call *call, unsigned side, struct integer from, struct integer to) {
  const struct course course = rowkey_operation_course(&call->value, side, call->a.range, call->b.range);
  const bool less = rowkey_integer_less(from, to), greater = rowkey_integer_less(to, from);
  const bool moves = less || greater;
  const bool good = course.direction == SCATTERS || (course.direction == STAYS && !moves) ||
                    (course.direction == RISES && !greater && (!course.strict || moves)) ||
                    (course.direction == FALLS && !less && (!course.strict || moves));
  const uint64_t distance = course.direction == FALLS ? rowkey_integer_bits(from) - rowkey_integer_bits(to)
                                                      : rowkey_integer_bits(to) - rowkey_integer_bits(from);
  const bool is_distance = course.steps == 0 || distance == course.steps ||
                           (!course.strict && distance < course.steps) || course.direction == SCATTERS ||
                           course.direction == STAYS;
  CHECK(good && is_distance, "%s: %s and then %s", call->value.operation->name,
        rowkey_integer_text(from).text, rowkey_integer_text(to).text);
}

static void check_unchanged(const struct call *call, uint64_t a, uint64_t b, struct integer result) {
  const struct operation *operation = call->value.operation;
  const struct value *same = operation->unchanged == NULL ? NULL : operation->unchanged(&call->value);
  const uint64_t bits = rowkey_integer_bits(result);
  CHECK(same == NULL || bits == (same == &call->a ? a : b), "%s of %" PRIx64 ", %" PRIx64, operation->name, a,
        b);
}

/* Such a call is not among the values. */
static bool is_unchanged(const struct call *call) {
  const struct operation *operation = call->value.operation;
  return operation->unchanged != NULL && operation->unchanged(&call->value) != NULL;
}

static void check_window(const struct call *call) {
  const uint64_t first_b = call->has_second ? low_of(&call->b) : 0;
  const uint64_t span_b = call->has_second ? span_of(&call->b) : 0;
  for (uint64_t i = 0; i <= span_of(&call->a); i++)
    for (uint64_t j = 0; j <= span_b; j++) {
      const uint64_t a = low_of(&call->a) + i, b = first_b + j;
      if (!has_result(call, a, b)) continue;
      const struct integer result = result_of(call, a, b);
      check_result(call, a, b, result);
      check_rest(call, a, result);
      check_undone(call, 0, a, result);
      if (call->has_second) check_undone(call, 1, b, result);
      check_unchanged(call, a, b, result);
      if (i < span_of(&call->a) && has_result(call, a + 1, b))
        check_course(call, 0, result, result_of(call, a + 1, b));
      if (j < span_b && has_result(call, a, b + 1)) check_course(call, 1, result, result_of(call, a, b + 1));
    }
}

static void results_are_as_described(void) {
  const struct operation *operation;
  for (size_t i = 0; (operation = rowkey_operation_at(i)) != NULL; i++) {
    size_t tried = 0;
    /* One takes numbers in places alone. */
    if (operation == &rowkey_operation_join_places || operation->arguments[0].takes > AN_INSTANT) continue;
    for (size_t turn = 0; turn < 300; turn++)
      for (size_t window = 0; window < WINDOWS; window++) {
        struct call call;
        if (!make_call(operation, window, &call)) continue;
        check_window(&call);
        tried++;
      }
    CHECK(tried > 0, "%s was tried with no number", operation->name);
  }
}

/* ---- What makes results -------------------------------------------------------------------------- */

static uint64_t random_number(const struct value *argument) {
  const uint64_t span = span_of(argument);
  return low_of(argument) + (span == UINT64_MAX ? random_u64() : random_u64() % (span + 1));
}

static void check_block(const struct rowkey_kernels *kernels, const struct call *call) {
  static uint64_t a[BLOCK], b[BLOCK], made[BLOCK];
  if (is_unchanged(call)) return;
  const struct value *value = &call->value;
  const bool reads_a = !rowkey_operation_holds(value, &call->a);
  const bool reads_b = call->has_second && !rowkey_operation_holds(value, &call->b);
  const size_t count = 1 + random_u64() % BLOCK;
  for (size_t i = 0; i < count; i++) {
    a[i] = random_number(&call->a);
    b[i] = random_number(call->has_second ? &call->b : &call->a);
  }
  size_t expected_good = 0;
  while (expected_good < count && has_result(call, a[expected_good], b[expected_good])) expected_good++;
  const size_t good = rowkey_operation_run(&(struct operation_rows){.kernels = kernels,
                                                                    .value = value,
                                                                    .a = reads_a ? a : NULL,
                                                                    .b = reads_b ? b : NULL,
                                                                    .out = made,
                                                                    .count = count});
  CHECK(good == expected_good, "%s: row %zu of %zu, not %zu", value->operation->name, good, count,
        expected_good);
  for (size_t i = 0; i < good; i++) {
    const uint64_t expected = rowkey_integer_bits(result_of(call, a[i], b[i]));
    if (call->value.operation->keeps_bits) made[i] = a[i];
    CHECK(made[i] == expected, "%s, %s: %" PRIx64 ", %" PRIx64 ": %" PRIx64 ", not %" PRIx64,
          call->value.operation->name, kernels->name, a[i], b[i], made[i], expected);
  }
}

static void blocks_are_as_single_rows(void) {
  const struct operation *operation;
  for (size_t i = 0; (operation = rowkey_operation_at(i)) != NULL; i++)
    for (size_t window = 0; window < WINDOWS; window++)
      for (size_t isa = 0; isa < rowkey_isas_count; isa++) {
        struct call call;
        if (!rowkey_isas[isa].is_supported() || !make_call(operation, window, &call)) continue;
        check_block(rowkey_isas[isa].kernels, &call);
        set_window(&call.a, windows[window].is_signed, windows[window].is_signed ? UINT64_C(1) << 63 : 0,
                   windows[window].is_signed ? INT64_MAX : UINT64_MAX);
        call.b = call.a;
        if (complete_call(&call)) check_block(rowkey_isas[isa].kernels, &call);
      }
}

/* ---- Where it is named --------------------------------------------------------------------------- */

static char *read_source(const char *path) {
  char name[1024];
  static char text[1 << 20];
  snprintf(name, sizeof name, "%s/%s", ROWKEY_SOURCE_DIR, path);
  FILE *file = fopen(name, "rb");
  CHECK(file != NULL, "%s cannot be opened", name);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  return text;
}

static void page_names_each_function(void) {
  const char *page = read_source("doc/layouts.md");
  struct slice name;
  for (size_t i = 0; (name = rowkey_function_name(NULL, i)).at != NULL; i++) {
    char call[64], alone[64];
    snprintf(call, sizeof call, "`%.*s(", (int)name.size, name.at);
    snprintf(alone, sizeof alone, "`%.*s`", (int)name.size, name.at);
    CHECK(strstr(page, call) != NULL || strstr(page, alone) != NULL, "the page does not name %.*s",
          (int)name.size, name.at);
  }
  const struct operation *operation;
  for (size_t i = 0; (operation = rowkey_function_at(i)) != NULL; i++)
    CHECK(strncmp(operation->usage, operation->name, strlen(operation->name)) == 0, "%s", operation->usage);
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"results are as described", results_are_as_described},
      {"blocks are as single rows", blocks_are_as_single_rows},
      {"the page names each function", page_names_each_function},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
