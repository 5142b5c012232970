#include "columns/oracle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct oracle_type oracle_types[] = {
    {"u64", DECLARED_u64, ROWKEY_U64, 0, 0},
    {"i64", DECLARED_i64, ROWKEY_I64, 0, 0},
    {"f64", DECLARED_f64, ROWKEY_F64, 0, 0},
    {"f32", DECLARED_f32, ROWKEY_F32, 0, 0},
    {"text", DECLARED_text, ROWKEY_TEXT, 0, 0},
    {"bytes(16)", DECLARED_bytes, ROWKEY_TEXT, 0, 16},
    {"bytes(5)", DECLARED_bytes, ROWKEY_TEXT, 0, 5},
    {"time(s)", DECLARED_time, ROWKEY_I64, 0, 0},
    {"time(ms)", DECLARED_time, ROWKEY_I64, 3, 0},
    {"time(us)", DECLARED_time, ROWKEY_I64, 6, 0},
    {"time(ns)", DECLARED_time, ROWKEY_I64, 9, 0},
    {"time(ms, \"%FT%T.%fZ\")", DECLARED_time, ROWKEY_I64, 3, 0},
    {"epoch(s)", DECLARED_epoch, ROWKEY_I64, 0, 0},
    {"epoch(ms)", DECLARED_epoch, ROWKEY_I64, 3, 0},
    {"epoch(us)", DECLARED_epoch, ROWKEY_I64, 6, 0},
    {"epoch(ns)", DECLARED_epoch, ROWKEY_I64, 9, 0},
    {"time(us)", DECLARED_time, ROWKEY_U64, 6, 0},
    {"decimal(0)", DECLARED_decimal, ROWKEY_I64, 0, 0},
    {"decimal(2)", DECLARED_decimal, ROWKEY_I64, 2, 0},
    {"decimal(9)", DECLARED_decimal, ROWKEY_I64, 9, 0},
    {"decimal(18)", DECLARED_decimal, ROWKEY_I64, 18, 0},
    {"uuid", DECLARED_uuid, ROWKEY_TEXT, 0, 16},
    {"ip", DECLARED_ip, ROWKEY_TEXT, 0, 16},
    {"ipv4", DECLARED_ipv4, ROWKEY_U64, 0, 0},
    {"hex", DECLARED_hex, ROWKEY_TEXT, 0, 0},
    {"base64", DECLARED_base64, ROWKEY_TEXT, 0, 0},
    {"bool", DECLARED_bool, ROWKEY_U64, 0, 0},
    {"enum(a, b)", DECLARED_enum, ROWKEY_U64, 0, 0},
    {"uid(" ORACLE_NAMES ")", DECLARED_uid, ROWKEY_U64, 0, 0},
};
const size_t oracle_type_count = sizeof oracle_types / sizeof oracle_types[0];

/* ---- The rule ------------------------------------------------------------------------------------ */

enum conversion_step oracle_step(enum declared_type declared, rowkey_kind kind) {
  static const enum conversion_step steps[][9] = {
#define DECLARED(name, ...) {__VA_ARGS__},
#include "types/conversions.def"
#undef DECLARED
  };
  return steps[declared][kind - ROWKEY_KIND_INTEGER];
}

bool oracle_takes(const struct oracle_type *type, rowkey_kind kind) {
#define LINE(name) (UINT64_C(1) << DECLARED_##name)
  const uint64_t times = LINE(time) | LINE(epoch), plain = LINE(text) | LINE(bytes);
  const uint64_t line = UINT64_C(1) << type->declared;
  switch (kind) {
    case ROWKEY_KIND_INTEGER:
      return (line & (LINE(u64) | LINE(i64) | LINE(f64) | LINE(f32) | LINE(decimal) | times | LINE(ipv4) |
                      LINE(bool))) != 0;
    case ROWKEY_KIND_FLOAT:
      return (line & (LINE(u64) | LINE(i64) | LINE(f64) | LINE(f32))) != 0;
    case ROWKEY_KIND_DECIMAL:
      return (line & (LINE(u64) | LINE(i64) | LINE(decimal))) != 0;
    case ROWKEY_KIND_INSTANT:
    case ROWKEY_KIND_DATE:
      return (line & times) != 0;
    case ROWKEY_KIND_BOOL:
      return line == LINE(bool);
    case ROWKEY_KIND_TEXT:
      return true;
    case ROWKEY_KIND_BYTES:
      return (line & (plain | LINE(uuid) | LINE(ip) | LINE(ipv4) | LINE(hex) | LINE(base64))) != 0;
    case ROWKEY_KIND_UUID:
      return line == LINE(uuid) || (line == LINE(bytes) && type->width == 16);
    default:
      return false;
  }
#undef LINE
}

/* ---- Natural numbers in chunks of nine digits -------------------------------------------------- */

enum { CHUNKS = 130, CHUNK = 1000000000 };

struct natural {
  uint32_t chunks[CHUNKS]; /* the lowest first */
  int count;               /* none of the others is 0 */
};

static void multiply_add(struct natural *natural, uint32_t by, uint32_t addend) {
  uint64_t carry = addend;
  for (int i = 0; i < natural->count || carry != 0; i++) {
    if (i == natural->count) natural->chunks[natural->count++] = 0;
    carry += (uint64_t)natural->chunks[i] * by;
    natural->chunks[i] = (uint32_t)(carry % CHUNK);
    carry /= CHUNK;
  }
}

static void write_natural(const struct natural *natural, char *digits) {
  digits += sprintf(digits, "%u", natural->count == 0 ? 0U : natural->chunks[natural->count - 1]);
  for (int i = natural->count - 2; i >= 0; i--) digits += sprintf(digits, "%09u", natural->chunks[i]);
}

/* ---- Exact values -------------------------------------------------------------------------------- */

/* A number of so many digits after its point; and the same as an odd mantissa times a power of 2. */
struct exact {
  bool is_negative, is_nan, is_infinite;
  char digits[ORACLE_TEXT];
  int scale;
  uint32_t limbs[9]; /* of the magnitude of the mantissa, 32 bits each, the lowest first */
  int exponent;
};

size_t oracle_form_size(rowkey_form form) {
  static const size_t sizes[] = {
      [ROWKEY_FORM_I8] = 1,    [ROWKEY_FORM_I16] = 2,   [ROWKEY_FORM_I32] = 4, [ROWKEY_FORM_I64] = 8,
      [ROWKEY_FORM_U8] = 1,    [ROWKEY_FORM_U16] = 2,   [ROWKEY_FORM_U32] = 4, [ROWKEY_FORM_U64] = 8,
      [ROWKEY_FORM_I128] = 16, [ROWKEY_FORM_I256] = 32, [ROWKEY_FORM_F16] = 2, [ROWKEY_FORM_F32] = 4,
      [ROWKEY_FORM_F64] = 8,   [ROWKEY_FORM_BITS] = 1};
  return sizes[form];
}

static bool is_big_endian(void) { return *(const uint8_t *)&(const uint16_t){1} == 0; }

/* Byte `place` of the number, from the lowest. */
static uint8_t *byte_of(uint8_t *number, size_t size, size_t place) {
  return &number[is_big_endian() ? size - 1 - place : place];
}

static bool is_signed_form(rowkey_form form) {
  return form <= ROWKEY_FORM_I64 || form == ROWKEY_FORM_I128 || form == ROWKEY_FORM_I256;
}

/* Sign and magnitude of two's complement. */
static void load_integer(const struct told *told, rowkey_form form, struct exact *exact) {
  uint8_t number[ORACLE_NUMBER], carry = 1;
  const size_t size = oracle_form_size(form);
  memcpy(number, told->number, sizeof number);
  exact->is_negative = is_signed_form(form) && *byte_of(number, size, size - 1) >> 7 != 0;
  for (size_t i = 0; i < size; i++) {
    uint8_t byte = *byte_of(number, size, i);
    if (exact->is_negative) {
      byte = (uint8_t)(~byte + carry);
      carry = carry == 1 && byte == 0;
    }
    exact->limbs[i / 4] |= (uint32_t)byte << i % 4 * 8;
  }
}

/* Sign, mantissa and exponent of an IEEE 754 number of so many bits. */
static void load_float(uint64_t bits, int size, int fraction_bits, struct exact *exact) {
  const int exponent_bits = size - 1 - fraction_bits, most = (1 << exponent_bits) - 1;
  const int biased = (int)(bits >> fraction_bits & (uint64_t)most);
  uint64_t fraction = bits & ((UINT64_C(1) << fraction_bits) - 1);
  exact->is_negative = bits >> (size - 1) != 0;
  exact->is_nan = biased == most && fraction != 0;
  exact->is_infinite = biased == most && fraction == 0;
  if (exact->is_nan || exact->is_infinite) return;
  if (biased != 0) fraction |= UINT64_C(1) << fraction_bits;
  exact->exponent = (biased == 0 ? 1 : biased) - (most >> 1) - fraction_bits;
  exact->limbs[0] = (uint32_t)fraction;
  exact->limbs[1] = (uint32_t)(fraction >> 32);
}

static bool is_zero(const struct exact *exact) {
  uint32_t any = 0;
  for (int i = 0; i < 9; i++) any |= exact->limbs[i];
  return any == 0;
}

/* Takes the powers of 2 out of the mantissa. */
static void reduce(struct exact *exact) {
  if (is_zero(exact)) exact->exponent = 0;
  while (!is_zero(exact) && exact->limbs[0] % 2 == 0) {
    for (int i = 0; i < 8; i++) exact->limbs[i] = exact->limbs[i] >> 1 | exact->limbs[i + 1] << 31;
    exact->exponent++;
  }
}

static void write_digits(struct exact *exact) {
  struct natural natural = {.count = 0};
  for (int i = 7; i >= 0; i--) {
    multiply_add(&natural, 1U << 16, exact->limbs[i] >> 16);
    multiply_add(&natural, 1U << 16, exact->limbs[i] & 0xffff);
  }
  for (int i = 0; i < exact->exponent; i++) multiply_add(&natural, 2, 0);
  for (int i = 0; i > exact->exponent; i--) multiply_add(&natural, 5, 0);
  if (exact->exponent < 0) exact->scale -= exact->exponent;
  write_natural(&natural, exact->digits);
}

static struct exact load(uint32_t tag, const struct told *told) {
  struct exact exact = {.is_negative = false};
  const rowkey_form form = form_of_tag(tag);
  uint16_t half;
  uint32_t single;
  uint64_t whole;
  switch (form) {
    case ROWKEY_FORM_F16:
      memcpy(&half, told->number, sizeof half);
      load_float(half, 16, 10, &exact);
      break;
    case ROWKEY_FORM_F32:
      memcpy(&single, told->number, sizeof single);
      load_float(single, 32, 23, &exact);
      break;
    case ROWKEY_FORM_F64:
      memcpy(&whole, told->number, sizeof whole);
      load_float(whole, 64, 52, &exact);
      break;
    default:
      load_integer(told, form, &exact);
  }
  reduce(&exact);
  write_digits(&exact);
  if (kind_of_tag(tag) == ROWKEY_KIND_DECIMAL) exact.scale = detail_of_tag(tag);
  if (kind_of_tag(tag) == ROWKEY_KIND_INSTANT) exact.scale = 3 * (detail_of_tag(tag) - ROWKEY_SECONDS);
  return exact;
}

/* ---- Whole numbers ------------------------------------------------------------------------------- */

/* Of two numbers without leading zeros. */
static int compare_digits(const char *a, const char *b) {
  return strlen(a) != strlen(b) ? (strlen(a) < strlen(b) ? -1 : 1) : strcmp(a, b);
}

/* Moves the point by `places`, to which the number must be whole. */
static bool shift_digits(char *digits, int places) {
  size_t size = strlen(digits);
  if (strcmp(digits, "0") == 0) return true;
  for (; places > 0; places--) {
    if (size + 1 >= ORACLE_TEXT) return true; /* it is out of every range */
    digits[size++] = '0';
  }
  for (; places < 0; places++)
    if (size == 1 || digits[--size] != '0') return false;
  digits[size] = 0;
  return true;
}

static void multiply_digits(char *digits, unsigned by) {
  char product[ORACLE_TEXT];
  unsigned carry = 0;
  size_t at = sizeof product - 1;
  product[at] = 0;
  for (size_t i = strlen(digits); i > 0 || carry > 0; carry /= 10) {
    if (i > 0) carry += (unsigned)(digits[--i] - '0') * by;
    product[--at] = (char)('0' + carry % 10);
  }
  while (product[at] == '0' && product[at + 1] != 0) at++;
  strcpy(digits, product + at);
}

static bool is_within(const struct oracle_type *type, const struct exact *exact) {
  const bool is_zero_number = strcmp(exact->digits, "0") == 0;
  if (type->physical == ROWKEY_I64)
    return compare_digits(exact->digits,
                          exact->is_negative ? "9223372036854775808" : "9223372036854775807") <= 0;
  const char *most = type->declared == DECLARED_bool   ? "1"
                     : type->declared == DECLARED_ipv4 ? "4294967295"
                                                       : "18446744073709551615";
  return (!exact->is_negative || is_zero_number) && compare_digits(exact->digits, most) <= 0;
}

/* ---- Texts --------------------------------------------------------------------------------------- */

static void write_point(const struct exact *exact, int scale, char *text) {
  char padded[ORACLE_TEXT + 32];
  const int size = (int)strlen(exact->digits), zeros = size > scale ? 0 : scale + 1 - size;
  memset(padded, '0', (size_t)zeros);
  strcpy(padded + zeros, exact->digits);
  const int whole = zeros + size - scale;
  snprintf(text, ORACLE_TEXT, "%s%.*s%s%s", exact->is_negative ? "-" : "", whole, padded,
           scale > 0 ? "." : "", padded + whole);
}

static bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

/* Years and months of the proleptic Gregorian calendar, one after the other, from a multiple of 400 years. */
static void write_instant(int64_t count, int digits, char *text) {
  static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int64_t unit = 1;
  for (int i = 0; i < digits; i++) unit *= 10;
  int64_t seconds = count / unit, fraction = count % unit;
  if (fraction < 0) fraction += unit, seconds--;
  text[0] = 0;
  if (seconds < INT64_C(-62135596800) || seconds > INT64_C(253402300799)) return;
  int64_t days = (seconds + INT64_C(62135596800)) / 86400; /* from 0001-01-01 */
  const int of_day = (int)((seconds + INT64_C(62135596800)) % 86400);
  int year = 1 + 400 * (int)(days / 146097), month = 0;
  for (days %= 146097; days >= 365 + is_leap(year); year++) days -= 365 + is_leap(year);
  for (; days >= lengths[month] + (month == 1 && is_leap(year)); month++)
    days -= lengths[month] + (month == 1 && is_leap(year));
  text += sprintf(text, "%04d-%02d-%02dT%02d:%02d:%02d", year, month + 1, (int)days + 1, of_day / 3600,
                  of_day / 60 % 60, of_day % 60);
  if (digits > 0) {
    while (unit < 1000000000) unit *= 10, fraction *= 10;
    sprintf(text, ".%09lld", (long long)fraction);
    text += digits + 1;
  }
  strcpy(text, "Z");
}

static void write_text(const struct oracle_type *type, const struct exact *exact, struct kept *kept) {
  const unsigned number = (unsigned)kept->number;
  switch (type->declared) {
    case DECLARED_bool:
      strcpy(kept->text, kept->number == 1 ? "true" : "false");
      break;
    case DECLARED_ipv4:
      sprintf(kept->text, "%u.%u.%u.%u", number >> 24, number >> 16 & 255, number >> 8 & 255, number & 255);
      break;
    case DECLARED_time: /* of an unsigned number, what an int64_t holds is far beyond the year 9999 */
      if (!exact->is_negative && kept->number >> 63 != 0) break;
      write_instant((int64_t)kept->number, type->digits, kept->text);
      break;
    default:
      write_point(exact, type->declared == DECLARED_decimal ? type->digits : 0, kept->text);
  }
}

/* ---- Keeping -------------------------------------------------------------------------------------- */

static void keep_whole(const struct oracle_type *type, uint32_t tag, struct exact exact, struct kept *kept) {
  const rowkey_kind kind = kind_of_tag(tag);
  const bool is_scaled =
      type->declared == DECLARED_decimal || kind == ROWKEY_KIND_INSTANT || kind == ROWKEY_KIND_DATE;
  if (exact.is_nan || exact.is_infinite) return;
  if (kind == ROWKEY_KIND_DATE) multiply_digits(exact.digits, 86400);
  if (!shift_digits(exact.digits, (is_scaled ? type->digits : 0) - exact.scale)) return;
  if (!is_within(type, &exact)) return;
  kept->is_good = true;
  if (strcmp(exact.digits, "0") == 0) exact.is_negative = false;
  for (const char *digit = exact.digits; *digit != 0; digit++)
    kept->number = 10 * kept->number + (uint64_t)(*digit - '0');
  if (exact.is_negative) kept->number = 0 - kept->number;
  write_text(type, &exact, kept);
}

/* By the number's mantissa and exponent, whether a float of `bits` bits of mantissa holds it, whose smallest
 * is 2^least and all of which are below 2^most. */
static bool fits_float(const struct exact *exact, int bits, int least, int most) {
  int width = 0;
  for (int i = 0; i < 9 * 32; i++)
    if (exact->limbs[i / 32] >> i % 32 & 1) width = i + 1;
  return width <= bits && exact->exponent >= least && exact->exponent + width <= most;
}

static void keep_float(const struct oracle_type *type, const struct exact *exact, struct kept *kept) {
  const bool is_single = type->physical == ROWKEY_F32;
  double number = ldexp((double)((uint64_t)exact->limbs[1] << 32 | exact->limbs[0]), exact->exponent);
  kept->is_good = kept->is_nan = exact->is_nan;
  if (exact->is_nan) number = (double)NAN;
  if (exact->is_infinite) number = (double)INFINITY;
  if (!exact->is_nan)
    kept->is_good = exact->is_infinite || is_zero(exact) ||
                    (is_single ? fits_float(exact, 24, -149, 128) : fits_float(exact, 53, -1074, 1024));
  if (!kept->is_good) return;
  if (exact->is_negative) number = -number;
  const float single = (float)number;
  uint32_t bits;
  memcpy(&bits, &single, sizeof bits);
  memcpy(&kept->number, &number, sizeof number);
  if (is_single) kept->number = bits;
  if (exact->is_infinite)
    strcpy(kept->text, exact->is_negative ? "-inf" : "inf");
  else if (!exact->is_nan && strlen(exact->digits) < 700)
    write_point(exact, exact->scale, kept->text);
}

static void write_address(const uint8_t *bytes, size_t size, char *text) {
  if (size == 4) {
    sprintf(text, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
    return;
  }
  for (size_t i = 0; i < 16; i += 2)
    text += sprintf(text, "%s%x", i == 0 ? "" : ":", (unsigned)(bytes[i] << 8 | bytes[i + 1]));
}

static void write_base64(const uint8_t *bytes, size_t size, char *text) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t bit = 0; bit < 8 * size; bit += 6) {
    unsigned letter = 0;
    for (size_t i = bit; i < bit + 6; i++)
      letter = 2 * letter + (i < 8 * size ? (unsigned)bytes[i / 8] >> (7 - i % 8) & 1U : 0);
    *text++ = letters[letter];
  }
  for (; size % 3 != 0; size++) *text++ = '=';
  *text = 0;
}

static void write_hex(const uint8_t *bytes, size_t size, bool is_uuid, char *text) {
  *text = 0;
  for (size_t i = 0; i < size; i++)
    text += sprintf(text, "%s%02x", is_uuid && (i == 4 || i == 6 || i == 8 || i == 10) ? "-" : "", bytes[i]);
}

static void keep_bytes(const struct oracle_type *type, const struct told *told, struct kept *kept) {
  const bool is_address = type->declared == DECLARED_ip || type->declared == DECLARED_ipv4;
  const bool is_mapped = type->declared == DECLARED_ip && told->size == 4;
  kept->is_good = is_address ? told->size == 4 || (told->size == 16 && type->declared == DECLARED_ip)
                             : type->width == 0 || told->size == type->width;
  if (!kept->is_good) return;
  if (is_mapped) memcpy(kept->bytes, "\0\0\0\0\0\0\0\0\0\0\377\377", 12);
  memcpy(kept->bytes + (is_mapped ? 12 : 0), told->bytes, told->size);
  kept->size = told->size + (is_mapped ? 12 : 0);
  for (size_t i = 0; type->physical == ROWKEY_U64 && i < 4; i++)
    kept->number = kept->number << 8 | told->bytes[i];
  if (is_address)
    write_address(told->bytes, told->size, kept->text);
  else if (type->declared == DECLARED_base64)
    write_base64(told->bytes, told->size, kept->text);
  else if (type->declared == DECLARED_hex || type->declared == DECLARED_uuid)
    write_hex(told->bytes, told->size, type->declared == DECLARED_uuid, kept->text);
}

void oracle_keep(const struct oracle_type *type, uint32_t tag, const struct told *told, struct kept *kept) {
  *kept = (struct kept){.is_good = false};
  if (is_text_tag(tag)) {
    keep_bytes(type, told, kept);
    return;
  }
  const struct exact exact = load(tag, told);
  if (type->physical == ROWKEY_F64 || type->physical == ROWKEY_F32)
    keep_float(type, &exact, kept);
  else
    keep_whole(type, tag, exact, kept);
}

/* ---- Numbers that are told ------------------------------------------------------------------------ */

/* Halves the digits; returns what is left over. */
static uint8_t halve(char *digits) {
  int left = 0;
  for (char *digit = digits; *digit != 0; digit++) {
    const int half = 10 * left + *digit - '0';
    *digit = (char)('0' + half / 2);
    left = half % 2;
  }
  return (uint8_t)left;
}

bool oracle_put_integer(const char *digits, bool is_negative, rowkey_form form,
                        uint8_t number[ORACLE_NUMBER]) {
  char left[ORACLE_TEXT];
  const size_t size = oracle_form_size(form);
  uint8_t carry = 1;
  memset(number, 0, ORACLE_NUMBER);
  strcpy(left, digits);
  for (size_t i = 0; i < 8 * size; i++) *byte_of(number, size, i / 8) |= (uint8_t)(halve(left) << i % 8);
  for (size_t i = 0; is_negative && i < size; i++) {
    uint8_t *byte = byte_of(number, size, i);
    *byte = (uint8_t)(~*byte + carry);
    carry = carry == 1 && *byte == 0;
  }
  if (left[strspn(left, "0")] != 0) return false;
  const bool is_zero_number = digits[strspn(digits, "0")] == 0;
  const bool reads_negative = is_signed_form(form) && *byte_of(number, size, size - 1) >> 7 != 0;
  return reads_negative == (is_negative && !is_zero_number);
}
