/* Every function that the library exports, as a call whose arguments can be exchanged: what
 * test_null_arguments.c gives it, and the files beside it list. */
#ifndef ROWKEY_TESTS_FUNCTIONS_H
#define ROWKEY_TESTS_FUNCTIONS_H

#include <rowkey/rowkey.h>
#include <stdbool.h>

/* A pointer or a length. */
union value {
  void *pointer;
  size_t length;
};

enum argument_kind {
  NO_ARGUMENT,
  GIVEN,    /* a pointer that may not be NULL */
  OPTIONAL, /* one that may */
  ARRAY,    /* one that may be NULL where the length after it is 0 */
  LENGTH,   /* of memory or of a list: no memory holds as many as SIZE_MAX */
  NUMBER    /* any other */
};

struct argument {
  enum argument_kind kind;
  const char *name; /* as errors call it */
  union value good;
};

enum { ARGUMENTS_MAX = 9 };

struct function {
  const char *name;
  /* The status, or ROWKEY_ERROR_ARGUMENT where the result is the one that stands for no object. */
  rowkey_status (*call)(const union value *arguments, rowkey_error *error);
  bool reports; /* it fills in the error */
  struct argument arguments[ARGUMENTS_MAX];
};

/* Adds a function to the list that is tested. */
void add_function(struct function function);

/* A struct in the place of argument `index` of the function, which is refused; where it fills in an error,
 * that holds `named`. */
struct refused {
  const char *function;
  size_t index;
  const void *given;
  const char *named;
};
void add_refused(struct refused refused);

/* The functions of a few headers each. */
void add_layout_functions(void);
void add_region_functions(void);
void add_record_functions(void);
void add_reading_functions(void);
void add_kernel_functions(void);
void add_arrow_functions(void);
void add_flat_functions(void);

/* The status of a call that makes an object, which is freed. */
rowkey_status status_of(const void *made, const rowkey_error *error);

/* ---- What calls are written with -------------------------------------------------------------- */

#define POINTER(index) (arguments[index].pointer)
#define SIZE(index) (arguments[index].length)

/* static call_<function>, with the arguments that are given, of a function that returns a status and fills in
 * `error`, … */
#define REPORTS_STATUS(function, ...)                                                       \
  static rowkey_status call_##function(const union value *arguments, rowkey_error *error) { \
    (void)arguments;                                                                        \
    return function(__VA_ARGS__);                                                           \
  }
/* … of one that makes an object, … */
#define MAKES(function, free_it, ...)                                                       \
  static rowkey_status call_##function(const union value *arguments, rowkey_error *error) { \
    (void)arguments;                                                                        \
    void *made = function(__VA_ARGS__);                                                     \
    const rowkey_status status = status_of(made, error);                                    \
    free_it(made);                                                                          \
    return status;                                                                          \
  }
/* … of one that answers with `nothing` where it cannot, … */
#define ANSWERS(function, nothing, ...)                                                     \
  static rowkey_status call_##function(const union value *arguments, rowkey_error *error) { \
    (void)arguments, (void)error;                                                           \
    return function(__VA_ARGS__) == (nothing) ? ROWKEY_ERROR_ARGUMENT : ROWKEY_OK;          \
  }
/* … and of one that returns nothing. */
#define ACTS(function, ...)                                                                 \
  static rowkey_status call_##function(const union value *arguments, rowkey_error *error) { \
    (void)error;                                                                            \
    function(__VA_ARGS__);                                                                  \
    return ROWKEY_OK;                                                                       \
  }

/* A function of the list, which fills in an error, or does not. */
#define REPORTING(called, ...) add_function((struct function){#called, call_##called, true, {__VA_ARGS__}})
#define SILENT(called, ...) add_function((struct function){#called, call_##called, false, {__VA_ARGS__}})

#define GIVEN(name, value)                                 \
  {                                                        \
    GIVEN, name, { .pointer = (void *)(uintptr_t)(value) } \
  }
#define OPTIONAL(value)                                     \
  {                                                         \
    OPTIONAL, "", { .pointer = (void *)(uintptr_t)(value) } \
  }
#define ARRAY(name, value)                                 \
  {                                                        \
    ARRAY, name, { .pointer = (void *)(uintptr_t)(value) } \
  }
#define LENGTH(name, value)           \
  {                                   \
    LENGTH, name, { .length = value } \
  }
#define NOTHING {.kind = NO_ARGUMENT}
#define NUMBER(value)               \
  {                                 \
    NUMBER, "", { .length = value } \
  }

#endif
