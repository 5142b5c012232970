#include "columns/samples.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "testing.h"
#include "types/column_type.h"

enum { POOL_MAX = 600, DIGITS = 80 };

/* ---- Integers -------------------------------------------------------------------------------------- */

/* The same integers in each form that holds them. */
static struct pool {
  size_t count;
  uint8_t numbers[POOL_MAX][ORACLE_NUMBER];
} pools[ROWKEY_FORM_BITS + 1];

static void add_number(rowkey_form form, const uint8_t number[ORACLE_NUMBER]) {
  struct pool *pool = &pools[form];
  CHECK(pool->count < POOL_MAX, "a pool is too small");
  memcpy(pool->numbers[pool->count++], number, ORACLE_NUMBER);
}

static void add_integer(const char *digits) {
  uint8_t number[ORACLE_NUMBER];
  for (int form = ROWKEY_FORM_I8; form <= ROWKEY_FORM_I256; form++)
    for (int negative = 0; negative < 2; negative++)
      if (oracle_put_integer(digits, negative != 0, (rowkey_form)form, number))
        add_number((rowkey_form)form, number);
}

/* Adds 1 to digits, or takes it away from digits that are not 0. */
static void step_digits(char *digits, bool up) {
  size_t at = strlen(digits) - 1;
  while (digits[at] == (up ? '9' : '0') && at > 0) digits[at--] = up ? '0' : '9';
  if (up && digits[at] == '9') {
    memmove(digits + 1, digits, strlen(digits) + 1);
    digits[0] = '1';
    digits[1] = '0';
  } else {
    digits[at] = (char)(digits[at] + (up ? 1 : -1));
  }
  if (digits[0] == '0' && digits[1] != 0) memmove(digits, digits + 1, strlen(digits));
}

static void add_with_neighbours(const char *digits) {
  char neighbour[DIGITS + 2];
  add_integer(digits);
  for (int up = 0; up < 2; up++) {
    strcpy(neighbour, digits);
    step_digits(neighbour, up != 0);
    add_integer(neighbour);
  }
}

static void add_powers_of_ten(void) {
  char digits[DIGITS] = "1";
  for (int power = 0; power <= 76; power++) {
    if (power <= 20 || power % 19 == 0) add_with_neighbours(digits);
    strcat(digits, "0");
  }
}

/* Of the bounds of all forms and types, halves and a thousandth of them. */
static void add_bounds(void) {
  static const char *const bounds[] = {
      "127",
      "128",
      "255",
      "256",
      "32767",
      "65535",
      "16777216",
      "2147483647",
      "4294967295",
      "9007199254740992",
      "18014398509481984",
      "9223372036854775807",
      "9223372036854775808",
      "18446744073709551615",
      "18446744073709551616",
      "9223372036854775000",
      "92233720368547758070",
      "922337203685477580800000000000000000000",
      "170141183460469231731687303715884105727",
      "170141183460469231731687303715884105728",
      "1180591620717411303424",
      "57896044618658097711785492504343953926634992332820282019728792003956564819967",
      "57896044618658097711785492504343953926634992332820282019728792003956564819968"};
  for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) add_with_neighbours(bounds[i]);
}

/* Days, and instants of each unit: of the years 1, 1677, 2024, 2262 and 9999. */
static void add_times(void) {
  static const char *const times[] = {"719162",
                                      "719163",
                                      "2932896",
                                      "106751",
                                      "106752",
                                      "19783",
                                      "62135596800",
                                      "62135596801",
                                      "253402300799",
                                      "253402300800",
                                      "1709296200",
                                      "1709296200250",
                                      "1709296200250000",
                                      "1709296200250000000",
                                      "86400",
                                      "106751991167",
                                      "106751991168",
                                      "62135596800000",
                                      "253402300799999",
                                      "253402300799999999",
                                      "9223372036854775807000",
                                      "9223372036854775000000",
                                      "951782399999"};
  for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) add_integer(times[i]);
}

/* Of any length, and often with zeros at their ends. */
static void add_random(void) {
  for (int i = 0; i < 60; i++) {
    char digits[DIGITS];
    const size_t size = 1 + random_below(i % 2 == 0 ? 20 : 76);
    const size_t zeros = random_below(2) == 0 ? random_below(size) : 0;
    for (size_t k = 0; k < size; k++) digits[k] = (char)(k < size - zeros ? '0' + random_below(10) : '0');
    digits[0] = (char)('1' + random_below(9));
    digits[size] = 0;
    add_integer(digits);
  }
}

/* ---- Floats ---------------------------------------------------------------------------------------- */

static void add_double(double number) {
  uint8_t bytes[ORACLE_NUMBER] = {0};
  const float single = (float)number;
  memcpy(bytes, &number, sizeof number);
  add_number(ROWKEY_FORM_F64, bytes);
  memset(bytes, 0, sizeof bytes);
  memcpy(bytes, &single, sizeof single);
  add_number(ROWKEY_FORM_F32, bytes);
}

static void add_floats(void) {
  static const double numbers[] = {0.0,
                                   1.0,
                                   0.5,
                                   1.5,
                                   12.0,
                                   19.99,
                                   0x1p24,
                                   0x1.000002p24,
                                   0x1p24 - 1,
                                   0x1p24 + 1,
                                   0x1p31,
                                   0x1p32,
                                   0x1p53,
                                   0x1p53 - 1,
                                   0x1p53 + 2,
                                   0x1p62,
                                   0x1p63,
                                   0x1.fffffffffffffp62,
                                   0x1.fffffffffffffp63,
                                   0x1p64,
                                   0x1.8p63,
                                   0x1.fffffep127,
                                   0x1.fffffefp127,
                                   0x1p128,
                                   0x1.fffffffffffffp1023,
                                   0x1p-149,
                                   0x1p-150,
                                   0x1.8p-149,
                                   0x1p-126,
                                   0x1.8p-126,
                                   0x1p-1074,
                                   0x1p-1022,
                                   0x1.fffffffffffffp-1,
                                   1e15,
                                   1e22,
                                   1e23,
                                   0x1.fffffep-127,
                                   (double)INFINITY,
                                   (double)NAN,
                                   4503599627370495.5,
                                   65504.0,
                                   65536.0};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    add_double(numbers[i]);
    add_double(-numbers[i]);
  }
  for (int i = 0; i < 60; i++) {
    uint8_t bytes[ORACLE_NUMBER];
    random_bytes(bytes, sizeof bytes);
    add_number(ROWKEY_FORM_F64, bytes);
    add_number(ROWKEY_FORM_F32, bytes);
    add_double((double)(random_u64() >> random_below(64)));
  }
}

/* Quarters of the numbers, of which the test of all of them begins with another one each time. */
static void add_halves(void) {
  for (unsigned i = 0; i < 256; i++) {
    const uint16_t half = (uint16_t)(i * 257 + random_below(257));
    uint8_t bytes[ORACLE_NUMBER] = {0};
    memcpy(bytes, &half, sizeof half);
    add_number(ROWKEY_FORM_F16, bytes);
  }
}

/* ---- Texts and bytes ------------------------------------------------------------------------------- */

static const char *const names[] = {"first", "second"};
static uint64_t name_ids[2];

static void make_names(void) {
  static const char grow[] = "uid(" ORACLE_NAMES ", grow)";
  rowkey_error error;
  remove(ORACLE_NAMES);
  rowkey_column_type *type = rowkey_column_type_parse(grow, strlen(grow), &error);
  CHECK(type != NULL, "%s", error.text);
  for (size_t i = 0; i < 2; i++) {
    const rowkey_values text = rowkey_values_of_width(ROWKEY_KIND_TEXT, names[i], strlen(names[i]), 1);
    const rowkey_decoded id = rowkey_decoded_u64s(&name_ids[i], 1);
    CHECK(rowkey_column_type_read(type, &text, 1, &id, &error) == ROWKEY_OK, "%s", error.text);
  }
  rowkey_column_type_free(type);
}

void make_pools(void) {
  memset(pools, 0, sizeof pools);
  add_integer("0");
  add_powers_of_ten();
  add_bounds();
  add_times();
  add_random();
  add_floats();
  add_halves();
  for (uint8_t bit = 0; bit < 2; bit++) add_number(ROWKEY_FORM_BITS, (uint8_t[ORACLE_NUMBER]){bit});
  make_names();
}

static void add_sample(struct samples *samples, const struct sample *sample) {
  const bool is_good = sample->kept.is_good && !sample->kept.is_nan;
  size_t *count = is_good ? &samples->good_count : &samples->bad_count;
  CHECK(*count < SAMPLES_MAX, "too many samples");
  (is_good ? samples->good : samples->bad)[(*count)++] = *sample;
}

static void make_numbers(const struct oracle_type *type, uint32_t tag, struct samples *samples) {
  static struct sample sample;
  const struct pool *pool = &pools[form_of_tag(tag)];
  for (size_t i = 0; i < pool->count; i++) {
    memcpy(sample.told.number, pool->numbers[i], ORACLE_NUMBER);
    oracle_keep(type, tag, &sample.told, &sample.kept);
    add_sample(samples, &sample);
  }
}

static void make_bytes(const struct oracle_type *type, uint32_t tag, struct samples *samples) {
  static struct sample sample;
  static const size_t sizes[] = {16, 4, 5, 1, 16, 17, 15, 24, 3, 16, 5, 4};
  for (size_t i = 0; i < 4 * sizeof sizes / sizeof sizes[0]; i++) {
    sample.told.size = sizes[i % (sizeof sizes / sizeof sizes[0])];
    if (kind_of_tag(tag) == ROWKEY_KIND_UUID) sample.told.size = i % 8 == 7 ? 5 : 16;
    random_bytes(sample.told.bytes, sample.told.size);
    oracle_keep(type, tag, &sample.told, &sample.kept);
    add_sample(samples, &sample);
  }
}

/* The tag whose values have texts, which the oracle writes. */
static uint32_t written_tag(const struct oracle_type *type) {
  const rowkey_form form = type->physical == ROWKEY_U64 ? ROWKEY_FORM_U64 : ROWKEY_FORM_I64;
  switch (type->declared) {
    case DECLARED_f64:
      return ROWKEY_TAG(ROWKEY_KIND_FLOAT, ROWKEY_FORM_F64, 0);
    case DECLARED_f32:
      return ROWKEY_TAG(ROWKEY_KIND_FLOAT, ROWKEY_FORM_F32, 0);
    case DECLARED_time:
    case DECLARED_epoch:
      return ROWKEY_TAG(ROWKEY_KIND_INSTANT, form, ROWKEY_SECONDS + type->digits / 3);
    case DECLARED_decimal:
      return ROWKEY_TAG(ROWKEY_KIND_DECIMAL, form, type->digits);
    default:
      return type->physical == ROWKEY_TEXT ? ROWKEY_KIND_BYTES : ROWKEY_TAG(ROWKEY_KIND_INTEGER, form, 0);
  }
}

static void put_text(struct sample *sample, const char *text) {
  sample->told.size = strlen(text);
  memcpy(sample->told.bytes, text, sample->told.size);
}

/* Names, and text that is not a value of the type. */
static void make_other_texts(const struct oracle_type *type, struct samples *samples) {
  static struct sample sample;
  const bool is_enum = type->declared == DECLARED_enum;
  for (size_t i = 0; i < 2 && (is_enum || type->declared == DECLARED_uid); i++) {
    sample.kept = (struct kept){.is_good = true, .number = is_enum ? i : name_ids[i]};
    put_text(&sample, is_enum ? (i == 0 ? "a" : "b") : names[i]);
    add_sample(samples, &sample);
  }
  sample.kept.is_good = false;
  put_text(&sample, "?");
  if (type->declared != DECLARED_text) add_sample(samples, &sample);
  put_text(&sample, "1969-12-31T23:59:59.999999Z");
  if (type->declared == DECLARED_time && type->physical == ROWKEY_U64) add_sample(samples, &sample);
  put_text(&sample, "99999999999999999999999999");
  if (type->physical == ROWKEY_U64 || type->physical == ROWKEY_I64) add_sample(samples, &sample);
}

static void make_texts(const struct oracle_type *type, struct samples *samples) {
  static struct samples written;
  const bool is_plain = type->declared == DECLARED_text || type->declared == DECLARED_bytes;
  if (is_plain) make_bytes(type, ROWKEY_KIND_TEXT, samples);
  make_other_texts(type, samples);
  if (is_plain || type->declared == DECLARED_enum || type->declared == DECLARED_uid) return;
  written.good_count = written.bad_count = 0;
  if (is_text_tag(written_tag(type)))
    make_bytes(type, written_tag(type), &written);
  else
    make_numbers(type, written_tag(type), &written);
  for (size_t i = 0; i < written.good_count; i++) {
    struct sample *sample = &written.good[i];
    put_text(sample, sample->kept.text);
    if (sample->told.size > 0) add_sample(samples, sample);
  }
}

void make_samples(const struct oracle_type *type, uint32_t tag, struct samples *samples) {
  samples->good_count = samples->bad_count = 0;
  if (kind_of_tag(tag) == ROWKEY_KIND_TEXT)
    make_texts(type, samples);
  else if (is_text_tag(tag))
    make_bytes(type, tag, samples);
  else
    make_numbers(type, tag, samples);
}
