#include "fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_fail(const char *file, int line, const char *condition, const char *format, ...) {
  fprintf(stderr, "%s:%d: %s: ", file, line, condition);
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  abort();
}

const struct rowkey_kernels *fuzz_kernels(size_t index) {
  /* Asked once, as a target may be done in the time that asking takes. */
  static const struct rowkey_kernels *supported[FUZZ_TABLES_MAX];
  static bool asked;
  for (size_t i = 0; i < rowkey_tables_count && !asked; i++) supported[i] = rowkey_table(i);
  asked = true;
  return supported[index];
}

const struct rowkey_kernels *fuzz_kernels_with(size_t index, size_t kernel_offset) {
  const struct rowkey_kernels *kernels = fuzz_kernels(index);
  void (*kernel)(void) = NULL;
  if (kernels != NULL) memcpy(&kernel, (const char *)kernels + kernel_offset, sizeof kernel);
  return kernel == NULL ? NULL : kernels;
}

/* For AddressSanitizer, which asks for it by this name. By default it keeps 256 MB that were freed, and so
 * each allocation meets pages that are new to the cache: what an execution frees is far less. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "quarantine_size_mb=8"; }

uint64_t fuzz_take(struct fuzz_input *input, unsigned bytes) {
  uint64_t value = 0;
  for (; bytes > 0; bytes--) {
    value <<= 8;
    if (input->size == 0) continue;
    value |= *input->data++;
    input->size--;
  }
  return value;
}

uint64_t fuzz_take_up_to(struct fuzz_input *input, uint64_t largest) {
  unsigned bytes = 1;
  while (bytes < 8 && largest >> (8 * bytes) != 0) bytes++;
  const uint64_t value = fuzz_take(input, bytes);
  return largest == UINT64_MAX ? value : value % (largest + 1);
}

uint64_t fuzz_take_number(struct fuzz_input *input) {
  const uint64_t kind = fuzz_take(input, 1);
  const uint64_t near = kind % 5 - 2;
  uint64_t power = 1;
  switch (kind / 5 % 4) {
    case 0:
      return fuzz_take(input, 8);
    case 1:
      return fuzz_take(input, (unsigned)(kind % 8) + 1);
    case 2:
      return (UINT64_C(1) << fuzz_take_up_to(input, 63)) + near;
    default:
      for (uint64_t i = fuzz_take_up_to(input, 19); i > 0; i--) power *= 10;
      return power + near;
  }
}

size_t fuzz_take_rows(struct fuzz_input *input, size_t most) {
  enum { FEW = 4 };
  if (input->rows != NULL) return *input->rows;
  const size_t kind = (size_t)fuzz_take(input, 1);
  const size_t few = kind % (FEW + 1);
  if (kind >= 128 && input->may_be_many) return (size_t)fuzz_take_up_to(input, most);
  return few < most ? few : most;
}

void fuzz_take_bytes(struct fuzz_input *input, void *bytes, size_t size) {
  uint8_t *out = bytes;
  const size_t taken = size < input->size ? size : input->size;
  uint64_t state = input->size;
  if (taken > 0) memcpy(out, input->data, taken);
  for (size_t i = taken < 16 ? 0 : taken - 16; i < taken; i++)
    state = (state ^ out[i]) * UINT64_C(6364136223846793005);
  for (size_t at = taken; at < size; at += 8) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    const uint64_t mixed = state ^ state >> 29;
    memcpy(out + at, &mixed, size - at < 8 ? size - at : 8);
  }
  input->data += taken;
  input->size -= taken;
}

void *fuzz_allocate(size_t size) {
  /* One byte at least: malloc(0) may be NULL. */
  void *bytes = malloc(size == 0 ? 1 : size);
  FUZZ_CHECK(bytes != NULL, "no memory for %zu bytes", size);
  return bytes;
}

void *fuzz_copy(const void *bytes, size_t size) {
  void *copy = fuzz_allocate(size);
  if (size > 0) memcpy(copy, bytes, size);
  return copy;
}
