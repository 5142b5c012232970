/* How many integers a second become decimal text, zero-padded in contiguous rows or unpadded, and how many
 * decimal texts become integers. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "digits.h"
#include "kernels.h"
#include "words.h"

enum { U64_DIGITS = 20 };

/* ---- decimal: rows of `width` digits, one after the other ---- */

static void padded_snprintf(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  char *text = (char *)shape->output; /* shape_allocate leaves room for the last row's NUL */
  (void)with;
  for (size_t i = 0; i < shape->rows; i++, text += call->width)
    snprintf(text, call->width + 1, "%0*llu", (int)call->width, (unsigned long long)call->values[i]);
}

/* One loop for each width, so that the compiler unrolls the digits. */
#define DEFINE_PADDED(table)                                                                   \
  static void padded_##table(struct shape *shape, const void *with) {                          \
    const uint64_t *values = call_of(shape)->values;                                           \
    char *text = (char *)shape->output;                                                        \
    (void)with;                                                                                \
    switch (call_of(shape)->width) {                                                           \
      case 7:                                                                                  \
        for (size_t i = 0; i < shape->rows; i++) table##_padded(text + 7 * i, values[i], 7);   \
        break;                                                                                 \
      case 10:                                                                                 \
        for (size_t i = 0; i < shape->rows; i++) table##_padded(text + 10 * i, values[i], 10); \
        break;                                                                                 \
      case 20:                                                                                 \
        for (size_t i = 0; i < shape->rows; i++) table##_padded(text + 20 * i, values[i], 20); \
        break;                                                                                 \
      default:                                                                                 \
        bench_fail("%s: no loop of this width", shape->name);                                  \
    }                                                                                          \
  }

DEFINE_PADDED(two_digits)
DEFINE_PADDED(four_digits)

/* ---- decimal_unpadded: 20 bytes a row, and one length a row ---- */

static void unpadded_snprintf(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  uint8_t *lengths = call_out(call, 1);
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    char text[U64_DIGITS + 1];
    lengths[i] = (uint8_t)snprintf(text, sizeof(text), "%" PRIu64, call->values[i]);
    memcpy(shape->output + i * U64_DIGITS, text, U64_DIGITS);
  }
}

static void unpadded_two_digits(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  uint8_t *lengths = call_out(call, 1);
  (void)with;
  for (size_t i = 0; i < shape->rows; i++)
    lengths[i] = (uint8_t)two_digits_unpadded((char *)shape->output + i * U64_DIGITS, call->values[i]);
}

/* ---- parse: lines of so many digits, or of all lengths mixed ---- */

static void parse_strtoull(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  uint64_t *values = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    char *end;
    values[i] = strtoull((const char *)call_text(call, i), &end, 10);
    if ((const uint8_t *)end != call_text(call, i) + call_text_size(call, i))
      bench_fail("parse: not a number in row %zu", i);
  }
}

/* Numbers of up to 19 digits, which cannot overflow. */
static void parse_swar(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  uint64_t *values = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const uint8_t *at = call_text(call, i), *end = at + call_text_size(call, i);
    bool good = end > at && end - at < U64_DIGITS;
    uint64_t value = 0, eight;
    for (; good && end - at >= 8; at += 8) {
      good = parse_eight_digits(load_little_endian_u64(at), &eight);
      value = value * 100000000 + eight;
    }
    for (; good && at < end; at++) {
      const uint64_t digit = (uint64_t)*at - '0';
      good = digit < 10;
      value = value * 10 + digit;
    }
    if (!good) bench_fail("parse: not a number in row %zu", i);
    values[i] = value;
  }
}

static bool is_of_one_length(const struct call *call) { return call->number != 0; }

const struct peer peers_of_decimals[] = {PEER("decimal/", "snprintf", padded_snprintf),
                                         PEER("decimal/", "two-digit-table", padded_two_digits),
                                         PEER("decimal/", "four-digit-table", padded_four_digits),
                                         PEER("decimal_unpadded/", "snprintf", unpadded_snprintf),
                                         PEER("decimal_unpadded/", "two-digit-table", unpadded_two_digits),
                                         PEER("parse/", "strtoull", parse_strtoull),
                                         {"parse/", "swar", parse_swar, is_of_one_length, NULL},
                                         {0}};
