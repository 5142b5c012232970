/* The column types ip, 16 bytes in network order, and ipv4, a number. */
#include <string.h>

#include "types/rows.h"

enum { GROUPS = 8, BYTES = 2 * GROUPS };

static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff}; /* ::ffff:0:0/96 */

/* ---- Reading ----------------------------------------------------------------------------------- */

/* a.b.c.d, to the last byte. False when it is none. */
static bool read_dotted(const uint8_t *text, size_t size, uint32_t *address) {
  uint32_t bytes = 0;
  size_t at = 0;
  for (unsigned i = 0; i < 4; i++) {
    unsigned number = 0;
    const size_t begin = at;
    for (; at < size && (unsigned)text[at] - '0' <= 9 && at - begin < 3; at++) {
      number = number * 10 + ((unsigned)text[at] - '0');
    }
    const bool zero_first = at - begin > 1 && text[begin] == '0';
    if (at == begin || number > 255 || zero_first) return false;
    bytes = bytes << 8 | number;
    if (i < 3 && (at == size || text[at++] != '.')) return false;
  }
  *address = bytes;
  return at == size;
}

static int hex_digit(uint8_t byte) {
  const unsigned digit = (unsigned)byte - '0', letter = (byte | 0x20u) - 'a';
  return digit <= 9 ? (int)digit : letter <= 5 ? (int)letter + 10 : -1;
}

/* One to four hex digits at *at. */
static bool read_group(const uint8_t *text, size_t size, size_t *at, unsigned *group) {
  const size_t begin = *at;
  *group = 0;
  for (; *at < size && *at - begin < 4 && hex_digit(text[*at]) >= 0; ++*at) {
    *group = *group << 4 | (unsigned)hex_digit(text[*at]);
  }
  return *at > begin;
}

/* Groups with colons between, one :: at most, and perhaps dotted IPv4 at the end. */
static bool read_ipv6(const uint8_t *text, size_t size, uint8_t *bytes) {
  unsigned groups[GROUPS];
  size_t count = 0, gap = GROUPS + 1, at = 0;
  if (size < 2 || (text[0] == ':' && text[1] != ':')) return false;
  while (at < size) {
    uint32_t dotted;
    if (text[at] == ':' && at + 1 < size && text[at + 1] == ':') {
      if (gap <= GROUPS) return false;
      gap = count;
      at += 2;
      continue;
    }
    if (at > 0 && text[at - 1] != ':' && text[at++] != ':') return false;
    if (count + 2 <= GROUPS && read_dotted(text + at, size - at, &dotted)) {
      groups[count++] = dotted >> 16;
      groups[count++] = dotted & 0xffff;
      at = size;
    } else if (count == GROUPS || !read_group(text, size, &at, &groups[count++])) {
      return false;
    }
  }
  if (gap > GROUPS ? count != GROUPS : count >= GROUPS) return false;
  memset(bytes, 0, BYTES);
  for (size_t i = 0; i < count; i++) {
    const size_t place = i < gap ? i : i + GROUPS - count;
    bytes[2 * place] = (uint8_t)(groups[i] >> 8);
    bytes[2 * place + 1] = (uint8_t)groups[i];
  }
  return true;
}

static const char *dotted_fault(const uint8_t *text, size_t size) {
  for (size_t i = 0; i + 1 < size; i++) {
    const bool first = i == 0 || text[i - 1] == '.';
    if (first && text[i] == '0' && (unsigned)text[i + 1] - '0' <= 9) {
      return "has a number with a leading 0, which some programs read as octal";
    }
  }
  return memchr(text, '/', size) != NULL ? "has a prefix length, as a network has"
                                         : "is not written in four numbers 0 to 255";
}

static void put_ipv4(uint8_t *bytes, uint32_t address) {
  memcpy(bytes, mapped, sizeof mapped);
  for (unsigned i = 0; i < 4; i++) bytes[12 + i] = (uint8_t)(address >> (24 - 8 * i));
}

static const char *read_ip(const struct typed_text *text, uint8_t *bytes, size_t *size) {
  uint32_t address;
  *size = BYTES;
  if (read_dotted(text->at, text->size, &address)) {
    put_ipv4(bytes, address);
    return NULL;
  }
  if (read_ipv6(text->at, text->size, bytes)) return NULL;
  if (text->size == 0) return "is empty";
  if (memchr(text->at, ':', text->size) == NULL) return dotted_fault(text->at, text->size);
  if (memchr(text->at, '%', text->size) != NULL) return "has a zone, which is not part of the address";
  if (memchr(text->at, '/', text->size) != NULL) return "has a prefix length, as a network has";
  return "is not written as an IPv6 address";
}

static const char *read_ipv4(const struct rowkey_column_type *type, const struct typed_text *text,
                             uint64_t *number) {
  uint32_t address;
  (void)type;
  if (!read_dotted(text->at, text->size, &address)) {
    return text->size == 0 ? "is empty" : dotted_fault(text->at, text->size);
  }
  *number = address;
  return NULL;
}

/* ---- Writing ----------------------------------------------------------------------------------- */

static char *put_decimal(char *text, unsigned byte) {
  if (byte >= 100) *text++ = (char)('0' + byte / 100);
  if (byte >= 10) *text++ = (char)('0' + byte / 10 % 10);
  *text++ = (char)('0' + byte % 10);
  return text;
}

static char *put_dotted(char *text, uint32_t address) {
  for (unsigned i = 0; i < 4; i++) {
    if (i > 0) *text++ = '.';
    text = put_decimal(text, address >> (24 - 8 * i) & 0xff);
  }
  return text;
}

static char *put_group(char *text, unsigned group) {
  static const char digits[] = "0123456789abcdef";
  unsigned shift = 12;
  while (shift > 0 && group >> shift == 0) shift -= 4;
  for (;; shift -= 4) {
    *text++ = digits[group >> shift & 15];
    if (shift == 0) return text;
  }
}

/* The first of the longest runs of groups that are 0, at least two of them: *begin and its length, or 0. */
static size_t longest_zeros(const unsigned groups[GROUPS], size_t *begin) {
  size_t longest = 1;
  for (size_t i = 0, end; i < GROUPS; i = end + 1) {
    for (end = i; end < GROUPS && groups[end] == 0;) end++;
    if (end - i <= longest) continue;
    longest = end - i;
    *begin = i;
  }
  return longest > 1 ? longest : 0;
}

static char *put_ipv6(char *text, const uint8_t *bytes) {
  unsigned groups[GROUPS];
  for (size_t i = 0; i < GROUPS; i++) groups[i] = (unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1];
  size_t gap = GROUPS;
  const size_t zeros = longest_zeros(groups, &gap);
  for (size_t i = 0; i < GROUPS; i++) {
    if (i == gap) {
      *text++ = ':';
      i += zeros - 1;
      if (i == GROUPS - 1) *text++ = ':';
      continue;
    }
    if (i > 0) *text++ = ':';
    text = put_group(text, groups[i]);
  }
  return text;
}

static void write_ip(const uint8_t *bytes, size_t size, char *text, size_t *length) {
  (void)size;
  const uint32_t last =
      (uint32_t)bytes[12] << 24 | (uint32_t)bytes[13] << 16 | (uint32_t)bytes[14] << 8 | bytes[15];
  const bool is_ipv4 = memcmp(bytes, mapped, sizeof mapped) == 0;
  *length = (size_t)((is_ipv4 ? put_dotted(text, last) : put_ipv6(text, bytes)) - text);
}

static const char *write_ipv4(const struct rowkey_column_type *type, uint64_t number, char *text,
                              size_t *size) {
  (void)type;
  if (number > UINT32_MAX) return "is above 4294967295, the number of 255.255.255.255";
  *size = (size_t)(put_dotted(text, (uint32_t)number) - text);
  return NULL;
}

static void expect_ip(const struct rowkey_column_type *type, struct text_buffer *out) {
  (void)type;
  rowkey_text_printf(out, "an address such as 192.0.2.1 or 2001:db8::1");
}

static void expect_ipv4(const struct rowkey_column_type *type, struct text_buffer *out) {
  (void)type;
  rowkey_text_printf(out, "an address such as 192.0.2.1");
}

BYTE_ROWS(ip, read_ip, write_ip)

const struct type_kind rowkey_type_ip = {
    .name = "ip",
    .declared = DECLARED_ip,
    .physical = ROWKEY_TEXT,
    .width = BYTES,
    .text_bound = sizeof "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    .read = ip_read_rows,
    .write = ip_write_rows,
    .expect = expect_ip,
};

NUMBER_ROWS(ipv4, read_ipv4, write_ipv4)

const struct type_kind rowkey_type_ipv4 = {
    .name = "ipv4",
    .declared = DECLARED_ipv4,
    .physical = ROWKEY_U64,
    .text_bound = sizeof "255.255.255.255",
    .read = ipv4_read_rows,
    .write = ipv4_write_rows,
    .expect = expect_ipv4,
};
