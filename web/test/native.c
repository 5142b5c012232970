/* The engine compiled for this machine: reads calls, one after the other, and prints their answers, so that
 * tests can compare them with those of the module.
 *
 *     design_layout 2 n1:0 s5:{a:d}
 *
 * is the name, the number of arguments, and each argument: n a number, s a text, with its length in bytes. An
 * answer is a line: 1 or 0 for good or not, a blank, and the JSON. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *answer_at(void);
size_t answer_length(void);

enum { MOST = 8 };

struct argument {
  bool is_text;
  double number;
  char *text;
  size_t size;
};

#define SIZE(i) ((size_t)given[i].number)
#define TEXT(i) given[i].text, given[i].size

/* The calls, in the form that the module exports. */
#define EACH_CALL(CALL)                                                                                \
  CALL(named_layouts, (void), ())                                                                      \
  CALL(made_sources, (void), ())                                                                       \
  CALL(rows_made, (const char *, size_t, double, double), (TEXT(0), given[1].number, given[2].number)) \
  CALL(text_begin, (size_t), (SIZE(0)))                                                                \
  CALL(text_append, (const void *, size_t), (TEXT(0)))                                                 \
  CALL(rows_text, (int, bool, bool, const char *, size_t),                                             \
       ((int)given[0].number, SIZE(1) != 0, SIZE(2) != 0, TEXT(3)))                                    \
  CALL(design_layout, (size_t, const char *, size_t), (SIZE(0), TEXT(1)))                              \
  CALL(design_keys, (size_t), (SIZE(0)))                                                               \
  CALL(design_rows, (size_t, size_t, size_t, bool), (SIZE(0), SIZE(1), SIZE(2), SIZE(3) != 0))         \
  CALL(decode_key, (size_t, const void *, size_t), (SIZE(0), TEXT(1)))                                 \
  CALL(layout_splits, (size_t, size_t), (SIZE(0), SIZE(1)))                                            \
  CALL(take_points, (const char *, size_t), (TEXT(0)))                                                 \
  CALL(design_question, (size_t, size_t, const char *, size_t), (SIZE(0), SIZE(1), TEXT(2)))           \
  CALL(run_begin, (size_t, size_t, size_t, double, size_t, double, const char *, size_t),              \
       (SIZE(0), SIZE(1), SIZE(2), given[3].number, SIZE(4), given[5].number, TEXT(6)))                \
  CALL(run_step, (double), (given[0].number))                                                          \
  CALL(run_loads, (void), ())

#define DECLARE(name, parameters, arguments) bool name parameters;
EACH_CALL(DECLARE)

static bool call(const char *name, const struct argument *given) {
  (void)given;
#define TRY(called, parameters, arguments) \
  if (strcmp(name, #called) == 0) return called arguments;
  EACH_CALL(TRY)
  fprintf(stderr, "the engine has no call %s\n", name);
  exit(1);
}

static bool read_argument(struct argument *argument) {
  char kind;
  if (scanf(" %c%zu:", &kind, &argument->size) != 2) return false;
  argument->is_text = kind == 's';
  argument->text = calloc(argument->size + 1, 1);
  if (argument->text == NULL || fread(argument->text, 1, argument->size, stdin) != argument->size)
    return false;
  argument->number = kind == 'n' ? strtod(argument->text, NULL) : 0;
  return true;
}

int main(void) {
  char name[64];
  size_t count;
  while (scanf("%63s %zu", name, &count) == 2 && count <= MOST) {
    struct argument given[MOST] = {0};
    for (size_t i = 0; i < count; i++)
      if (!read_argument(&given[i])) return 1;
    const bool good = call(name, given);
    printf("%d %.*s\n", good, (int)answer_length(), answer_at());
    fflush(stdout);
    for (size_t i = 0; i < count; i++) free(given[i].text);
  }
  return 0;
}
