/* How many MD5 digests a second: of short keys of one width, of integers' decimal text, of whole lines that
 * stream through the caches. */
#include <openssl/evp.h>
#include <openssl/md5.h>

#include "kernel_table.h"
#include "shape.h"
#include "two_digits.h"

enum { DIGEST = 16 };

/* ---- md5_fixed ---- */

struct fixed {
  struct shape shape;
  size_t width;
  uint8_t *keys;
};

static void fill_fixed(struct shape *shape) {
  struct fixed *fixed = (struct fixed *)shape;
  shape->bytes = shape->rows * fixed->width;
  shape->output_size = shape->rows * DIGEST;
  fixed->keys = bench_allocate(shape->bytes);
  for (size_t i = 0; i < shape->bytes; i++) fixed->keys[i] = (uint8_t)bench_random();
}

static void fixed_kernel(struct shape *shape, const void *with) {
  const struct fixed *fixed = (const struct fixed *)shape;
  const struct rowkey_kernels *kernels = with;
  kernels->md5_fixed(fixed->keys, shape->rows, fixed->width, fixed->width, shape->output);
}

static void fixed_openssl(struct shape *shape, const void *with) {
  const struct fixed *fixed = (const struct fixed *)shape;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++)
    MD5(fixed->keys + i * fixed->width, fixed->width, shape->output + i * DIGEST);
}

static void fixed_openssl_evp(struct shape *shape, const void *with) {
  static EVP_MD_CTX *context;
  static EVP_MD *md5;
  if (context == NULL) {
    context = EVP_MD_CTX_new();
    md5 = EVP_MD_fetch(NULL, "MD5", NULL);
    if (context == NULL || md5 == NULL) bench_fail("OpenSSL has no MD5 here");
  }
  const struct fixed *fixed = (const struct fixed *)shape;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    EVP_DigestInit_ex2(context, md5, NULL);
    EVP_DigestUpdate(context, fixed->keys + i * fixed->width, fixed->width);
    EVP_DigestFinal_ex(context, shape->output + i * DIGEST, NULL);
  }
}

static void register_fixed(size_t width) {
  struct fixed *fixed =
      shape_create(sizeof(*fixed), BENCH_ROWS, fill_fixed, fixed_openssl, "md5_fixed/%zuB", width);
  fixed->width = width;
  bench_add_kernels(&fixed->shape, fixed_kernel);
  bench_add(&fixed->shape, "openssl", fixed_openssl, NULL);
  bench_add(&fixed->shape, "openssl-evp", fixed_openssl_evp, NULL);
}

/* ---- md5_decimal ---- */

struct decimal {
  struct shape shape;
  bool sequential;
  uint64_t *values;
};

static void fill_decimal(struct shape *shape) {
  struct decimal *decimal = (struct decimal *)shape;
  shape->bytes = shape->rows * sizeof(uint64_t);
  shape->output_size = shape->rows * DIGEST;
  decimal->values = bench_allocate(shape->bytes);
  for (size_t i = 0; i < shape->rows; i++)
    decimal->values[i] = decimal->sequential ? BENCH_FIRST_ID + i : bench_random();
}

static void decimal_kernel(struct shape *shape, const void *with) {
  const struct rowkey_kernels *kernels = with;
  kernels->md5_decimal(((const struct decimal *)shape)->values, shape->rows, shape->output);
}

static void decimal_openssl(struct shape *shape, const void *with) {
  const struct decimal *decimal = (const struct decimal *)shape;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    char text[20];
    size_t length = two_digits_unpadded(text, decimal->values[i]);
    MD5((const unsigned char *)text, length, shape->output + i * DIGEST);
  }
}

static void register_decimal_text(const char *name, bool sequential) {
  struct decimal *decimal =
      shape_create(sizeof(*decimal), BENCH_ROWS, fill_decimal, decimal_openssl, "md5_decimal/%s", name);
  decimal->sequential = sequential;
  bench_add_kernels(&decimal->shape, decimal_kernel);
  bench_add(&decimal->shape, "openssl", decimal_openssl, NULL);
}

/* ---- md5_lines ---- */

struct lines {
  struct shape shape;
  size_t shortest, longest;
  struct bench_strings lines;
};

static void fill_lines(struct shape *shape) {
  struct lines *lines = (struct lines *)shape;
  lines->lines = bench_lines(lines->shortest, lines->longest);
  shape->rows = lines->lines.count;
  shape->bytes = lines->lines.size;
  shape->output_size = shape->rows * DIGEST;
}

static void lines_kernel(struct shape *shape, const void *with) {
  const struct bench_strings *lines = &((const struct lines *)shape)->lines;
  const struct rowkey_kernels *kernels = with;
  for (size_t first = 0; first < lines->count; first += BENCH_BLOCK) {
    size_t rows = lines->count - first < BENCH_BLOCK ? lines->count - first : BENCH_BLOCK;
    struct rowkey_strings strings = {lines->bytes, lines->size, lines->begin + first, lines->end + first};
    kernels->md5_strings(&strings, rows, shape->output + first * DIGEST);
  }
}

static void lines_openssl(struct shape *shape, const void *with) {
  const struct bench_strings *lines = &((const struct lines *)shape)->lines;
  (void)with;
  for (size_t i = 0; i < lines->count; i++)
    MD5(lines->bytes + lines->begin[i], lines->end[i] - lines->begin[i], shape->output + i * DIGEST);
}

static void register_lines(const char *name, size_t shortest, size_t longest) {
  struct lines *lines = shape_create(sizeof(*lines), 0, fill_lines, lines_openssl, "md5_lines/%s", name);
  lines->shortest = shortest;
  lines->longest = longest;
  bench_add_kernels(&lines->shape, lines_kernel);
  bench_add(&lines->shape, "openssl", lines_openssl, NULL);
}

void register_md5(void) {
  static const size_t widths[] = {4, 8, 16, 20, 32, 55, 64, 128};
  for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) register_fixed(widths[i]);
  register_decimal_text("u64", true);
  register_decimal_text("random64", false);
  register_lines("128B", 128, 128);
  register_lines("750B", BENCH_LINE_WIDTH, BENCH_LINE_WIDTH);
  register_lines("mixed", 16, 1015);
}
