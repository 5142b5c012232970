/* Formats: from values to bytes. */
#include <stdio.h>
#include <string.h>

#include "oracle.h"
#include "reference/reference.h"

void append(struct bytes *bytes, const void *more, size_t size) {
  if (size > BYTES_MAX - bytes->size) {
    bytes->overflowed = true;
    return;
  }
  if (size != 0) memcpy(bytes->at + bytes->size, more, size);
  bytes->size += size;
}

static void append_byte(struct bytes *bytes, unsigned byte) { append(bytes, &(uint8_t){(uint8_t)byte}, 1); }

/* ---- Integers -------------------------------------------------------------------------------- */

static bool append_decimal(struct result value, unsigned width, struct bytes *bytes) {
  uint8_t digits[20];
  if (width != 0) {
    if (width > 20 || value.negative || !reference_decimal_padded(value.magnitude, width, digits))
      return false;
    append(bytes, digits, width);
    return true;
  }
  if (value.negative) append(bytes, "-", 1);
  append(bytes, digits, reference_decimal(value.magnitude, digits));
  return true;
}

static bool append_hex(struct result value, const struct model_format *format, struct bytes *bytes) {
  char digits[40];
  int size = snprintf(digits, sizeof digits, format->letter == 'X' ? "%0*llX" : "%0*llx", (int)format->width,
                      (unsigned long long)value.magnitude);
  if (value.negative || (format->width != 0 && (unsigned)size > format->width)) return false;
  append(bytes, digits, (size_t)size);
  return true;
}

/* The bits of a number of so many bytes, as the format codes it. False if it has more. */
static bool code_integer(struct result value, const struct model_format *format, uint64_t *bits) {
  uint64_t half = UINT64_C(1) << (format->width - 1);
  if (format->letter == 'u') {
    if (value.negative) return false;
    *bits = value.magnitude;
    return format->width == 64 || value.magnitude >> format->width == 0;
  }
  if (value.magnitude > (value.negative ? half : half - 1)) return false;
  *bits = value.negative ? half - value.magnitude : half + value.magnitude;
  /* The bytes now sort as the numbers; two's complement has the highest bit the other way. */
  if (format->order != NO_ORDER) *bits ^= half;
  return true;
}

static bool append_binary(struct result value, const struct model_format *format, struct bytes *bytes) {
  uint64_t bits;
  if (!code_integer(value, format, &bits)) return false;
  for (unsigned i = 0; i < format->width; i += 8)
    append_byte(bytes,
                (unsigned)(bits >> (format->order == LITTLE_ENDIAN_ORDER ? i : format->width - 8 - i) & 255));
  return true;
}

/* As the systems have it, byte by byte: the number of bytes by itself, then the bytes of the number, of a
 * negative one of what it lacks to the next power of 256, or with FoundationDB one less. */
static bool append_varint(struct result value, const char *form, struct bytes *bytes) {
  const bool cockroach = strcmp(form, "cockroach") == 0, foundationdb = strcmp(form, "foundationdb") == 0;
  const bool tikv = strcmp(form, "tikv") == 0;
  unsigned count = 0;
  while (count < 8 && value.magnitude >> 8 * count != 0) count++;
  if (value.negative && !cockroach && !foundationdb && !tikv) return false;
  if (cockroach && !value.negative && value.magnitude <= 109) {
    append_byte(bytes, 0x88 + (unsigned)value.magnitude);
    return true;
  }
  if (tikv && !value.negative && value.magnitude < 240) {
    append_byte(bytes, 8 + (unsigned)value.magnitude);
    return true;
  }
  if (tikv)
    append_byte(bytes, value.negative ? 8 - count : 247 + count);
  else if (foundationdb)
    append_byte(bytes, value.negative ? 0x14 - count : 0x14 + count);
  else if (cockroach)
    append_byte(bytes, value.negative ? 0x88 - count : 0xf5 + count);
  else
    append_byte(bytes, count);
  uint64_t number = value.magnitude;
  if (value.negative) number = foundationdb ? ~number : 0 - number;
  while (count-- > 0) append_byte(bytes, (unsigned)(number >> 8 * count & 255));
  return true;
}

static bool append_digits(struct result value, const struct model_format *format, struct bytes *bytes) {
  uint8_t digits[64];
  const unsigned base = (unsigned)strlen(format->alphabet);
  if (value.negative || !reference_digits(value.magnitude, format->alphabet, base, format->width, digits))
    return false;
  append(bytes, digits, format->width);
  return true;
}

static bool append_integer(struct result value, const struct model_format *format, struct bytes *bytes) {
  switch (format->letter) {
    case 'x':
    case 'X':
      return append_hex(value, format, bytes);
    case 'u':
    case 'i':
      return append_binary(value, format, bytes);
    case 'v':
      return append_varint(value, format->varint, bytes);
    case 'g':
      return append_digits(value, format, bytes);
    case 'a':
      if (value.negative || value.magnitude > 25) return false;
      append_byte(bytes, (unsigned)"abcdefghijklmnopqrstuvwxyz"[value.magnitude]);
      return true;
    default:
      return append_decimal(value, format->width, bytes);
  }
}

/* ---- Floating-point numbers ------------------------------------------------------------------ */

/* Numbers that are not negative get the sign bit, the others are complemented; with be after it they stay. */
static bool append_float(struct result value, const struct model_format *format, struct bytes *bytes) {
  bool single = format->width == 32 || (format->letter == '\0' && value.is_float32);
  if (value.number != value.number) return false;
  uint64_t bits;
  unsigned width = single ? 32 : 64;
  if (single) {
    float number = (float)value.number;
    if ((double)number != value.number) return false;
    uint32_t narrow;
    memcpy(&narrow, &number, sizeof narrow);
    bits = narrow;
  } else {
    memcpy(&bits, &value.number, sizeof bits);
  }
  const bool negative = bits >> (width - 1) != 0;
  if (format->order == NO_ORDER) bits = negative ? ~bits : bits | UINT64_C(1) << (width - 1);
  for (unsigned i = width; i > 0; i -= 8) append_byte(bytes, (unsigned)(bits >> (i - 8) & 255));
  return true;
}

/* ---- Text and hashes ------------------------------------------------------------------------- */

static void append_text_hex(const uint8_t *text, size_t size, char letter, struct bytes *bytes) {
  for (size_t i = 0; i < size; i++) {
    char hex[3];
    snprintf(hex, sizeof hex, letter == 'X' ? "%02X" : "%02x", text[i]);
    append(bytes, hex, 2);
  }
}

static void append_terminated(const uint8_t *text, size_t size, const struct rowkey_escape *rule,
                              struct bytes *bytes) {
  for (size_t i = 0; i < size; i++) {
    if (text[i] == 0)
      append(bytes, rule->zero, 2);
    else if (text[i] == 1 && rule->changes_one)
      append(bytes, rule->one, 2);
    else
      append_byte(bytes, text[i]);
  }
  append(bytes, rule->end, rule->end_size);
}

/* Groups are full up to the last one, which has 0 to 7 bytes. */
static void append_groups(const uint8_t *text, size_t size, struct bytes *bytes) {
  for (size_t at = 0; at <= size; at++) {
    if (at % 8 == 0 && at > 0) append_byte(bytes, 0xff);
    if (at < size) append_byte(bytes, text[at]);
  }
  for (size_t at = size % 8; at < 8; at++) append_byte(bytes, 0);
  append_byte(bytes, 0xff - (8 - (unsigned)(size % 8)));
}

static bool append_counted(const uint8_t *text, size_t size, unsigned bits, struct bytes *bytes) {
  if (bits < 64 && (uint64_t)size >= UINT64_C(1) << bits) return false;
  for (unsigned shift = bits; shift > 0; shift -= 8)
    append_byte(bytes, (unsigned)((uint64_t)size >> (shift - 8) & 255));
  append(bytes, text, size);
  return true;
}

static bool append_padded(const uint8_t *text, size_t size, const struct model_format *format,
                          struct bytes *bytes) {
  const bool left = format->pads_left;
  if (size > format->width || (size != 0 && text[left ? 0 : size - 1] == format->padding)) return false;
  if (!left) append(bytes, text, size);
  for (size_t i = size; i < format->width; i++) append_byte(bytes, format->padding);
  if (left) append(bytes, text, size);
  return true;
}

/* `fills`: the text is as wide as the format in every row, and never padded. */
static bool append_text(const uint8_t *text, size_t size, bool fills, const struct model_format *format,
                        struct bytes *bytes) {
  switch (format->letter) {
    case 'x':
    case 'X':
      append_text_hex(text, size, format->letter, bytes);
      return true;
    case 'e':
      append_terminated(text, size, &format->rule, bytes);
      return true;
    case 'm':
      append_groups(text, size, bytes);
      return true;
    case 'n':
      return append_counted(text, size, format->width, bytes);
    default:
      break;
  }
  if (format->width == 0 || (fills && size == format->width)) {
    append(bytes, text, size);
    return true;
  }
  return append_padded(text, size, format, bytes);
}

/* Long division by ten, a byte at a time. */
static bool append_digest_decimal(const uint8_t digest[16], unsigned width, struct bytes *bytes) {
  uint8_t number[16], digits[39];
  memcpy(number, digest, sizeof number);
  for (unsigned i = sizeof digits; i-- > 0;) {
    unsigned remainder = 0;
    for (unsigned j = 0; j < sizeof number; j++) {
      unsigned part = remainder * 256 + number[j];
      number[j] = (uint8_t)(part / 10);
      remainder = part % 10;
    }
    digits[i] = (uint8_t)('0' + remainder);
  }
  unsigned zeros = 0;
  while (zeros < sizeof digits - 1 && digits[zeros] == '0') zeros++;
  unsigned needed = (unsigned)sizeof digits - zeros;
  if (width != 0 && needed > width) return false;
  append(bytes, digits + sizeof digits - (width != 0 ? width : needed), width != 0 ? width : needed);
  return true;
}

bool append_formatted(struct result value, const struct model_format *format, struct bytes *bytes) {
  size_t begin = bytes->size;
  bool good;
  if (value.type == DIGEST && format->letter == 'd')
    good = append_digest_decimal(value.digest, format->width, bytes);
  else if (value.type == DIGEST)
    good = append_text(value.digest, value.width, false, format, bytes);
  else if (value.type == TEXT)
    good = append_text(value.text, value.size, value.width == format->width, format, bytes);
  else if (value.type == FLOAT)
    good = append_float(value, format, bytes);
  else
    good = append_integer(value, format, bytes);
  /* The first digits of a hash. */
  if (value.type == DIGEST && format->letter != 'd' && format->width != 0)
    bytes->size = begin + format->width;
  for (size_t i = begin; i < bytes->size && format->inverted; i++) bytes->at[i] = (uint8_t)~bytes->at[i];
  return good;
}
