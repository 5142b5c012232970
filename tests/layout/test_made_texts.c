/* Texts that are made where they are written, in batches of up to two chunks and a few rows. encode() checks
 * that each key, and the first bad row, are those of single rows, which have steps of their own. */
#include <string.h>

#include "batch.h"
#include "kernels/kernel_table.h"

enum { ROWS_MAX = 2 * ROWKEY_MADE_CHUNK + 3, LONGEST = 40, RARELY = 150 };

struct texts {
  uint8_t bytes[ROWS_MAX * LONGEST];
  uint64_t offsets[ROWS_MAX + 1], ids[ROWS_MAX];
};

static void write_text(uint8_t *text, size_t size) {
  static const char letters[] = "abcXYZ019.- \t";
  for (size_t i = 0; i < size; i++) text[i] = (uint8_t)letters[random_below(sizeof letters - 1)];
}

/* Texts of `longest` bytes at most; rarely one longer, one of other characters, or one that is not UTF-8. */
static void choose_texts(struct texts *texts, size_t longest, bool with_rare) {
  memset(texts, 0, sizeof *texts);
  for (size_t i = 0; i < ROWS_MAX; i++) {
    const uint64_t rare = with_rare ? random_below(RARELY) : RARELY;
    const size_t size = rare == 0 ? LONGEST : (size_t)random_below(longest + 1);
    uint8_t *text = texts->bytes + texts->offsets[i];
    write_text(text, size);
    if (size >= 3 && rare == 1) memcpy(text, "a\xc3\xa9", 3);
    if (size >= 1 && rare == 2) text[size - 1] = 0xff;
    texts->offsets[i + 1] = texts->offsets[i] + size;
    texts->ids[i] = random_u64();
  }
}

static void check_template(const char *template, const struct texts *texts) {
  for (size_t rows = 0; rows <= ROWS_MAX; rows += rows < 10 ? 1 : 7) {
    struct batch batch = {.rows = rows};
    add_u64(&batch, "id", texts->ids);
    add_bytes(&batch, "t", texts->bytes, texts->offsets);
    rowkey_layout *layout = compile(template, &batch);
    EACH_ISA(kernels)
    encode(layout, &batch,
           (struct settings){.isa = kernels->name, .side = rows % 2 == 0 ? GUARD_BEGIN : GUARD_END});
    rowkey_layout_free(layout);
    free_guarded();
  }
}

static const char *const templates[] = {
    "{prefix(t, 4)}", "{prefix(t, 18)}", "{slice(t, 4, 6)}", "{id:u32}{slice(t, 2, 30)}", "{t:u16s}",
    "{id:u64}-{t:u8s}", "{lower(t)}", "{upper(t)}", "0123456789abcdefghi{lower(t)}", "{utf16le(t)}",
    "{id:u8}{utf16le(t)}", "{trim(t)}", "{trim(t, right)}", "{id:u8}{trim(t, right, \"_\")}",
    "{length(t):u16}", "{id:u8}{length(t):u32}", "{id:u16}{trim(t)}", "{reverse_labels(t, \".\")}",
    "{id:u24}{reverse_labels(t, \" \")}", "{t:20s(\"_\")}", "{t:9s(\"_\")}{id:u64}",
    "{prefix(t, 4294967299)}", "{id:u8}{slice(t, 1, 4294967296)}", "{prefix(t, 18446744073709551615)}",
    "{id:u64}{t:040s}", "{t:032s}{t:20s(\"~\")}{id:u8}",
    /* read twice, or joined with others: not made in writing */
    "{lower(t)}-{lower(t)}", "{md5(lower(t))}{lower(t)}", "{prefix(t, 4)}|{trim(t)}"};

/* One row whose text ends before it begins, or behind its column, and, if it is a null, is refused all the
 * same for that. */
static void check_wrong_offset(const char *template, const struct texts *texts) {
  struct batch batch = {.rows = ROWS_MAX};
  static bool is_null[ROWS_MAX];
  static const uint64_t ids[ROWS_MAX]; /* none too great for its field */
  add_u64(&batch, "id", ids);
  add_bytes(&batch, "t", texts->bytes, texts->offsets);
  rowkey_values *column = &batch.values[batch.count - 1];
  const size_t bad = (size_t)random_below(ROWS_MAX);
  const uint64_t wrong[] = {column->size + 1, UINT64_MAX, UINT64_MAX - column->size, UINT64_C(1) << 32 | 5};
  uint64_t *begin = guarded(ROWS_MAX * sizeof *begin, GUARD_BEGIN),
           *end = guarded(ROWS_MAX * sizeof *end, GUARD_END);
  memcpy(begin, column->begin, ROWS_MAX * sizeof *begin);
  memcpy(end, column->end, ROWS_MAX * sizeof *end);
  const uint64_t offset = wrong[random_below(sizeof wrong / sizeof *wrong)];
  switch (random_below(3)) {
    case 0:
      begin[bad] = offset;
      break;
    case 1:
      end[bad] = offset;
      break;
    default:
      begin[bad] = 1 + random_below(40);
      end[bad] = begin[bad] - 1;
  }
  column->begin = begin;
  column->end = end;
  if (random_below(2) == 0) {
    is_null[bad] = true;
    mark_nulls(&batch, is_null, random_below(8));
    is_null[bad] = false;
  }
  rowkey_layout *layout = compile(template, &batch);
  const rowkey_batch rows = rows_of(&batch);
  const size_t bound = rowkey_encode_bound(layout, &rows);
  uint64_t offsets[ROWS_MAX + 1];
  const rowkey_key_buffer buffer = {.data = guarded(bound, GUARD_END), .capacity = bound, .offsets = offsets};
  EACH_ISA(kernels) {
    rowkey_encoder *encoder = new_encoder(layout, kernels->name);
    rowkey_error error;
    const rowkey_status status = rowkey_encode(encoder, &rows, &buffer, NULL, &error);
    CHECK(status == ROWKEY_ERROR_ARGUMENT && error.row == bad && error.column == 1,
          "%s on %s: status %d, row %zu (expected row %zu): %s", template, kernels->name, (int)status,
          error.row, bad, error.text);
    rowkey_encoder_free(encoder);
  }
  rowkey_layout_free(layout);
  free_guarded();
}

static void test_all(size_t longest, bool with_rare) {
  static struct texts texts;
  for (size_t i = 0; i < sizeof templates / sizeof *templates; i++) {
    choose_texts(&texts, longest, with_rare);
    check_template(templates[i], &texts);
  }
}

static void test_short(void) { test_all(9, false); }
static void test_mixed(void) { test_all(20, false); }
static void test_longer(void) { test_all(LONGEST, false); }
static void test_rare(void) { test_all(20, true); }

static void test_wrong_offsets(void) {
  static struct texts texts;
  for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
    for (size_t times = 0; times < 20; times++) {
      choose_texts(&texts, 9, false);
      memset(texts.bytes, 'x', sizeof texts.bytes); /* which no field refuses */
      check_wrong_offset(templates[i], &texts);
    }
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"short texts", test_short},
                               {"texts of mixed lengths", test_mixed},
                               {"long texts among others", test_longer},
                               {"texts of which one is rare", test_rare},
                               {"texts of which one is not inside", test_wrong_offsets}};
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
