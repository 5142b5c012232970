/* Text columns whose every value has one width: UUIDs, IPv6 addresses, Arrow's FixedSizeBinary. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "decoding.h"
#include "on_isa.h"

/* More than two blocks; a width that is no multiple of a word. */
enum { ROWS = 2500, WIDTHS = 5 };
static const uint32_t widths[WIDTHS] = {1, 7, 16, 20, 39};

/* How the same texts may lie in memory. */
enum form { SIDE_BY_SIDE, OFFSETS32, APART, BACKWARDS, FORMS };

static void set_width(struct batch *batch, uint32_t width) { batch->columns[batch->count - 1].width = width; }

static void add_form(struct batch *batch, enum form form, const uint8_t *bytes, uint32_t width) {
  const size_t rows = batch->rows;
  uint64_t *offsets = guarded((rows + 1) * sizeof *offsets, GUARD_END);
  for (size_t i = 0; i <= rows; i++) offsets[i] = i * (uint64_t)width;
  if (form == SIDE_BY_SIDE) add_fixed_bytes(batch, "id", bytes, width);
  if (form == OFFSETS32) add_bytes32(batch, "id", bytes, offsets);
  if (form < APART) return;
  /* Not in their order, and in the other form with bytes between them. */
  const size_t step = form == BACKWARDS ? width : width + 3;
  uint8_t *moved = guarded(rows * step, GUARD_END);
  uint64_t *begin = guarded(rows * sizeof *begin, GUARD_END), *end = guarded(rows * sizeof *end, GUARD_END);
  for (size_t i = 0; i < rows; i++) {
    begin[i] = (form == BACKWARDS ? rows - 1 - i : i) * step + (step - width);
    end[i] = begin[i] + width;
    memcpy(moved + begin[i], bytes + i * width, width);
  }
  add_fixed_bytes(batch, "id", bytes, width);
  batch->values[batch->count - 1] =
      rowkey_values_of_spans(ROWKEY_KIND_KEPT, moved, rows * step, begin, end, rows);
}

/* The same template for columns that do not say how wide their text is makes the same keys. */
static void test_same_keys_in_every_form(void) {
  static const char *const templates[][2] = {
      {"{id}|{n:u64}", "{id}|{n:u64}"},
      {"{id}{n:u64}", "{reverse(reverse(id, n:u64))}"},
      {"{md5(id) % 1000:03d}{id:x}", "{md5(id) % 1000:03d}{id:x}"},
      {"{id:~s}", "{id:~s}"},
      {"{reverse(id, n:u16)}", "{reverse(id, n:u16)}"},
      {"{id:esc}{crc32c(n, id, \"!\"):08x}", "{id:esc}{crc32c(n, id, \"!\"):08x}"},
      {"{id:mem}", "{id:mem}"},
  };
  static uint8_t bytes[ROWS * 40];
  static uint64_t n[ROWS];
  for (size_t i = 0; i < ROWS; i++) n[i] = i;
  for (size_t w = 0; w < WIDTHS; w++) {
    const size_t rows = 1 + (size_t)random_below(ROWS);
    random_bytes(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
      if (bytes[i] == '|') bytes[i] = 0;
    for (size_t t = 0; t < sizeof templates / sizeof templates[0]; t++) {
      struct batch plain = {.rows = rows};
      add_fixed_bytes(&plain, "id", bytes, widths[w]);
      add_u64(&plain, "n", n);
      rowkey_layout *expected_layout = compile(templates[t][1], &plain);
      for (enum form form = 0; form < FORMS; form++) {
        struct batch batch = {.rows = rows};
        add_form(&batch, form, bytes, widths[w]);
        set_width(&batch, widths[w]);
        add_u64(&batch, "n", n);
        rowkey_layout *layout = compile(templates[t][0], &batch);
        EACH_ISA(kernels) {
          const struct settings settings = {.isa = kernels->name, .side = GUARD_END};
          const struct encoded keys = encode(layout, &batch, settings);
          const struct encoded expected = encode(expected_layout, &plain, settings);
          CHECK(keys.status == ROWKEY_OK, "%s", keys.error.text);
          CHECK(expected.status == ROWKEY_OK, "%s", expected.error.text);
          CHECK(memcmp(keys.offsets, expected.offsets, (rows + 1) * sizeof(uint64_t)) == 0 &&
                    memcmp(keys.keys, expected.keys, (size_t)keys.offsets[rows]) == 0,
                "%s: width %" PRIu32 ", form %d", templates[t][0], widths[w], (int)form);
          const struct keys back = {keys.keys, keys.offsets, rows};
          const struct decoded decoded = decode(layout, &plain, back, kernels->name, 0);
          CHECK(decoded.status == ROWKEY_OK, "%s", decoded.error.text);
          check_decoded(layout, &plain, &decoded, rows, templates[t][0]);
        }
        rowkey_layout_free(layout);
      }
      rowkey_layout_free(expected_layout);
    }
  }
}

/* ---- What is known of keys ------------------------------------------------------------------- */

static void test_key_width_is_known(void) {
  static const struct {
    const char *text;
    size_t width;
  } cases[] = {
      {"{id}", 16},
      {"{id}{id}", 32},
      {"{id:x}|", 33},
      {"{id:16s}", 16},
      {"{id:20s}", 20},
      {"{reverse(id)}", 16},
      {"{md5(id)}{id}", 32},
      {"{coalesce(id, \"0123456789abcdef\")}", 16},
      {"{id:esc}", ROWKEY_NONE},
  };
  struct batch batch = {.rows = 0};
  add_fixed_bytes(&batch, "id", "", 16);
  set_width(&batch, 16);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    rowkey_layout *layout = compile(cases[i].text, &batch);
    CHECK(rowkey_layout_key_width(layout) == cases[i].width, "%s: %zu bytes", cases[i].text,
          rowkey_layout_key_width(layout));
    CHECK(rowkey_layout_recovery(layout, 0) == ROWKEY_RECOVERED, "%s", cases[i].text);
    rowkey_layout_free(layout);
  }
}

static void expect_compile_error(const char *template, const struct batch *batch, const char *text) {
  rowkey_error error;
  rowkey_layout *layout =
      rowkey_layout_compile(template, strlen(template), batch->columns, batch->count, &error);
  CHECK(layout == NULL, "%s is accepted", template);
  CHECK(strcmp(error.text, text) == 0, "%s", error.text);
}

static void test_fields_that_cannot_hold_it(void) {
  struct batch batch = {.rows = 0};
  add_fixed_bytes(&batch, "id", "", 16);
  set_width(&batch, 16);
  expect_compile_error("{id:8s}", &batch,
                       "text of 16 bytes does not fit 8s\n{id:8s}\n    ^ expected a width that holds it");
  expect_compile_error("{coalesce(id, \"none\")}", &batch,
                       "this string of 4 bytes cannot replace a null of a column of 16 bytes\n"
                       "{coalesce(id, \"none\")}\n"
                       "              ^ expected a string as wide as the column");
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* A field that the text fills pads nothing, so that zeros at its end come back. */
static void test_zeros_at_the_end(void) {
  struct batch batch = {.rows = 2};
  add_fixed_bytes(&batch, "id", "ab\0\0\0\0\0\0", 4);
  set_width(&batch, 4);
  expect_keys("{id:4s}", &batch, (struct settings){.isa = NULL},
              (const char *[]){"ab\\x00\\x00", "\\x00\\x00\\x00\\x00"});
  expect_keys("{id:~4s}", &batch, (struct settings){.isa = NULL},
              (const char *[]){"\\x9e\\x9d\\xff\\xff", "\\xff\\xff\\xff\\xff"});
  expect_refusal("{id:5s}", &batch,
                 (struct refusal){.status = ROWKEY_ERROR_RANGE,
                                  .text = "id = \"ab\\x00\\x00\" does not fit {id:5s} (column id, text that "
                                          "does not end in \\x00, with which it is padded)"});
}

static void test_other_lengths_are_refused(void) {
  static const char *const templates[] = {"{id}", "{md5(id)}", "{id:x}", "{id:esc}", "{reverse(id)}"};
  for (size_t t = 0; t < sizeof templates / sizeof templates[0]; t++) {
    struct batch batch = {.rows = 5};
    add_text(&batch, "id", (const char *[]){"abcd", "efgh", "ijk", "lmno", "pqrst"});
    set_width(&batch, 4);
    expect_refusal(templates[t], &batch,
                   (struct refusal){.status = ROWKEY_ERROR_RANGE,
                                    .row = 2,
                                    .offset = (size_t)(strstr(templates[t], "id") - templates[t]),
                                    .text = "id = \"ijk\" is not as wide as its column (column id, 4 bytes, "
                                            "not 3)"});
  }
  struct batch batch = {.rows = 2};
  add_fixed_bytes(&batch, "id", "abcdefghij", 5);
  set_width(&batch, 4);
  expect_refusal("{id}", &batch,
                 (struct refusal){.status = ROWKEY_ERROR_RANGE,
                                  .offset = 1,
                                  .text = "id = \"abcde\" is not as wide as its column (column id, 4 bytes, "
                                          "not 5)"});
}

/* What begin and end say of a null is not used: it may have any length. */
static void test_nulls(void) {
  struct batch batch = {.rows = 4};
  add_text(&batch, "id", (const char *[]){"abcd", "", "efgh", "a longer one"});
  set_width(&batch, 4);
  mark_nulls(&batch, (const bool[]){false, true, false, true}, 3);
  expect_keys("{coalesce(id, \"none\")}{md5(coalesce(id, \"none\")) % 7}|{coalesce(id, \"none\"):x}", &batch,
              (struct settings){.isa = NULL},
              (const char *[]){"abcd0|61626364", "none1|6e6f6e65", "efgh6|65666768", "none1|6e6f6e65"});
  expect_refusal("{id}", &batch,
                 (struct refusal){.status = ROWKEY_ERROR_RANGE,
                                  .row = 1,
                                  .offset = 1,
                                  .text = "id is null (column id, a value, or coalesce(id, \"\") in the "
                                          "layout)"});
  /* The first bad row is one that is no null. */
  struct batch bad = {.rows = 4};
  add_text(&bad, "id", (const char *[]){"abcd", "", "efg", ""});
  set_width(&bad, 4);
  mark_nulls(&bad, (const bool[]){false, true, false, true}, 0);
  expect_refusal("{coalesce(id, \"none\")}", &bad,
                 (struct refusal){.status = ROWKEY_ERROR_RANGE,
                                  .row = 2,
                                  .offset = 10,
                                  .text = "id = \"efg\" is not as wide as its column (column id, 4 bytes, "
                                          "not 3)"});
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"keys are those of text of any width, in every form", test_same_keys_in_every_form},
      {"the width of keys is known", test_key_width_is_known},
      {"fields that cannot hold it", test_fields_that_cannot_hold_it},
      {"zeros at the end stay where nothing is padded", test_zeros_at_the_end},
      {"other lengths are errors of their rows", test_other_lengths_are_refused},
      {"nulls have no length", test_nulls},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
