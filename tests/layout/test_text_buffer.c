/* Text in messages: what is printable, how the rest is shown, and that nothing is cut within a character. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "testing.h"
#include "text/buffer.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
enum { CODES = 0x110000 };

/* The bit patterns of RFC 3629's table, of any number up to 0x1fffff in `length` bytes. */
static void encode(uint32_t code, size_t length, char *bytes) {
  static const uint8_t marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (size_t i = length; i-- > 1; code >>= 6) bytes[i] = (char)(0x80 | (code & 0x3f));
  bytes[0] = (char)(marks[length] | code);
}

static size_t shortest(uint32_t code) { return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4; }

/* Soft hyphens, zero widths, marks of direction and of order, and separators: nobody sees them. */
static bool is_unseen(uint32_t code) {
  static const uint32_t ranges[][2] = {{0xad, 0xad},     {0x61c, 0x61c},   {0x200b, 0x200f},
                                       {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}};
  for (size_t i = 0; i < COUNT_OF(ranges); i++)
    if (code >= ranges[i][0] && code <= ranges[i][1]) return true;
  return false;
}

static void every_character(void) {
  for (uint32_t code = 0; code < 0x200000; code++) {
    const bool is_control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    for (size_t length = shortest(code); length <= 4; length++) {
      char bytes[4];
      encode(code, length, bytes);
      const bool printable =
          length == shortest(code) && code < CODES && !is_control && !is_surrogate && !is_unseen(code);
      const size_t found = rowkey_printable_length(bytes, length);
      CHECK(found == (printable ? length : 0), "U+%04x in %zu bytes: %zu", code, length, found);
      if (length == 1) break;
    }
  }
}

static void what_is_no_character(void) {
  for (unsigned first = 0x80; first < 0x100; first++) {
    for (size_t size = 1; size <= 4; size++) {
      const char whole[] = {(char)first, (char)0xb0, (char)0xb0, (char)0xb0};
      const size_t length = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
      const bool no_code = first == 0xed || first == 0xf4; /* U+DC30 and U+130C30 */
      const size_t expected = length > size || no_code ? 0 : length;
      CHECK(rowkey_printable_length(whole, size) == expected, "%02x, %zu bytes", first, size);
      for (size_t broken = 1; broken < length; broken++) {
        char bytes[4];
        memcpy(bytes, whole, sizeof bytes);
        bytes[broken] = (char)(first % 2 == 0 ? 0x10 : 0xd0);
        CHECK(rowkey_printable_length(bytes, 4) == 0, "%02x, byte %zu is none that continues", first, broken);
      }
    }
  }
  CHECK(rowkey_printable_length("a", 0) == 0, "of no bytes");
}

struct shown {
  const char *bytes;
  size_t limit;
  const char *shown, *quoted;
};

static void show_and_quote(void) {
  static const struct shown cases[] = {
      {"", 0, "", "\"\""},
      {"abc", 3, "abc", "\"abc\""},
      {"abcd", 3, "abc...", "\"abc\"... (4 bytes)"},
      {"a\tb\x7f", 4, "a?b?", "\"a\\x09b\\x7F\""},
      {"a\tb", 1, "a...", "\"a\"... (3 bytes)"},
      {"\"\\", 2, "\"\\", "\"\\x22\\x5C\""},
      {"h\xc3\xa9", 3, "h\xc3\xa9", "\"h\xc3\xa9\""},
      {"h\xc3\xa9", 2, "h...", "\"h\"... (3 bytes)"},
      {"\xef\xbf\xbd\xf0\x9f\x98\x80", 7, "\xef\xbf\xbd\xf0\x9f\x98\x80", "\"\xef\xbf\xbd\xf0\x9f\x98\x80\""},
      {"\xef\xbf\xbd\xf0\x9f\x98\x80", 6, "\xef\xbf\xbd...", "\"\xef\xbf\xbd\"... (7 bytes)"},
      {"\xf0\x9f\x98", 9, "???", "\"\\xF0\\x9F\\x98\""},
      /* A byte order mark, and one that turns what follows from right to left. */
      {"\xef\xbb\xbf"
       "1",
       4, "???1", "\"\\xEF\\xBB\\xBF1\""},
      {"a\xe2\x80\xae"
       "b",
       5, "a???b", "\"a\\xE2\\x80\\xAEb\""},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    const struct shown *c = &cases[i];
    char space[64] = "";
    struct text_buffer shown = {space, sizeof space};
    rowkey_text_show(&shown, c->bytes, strlen(c->bytes), c->limit);
    CHECK(strcmp(space, c->shown) == 0, "case %zu is shown as %s", i, space);
    struct text_buffer quoted = {space, sizeof space};
    rowkey_text_quote(&quoted, c->bytes, strlen(c->bytes), c->limit);
    CHECK(strcmp(space, c->quoted) == 0, "case %zu is quoted as %s", i, space);
  }
}

/* In buffers of every size, right before a guard page: whole characters and the NUL, or nothing. */
static void nothing_is_overrun(void) {
  static const char text[] = "ab\xc3\xa9\xe2\x82\xac!";
  static const size_t fits[] = {0, 1, 2, 2, 4, 4, 4, 7, 8};
  for (size_t size = 1; size <= sizeof text; size++) {
    char *space = guarded(size, GUARD_END);
    space[0] = '\0';
    struct text_buffer buffer = {space, size};
    /* Without the shorter ones that still fit after one that does not. */
    rowkey_text_show(&buffer, text, fits[size - 1], sizeof text);
    CHECK(strlen(space) == fits[size - 1] && memcmp(space, text, fits[size - 1]) == 0, "%zu bytes: %s", size,
          space);
    CHECK(buffer.at == space + fits[size - 1] && buffer.left == size - fits[size - 1], "%zu bytes", size);
    rowkey_text_printf(&buffer, "%s", "0123456789");
    CHECK(strlen(space) == size - 1, "%zu bytes: %s", size, space);
    rowkey_text_show(&buffer, "x", 1, 9);
    CHECK(strlen(space) == size - 1, "a full buffer of %zu bytes: %s", size, space);
  }
}

static const struct test tests[] = {
    {"which characters are printable", every_character},
    {"bytes that are not a character", what_is_no_character},
    {"text as it is shown and quoted", show_and_quote},
    {"buffers of every size", nothing_is_overrun},
};

int main(int argc, char **argv) { return run_tests(tests, COUNT_OF(tests), argc, argv); }
