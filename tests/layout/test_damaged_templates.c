/* Templates that are cut off or changed at any place: refused with an error that points into them, or
 * compiled. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "refused_templates.h"
#include "text/buffer.h"

/* Every construct of the language. */
static const char everything[] =
    "{{\\x01\xc3\xa9{abs(floormod(java_hash(user, \"|\\x41\"), 0x10)):02d}|{int32(h31(rest, start=-1)) & "
    "7:u8}"
    "{murmur3_128(id:u64le, seed=1, tail=signed):~s}{murmur3_128(user, half=second) / 3:i64be}"
    "{murmur3_32(id, seed=murmur2(n, seed=42), tail=words) % 100:i24le}{reverse(user:mem, host:~esc):mem}"
    "{siphash24(id, key=\"000102030405060708090a0b0c0d0e0f\"):016X}{xxh64(f) % 10:a}{xxh3(g:f32):u64}"
    "{crc32c(rest):08x}{truncate(n, 3600):~i64}{reverse_time(id):u64}{coalesce(user, \"none\"):16s}"
    "{coalesce(f, 0):~f64}{md5(md5(id), -n:i64) % 1000:07d}{random() % 10 * (id - 3) + 1 : x}|{host:esc}}}";

/* Checks that the error, if there is one, points into the template, on the first byte of a character. */
static void check_place(const char *text, size_t length) {
  rowkey_error error;
  memset(&error, 0xa5, sizeof error);
  rowkey_layout *layout = rowkey_layout_compile(text, length, refused_columns, REFUSED_COLUMNS, &error);
  if (layout != NULL) {
    rowkey_layout_free(layout);
    return;
  }
  CHECK(error.status == ROWKEY_ERROR_SYNTAX || error.status == ROWKEY_ERROR_TYPE ||
            error.status == ROWKEY_ERROR_COLUMN,
        "status %d", (int)error.status);
  CHECK(memchr(error.text, '\0', sizeof error.text) != NULL, "the text does not end");
  CHECK(error.offset <= length, "offset %zu of %zu: %s", error.offset, length, error.text);
  const char *caret = strstr(error.text, "^ expected ");
  CHECK(caret != NULL && caret[11] != '\0', "no caret: %s", error.text);
  size_t at = 0;
  while (at < error.offset) {
    size_t character = rowkey_printable_length(text + at, length - at);
    at += character == 0 ? 1 : character;
  }
  CHECK(at == error.offset, "offset %zu lies within a character: %s", error.offset, error.text);
}

/* Where tokens begin and end, near enough: where letters and digits meet anything else. */
static bool is_boundary(size_t at) {
  unsigned char before = (unsigned char)everything[at - 1], here = (unsigned char)everything[at];
  return !isalnum(before) || !isalnum(here);
}

static void test_everything_compiles(void) {
  rowkey_error error;
  rowkey_layout *layout =
      rowkey_layout_compile(everything, strlen(everything), refused_columns, REFUSED_COLUMNS, &error);
  CHECK(layout != NULL, "%s", error.text);
  rowkey_layout_free(layout);
}

/* Cut off, with a token too many and with one replaced, at every boundary of tokens (some at low effort). */
static void test_damaged_tokens(void) {
  static const char *const tokens[] = {"{",    "}",
                                       "(",    ")",
                                       ",",    ":",
                                       "=",    "&",
                                       "/",    "~",
                                       "\"",   "\\",
                                       "0x",   "99999999999999999999",
                                       "rest", "id",
                                       "user", "f",
                                       "md5",  "seed=",
                                       " ",    "\xe2\x82\xac",
                                       "\xff", "-",
                                       "abs(", "\"x\""};
  const size_t length = sizeof everything - 1;
  for (size_t at = 1; at < length; at++) {
    if (!is_boundary(at) || (!effort_is_full() && random_below(5) != 0)) continue;
    char *cut = guarded(at, GUARD_END);
    memcpy(cut, everything, at);
    check_place(cut, at);
    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
      size_t size = strlen(tokens[i]);
      for (size_t skipped = 0; skipped <= 4 && at + skipped <= length; skipped++) {
        char *text = malloc(length + size);
        CHECK(text != NULL, "out of memory");
        memcpy(text, everything, at);
        memcpy(text + at, tokens[i], size);
        memcpy(text + at + size, everything + at + skipped, length - at - skipped);
        check_place(text, length + size - skipped);
        free(text);
      }
    }
  }
}

/* Any byte of it changed. */
static void test_damaged_bytes(void) {
  const size_t length = sizeof everything - 1;
  char *text = guarded(length, GUARD_END);
  memcpy(text, everything, length);
  for (size_t at = 0; at < length; at++) {
    for (size_t i = 0; i < 8; i++) {
      text[at] = i < 4 ? (char)random_u64() : "{}()\"\\:,%0&/=~"[random_below(14)];
      check_place(text, length);
    }
    text[at] = everything[at];
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"a template of everything compiles", test_everything_compiles},
      {"damaged tokens do no damage", test_damaged_tokens},
      {"damaged bytes do no damage", test_damaged_bytes},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
