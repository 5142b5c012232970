/* Values of a domain as bytes, and bytes among them. */
#include <string.h>

#include "plan/facts.h"
#include "plan/operation.h"
#include "regions/domain.h"

/* ---- Numbers as bytes ------------------------------------------------------------------------ */

static void write_hex(struct number number, bool upper, size_t width, uint8_t *out) {
  const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  while (width > 0) {
    out[--width] = (uint8_t)digits[number.low & 15];
    number.low = number.low >> 4 | number.high << 60;
    number.high >>= 4;
  }
}

static void write_decimal(struct number number, size_t width, uint8_t *out) {
  while (width > 0) {
    uint32_t group = rowkey_number_divide(&number, 1000000000);
    for (size_t digits = 9; digits > 0 && width > 0; digits--, group /= 10)
      out[--width] = (uint8_t)('0' + group % 10);
  }
}

/* The last `width` digits of the number. */
static void write_digits(struct number number, unsigned base, bool upper, size_t width, uint8_t *out) {
  if (base == 16)
    write_hex(number, upper, width, out);
  else
    write_decimal(number, width, out);
}

static void write_big_endian(struct number number, size_t width, uint8_t *out) {
  for (size_t i = width; i-- > 0;) {
    out[i] = (uint8_t)number.low;
    number.low = number.low >> 8 | number.high << 56;
    number.high >>= 8;
  }
}

static void write_coded(const struct part *part, uint64_t bits, uint8_t *out) {
  const struct value *coding = part->written;
  if (value_is_of(coding, &rowkey_operation_code)) bits = coding->operation->compute(coding, bits, 0);
  write_big_endian(number_of(bits), part->width, out);
}

/* Without padding. */
static size_t write_unpadded(const struct part *part, uint64_t bits, uint8_t *out) {
  const unsigned base = part->written->base;
  const bool negative = part->value->type == TYPE_I64 && bits >> 63 != 0;
  const uint64_t magnitude = negative ? -bits : bits;
  const size_t width = rowkey_digits(magnitude, base);
  if (negative) *out++ = '-';
  write_digits(number_of(magnitude), base, part->written->upper, width, out);
  return width + negative;
}

/* The number, for an integer its 64 bits, as the part writes it but not yet `inverted`. Of a hash longer than
 * a number the number is the first bits, and zeros follow. */
static size_t write_number(const struct part *part, struct number number, uint8_t *out) {
  switch (part->kind) {
    case PART_BIG_ENDIAN:
      write_coded(part, number.low, out);
      break;
    case PART_DIGITS:
      digits_write(part->digits, number.low, part->width, out);
      break;
    case PART_BYTES: {
      const size_t counted = part->width < HASH_SIZE ? part->width : HASH_SIZE;
      write_big_endian(number, counted, out);
      memset(out + counted, 0, part->width - counted);
      break;
    }
    case PART_HEX_PADDED:
    case PART_BYTES_HEX: {
      const size_t counted = part->width < 2 * HASH_SIZE ? part->width : 2 * HASH_SIZE;
      write_digits(number, 16, part->upper, counted, out);
      memset(out + counted, '0', part->width - counted);
      break;
    }
    case PART_TEXT:
      if (part->written->varint == NULL) return write_unpadded(part, number.low, out);
      return varint_write(part->written->varint, part->value->type == TYPE_I64 && number.low >> 63 != 0,
                          number.low, out);
    default: /* PART_DECIMAL_PADDED, PART_DIGEST_DECIMAL */
      write_digits(number, 10, false, part->width, out);
      break;
  }
  return part->width;
}

static void complement(uint8_t *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)~bytes[i];
}

size_t rowkey_domain_write_part(const struct part *part, struct number number, uint8_t *out) {
  const size_t size = write_number(part, number, out);
  if (part->inverted) complement(out, size);
  return size;
}

/* ---- Digits without padding ------------------------------------------------------------------ */

/* How many of first … last begin with the digits of `prefix`, itself among them: 10, 100 … 109, … */
static uint64_t count_beginning(uint64_t prefix, unsigned base, uint64_t first, uint64_t last) {
  uint64_t low = prefix, span = 1, count = 0;
  while (low <= last) {
    uint64_t high = low + (span - 1);
    if (high < low || high > last) high = last;
    if (high >= first) count += high - (low < first ? first : low) + 1;
    if (prefix == 0 || __builtin_mul_overflow(low, base, &low) || __builtin_mul_overflow(span, base, &span))
      break;
  }
  return count;
}

/* Number `index` of first … last in the order of their digits. */
static uint64_t spelled_at(unsigned base, uint64_t first, uint64_t last, uint64_t index) {
  uint64_t prefix = 0, digit = 0;
  for (;;) {
    uint64_t count;
    while (index >= (count = count_beginning(prefix * base + digit, base, first, last))) {
      index -= count;
      digit++;
    }
    prefix = prefix * base + digit;
    const bool is_one = prefix >= first && prefix <= last;
    if (is_one && index == 0) return prefix;
    index -= is_one;
    digit = 0;
  }
}

static size_t write_spelled(const struct domain *domain, struct number index, uint8_t *out) {
  const uint64_t first = rowkey_numbers_at(&domain->numbers, 0);
  const uint64_t number = spelled_at(domain->part->written->base, first, first + domain->last.low, index.low);
  const size_t size = rowkey_domain_write_part(domain->part, number_of(number), out);
  if (domain->after.size != 0) memcpy(out + size, domain->after.at, domain->after.size);
  return size + domain->after.size;
}

/* ---- Values as bytes --------------------------------------------------------------------------- */

static struct number number_at(const struct domain *domain, struct number index) {
  if (domain->numbers.count != 0)
    return number_of(
        rowkey_numbers_at(&domain->numbers, domain->descending ? domain->last.low - index.low : index.low));
  return domain->descending ? number_subtract(domain->first, index) : number_add(domain->first, index);
}

size_t rowkey_domain_write(const struct domain *domain, struct number index, uint8_t *out) {
  if (domain->listed.count != 0) {
    const size_t size = string_size(&domain->listed, (size_t)index.low);
    memcpy(out, string_at(&domain->listed, (size_t)index.low), size);
    return size;
  }
  if (domain->spelled) return write_spelled(domain, index, out);
  const struct number number = number_at(domain, index);
  if (domain->part != NULL) return rowkey_domain_write_part(domain->part, number, out);
  if (domain->base == 256)
    write_big_endian(number, domain->most, out);
  else
    write_digits(number, domain->base, domain->upper, domain->most, out);
  if (domain->inverted) complement(out, domain->most);
  return domain->most;
}

/* ---- Searching ------------------------------------------------------------------------------- */

/* Whether the value comes before the string with everything that begins with it. */
static bool is_below(const struct domain *domain, struct number index, const uint8_t *string, size_t size,
                     size_t *begun) {
  uint8_t written[NUMBER_SIZE_MAX + AFTER_SIZE_MAX];
  const uint8_t *value = written;
  size_t value_size;
  if (domain->listed.count != 0) {
    value = string_at(&domain->listed, (size_t)index.low);
    value_size = string_size(&domain->listed, (size_t)index.low);
  } else {
    value_size = rowkey_domain_write(domain, index, written);
  }
  const bool begins = !domain->ends_key && value_size <= size && memcmp(value, string, value_size) == 0;
  *begun = begins ? value_size : 0;
  return !begins && rowkey_compare_bytes(value, value_size, string, size) < 0;
}

/* The first value of `spelled` that is not below the string, of first … last: those that begin with a lesser
 * digit, place by place, and the numbers that begin the string, are below. May be one more than the last. */
static struct number first_spelled(const struct domain *domain, const uint8_t *string, size_t size) {
  const unsigned base = domain->part->written->base;
  const char *digits = domain->part->written->upper ? "0123456789ABCDEF" : "0123456789abcdef";
  const uint64_t first = rowkey_numbers_at(&domain->numbers, 0), last = first + domain->last.low;
  uint64_t prefix = 0, below = 0;
  for (size_t i = 0;; i++) {
    size_t begun;
    const bool has_number = i > 0 && prefix >= first && prefix <= last;
    const unsigned byte = i < size ? string[i] : 0;
    unsigned digit = 0;
    while (digit < base && (uint8_t)digits[digit] < byte) digit++;
    const bool is_digit = digit < base && (uint8_t)digits[digit] == byte;
    if (has_number && !is_digit && !is_below(domain, number_of(below), string, size, &begun)) break;
    below += has_number;
    uint64_t longer;
    if ((i > 0 && prefix == 0) || __builtin_mul_overflow(prefix, base, &longer) || longer > last) break;
    for (unsigned d = 0; d < digit && longer + d <= last && longer + d >= longer; d++)
      below += count_beginning(longer + d, base, first, last);
    if (!is_digit || longer + digit < longer || longer + digit > last) break;
    prefix = longer + digit;
  }
  return number_of(below);
}

bool rowkey_domain_below(const struct domain *domain, const uint8_t *string, size_t size, struct number *next,
                         size_t *begun) {
  if (is_below(domain, domain->last, string, size, begun)) return false;
  if (domain->spelled) {
    *next = first_spelled(domain, string, size);
    is_below(domain, *next, string, size, begun);
    return true;
  }
  /* The first value that is not below lies in low … high. */
  struct number low = number_of(0), high = domain->last;
  while (number_less(low, high)) {
    const struct number middle = number_add(low, number_half(number_subtract(high, low)));
    if (is_below(domain, middle, string, size, begun))
      low = number_add(middle, number_of(1));
    else
      high = middle;
  }
  is_below(domain, low, string, size, begun);
  *next = low;
  return true;
}
