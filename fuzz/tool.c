/* The whole tool, with any arguments and any input, on a system of its own (host.h): it ends by itself, with
 * a status that it documents and a message where it fails; it leaves no open descriptor, no memory, no
 * temporary file, and no file under its final name that is not complete; and it writes the same on every
 * instruction set: of eight inputs one runs on all, which takes several times as long.
 *
 * An input is two bytes for the system, then the arguments, a NUL after each and one more after the last,
 * then the bytes of standard input and of the file `a`, then after the byte 0xfe those of the file `b`. */
#include <errno.h>
#include <rowkey/cpu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "few_candidates.h"
#include "host.h"
#include "host_calls.h"

enum { ARGUMENTS_MAX = 24, TEXT_MAX = 2048, NEXT_FILE = 0xfe, DIGITS_MAX = 3 };

struct arguments {
  int count;
  char *values[ARGUMENTS_MAX + 1];
  char text[TEXT_MAX];
};

static bool begins_with(const char *text, const char *beginning) {
  return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Threads would outlive a run that fails; they are tested elsewhere. */
static bool is_left_out(const char *argument) {
  return begins_with(argument, "-t") || begins_with(argument, "--threads");
}

/* Numbers of rows, regions and bytes that an execution has the time for. Layouts are left as they are. */
static void shorten_numbers(char *argument) {
  if (strpbrk(argument, "{@") != NULL) return;
  size_t digits = 0;
  for (char *at = argument; *at != 0; at++) {
    digits = *at >= '0' && *at <= '9' ? digits + 1 : 0;
    if (digits > DIGITS_MAX || (digits > 0 && strchr("eE", at[1]) != NULL && at[1] != 0)) at[1] = 0;
  }
}

/* Whether there was room in the text for it; `values` points there. */
static bool put_argument(struct arguments *arguments, size_t *used, const void *value, size_t length) {
  if (arguments->count == ARGUMENTS_MAX || length >= TEXT_MAX - *used) return false;
  char *to = arguments->text + *used;
  memcpy(to, value, length);
  to[length] = 0;
  *used += length + 1;
  shorten_numbers(to);
  if (!is_left_out(to)) arguments->values[arguments->count++] = to;
  return true;
}

/* By default the search of rowkey advise takes longer than an execution has. */
static void limit_search(struct arguments *arguments, size_t used) {
  static const char *const options[][2] = {{"--candidates", "2"}, {"--designs", "2"}};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    bool given = arguments->count + 2 > ARGUMENTS_MAX;
    for (int k = 2; k < arguments->count; k++)
      given = given || begins_with(arguments->values[k], options[i][0]);
    for (size_t k = 0; !given && k < 2; k++)
      put_argument(arguments, &used, options[i][k], strlen(options[i][k]));
  }
}

static void take_arguments(struct fuzz_input *input, struct arguments *arguments) {
  static char name[] = "rowkey";
  size_t used = 0;
  arguments->values[arguments->count++] = name;
  while (input->size > 0) {
    const uint8_t *end = memchr(input->data, 0, input->size);
    const size_t length = end == NULL ? input->size : (size_t)(end - input->data);
    const bool is_end = length == 0 && arguments->count > 1;
    if (!is_end && !put_argument(arguments, &used, input->data, length)) break;
    const size_t taken = length < input->size ? length + 1 : length;
    input->data += taken;
    input->size -= taken;
    if (is_end) break;
  }
  if (arguments->count > 1 && strcmp(arguments->values[1], "advise") == 0) limit_search(arguments, used);
}

static void put_files(const struct fuzz_input *input) {
  const uint8_t *next = input->size == 0 ? NULL : memchr(input->data, NEXT_FILE, input->size);
  const size_t first = next == NULL ? input->size : (size_t)(next - input->data);
  host_put("<stdin>", input->data, first);
  host_put("a", input->data, first);
  host_put("b", next == NULL ? NULL : next + 1, next == NULL ? 0 : input->size - first - 1);
}

/* The tool moves its operands to the front, and prints through a stream. */
static int run(struct arguments arguments) {
  fuzz_stdout = fuzz_fdopen(1, "w");
  FUZZ_CHECK(fuzz_stdout != NULL, "no stream for standard output");
  const int status = fuzz_tool_main(arguments.count, arguments.values);
  fclose(fuzz_stdout);
  return status;
}

static void check_end(int status) {
  const struct host_file errors = host_file_named("<stderr>"), output = host_file_named("<stdout>");
  FUZZ_CHECK(status >= 0 && status <= 3, "exit status %d", status);
  /* `splits --check` reports what is wrong on standard output. */
  FUZZ_CHECK(status == 0 || errors.size > 0 || (status == 1 && output.size > 0), "exit status %d, no message",
             status);
  FUZZ_CHECK(errors.size == 0 || (errors.size > 9 && memcmp(errors.bytes, "rowkey: ", 8) == 0 &&
                                  errors.bytes[errors.size - 1] == '\n'),
             "an unusual message: %.*s", (int)errors.size, (const char *)errors.bytes);
  host_check_clean();
}

/* What one run has left, to compare others with. */
struct outcome {
  int status;
  size_t size;
  uint8_t bytes[1 << 20];
};

static void add(struct outcome *outcome, const void *bytes, size_t size) {
  FUZZ_CHECK(size <= sizeof outcome->bytes - outcome->size, "no room for what the tool wrote");
  if (size > 0) memcpy(outcome->bytes + outcome->size, bytes, size);
  outcome->size += size;
}

static void keep(struct outcome *outcome, int status) {
  struct host_file file;
  outcome->status = status;
  outcome->size = 0;
  for (size_t i = 0; host_file_at(i, &file); i++) {
    add(outcome, file.name, strlen(file.name) + 1);
    add(outcome, &file.size, sizeof file.size);
    add(outcome, file.bytes, file.size);
  }
}

/* `rowkey cpu` and the plans of `rowkey explain` name the instruction set. */
static bool names_isa(const struct arguments *arguments) {
  return arguments->count > 1 &&
         (strcmp(arguments->values[1], "cpu") == 0 || strcmp(arguments->values[1], "explain") == 0);
}

static void check_same(const struct rowkey_kernels *kernels, const struct outcome *outcome,
                       const struct outcome *first) {
  FUZZ_CHECK(outcome->status == first->status, "%s: exit status %d, not %d", kernels->name, outcome->status,
             first->status);
  FUZZ_CHECK(outcome->size == first->size && memcmp(outcome->bytes, first->bytes, first->size) == 0,
             "%s: other output", kernels->name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static bool have_all_run; /* an input that is run alone, to look at its failure, runs on all */
  static struct outcome first, outcome;
  static const int errors[] = {EIO, ENOSPC, EINTR, ENOMEM};
  struct fuzz_input input = fuzz_begin(data, size);
  const unsigned fault = (unsigned)fuzz_take(&input, 1), reading = (unsigned)fuzz_take(&input, 1);
  choose_candidates(reading);
  /* Mostly none fails: otherwise the tool hardly ever comes to its end. */
  const struct host_settings settings = {
      .most_read = reading % 41, .fault = fault < 192 ? 0 : fault - 192, .fault_error = errors[reading / 64]};
  struct arguments arguments = {.count = 0};
  take_arguments(&input, &arguments);
  if (arguments.count < 2 || input.size > HOST_FILE_SIZE) return 0;
  const bool on_all = fault % 8 == 0 || !have_all_run;
  have_all_run = true;
  bool is_first = true;
  FUZZ_EACH_ISA(kernels) {
    if (!is_first && !on_all) break;
    /* The values point into the text, so each run begins with a copy of both. */
    struct arguments mine = arguments;
    for (int i = 1; i < mine.count; i++) mine.values[i] = mine.text + (arguments.values[i] - arguments.text);
    FUZZ_CHECK(rowkey_isa_select(kernels->name, NULL) == ROWKEY_OK, "%s", kernels->name);
    host_begin(&settings);
    put_files(&input);
    const int status = run(mine);
    fuzz_count(kernels, "the tool", 1);
    check_end(status);
    keep(is_first ? &first : &outcome, status);
    if (!is_first && !names_isa(&arguments)) check_same(kernels, &outcome, &first);
    is_first = false;
  }
  return 0;
}
