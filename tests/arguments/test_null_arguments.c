/* What all functions do with NULL, and with lengths that no memory has: none crashes, and errors name the
 * argument. <rowkey/rowkey.h> states the rules. */
#include "functions.h"

#include <stdio.h>
#include <string.h>

#include "testing.h"

/* ---- The list --------------------------------------------------------------------------------- */

enum { FUNCTIONS_MAX = 400, REFUSED_MAX = 400 };

static struct function functions[FUNCTIONS_MAX];
static size_t function_count;

void add_function(struct function function) {
  CHECK(function_count < FUNCTIONS_MAX, "too many functions");
  functions[function_count++] = function;
}

static struct refused refusals[REFUSED_MAX];
static size_t refused_count;

void add_refused(struct refused refused) {
  CHECK(refused_count < REFUSED_MAX, "too many structs");
  refusals[refused_count++] = refused;
}

rowkey_status status_of(const void *made, const rowkey_error *error) {
  if (made != NULL) return ROWKEY_OK;
  return error == NULL ? ROWKEY_ERROR_ARGUMENT : error->status;
}

static void list_functions(void) {
  function_count = refused_count = 0;
  add_layout_functions();
  add_region_functions();
  add_record_functions();
  add_reading_functions();
  add_kernel_functions();
  add_arrow_functions();
  add_flat_functions();
}

static bool is_listed(const char *name) {
  for (size_t i = 0; i < function_count; i++)
    if (strcmp(functions[i].name, name) == 0) return true;
  return false;
}

/* The functions of the public headers, which scripts/checks/symbols compares with what the library exports.
 */
static void all_are_listed(void) {
  list_functions();
  char declared[] = ROWKEY_FUNCTIONS;
  size_t count = 0;
  for (char *rest, *name = strtok_r(declared, " ", &rest); name != NULL; name = strtok_r(NULL, " ", &rest)) {
    count++;
    CHECK(is_listed(name), "%s is in no list of tests/arguments", name);
  }
  CHECK(count == function_count, "%zu functions are listed, and %zu declared", function_count, count);
}

/* ---- Calls ------------------------------------------------------------------------------------- */

struct outcome {
  rowkey_status status;
  rowkey_error error;
};

static size_t count_arguments(const struct function *function) {
  size_t count = 0;
  while (count < ARGUMENTS_MAX && function->arguments[count].kind != NO_ARGUMENT) count++;
  return count;
}

/* With the good arguments but those at `changed` and after it, `count` of them. */
static struct outcome call_with(const struct function *function, size_t changed, size_t count,
                                const union value *values) {
  union value arguments[ARGUMENTS_MAX];
  for (size_t i = 0; i < ARGUMENTS_MAX; i++) arguments[i] = function->arguments[i].good;
  for (size_t i = 0; i < count; i++) arguments[changed + i] = values[i];
  struct outcome outcome;
  memset(&outcome, 0, sizeof outcome);
  outcome.status = function->call(arguments, function->reports ? &outcome.error : NULL);
  if (function->reports) {
    const rowkey_status alone = function->call(arguments, NULL);
    CHECK((alone == ROWKEY_OK) == (outcome.status == ROWKEY_OK), "%s: status %d, and %d without an error",
          function->name, (int)outcome.status, (int)alone);
  }
  return outcome;
}

static void check_good(const struct function *function, const char *when) {
  const struct outcome outcome = call_with(function, 0, 0, NULL);
  CHECK(outcome.status == ROWKEY_OK, "%s %s: status %d: %s", function->name, when, (int)outcome.status,
        outcome.error.text);
}

/* The error is about this argument. */
static void check_named(const struct function *function, const struct argument *argument, const char *what,
                        const struct outcome *outcome) {
  CHECK(outcome->status != ROWKEY_OK, "%s: %s is %s, and no error", function->name, argument->name, what);
  if (!function->reports) return;
  CHECK(outcome->error.status == outcome->status, "%s: the error of %s has status %d", function->name,
        argument->name, (int)outcome->error.status);
  CHECK(strstr(outcome->error.text, argument->name) != NULL,
        "%s: %s is %s, and the error does not name it: %s", function->name, argument->name, what,
        outcome->error.text);
}

/* ---- NULL -------------------------------------------------------------------------------------- */

static void check_null(const struct function *function, size_t index) {
  const struct argument *argument = &function->arguments[index];
  const union value null[2] = {{.pointer = NULL}, {.length = 0}};
  const struct outcome outcome = call_with(function, index, 1, null);
  if (argument->kind == OPTIONAL) {
    CHECK(outcome.status == ROWKEY_OK, "%s: argument %zu may be NULL: %s", function->name, index,
          outcome.error.text);
    return;
  }
  check_named(function, argument, "NULL", &outcome);
  CHECK(outcome.status == ROWKEY_ERROR_ARGUMENT, "%s: %s is NULL: status %d", function->name, argument->name,
        (int)outcome.status);
  if (argument->kind != ARRAY) return;
  const struct outcome none = call_with(function, index, 2, null);
  CHECK(none.status != ROWKEY_ERROR_ARGUMENT || strstr(none.error.text, "NULL") == NULL,
        "%s: %s is NULL and has no length: %s", function->name, argument->name, none.error.text);
}

static void null_arguments(void) {
  list_functions();
  for (size_t i = 0; i < function_count; i++) {
    const struct function *function = &functions[i];
    check_good(function, "at first");
    for (size_t j = 0; j < count_arguments(function); j++) {
      const enum argument_kind kind = function->arguments[j].kind;
      if (kind == GIVEN || kind == OPTIONAL || kind == ARRAY) check_null(function, j);
    }
    check_good(function, "after errors");
  }
}

/* ---- Lengths ------------------------------------------------------------------------------------ */

static void check_lengths(const struct function *function, size_t index) {
  static const size_t lengths[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - 7, SIZE_MAX - 63, SIZE_MAX / 2 + 1};
  const struct argument *argument = &function->arguments[index];
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    char what[40];
    snprintf(what, sizeof what, "%zu", lengths[i]);
    const struct outcome outcome = call_with(function, index, 1, &(union value){.length = lengths[i]});
    if (argument->kind == LENGTH) check_named(function, argument, what, &outcome);
  }
}

static void lengths(void) {
  list_functions();
  for (size_t i = 0; i < function_count; i++) {
    const struct function *function = &functions[i];
    for (size_t j = 0; j < count_arguments(function); j++) {
      const enum argument_kind kind = function->arguments[j].kind;
      if (kind == LENGTH || kind == NUMBER) check_lengths(function, j);
    }
    check_good(function, "after lengths");
  }
}

/* ---- Structs ------------------------------------------------------------------------------------ */

static const struct function *function_named(const char *name) {
  size_t i = 0;
  while (i < function_count && strcmp(functions[i].name, name) != 0) i++;
  CHECK(i < function_count, "%s is not listed", name);
  return &functions[i];
}

static void structs(void) {
  list_functions();
  for (size_t i = 0; i < refused_count; i++) {
    const struct refused *refused = &refusals[i];
    const struct function *function = function_named(refused->function);
    const struct argument argument = {.name = refused->named};
    const union value given = {.pointer = (void *)(uintptr_t)refused->given};
    const struct outcome outcome = call_with(function, refused->index, 1, &given);
    check_named(function, &argument, "what no memory holds", &outcome);
    check_good(function, "after a struct that is refused");
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"every exported function is listed", all_are_listed},
                               {"NULL is an error that names the argument", null_arguments},
                               {"so is a length that no memory has", lengths},
                               {"so are such lengths, and NULL, in structs", structs}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
