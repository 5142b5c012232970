/* trace-kernel SET KERNEL ROWS [--plain]: does the work of one benchmark row, so many rows of it in one call,
 * and writes the address of every instruction that it executes, one a line in hexadecimal. The first line is
 * the address of main, by which the others can be found in the program's file.
 *
 * A child does the work and its parent lets it take one instruction at a time. --plain just does the work,
 * for emulators that write such a trace themselves but cannot be stepped; there it is what lies between the
 * calls of work_begins and work_ends. Without arguments: the names of the kernels. */
#include <elf.h>
#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernels/divisor.h"
#include "kernels/kernel_table.h"

enum { ROWS_MAX = 4096, WIDTH_MAX = 64 };

/* Everything is in memory before the work begins: rows of bytes, strings of one width and the same as
 * numbers. */
static struct inputs {
  uint8_t bytes[ROWS_MAX * WIDTH_MAX + WIDTH_MAX];
  uint64_t begin[ROWS_MAX], end[ROWS_MAX], values[ROWS_MAX];
  struct rowkey_strings strings;
  struct rowkey_divisor_constants divisor;
  const struct rowkey_kernels *kernels;
  rowkey_encoder *encoder;
} inputs;
static union {
  uint8_t bytes[ROWS_MAX * WIDTH_MAX];
  uint64_t values[ROWS_MAX];
} output;

static void fail(const char *what) {
  fprintf(stderr, "trace-kernel: %s\n", what);
  exit(2);
}

/* ---- The work, by row of the benchmark. `number` is what its name says after the slash. */

static size_t md5_fixed(unsigned width, size_t rows) {
  inputs.kernels->md5_fixed(inputs.bytes, rows, width, width, output.bytes);
  return rows;
}
static size_t md5_decimal(unsigned number, size_t rows) {
  (void)number;
  inputs.kernels->md5_decimal(inputs.values, rows, output.bytes);
  return rows;
}
static size_t md5_strings(unsigned width, size_t rows) {
  (void)width;
  inputs.kernels->md5_strings(&inputs.strings, rows, output.bytes);
  return rows;
}
static size_t modulo_u128(unsigned number, size_t rows) {
  (void)number;
  inputs.kernels->modulo_u128(&inputs.divisor, inputs.bytes, rows, output.values);
  return rows;
}
static size_t decimal(unsigned width, size_t rows) {
  const struct rowkey_place place = {output.bytes, width, sizeof output.bytes, output.bytes + width * rows};
  return inputs.kernels->decimal_padded(inputs.values, rows, width, &place);
}
static size_t parse(unsigned width, size_t rows) {
  (void)width;
  return inputs.kernels->parse_u64(&inputs.strings, rows, output.values);
}
static size_t encode(unsigned number, size_t rows) {
  (void)number;
  const rowkey_values ids = rowkey_u64s(inputs.values, rows);
  const rowkey_batch batch = rowkey_batch_of(&ids, 1, rows);
  rowkey_error error;
  return rowkey_encode(inputs.encoder, &batch,
                       &(rowkey_key_buffer){.data = output.bytes, .capacity = sizeof output.bytes}, NULL,
                       &error) == ROWKEY_OK
             ? rows
             : 0;
}

static const struct work {
  const char *name;
  size_t (*run)(unsigned number, size_t rows); /* returns `rows` when all went well */
  unsigned number;
} works[] = {
    {"md5_fixed/8B", md5_fixed, 8},
    {"md5_fixed/20B", md5_fixed, 20},
    {"md5_fixed/55B", md5_fixed, 55},
    {"md5_decimal/u64", md5_decimal, 7},
    {"md5_strings/20B", md5_strings, 20},
    {"modulo_u128/1000000", modulo_u128, 16},
    {"decimal/7", decimal, 7},
    {"decimal/10", decimal, 10},
    {"decimal/20", decimal, 20},
    {"parse/10", parse, 10},
    {"encode/paper-md5mod", encode, 7},
};
enum { WORKS = sizeof works / sizeof works[0] };

/* ---- */

/* Digits everywhere: they are as good as any bytes where it does not matter. Little is computed: an emulator
 * traces this too. */
static void fill(const struct work *work, const char *set) {
  uint64_t limit = 1;
  for (unsigned i = 0; i < work->number && i < 18; i++) limit *= 10;
  memset(inputs.bytes, '7', sizeof inputs.bytes);
  for (size_t i = 0; i < ROWS_MAX; i++) {
    inputs.begin[i] = i * work->number;
    inputs.end[i] = (i + 1) * work->number;
    inputs.values[i] = limit / 10 + i;
  }
  static const char template[] = "{md5(id) % 1000000:07d}{id:010d}";
  static const rowkey_column schema[] = {{.name = "id", .type = ROWKEY_U64}};
  inputs.strings =
      (struct rowkey_strings){inputs.bytes, (uint64_t)ROWS_MAX * work->number, inputs.begin, inputs.end};
  inputs.kernels = rowkey_kernels_named(set);
  if (inputs.kernels == NULL) fail("this machine lacks the instruction set");
  rowkey_error error;
  const rowkey_layout *layout = rowkey_layout_compile(template, sizeof template - 1, schema, 1, &error);
  if (layout == NULL) fail(error.text);
  if (rowkey_isa_select(set, &error) == ROWKEY_OK) inputs.encoder = rowkey_encoder_create(layout, 0, &error);
  if (inputs.encoder == NULL) fail(error.text);
  rowkey_divisor divisor;
  if (rowkey_divisor_init(&divisor, 1000000, NULL) != ROWKEY_OK) fail("the divisor was refused");
  memcpy(&inputs.divisor, divisor.opaque, sizeof inputs.divisor);
}

/* Marks in a trace; never inlined, and not without effect as far as a compiler can tell. */
void work_begins(void);
void work_ends(void);
__attribute__((noinline)) void work_begins(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) void work_ends(void) { __asm__ volatile("" ::: "memory"); }

/* Returns the exit status. */
static int do_work(const struct work *work, size_t rows) {
  work_begins();
  const size_t done = work->run(work->number, rows);
  work_ends();
  return done == rows ? 0 : 1;
}

static uint64_t program_counter(pid_t child) {
  struct user_regs_struct registers;
  struct iovec all = {&registers, sizeof registers};
  if (ptrace(PTRACE_GETREGSET, child, (void *)NT_PRSTATUS, &all) != 0)
    fail("a child's registers cannot be read");
#if defined __x86_64__
  return registers.rip;
#elif defined __aarch64__
  return registers.pc;
#else
  fail("tracing is made for x86-64 and 64-bit Arm");
  return 0;
#endif
}

/* Until the child ends; returns how it ended. */
static int step(pid_t child) {
  int status;
  for (;;) {
    if (waitpid(child, &status, 0) != child) fail("a child has disappeared");
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    if (!WIFSTOPPED(status) || (WSTOPSIG(status) != SIGTRAP && WSTOPSIG(status) != SIGSTOP))
      fail("the work ended by a signal");
    printf("%" PRIx64 "\n", program_counter(child));
    if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) != 0) fail("a child cannot be stepped");
  }
}

int main(int argc, char **argv) {
  if (argc == 1) {
    for (size_t i = 0; i < WORKS; i++) puts(works[i].name);
    return 0;
  }
  const struct work *work = NULL;
  const bool plain = argc == 5 && strcmp(argv[4], "--plain") == 0;
  for (size_t i = 0; argc > 2 && i < WORKS; i++)
    if (strcmp(argv[2], works[i].name) == 0) work = &works[i];
  const size_t rows = argc > 3 ? (size_t)strtoul(argv[3], NULL, 10) : 0;
  if (work == NULL || rows < 1 || rows > ROWS_MAX || argc > 5 || (argc == 5 && !plain))
    fail("expected SET KERNEL ROWS [--plain], rows from 1 to 4096, or nothing to see the kernels");
  fill(work, argv[1]);

  printf("%" PRIxPTR "\n", (uintptr_t)main);
  fflush(stdout);
  if (plain) return do_work(work, rows);
  const pid_t child = fork();
  if (child < 0) fail("no child could be made");
  if (child > 0) return step(child);
  if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0 || raise(SIGSTOP) != 0) _exit(2);
  _exit(do_work(work, rows));
}
