/* How many MD5 digests a second: of short keys of one width, of integers' decimal text, of whole lines that
 * stream through the caches. */
#include <openssl/evp.h>
#include <openssl/md5.h>
#include <stdio.h>
#include <string.h>

#include "kernels/kernel_table.h"
#include "openssl_md5.h"
#include "paper_key.h"
#include "shape.h"
#include "vectorised_md5.h"

enum { DIGEST = 16 };

/* OpenSSL as its manual has it, with one context for all messages. */
static void evp_digest(const uint8_t *message, size_t size, uint8_t *digest) {
  static EVP_MD_CTX *context;
  static EVP_MD *md5;
  if (context == NULL) {
    context = EVP_MD_CTX_new();
    md5 = EVP_MD_fetch(NULL, "MD5", NULL);
    if (context == NULL || md5 == NULL) bench_fail("OpenSSL has no MD5 here");
  }
  EVP_DigestInit_ex2(context, md5, NULL);
  EVP_DigestUpdate(context, message, size);
  EVP_DigestFinal_ex(context, digest, NULL);
}

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
  fixed->keys = shape_allocate(shape, shape->bytes);
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
  const struct fixed *fixed = (const struct fixed *)shape;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++)
    evp_digest(fixed->keys + i * fixed->width, fixed->width, shape->output + i * DIGEST);
}

/* MD5_Transform alone, on the key's whole blocks where they lie and on the padded rest: no buffering. */
static void fixed_openssl_transform(struct shape *shape, const void *with) {
  const struct fixed *fixed = (const struct fixed *)shape;
  const size_t rest = fixed->width % MD5_CBLOCK, whole = fixed->width - rest;
  const size_t padded = rest + 9 <= MD5_CBLOCK ? MD5_CBLOCK : 2 * MD5_CBLOCK;
  uint8_t last[2 * MD5_CBLOCK] = {0};
  last[rest] = 0x80;
  store_little_endian_u64(last + padded - 8, 8 * fixed->width);
  (void)with;
  const uint8_t *key = fixed->keys;
  uint8_t *digest = shape->output;
  for (size_t i = 0; i < shape->rows; i++, key += fixed->width, digest += DIGEST) {
    MD5_CTX context;
    md5_begin(&context);
    for (size_t at = 0; at < whole; at += MD5_CBLOCK) MD5_Transform(&context, key + at);
    memcpy(last, key + whole, rest);
    for (size_t at = 0; at < padded; at += MD5_CBLOCK) MD5_Transform(&context, last + at);
    put_digest(digest, &context);
  }
}

static void fixed_vectorised(struct shape *shape, const void *with) {
  const struct fixed *fixed = (const struct fixed *)shape;
  const struct vectorised_md5 *peer = with;
  peer->fixed(fixed->keys, shape->rows, fixed->width, shape->output);
}

static void register_fixed(size_t width) {
  struct fixed *fixed =
      shape_create(sizeof(*fixed), BENCH_ROWS, fill_fixed, fixed_openssl, "md5_fixed/%zuB", width);
  fixed->width = width;
  bench_add_kernel(&fixed->shape, fixed_kernel, md5_fixed);
  bench_add(&fixed->shape, "openssl", fixed_openssl, NULL);
  bench_add(&fixed->shape, "openssl-evp", fixed_openssl_evp, NULL);
  bench_add(&fixed->shape, "openssl-transform", fixed_openssl_transform, NULL);
  if (width <= VECTORISED_MD5_WIDEST) vectorised_md5_add(&fixed->shape, fixed_vectorised);
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
  decimal->values = shape_allocate(shape, shape->bytes);
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

/* The text made in place in a padded block. */
static void decimal_openssl_transform(struct shape *shape, const void *with) {
  const struct decimal *decimal = (const struct decimal *)shape;
  unsigned char block[MD5_CBLOCK] = {0};
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    MD5_CTX context;
    put_md5_block(block, decimal->values[i]);
    md5_begin(&context);
    MD5_Transform(&context, block);
    put_digest(shape->output + i * DIGEST, &context);
  }
}

static void decimal_vectorised(struct shape *shape, const void *with) {
  const struct vectorised_md5 *peer = with;
  peer->decimal(((const struct decimal *)shape)->values, shape->rows, shape->output);
}

static void register_decimal_text(const char *name, bool sequential) {
  struct decimal *decimal =
      shape_create(sizeof(*decimal), BENCH_ROWS, fill_decimal, decimal_openssl, "md5_decimal/%s", name);
  decimal->sequential = sequential;
  bench_add_kernel(&decimal->shape, decimal_kernel, md5_decimal);
  bench_add(&decimal->shape, "openssl", decimal_openssl, NULL);
  bench_add(&decimal->shape, "openssl-transform", decimal_openssl_transform, NULL);
  vectorised_md5_add(&decimal->shape, decimal_vectorised);
}

/* ---- md5_lines ---- */

struct lines {
  struct shape shape;
  size_t shortest, longest;
  struct bench_strings lines;
};

static void fill_lines(struct shape *shape) {
  struct lines *lines = (struct lines *)shape;
  lines->lines = bench_lines(shape, lines->shortest, lines->longest);
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

static void lines_openssl_evp(struct shape *shape, const void *with) {
  const struct bench_strings *lines = &((const struct lines *)shape)->lines;
  (void)with;
  for (size_t i = 0; i < lines->count; i++)
    evp_digest(lines->bytes + lines->begin[i], lines->end[i] - lines->begin[i], shape->output + i * DIGEST);
}

static void register_lines(const char *name, size_t shortest, size_t longest) {
  struct lines *lines = shape_create(sizeof(*lines), 0, fill_lines, lines_openssl, "md5_lines/%s", name);
  lines->shortest = shortest;
  lines->longest = longest;
  bench_add_kernel(&lines->shape, lines_kernel, md5_strings);
  bench_add(&lines->shape, "openssl", lines_openssl, NULL);
  bench_add(&lines->shape, "openssl-evp", lines_openssl_evp, NULL);
}

void register_md5(void) {
  /* Every width whose padding the kernels may fold into constants, up to one that fills a block and begins
   * another; and two whole blocks. */
  enum { WIDEST_FOLDED = 64 };
  for (size_t width = 1; width <= WIDEST_FOLDED; width++) register_fixed(width);
  register_fixed(128);
  register_decimal_text("u64", true);
  register_decimal_text("random64", false);
  /* Around the ends of one block and of two, where a block is added; the paper's records; longer ones. */
  static const size_t lengths[] = {55, 56, 64, 119, 120, 128, 256, 512, BENCH_LINE_WIDTH, 1024, 2048, 4096};
  for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
    char name[16];
    snprintf(name, sizeof(name), "%zuB", lengths[i]);
    register_lines(name, lengths[i], lengths[i]);
  }
  register_lines("mixed", 16, 1015);
}
