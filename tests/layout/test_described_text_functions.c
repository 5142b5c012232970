/* What each function of text and format that describes itself says, against its results for random texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "plan/text_function.h"
#include "testing.h"

enum { TEXT_MOST = 40, RESULT_MOST = 2 * TEXT_MOST + 16, ROWS = 37, CALLS = 60, COUNT_MOST = 12 };

struct text {
  uint8_t bytes[RESULT_MOST];
  size_t size; /* NO_TEXT: there is none */
};

static struct slice slice_of(const struct text *text) {
  return (struct slice){(const char *)text->bytes, text->size};
}

/* Of few bytes, so that each is there often: white space, letters of both cases, braces, separators,
 * characters of two to four bytes, and what is not UTF-8. */
static struct text random_text(size_t most) {
  static const char *const pieces[] = {"a",    "b", "Z", "z", " ",        "\t",           ".",
                                       "!",    "{", "}", "",  "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
                                       "\xff", "@"};
  struct text text = {.size = 0};
  const size_t wanted = random_below(most + 1), kinds = random_below(2) == 0 ? 14 : 16;
  while (text.size < wanted) {
    const char *piece = pieces[random_below(kinds)];
    const size_t size = strlen(piece);
    if (text.size + size > wanted && size > 1) continue;
    memcpy(text.bytes + text.size, piece, size);
    text.size += size;
  }
  return text;
}

static struct text_call random_call(const struct text_function *function) {
  static const uint8_t bytes[] = {' ', '.', '!', 'a', 0xff, 0x00};
  struct text_call call = {.function = function, .byte = bytes[random_below(sizeof bytes)]};
  if (function->arguments == TEXT_AND_FROM_AND_COUNT) call.from = 1 + random_below(COUNT_MOST);
  if (function->arguments >= TEXT_AND_COUNT) call.count = 1 + random_below(COUNT_MOST);
  if (function->arguments == TEXT_AND_BYTE_IF_ANY) call.count = random_below(2);
  if (function->padded_side != NULL) call.count = 1 + random_below(TEXT_MOST + 4);
  if (function == &rowkey_text_counted) call.count = 1 + random_below(3);
  return call;
}

static struct text result_of(const struct text_call *call, const struct text *text) {
  struct text result = {.size = 0};
  if (text_call_cuts(call)) {
    const struct slice cut = call->function->cut(call, slice_of(text));
    CHECK(cut.size == 0 || (cut.at >= (const char *)text->bytes &&
                            cut.at + cut.size <= (const char *)text->bytes + text->size),
          "%s does not cut the text", call->function->name);
    memcpy(result.bytes, cut.at, cut.size);
    result.size = cut.size;
    return result;
  }
  /* With no more room than the call says that it needs. */
  const size_t most = (size_t)rowkey_text_call_most(call, text->size);
  uint8_t *out = guarded(most, GUARD_END);
  result.size = call->function->change(call, text->bytes, text->size, out);
  CHECK(result.size == NO_TEXT || result.size <= most, "%zu bytes, more than %zu", result.size, most);
  if (result.size != NO_TEXT) memcpy(result.bytes, out, result.size);
  return result;
}

static const char *name_of(const struct text_call *call) {
  return call->function->name != NULL ? call->function->name : "a format";
}

static bool are_equal(const struct text *a, const struct text *b) {
  return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

/* ---- What is said of one result ---------------------------------------------------------------- */

static void check_sizes(const struct text_call *call, const struct text *text, const struct text *result) {
  const struct text_sizes sizes = rowkey_text_call_sizes(call, (struct text_sizes){text->size, text->size});
  CHECK(result->size >= sizes.least && result->size <= sizes.most, "%s of %zu bytes: %zu", name_of(call),
        text->size, result->size);
  const uint64_t width = rowkey_text_call_width(call, text->size);
  CHECK(text->size == 0 || width == 0 || width == result->size, "%s of %zu bytes: %zu", name_of(call),
        text->size, result->size);
  const uint64_t any = rowkey_text_call_width(call, 0);
  CHECK(any == 0 || any == result->size, "%s of any text: %zu", name_of(call), result->size);
}

static bool is_letter(uint8_t byte, uint8_t first) { return (uint8_t)(byte - first) < 26; }

static void check_bytes(const struct text_call *call, const struct text *text, const struct text *result) {
  const struct text_function *function = call->function;
  for (size_t i = 0; i < result->size; i++) {
    const uint8_t byte = result->bytes[i], other = byte ^ ('a' ^ 'A');
    const bool was_there = memchr(text->bytes, byte, text->size) != NULL;
    const bool had_case = function->letters != 0 && is_letter(other, function->letters) &&
                          memchr(text->bytes, other, text->size) != NULL;
    CHECK(was_there || had_case || function->makes_any || (function->adds_byte && byte == call->byte),
          "%s makes the byte %02x", name_of(call), byte);
    CHECK(function->letters == 0 || !is_letter(byte, function->letters), "%s leaves %c", name_of(call), byte);
    CHECK(!function->lacks_byte || byte != call->byte, "%s leaves its byte", name_of(call));
  }
  CHECK(!function->lacks_byte || are_equal(text, result), "%s is not the text", name_of(call));
}

static int fold_case(int byte) { return is_letter((uint8_t)byte, 'A') ? byte ^ ('a' ^ 'A') : byte; }

static void check_front(const struct text_call *call, const struct text *text, const struct text *result) {
  if (!call->function->keeps_front) return;
  for (size_t i = 0; i < result->size; i++)
    CHECK(i < text->size && fold_case(result->bytes[i]) == fold_case(text->bytes[i]), "%s: byte %zu",
          name_of(call), i);
}

static void check_undone(const struct text_call *call, const struct text *text, const struct text *result) {
  const struct text_function *function = call->function;
  if (function->leave_text != NULL) {
    uint8_t flipped[RESULT_MOST];
    const uint8_t flip = random_below(2) == 0 ? 0 : 0xff;
    for (size_t i = 0; i < result->size; i++) flipped[i] = result->bytes[i] ^ flip;
    const uint8_t *left = flipped;
    size_t size = result->size;
    function->leave_text(call, flip, &left, &size);
    CHECK(size == text->size, "%zu bytes, not %zu", size, text->size);
    for (size_t i = 0; i < size; i++) CHECK((left[i] ^ flip) == text->bytes[i], "byte %zu", i);
  } else if (function->reversible) {
    struct text undone = {.size = 0};
    undone.size = (function->undo != NULL ? function->undo : function->change)(call, result->bytes,
                                                                               result->size, undone.bytes);
    CHECK(are_equal(&undone, text), "%s is not undone", name_of(call));
  }
}

static void check_result(const struct text_call *call, const struct text *text, const struct text *result) {
  check_sizes(call, text, result);
  check_bytes(call, text, result);
  check_front(call, text, result);
  check_undone(call, text, result);
  if (call->function->settles) {
    const struct text again = result_of(call, result);
    CHECK(are_equal(&again, result), "%s of its own result is another one", name_of(call));
  }
  for (size_t i = 0; call->function->bytewise && i < result->size; i++) {
    const struct text byte = {.bytes = {text->bytes[i]}, .size = 1}, made = result_of(call, &byte);
    CHECK(made.size == 1 && made.bytes[0] == result->bytes[i], "%s: byte %zu", name_of(call), i);
  }
}

/* ---- Blocks ------------------------------------------------------------------------------------ */

struct block {
  struct text texts[ROWS], results[ROWS];
  uint8_t bytes[ROWS * TEXT_MOST];
  uint64_t begin[ROWS], end[ROWS];
  size_t first_bad; /* ROWS where all have results */
};

static void make_block(const struct text_call *call, size_t least, struct block *block) {
  size_t at = 0;
  block->first_bad = ROWS;
  const size_t most = least == 0 && random_below(2) == 0 ? 4 : TEXT_MOST; /* many short ones begin alike */
  for (size_t i = 0; i < ROWS; i++) {
    do block->texts[i] = random_text(most);
    while (block->texts[i].size < least);
    if (least != 0) block->texts[i].size = least; /* all have one width */
    memcpy(block->bytes + at, block->texts[i].bytes, block->texts[i].size);
    block->begin[i] = at;
    block->end[i] = at += block->texts[i].size;
    block->results[i] = result_of(call, &block->texts[i]);
    if (block->results[i].size == NO_TEXT && block->first_bad == ROWS) block->first_bad = i;
  }
}

static void check_rows(const struct text_call *call, const struct block *block, const uint8_t *bytes,
                       const uint64_t *begin, const uint64_t *end, size_t good) {
  CHECK(good == block->first_bad, "%s: %zu good rows, not %zu", name_of(call), good, block->first_bad);
  for (size_t i = 0; i < good; i++)
    CHECK(end[i] - begin[i] == block->results[i].size &&
              memcmp(bytes + begin[i], block->results[i].bytes, block->results[i].size) == 0,
          "%s: row %zu", name_of(call), i);
}

static void check_block(const struct text_call *call, const struct block *block, size_t width) {
  static uint8_t out[ROWS * RESULT_MOST];
  uint64_t begin[ROWS], end[ROWS];
  const struct rowkey_strings strings = {block->bytes, block->end[ROWS - 1], block->begin, block->end};
  struct text_rows rows = {
      .call = call, .texts = &strings, .count = ROWS, .begin = begin, .end = end, .out = out, .width = width};
  if (width != 0) {
    const size_t good = call->function->run_fixed(&rows);
    for (size_t i = 0; i < ROWS; i++) end[i] = (begin[i] = i * width) + width;
    check_rows(call, block, out, begin, end, good);
  }
  if (text_call_cuts(call)) {
    call->function->run_cut(&rows);
    check_rows(call, block, block->bytes, begin, end, ROWS);
    return;
  }
  call->function->find_room(&rows);
  for (size_t i = 0; i < ROWS; i++)
    CHECK(end[i] - (i == 0 ? 0 : end[i - 1]) == rowkey_text_call_most(call, block->texts[i].size),
          "%s: the room of row %zu", name_of(call), i);
  check_rows(call, block, out, begin, end, call->function->run(&rows));
}

static int compare_texts(const struct text *a, const struct text *b) {
  const size_t common = a->size < b->size ? a->size : b->size;
  const int order = memcmp(a->bytes, b->bytes, common);
  return order != 0 ? order : (a->size > b->size) - (a->size < b->size);
}

static void check_order(const struct text_call *call, const struct block *block) {
  for (size_t i = 0; i < ROWS * ROWS; i++) {
    const size_t row = i / ROWS, other = i % ROWS;
    if (block->results[row].size == NO_TEXT || block->results[other].size == NO_TEXT) continue;
    if (compare_texts(&block->texts[row], &block->texts[other]) > 0) continue;
    CHECK(compare_texts(&block->results[row], &block->results[other]) <= 0, "%s: rows %zu and %zu turn round",
          name_of(call), row, other);
  }
}

static void results_are_as_described(void) {
  static struct block block;
  const struct text_function *function;
  for (size_t i = 0; (function = rowkey_text_function_at(i)) != NULL; i++) {
    size_t results = 0;
    for (size_t turn = repetitions(CALLS); turn > 0; turn--) {
      const struct text_call call = random_call(function);
      const size_t width = random_below(2) == 0 ? 0 : 1 + random_below(TEXT_MOST);
      make_block(&call, width, &block);
      for (size_t row = 0; row < ROWS; row++) {
        if (block.results[row].size == NO_TEXT) continue;
        check_result(&call, &block.texts[row], &block.results[row]);
        results++;
      }
      check_block(&call, &block, (size_t)rowkey_text_call_width(&call, width));
      if (function->keeps_order) check_order(&call, &block);
      free_guarded();
    }
    CHECK(results > 0, "function %zu has no results", i);
  }
}

/* ---- Where it is named --------------------------------------------------------------------------- */

/* The interpreter that keys of random layouts are compared with has the function as well. */
static bool is_in_the_model(const char *name) {
  for (size_t i = 0; i < TEXT_CALLS; i++)
    if (strcmp(text_call_names[i], name) == 0) return true;
  return false;
}

static void each_is_whole(void) {
  const struct text_function *function;
  for (size_t i = 0; (function = rowkey_text_function_at(i)) != NULL; i++) {
    const bool cuts = function->cut != NULL;
    CHECK(function->run_fixed != NULL && (function->run_cut != NULL) == cuts &&
              (function->run != NULL) == !cuts && (function->change != NULL) == !cuts &&
              (function->find_room != NULL) == !cuts,
          "function %zu", i);
    CHECK((function->name == NULL) ==
              (function->leave_text != NULL && function->longest != NULL && function->order_problem != NULL),
          "function %zu", i);
    if (function->name == NULL) continue;
    CHECK(strncmp(function->usage, function->name, strlen(function->name)) == 0, "%s", function->usage);
    CHECK(is_in_the_model(function->name), "tests/layout/oracle_texts.c does not have %s", function->name);
    CHECK(function->word == NULL || strstr(function->usage, function->word) != NULL, "%s", function->usage);
  }
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"results are as described", results_are_as_described},
      {"each description is whole", each_is_whole},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
