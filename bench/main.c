/* rowkey-bench: every kernel of every instruction set this CPU has, and the best known ways to do the same
 * work elsewhere, as rows named kernel/shape/implementation. README.md here says what each family answers. */
#include <errno.h>
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "digits.h"
#include "first_call.h"
#include "shape.h"
#include "shim.h"

static const char page_seed_flag[] = "--page_seed=";

/* Takes our own flag from the arguments, of which it returns how many are left. */
static int take_page_seed(int argc, char **argv) {
  const char *text = "0";
  int left = 1;
  for (int i = 1; i < argc; i++) {
    if (strncmp(argv[i], page_seed_flag, sizeof(page_seed_flag) - 1) == 0) {
      text = argv[i] + sizeof(page_seed_flag) - 1;
    } else {
      if (strcmp(argv[i], "--help") == 0)
        puts(
            "rowkey-bench [--page_seed=NUMBER: other page offsets of all buffers]\n"
            "with the flags of Google Benchmark, as they follow.");
      argv[left++] = argv[i];
    }
  }
  char *end;
  errno = 0;
  const unsigned long long seed = strtoull(text, &end, 10);
  if (text[strspn(text, "0123456789")] != '\0' || end == text || errno != 0) {
    fprintf(stderr, "rowkey-bench: %s%s: expected a number from 0 to 2^64-1\n", page_seed_flag, text);
    exit(2);
  }
  bench_set_page_seed(seed);
  bench_describe("page_seed", text);
  return left;
}

int main(int argc, char **argv) {
  const int status = bench_first_call(argc, argv);
  if (status >= 0) return status;
  argc = take_page_seed(argc, argv);
  bench_describe("rowkey", rowkey_version());
  bench_describe("compiler", __VERSION__);
  bench_describe("compile_flags", BENCH_COMPILE_FLAGS);
  bench_describe("instruction_set", rowkey_isa_selected());
  four_digits_create();
  register_working_set();
  register_kernels();
  register_bytes();
  register_types();
  register_conversions();
  register_encode();
  register_arrow();
  register_decode();
  register_sort();
  register_dictionary();
  register_batch();
  register_clock();
  register_memory();
  register_ports();
  register_code_offset();
  register_threads();
  register_first_call();
  return bench_main(argc, argv);
}
