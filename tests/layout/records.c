/* Random records. */
#include <math.h>
#include <string.h>

#include "generator.h"

const char *const column_names[COLUMN_COUNT] = {"u",  "big", "i",  "wide", "at", "t",  "w",  "any",
                                                "x5", "f",   "wf", "g",    "nu", "ni", "nt", "nf"};

uint64_t random_magnitude(void) { return random_u64() >> random_below(64); }

static int64_t any_i64(void) {
  int64_t magnitude = (int64_t)(random_magnitude() >> 1);
  return random_below(2) == 0 ? magnitude : -1 - magnitude;
}

static float any_f32(void) {
  static const float special[] = {0.0f, -0.0f, INFINITY, -INFINITY, 1e-45f, 3.4028235e38f, 1.0f, -1.5f};
  uint32_t bits = (uint32_t)random_u64();
  float value;
  memcpy(&value, &bits, sizeof value);
  bool is_nan = value != value && random_below(8) != 0;
  return is_nan || random_below(4) == 0 ? special[random_below(8)] : value;
}

static double any_f64(void) {
  uint64_t bits = random_u64();
  double value;
  memcpy(&value, &bits, sizeof value);
  bool is_nan = value != value && random_below(8) != 0;
  return is_nan || random_below(4) == 0 ? (double)any_f32() : value;
}

/* ---- Text ------------------------------------------------------------------------------------ */

static size_t put_word(uint8_t *bytes, size_t length) {
  static const char *const letters[] = {"a", "z", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "0"};
  size_t size = 0;
  for (; length > 0; length--) {
    const char *letter = letters[random_below(random_below(2) == 0 ? 1 : 6)];
    memcpy(bytes + size, letter, strlen(letter));
    size += strlen(letter);
  }
  return size;
}

static size_t put_bytes(uint8_t *bytes, size_t length, bool plain) {
  random_bytes(bytes, length);
  for (size_t i = 0; i < length && plain; i++) bytes[i] = (uint8_t)('a' + bytes[i] % 26);
  /* Zeros are what esc and mem are about. */
  for (size_t i = 0; i < length && !plain; i++)
    if (bytes[i] % 16 == 0) bytes[i] = 0;
  return length;
}

enum { TEXT_MAX = 300 };

static size_t put_text(size_t column, uint8_t *bytes) {
  switch (column) {
    case ANY_TEXT:
      return put_bytes(bytes, random_below(random_below(8) == 0 ? TEXT_MAX : 40), false);
    case WORDS:
      return put_word(bytes, random_below(12));
    case FIXED_TEXT:
      return put_bytes(bytes, random_below(5000) == 0 ? random_below(11) : FIXED_WIDTH, false);
    default:
      return put_bytes(bytes, random_below(11), true);
  }
}

/* In one of the forms that text can have in memory. */
static void add_random_text(struct batch *batch, size_t column) {
  uint64_t *offsets = guarded((batch->rows + 1) * sizeof *offsets, GUARD_END);
  uint8_t *bytes = guarded(batch->rows * TEXT_MAX, GUARD_END);
  uint64_t width = column == FIXED_TEXT ? FIXED_WIDTH : random_below(11);
  bool fixed = column != WORDS && random_below(4) == 0;
  offsets[0] = 0;
  for (size_t i = 0; i < batch->rows; i++) {
    uint8_t *at = bytes + offsets[i];
    offsets[i + 1] =
        offsets[i] + (fixed ? put_bytes(at, (size_t)width, column == PLAIN_TEXT || column == NULL_TEXT)
                            : put_text(column, at));
  }
  const char *name = column_names[column];
  if (fixed)
    add_fixed_bytes(batch, name, bytes, width);
  else if (random_below(2) == 0)
    add_bytes32(batch, name, bytes, offsets);
  else
    add_bytes(batch, name, bytes, offsets);
  if (column == FIXED_TEXT) batch->columns[batch->count - 1].width = FIXED_WIDTH;
}

/* ---- Instants -------------------------------------------------------------------------------- */

/* Milliseconds of the years 1700 to 2300, often near the end of a month; once in a while any number. */
static int64_t any_instant(void) {
  if (random_below(2000) == 0) return any_i64();
  const int64_t day = (int64_t)random_below(600 * 365) - 270 * 365;
  const int64_t near =
      random_below(2) == 0 ? (int64_t)random_below(86400000) : (int64_t)random_below(2) * 86399999;
  return day * 86400000 + near;
}

/* ---- Batches --------------------------------------------------------------------------------- */

static void add_random_nulls(struct batch *batch, bool often) {
  bool *is_null = guarded(batch->rows * sizeof *is_null, GUARD_END);
  for (size_t i = 0; i < batch->rows; i++) is_null[i] = random_below(often ? 3 : 2000) == 0;
  if (often || random_below(3) == 0) mark_nulls(batch, is_null, random_below(20));
}

static void add_random_column(struct batch *batch, size_t column) {
  const size_t rows = batch->rows;
  uint64_t *integers = guarded(rows * sizeof *integers, GUARD_END);
  int64_t *signed_integers = guarded(rows * sizeof *signed_integers, GUARD_END);
  double *doubles = guarded(rows * sizeof *doubles, GUARD_END);
  float *floats = guarded(rows * sizeof *floats, GUARD_END);
  const char *name = column_names[column];
  switch (column) {
    case SMALL_U64:
    case ANY_U64:
    case NULL_U64:
      for (size_t i = 0; i < rows; i++)
        integers[i] = column == ANY_U64 ? random_magnitude() : random_below(100000);
      add_u64(batch, name, integers);
      break;
    case SMALL_I64:
    case ANY_I64:
    case NULL_I64:
    case TIME:
      for (size_t i = 0; i < rows; i++)
        signed_integers[i] = column == ANY_I64 ? any_i64()
                             : column == TIME  ? any_instant()
                                               : (int64_t)random_below(2000) - 1000;
      add_i64(batch, name, signed_integers);
      if (column == TIME) batch->columns[batch->count - 1].unit = ROWKEY_MILLISECONDS;
      break;
    case SHORT_F64:
    case ANY_F64:
    case NULL_F64:
      for (size_t i = 0; i < rows; i++)
        doubles[i] = column == SHORT_F64 && random_below(500) != 0 ? (double)any_f32() : any_f64();
      add_f64(batch, name, doubles);
      break;
    case ANY_F32:
      for (size_t i = 0; i < rows; i++) floats[i] = any_f32();
      add_f32(batch, name, floats);
      break;
    default:
      add_random_text(batch, column);
      break;
  }
  add_random_nulls(batch, column >= NULL_U64);
}

struct batch random_batch(size_t rows) {
  struct batch batch = {.rows = rows};
  for (size_t column = 0; column < COLUMN_COUNT; column++) add_random_column(&batch, column);
  return batch;
}
