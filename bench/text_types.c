/* Column types whose texts are addresses, bytes and names, beside the C library, OpenSSL and scalar code. */
#include <arpa/inet.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

#include "typed.h"

enum { BYTES = 16, BASE64_SIZE = 24 };

/* ---- Addresses ---- */

/* One in four is IPv6. */
static size_t make_ip(char *text) {
  const uint64_t bits = bench_random();
  if (bits % 4 != 0)
    return (size_t)snprintf(text, TEXT_ROOM, "%u.%u.%u.%u", (unsigned)(bits >> 56),
                            (unsigned)(bits >> 48 & 255), (unsigned)(bits >> 40 & 255),
                            (unsigned)(bits >> 32 & 255));
  return (size_t)snprintf(text, TEXT_ROOM, "2001:db8:%x::%x", (unsigned)(bits >> 52) + 1,
                          (unsigned)(bits >> 36 & 0xffff) + 1);
}

/* The text is copied, as the function asks for a NUL after it. */
static void read_inet_pton(struct shape *shape, const void *with) {
  const struct typed *typed = (const struct typed *)shape;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    char text[TEXT_ROOM];
    uint8_t *bytes = shape->output + i * BYTES;
    memcpy(text, text_of(typed, i), length_of(typed, i));
    text[length_of(typed, i)] = '\0';
    memset(bytes, 0, 10);
    memset(bytes + 10, 0xff, 2);
    if (inet_pton(AF_INET, text, bytes + 12) != 1 && inet_pton(AF_INET6, text, bytes) != 1)
      bench_fail("%s: no address in row %zu", shape->name, i);
  }
}

static void write_inet_ntop(struct shape *shape, const void *with) {
  const struct typed *typed = (const struct typed *)shape;
  char *text = (char *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const uint8_t *bytes = typed->values + i * BYTES;
    static const uint8_t mapped[12] = {[10] = 0xff, 0xff};
    const bool is_ipv4 = memcmp(bytes, mapped, sizeof(mapped)) == 0;
    inet_ntop(is_ipv4 ? AF_INET : AF_INET6, is_ipv4 ? bytes + 12 : bytes, text, TEXT_ROOM);
    text += strlen(text);
  }
}

static size_t make_ipv4(char *text) {
  const uint64_t bits = bench_random();
  return (size_t)snprintf(text, TEXT_ROOM, "%u.%u.%u.%u", (unsigned)(bits & 255), (unsigned)(bits >> 8 & 255),
                          (unsigned)(bits >> 16 & 255), (unsigned)(bits >> 24 & 255));
}

static void read_ipv4_pton(struct shape *shape, const void *with) {
  const struct typed *typed = (const struct typed *)shape;
  uint64_t *numbers = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    char text[TEXT_ROOM];
    struct in_addr address;
    memcpy(text, text_of(typed, i), length_of(typed, i));
    text[length_of(typed, i)] = '\0';
    if (inet_pton(AF_INET, text, &address) != 1) bench_fail("%s: no address in row %zu", shape->name, i);
    numbers[i] = ntohl(address.s_addr);
  }
}

/* Digit by digit, each field checked. */
static void read_ipv4_digits(struct shape *shape, const void *with) {
  const struct typed *typed = (const struct typed *)shape;
  uint64_t *numbers = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const char *text = text_of(typed, i), *end = text + length_of(typed, i);
    uint32_t address = 0;
    for (int field = 0; field < 4; field++) {
      const char *begin = text;
      unsigned number = 0, digit;
      while (text < end && (digit = (unsigned)(unsigned char)*text - '0') <= 9 && text - begin < 3) {
        number = number * 10 + digit;
        text++;
      }
      const bool is_short = text == begin || (text - begin > 1 && *begin == '0');
      const bool ends = field == 3 ? text == end : text < end && *text++ == '.';
      if (is_short || number > 255 || !ends) bench_fail("%s: no address in row %zu", shape->name, i);
      address = address << 8 | number;
    }
    numbers[i] = address;
  }
}

static void write_ipv4_ntop(struct shape *shape, const void *with) {
  const struct typed *typed = (const struct typed *)shape;
  const uint64_t *numbers = (const void *)typed->values;
  char *text = (char *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const struct in_addr address = {htonl((uint32_t)numbers[i])};
    inet_ntop(AF_INET, &address, text, TEXT_ROOM);
    text += strlen(text);
  }
}

/* A look-up of each byte's digits and their number. */
static void write_ipv4_table(struct shape *shape, const void *with) {
  static char digits[256][4]; /* the last one: how many */
  const struct typed *typed = (const struct typed *)shape;
  const uint64_t *numbers = (const void *)typed->values;
  char *text = (char *)shape->output;
  (void)with;
  for (unsigned i = 0; digits[255][3] == 0 && i < 256; i++) {
    char number[12] = {0};
    const int length = snprintf(number, sizeof(number), "%u", i);
    memcpy(digits[i], number, 3);
    digits[i][3] = (char)length;
  }
  for (size_t i = 0; i < shape->rows; i++) {
    for (unsigned shift = 32; shift > 0;) {
      const char *byte = digits[numbers[i] >> (shift -= 8) & 255];
      memcpy(text, byte, 4);
      text += byte[3];
      if (shift > 0) *text++ = '.';
    }
  }
}

static void register_ipv4(void) {
  struct shape *shape = typed_create("read", "ipv4", "ipv4", 8, make_ipv4, read_ipv4_pton);
  bench_add(shape, "inet_pton", read_ipv4_pton, NULL);
  bench_add(shape, "digits", read_ipv4_digits, NULL);
  shape = typed_create("write", "ipv4", "ipv4", 8, make_ipv4, write_ipv4_ntop);
  bench_add(shape, "inet_ntop", write_ipv4_ntop, NULL);
  bench_add(shape, "table", write_ipv4_table, NULL);
}

/* ---- Bytes ---- */

static void random_value(uint8_t bytes[BYTES]) {
  for (size_t i = 0; i < BYTES; i++) bytes[i] = (uint8_t)bench_random();
}

static size_t make_hex(char *text) {
  uint8_t bytes[BYTES];
  random_value(bytes);
  for (size_t i = 0; i < BYTES; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
  return (size_t)2 * BYTES;
}

static void read_hex_table(struct shape *shape, const void *with) {
  static uint8_t digits[256];
  const struct typed *typed = (const struct typed *)shape;
  (void)with;
  if (digits['/'] == 0) {
    memset(digits, 0xff, sizeof(digits));
    for (unsigned i = 0; i < 10; i++) digits['0' + i] = (uint8_t)i;
    for (unsigned i = 0; i < 6; i++) digits['a' + i] = digits['A' + i] = (uint8_t)(10 + i);
  }
  for (size_t i = 0; i < shape->rows; i++) {
    const uint8_t *text = (const uint8_t *)text_of(typed, i);
    uint8_t *bytes = shape->output + i * BYTES;
    unsigned strange = 0;
    for (size_t k = 0; k < BYTES; k++) {
      const unsigned high = digits[text[2 * k]], low = digits[text[2 * k + 1]];
      strange |= high | low;
      bytes[k] = (uint8_t)(high << 4 | low);
    }
    if (length_of(typed, i) != (size_t)2 * BYTES || strange > 15) bench_fail("%s: row %zu", shape->name, i);
  }
}

static void write_hex_table(struct shape *shape, const void *with) {
  static uint16_t pairs[256];
  const struct typed *typed = (const struct typed *)shape;
  (void)with;
  if (pairs[0] == 0) {
    for (unsigned i = 0; i < 256; i++) {
      char text[3];
      snprintf(text, sizeof(text), "%02x", i);
      memcpy(&pairs[i], text, sizeof(pairs[i]));
    }
  }
  for (size_t i = 0; i < shape->rows * BYTES; i++)
    memcpy(shape->output + 2 * i, &pairs[typed->values[i]], sizeof(pairs[0]));
}

static size_t make_base64(char *text) {
  uint8_t bytes[BYTES];
  random_value(bytes);
  return (size_t)EVP_EncodeBlock((unsigned char *)text, bytes, BYTES);
}

/* It writes zeros for what is padded, which the next row overwrites. */
static void read_openssl(struct shape *shape, const void *with) {
  const struct typed *typed = (const struct typed *)shape;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    uint8_t bytes[BYTES + 2];
    if (EVP_DecodeBlock(bytes, (const unsigned char *)text_of(typed, i), BASE64_SIZE) != BYTES + 2)
      bench_fail("%s: no base64 in row %zu", shape->name, i);
    memcpy(shape->output + i * BYTES, bytes, BYTES);
  }
}

static void write_openssl(struct shape *shape, const void *with) {
  const struct typed *typed = (const struct typed *)shape;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) /* and a NUL after each */
    EVP_EncodeBlock(shape->output + i * BASE64_SIZE, typed->values + i * BYTES, BYTES);
}

/* ---- Names ---- */

static const char *const states[] = {"new", "paid", "packed", "shipped", "delivered", "returned"};
enum { STATES = sizeof(states) / sizeof(states[0]) };

static size_t make_state(char *text) {
  return (size_t)snprintf(text, TEXT_ROOM, "%s", states[bench_random() % STATES]);
}

static size_t make_bool(char *text) {
  return (size_t)snprintf(text, TEXT_ROOM, "%s", bench_random() % 2 == 0 ? "false" : "true");
}

static inline __attribute__((always_inline)) void read_names(struct shape *shape, const char *const *names,
                                                             size_t count) {
  const struct typed *typed = (const struct typed *)shape;
  uint64_t *values = (void *)shape->output;
  for (size_t i = 0; i < shape->rows; i++) {
    const char *text = text_of(typed, i);
    const size_t length = length_of(typed, i);
    size_t name = 0;
    while (name < count && (strlen(names[name]) != length || memcmp(names[name], text, length) != 0)) name++;
    if (name == count) bench_fail("%s: no name in row %zu", shape->name, i);
    values[i] = name;
  }
}

static inline __attribute__((always_inline)) void write_names(struct shape *shape, const char *const *names) {
  const struct typed *typed = (const struct typed *)shape;
  const uint64_t *values = (const void *)typed->values;
  char *text = (char *)shape->output;
  for (size_t i = 0; i < shape->rows; i++) {
    const size_t length = strlen(names[values[i]]);
    memcpy(text, names[values[i]], length);
    text += length;
  }
}

static const char *const truths[] = {"false", "true"};

static void read_states(struct shape *shape, const void *with) {
  (void)with;
  read_names(shape, states, STATES);
}

static void write_states(struct shape *shape, const void *with) {
  (void)with;
  write_names(shape, states);
}

static void read_truths(struct shape *shape, const void *with) {
  (void)with;
  read_names(shape, truths, 2);
}

static void write_truths(struct shape *shape, const void *with) {
  (void)with;
  write_names(shape, truths);
}

void register_text_types(void) {
  register_ipv4();
  static const struct {
    const char *name, *type;
    size_t width;
    size_t (*make)(char *);
    const char *reader, *writer;
    bench_run *read, *write;
  } types[] = {
      {"ip", "ip", BYTES, make_ip, "inet_pton", "inet_ntop", read_inet_pton, write_inet_ntop},
      {"hex", "hex", BYTES, make_hex, "table", "table", read_hex_table, write_hex_table},
      {"base64", "base64", BYTES, make_base64, "openssl", "openssl", read_openssl, write_openssl},
      {"bool", "bool", 8, make_bool, "memcmp", "memcpy", read_truths, write_truths},
      {"enum", "enum(new,paid,packed,shipped,delivered,returned)", 8, make_state, "memcmp", "memcpy",
       read_states, write_states},
  };
  for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
    struct shape *shape =
        typed_create("read", types[i].name, types[i].type, types[i].width, types[i].make, types[i].read);
    bench_add(shape, types[i].reader, types[i].read, NULL);
    shape =
        typed_create("write", types[i].name, types[i].type, types[i].width, types[i].make, types[i].write);
    bench_add(shape, types[i].writer, types[i].write, NULL);
  }
}
