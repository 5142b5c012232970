/* The work around the hashes: integers to big-endian fields, buckets, random numbers, the ends of lines. Each
 * is measured so that none of it can hide in encode/ or in the tool. */
#include <string.h>

#include "kernels.h"
#include "words.h"

/* ---- big_endian ---- */

static void big_endian_bswap(struct shape *shape, const void *with) {
  const uint64_t *values = call_of(shape)->values;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) store_big_endian_u64(shape->output + 8 * i, values[i]);
}

/* ---- jump: the paper's own code ---- */

static void jump_loop(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  uint64_t *buckets = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    uint64_t key = call->values[i];
    int64_t bucket = 0;
    for (int64_t next = 0; next < (int64_t)call->number;) {
      bucket = next;
      key = key * 2862933555777941757 + 1;
      next = (int64_t)((double)(bucket + 1) * (2147483648.0 / (double)((key >> 33) + 1)));
    }
    buckets[i] = (uint64_t)bucket;
  }
}

/* ---- copy: what moving the same bytes costs when nothing is done to them ---- */

struct copied {
  struct shape shape;
  uint8_t *bytes;
};

static void fill_copy(struct shape *shape) {
  shape->bytes = shape->output_size = shape->rows * sizeof(uint64_t);
  ((struct copied *)shape)->bytes = shape_allocate(shape, shape->bytes);
  for (size_t i = 0; i < shape->bytes; i++) ((struct copied *)shape)->bytes[i] = (uint8_t)bench_random();
}

static void copy_memcpy(struct shape *shape, const void *with) {
  (void)with;
  memcpy(shape->output, ((const struct copied *)shape)->bytes, shape->output_size);
}

/* ---- random ---- */

static void random_splitmix(struct shape *shape, const void *with) {
  const uint64_t seed = call_of(shape)->number;
  uint64_t *values = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) values[i] = bench_splitmix64(seed, i);
}

/* ---- find_byte: the newlines of lines that hold ten bytes each ---- */

static void find_memchr(struct shape *shape, const void *with) {
  const uint8_t *text = call_of(shape)->bytes, *at = text;
  uint64_t *positions = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++, at++) {
    at = memchr(at, '\n', shape->bytes - (size_t)(at - text));
    positions[i] = (uint64_t)(at - text);
  }
}

/* Eight bytes a step: bit 7 of each byte that is a newline, found by a subtraction that borrows from no
 * other. */
static void find_swar(struct shape *shape, const void *with) {
  const uint64_t ones = 0x0101010101010101, low = 0x7f7f7f7f7f7f7f7f;
  const uint8_t *text = call_of(shape)->bytes;
  uint64_t *positions = (void *)shape->output;
  (void)with;
  for (size_t at = 0, found = 0; found < shape->rows; at += 8) { /* the buffer has room after its end */
    const uint64_t x = load_little_endian_u64(text + at) ^ ones * '\n';
    for (uint64_t hits = ~(((x & low) + low) | x | low); hits != 0; hits &= hits - 1)
      positions[found++] = at + (uint64_t)__builtin_ctzll(hits) / 8;
  }
}

void register_bytes(void) {
  struct copied *copied = shape_create(sizeof(*copied), BENCH_ROWS, fill_copy, copy_memcpy, "copy/u64");
  bench_add(&copied->shape, "memcpy", copy_memcpy, NULL);
}

const struct peer peers_of_bytes[] = {
    PEER("big_endian/8", "bswap", big_endian_bswap),   PEER("jump/", "loop", jump_loop),
    PEER("find_byte/", "memchr", find_memchr),         PEER("find_byte/", "swar", find_swar),
    PEER("random/u64", "splitmix64", random_splitmix), {0}};
