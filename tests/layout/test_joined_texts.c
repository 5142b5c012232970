/* Keys joined of texts that touch, each beginning where the one before ends, but for one row at any place.
 * encode() checks that each key is that of a single row. */
#include <string.h>

#include "batch.h"

enum { ROWS_MAX = 75, LENGTH_MAX = 12 };

static uint8_t bytes[ROWS_MAX * LENGTH_MAX + 64]; /* with as much behind the texts as is copied at once */
static uint64_t offsets[ROWS_MAX + 1], ids[ROWS_MAX];

/* One text alone and with runs of several widths, and several texts. */
static const char *const templates[] = {"{a}", "{id:u32}{a}", "{id:u64}-{id:u64}|{a}", "{id:020d}{a}",
                                        "{a}|{b}", "{id:u8}{a}-{b}", "{a}|{id:u16}{b}/", "{a}|{b}|{a}",
                                        "{a}-{b}-", "{a}|{b}-{a}|{id:u8}", "{a}|{a}|{a}|{b}",
                                        /* with room behind the last row */
                                        "{md5(id:u32, a)}", "{md5(a, \"-\", b)}"};

static void choose_texts(void) {
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)('a' + random_below(26));
  offsets[0] = 1; /* so that a text can begin one byte earlier */
  for (size_t i = 0; i < ROWS_MAX; i++) {
    offsets[i + 1] = offsets[i] + 1 + random_below(LENGTH_MAX);
    ids[i] = random_below(256);
  }
}

/* Texts that touch; where `place` is a row, its text begins a byte later, or earlier, than the one before
 * ends. */
static void add_texts(struct batch *batch, const char *name, size_t place, bool later) {
  add_bytes(batch, name, bytes, offsets);
  if (place == 0) return;
  rowkey_values *column = &batch->values[batch->count - 1];
  uint64_t *begin = guarded(batch->rows * sizeof *begin, GUARD_END);
  memcpy(begin, column->begin, batch->rows * sizeof *begin);
  begin[place] += later ? 1 : UINT64_MAX;
  column->begin = begin;
  column->data = bytes;
  column->size = sizeof bytes;
}

static void check_template(const char *template, size_t rows, size_t place, bool later) {
  struct batch batch = {.rows = rows};
  add_u64(&batch, "id", ids);
  add_texts(&batch, "a", place % 2 == 0 ? place : 0, later);
  add_texts(&batch, "b", place % 2 == 0 ? 0 : place, later);
  rowkey_layout *layout = compile(template, &batch);
  EACH_ISA(kernels)
  encode(layout, &batch, (struct settings){.isa = kernels->name, .side = GUARD_END});
  rowkey_layout_free(layout);
  free_guarded();
}

/* Those around a few vectors, and around a group of 64. */
static size_t next_count(size_t rows) { return rows < 12 ? rows + 1 : rows < 63 ? 63 : rows + 3; }

static void test_touching(void) {
  for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
    for (size_t rows = 1; rows <= ROWS_MAX; rows = next_count(rows)) {
      choose_texts();
      check_template(templates[i], rows, 0, false);
    }
}

static void test_one_apart(void) {
  for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
    for (size_t rows = 2; rows <= ROWS_MAX; rows = next_count(rows))
      for (size_t place = 1; place < rows; place++) {
        choose_texts();
        check_template(templates[i], rows, place, place % 3 == 0);
      }
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"texts that touch", test_touching},
                               {"texts of which one lies apart", test_one_apart}};
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
