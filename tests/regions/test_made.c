/* Made rows: the same however they are asked for, and those of a model. What the numbers of each kind are
 * like, the tests of the tool see, which ask for them by --source. */
#include <rowkey/made.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_memory.h"
#include "testing.h"

enum { ROWS = 20000, BLOCK_ROWS = 2048, SEED = 9, KINDS = 5, TEXT_SIZE = 800 };

static const char *const kinds[KINDS] = {"sequential(start=3,step=7)", "random(below=1000)",
                                         "timestamps(hosts=12,rate=7,jitter=3000)",
                                         "zipf(users=300,exponent=1.25)", "matrix"};

static rowkey_made *create(const char *text, uint64_t rows) {
  rowkey_error error;
  rowkey_made *made = rowkey_made_create(text, strlen(text), rows, SEED, &error);
  CHECK(made != NULL, "%s: %s", text, error.text);
  return made;
}

/* Value `row` of the column, as text. */
static void show(const rowkey_values *values, size_t row, char *out) {
  if (values->begin == NULL && values->width == 0) {
    snprintf(out, TEXT_SIZE, "%llu", (unsigned long long)((const uint64_t *)values->data)[row]);
    return;
  }
  const uint64_t begin = values->begin == NULL ? row * values->width : values->begin[row];
  const uint64_t end = values->begin == NULL ? begin + values->width : values->end[row];
  CHECK(begin <= end && end <= values->size && end - begin < TEXT_SIZE,
        "a text from %llu to %llu of %zu bytes", (unsigned long long)begin, (unsigned long long)end,
        values->size);
  memcpy(out, (const char *)values->data + begin, (size_t)(end - begin));
  out[end - begin] = '\0';
}

static rowkey_batch rows_of(rowkey_made *made, uint64_t first, size_t most) {
  rowkey_batch batch;
  rowkey_error error;
  CHECK(rowkey_made_rows(made, first, most, &batch, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(batch.rows <= most && batch.first_row == first && batch.numbering == ROWKEY_ROWS_FROM, "%zu rows",
        batch.rows);
  return batch;
}

/* ---- Which rows -------------------------------------------------------------------------------- */

static void rows_do_not_depend_on_blocks(void) {
  for (size_t k = 0; k < KINDS; k++) {
    rowkey_made *made = create(kinds[k], ROWS), *other = create(kinds[k], ROWS);
    for (size_t round = 0; round < 40; round++) {
      const uint64_t first = random_below(ROWS);
      const rowkey_batch block = rows_of(made, first, 1 + (size_t)random_below(BLOCK_ROWS));
      const size_t at = (size_t)random_below(block.rows);
      const rowkey_batch one = rows_of(other, first + at, 1);
      CHECK(one.rows == 1, "%zu rows", one.rows);
      for (size_t c = 0; c < block.column_count; c++) {
        char seen[TEXT_SIZE], expected[TEXT_SIZE];
        show(&block.columns[c], at, seen);
        show(&one.columns[c], 0, expected);
        CHECK(strcmp(seen, expected) == 0, "%s, row %llu, column %zu: %s and %s", kinds[k],
              (unsigned long long)(first + at), c, seen, expected);
      }
    }
    rowkey_made_free(made);
    rowkey_made_free(other);
  }
}

static void rows_end(void) {
  for (size_t k = 0; k < KINDS; k++) {
    rowkey_made *made = create(kinds[k], 10);
    CHECK(rows_of(made, 0, 100).rows == 10 && rows_of(made, 7, 100).rows == 3 &&
              rows_of(made, 10, 100).rows == 0 && rows_of(made, UINT64_MAX, 100).rows == 0 &&
              rows_of(made, 3, 0).rows == 0,
          "%s does not end after 10 rows", kinds[k]);
    rowkey_made_free(made);
    made = create(kinds[k], UINT64_MAX / 10000);
    const size_t most = rows_of(made, 0, SIZE_MAX).rows;
    CHECK(k < 4 ? most == BLOCK_ROWS : most > 100 && most < BLOCK_ROWS, "%s: %zu rows at a time", kinds[k],
          most);
    rowkey_made_free(made);
  }
}

static uint64_t splitmix(uint64_t seed, uint64_t index) {
  uint64_t z = seed + (index + 1) * UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

static void rows_are_those_of_a_model(void) {
  rowkey_made *made = create("sequential(start=5,step=3)", ROWS);
  const uint64_t *ids = rows_of(made, 1000, 100).columns[0].data;
  for (uint64_t i = 0; i < 100; i++)
    CHECK(ids[i] == 5 + (1000 + i) * 3, "id %llu", (unsigned long long)ids[i]);
  rowkey_made_free(made);
  made = create("random", ROWS);
  ids = rows_of(made, 1000, 100).columns[0].data;
  const uint64_t stream = splitmix(SEED ^ UINT64_C(0x736f757263650000), 0); /* "source" */
  for (uint64_t i = 0; i < 100; i++)
    CHECK(ids[i] == splitmix(stream, 1000 + i), "random id %llu", (unsigned long long)ids[i]);
  rowkey_made_free(made);
}

/* ---- Columns ----------------------------------------------------------------------------------- */

static void layouts_say_which_columns_are_made(void) {
  rowkey_error error;
  size_t count;
  rowkey_made *made = create("timestamps", ROWS);
  const rowkey_column *columns = rowkey_made_columns(made, &count);
  CHECK(count == 4 && strcmp(columns[0].name, "ts") == 0 && strcmp(columns[3].name, "id") == 0 &&
            columns[1].type == ROWKEY_TEXT && columns[3].type == ROWKEY_U64,
        "%zu columns", count);
  static const char *const templates[] = {"{id:u64}", "{event:6s}{id:u64}"};
  for (size_t i = 0; i < 2; i++) {
    rowkey_layout *layout = rowkey_layout_compile(templates[i], strlen(templates[i]), columns, count, &error);
    CHECK(layout != NULL && rowkey_made_use(made, layout, &error) == ROWKEY_OK, "%s", error.text);
    rowkey_layout_free(layout);
    const rowkey_batch batch = rows_of(made, 0, 10);
    CHECK(batch.columns[3].rows == 10 && batch.columns[2].rows == 10 * i && batch.columns[0].rows == 0 &&
              batch.columns[1].rows == 0,
          "other columns are made than %s uses", templates[i]);
  }
  const rowkey_column other = rowkey_column_of("id", ROWKEY_U64);
  rowkey_layout *layout = rowkey_layout_compile("{id:u64}", 8, &other, 1, &error);
  CHECK(rowkey_made_use(made, layout, &error) == ROWKEY_ERROR_ARGUMENT &&
            strstr(error.text, "of 1 columns") != NULL,
        "%s", error.text);
  rowkey_layout_free(layout);
  rowkey_made_free(made);
}

/* ---- Kinds ------------------------------------------------------------------------------------- */

static void kinds_tell_of_themselves(void) {
  size_t count = 0;
  for (const rowkey_made_kind *kind; (kind = rowkey_made_kind_at(count)) != NULL; count++) {
    rowkey_made *made = create(kind->name, 1);
    char text[512] = "";
    int size = snprintf(text, sizeof text, "%s", kind->name);
    for (size_t i = 0; i < ROWKEY_MADE_PARAMETERS && kind->parameters[i].name != NULL; i++)
      size += snprintf(text + size, sizeof text - (size_t)size, "%c%s=%llu", i == 0 ? '(' : ',',
                       kind->parameters[i].name, (unsigned long long)kind->parameters[i].value);
    if (kind->parameters[0].name != NULL) snprintf(text + size, sizeof text - (size_t)size, ")");
    CHECK(strcmp(rowkey_made_name(made), text) == 0, "%s is called %s", text, rowkey_made_name(made));
    CHECK(kind->usage != NULL && strlen(kind->summary) > 10, "%s does not say what it is", kind->name);
    rowkey_made_free(made);
  }
  CHECK(count == KINDS && rowkey_made_kind_at(SIZE_MAX) == NULL, "%zu kinds", count);
}

static void refuses_other_text(void) {
  static const struct {
    const char *text;
    rowkey_status status;
    const char *said;
  } refused[] = {
      {"", ROWKEY_ERROR_TYPE, "unknown source \"\" (expected sequential, random, timestamps, zipf, matrix)"},
      {"zipfs", ROWKEY_ERROR_TYPE, "unknown source \"zipfs\""},
      {"zipf(users=3", ROWKEY_ERROR_SYNTAX, "\"zipf(users=3\" does not end in )"},
      {"zipf(", ROWKEY_ERROR_SYNTAX, "\"zipf(\" does not end in )"},
      {"zipf(users)", ROWKEY_ERROR_TYPE,
       "zipf has no parameter \"users\" (expected users, start, rate, ticks, "
       "jitter, exponent, each with = and a value)"},
      {"matrix(a=1)", ROWKEY_ERROR_TYPE, "matrix has no parameter \"a\" (expected none)"},
      {"random(below=5,)", ROWKEY_ERROR_TYPE, "random has no parameter \"\""},
      {"random(below=5,below=6)", ROWKEY_ERROR_TYPE, "below of random is given twice"},
      {"random(below=-5)", ROWKEY_ERROR_TYPE, "below: \"-5\" is negative"},
      {"zipf(users=0)", ROWKEY_ERROR_TYPE,
       "users: \"0\" is out of range (expected a number from 1 to 1000000000000)"},
      {"zipf(exponent=0)", ROWKEY_ERROR_TYPE,
       "exponent \"0\" is out of range (expected a decimal above 0, to 100)"},
      {"zipf(exponent=x)", ROWKEY_ERROR_TYPE, "exponent \"x\" "},
      {"sequential(start=18446744073709551615)", ROWKEY_ERROR_RANGE,
       "the last id of sequential(start=18446744073709551615,step=1) passes 64 bits (expected fewer rows)"},
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    rowkey_error error = {.text = ""};
    CHECK(rowkey_made_create(refused[i].text, strlen(refused[i].text), 2, 0, &error) == NULL &&
              error.status == refused[i].status &&
              strncmp(error.text, refused[i].said, strlen(refused[i].said)) == 0,
          "%s: status %d: %s", refused[i].text, error.status, error.text);
  }
  rowkey_error error;
  CHECK(rowkey_made_create("zipf(ticks=1000000000,start=18446744074)", 40, 1, 0, &error) == NULL &&
            error.column == 1,
        "the column of %s", error.text);
}

static void lack_of_memory_is_an_error(void) {
  for (size_t allowed = 0;; allowed++) {
    rowkey_error error = {.status = ROWKEY_OK};
    allocations_allowed = allowed;
    rowkey_made *made = rowkey_made_create("zipf", 4, 100, 0, &error);
    const bool failed = allocation_failed();
    CHECK((made == NULL) == failed && (made != NULL || error.status == ROWKEY_ERROR_MEMORY), "%s",
          error.text);
    rowkey_made_free(made);
    if (!failed) break;
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"rows do not depend on the blocks that they are asked for in", rows_do_not_depend_on_blocks},
      {"rows end", rows_end},
      {"rows are those of a model", rows_are_those_of_a_model},
      {"layouts say which columns are made", layouts_say_which_columns_are_made},
      {"kinds tell of themselves", kinds_tell_of_themselves},
      {"other text is refused", refuses_other_text},
      {"lack of memory is an error", lack_of_memory_is_an_error},
  };
  return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv);
}
