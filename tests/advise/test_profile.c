/* rowkey_profile: what it counts, against all values; and the sample, which depends on the records alone. */
#include <math.h>
#include <rowkey/profile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "testing.h"

static rowkey_profile *create(const rowkey_column *columns, size_t count, size_t sample) {
  rowkey_error error;
  rowkey_profile *profile = rowkey_profile_create(columns, count, sample, &error);
  CHECK(profile != NULL, "%s", error.text);
  return profile;
}

static void add(rowkey_profile *profile, const rowkey_values *columns, size_t rows) {
  rowkey_error error = {.status = ROWKEY_OK};
  CHECK(rowkey_profile_add(profile, columns, rows, &error) == ROWKEY_OK, "%s", error.text);
}

/* In batches of random sizes. */
static rowkey_profile *profile_events(const struct events *events, size_t sample, size_t most_batch) {
  rowkey_profile *profile = create(event_columns, EVENT_COLUMNS, sample);
  for (size_t row = 0, rows; row < events->rows; row += rows) {
    rowkey_values columns[EVENT_COLUMNS];
    rows = 1 + (size_t)random_below(most_batch);
    if (rows > events->rows - row) rows = events->rows - row;
    events_from(events, row, columns);
    add(profile, columns, rows);
  }
  return profile;
}

static void counts_events(void) {
  struct events events = make_events(20000, 37, 5, 10);
  rowkey_profile *profile = profile_events(&events, 0, 3000);
  CHECK(rowkey_profile_rows(profile) == events.rows, "%llu rows",
        (unsigned long long)rowkey_profile_rows(profile));
  const rowkey_column_profile *ts = rowkey_profile_column(profile, EVENT_TS);
  CHECK(ts->least.as.i64 == events.ts[0] && ts->most.as.i64 == events.ts[events.rows - 1], "least and most");
  CHECK(ts->falls == 0 && ts->nulls == 0, "falls and nulls");
  CHECK(fabs(ts->distinct - 2000) < 200, "%g different times instead of 2000", ts->distinct);
  const rowkey_column_profile *host = rowkey_profile_column(profile, EVENT_HOST);
  uint64_t falls = 0, size = 0;
  for (size_t i = 0; i < events.rows; i++) {
    char before[16], now[16];
    size += (uint64_t)snprintf(now, sizeof now, "host%u", events.host[i]);
    if (i > 0) snprintf(before, sizeof before, "host%u", events.host[i - 1]);
    falls += i > 0 && strcmp(now, before) < 0;
  }
  CHECK(fabs(host->distinct - 37) < 3, "%g hosts instead of 37", host->distinct);
  CHECK(host->falls == falls, "%llu falls instead of %llu", (unsigned long long)host->falls,
        (unsigned long long)falls);
  CHECK(host->least_size == 5 && host->most_size == 6 && host->total_size == size, "sizes of hosts");
  for (unsigned byte = 0; byte < 256; byte++) {
    const bool expected = (byte >= '0' && byte <= '9') || (byte != 0 && strchr("host", (int)byte) != NULL);
    CHECK(host->occurs[byte] == expected, "byte %u", byte);
  }
  rowkey_profile_free(profile);
  free_events(&events);
}

/* Within four standard errors, and four values: a few may share registers. From few values to many. */
static void estimates_different_values(void) {
  static const rowkey_column column = {.name = "n", .type = ROWKEY_U64};
  enum { MOST = 300000 };
  uint64_t *numbers = calloc(MOST, sizeof *numbers);
  CHECK(numbers != NULL, "no memory");
  const uint64_t start = random_u64();
  for (size_t i = 0; i < MOST; i++) numbers[i] = start + i;
  for (size_t count = 1; count <= MOST; count = count * 3 + 1) {
    const rowkey_values values = rowkey_u64s(numbers, count);
    rowkey_profile *profile = create(&column, 1, 2);
    add(profile, &values, count);
    add(profile, &values, count);
    const double found = rowkey_profile_column(profile, 0)->distinct;
    CHECK(fabs(found - (double)count) <= 4 + 0.07 * (double)count, "%g different values instead of %zu",
          found, count);
    rowkey_profile_free(profile);
  }
  free(numbers);
}

static void leaves_out_nulls(void) {
  static const rowkey_column columns[] = {{.name = "a", .type = ROWKEY_I64},
                                          {.name = "b", .type = ROWKEY_TEXT}};
  static const int64_t numbers[] = {5, -900, 3, 4};
  static const uint64_t offsets[] = {0, 1, 4, 6, 6};
  static const uint8_t validity = 0x0d; /* all but row 1 */
  const rowkey_values values[] = {
      rowkey_values_with_nulls(rowkey_i64s(numbers, 4), &validity, 0),
      rowkey_values_with_nulls(rowkey_values_of_offsets(ROWKEY_KIND_TEXT, "axxxbc", 6, offsets, 4), &validity,
                               0)};
  rowkey_profile *profile = create(columns, 2, 0);
  add(profile, values, 4);
  const rowkey_column_profile *a = rowkey_profile_column(profile, 0), *b = rowkey_profile_column(profile, 1);
  CHECK(a->nulls == 1 && a->least.as.i64 == 3 && a->most.as.i64 == 5 && a->falls == 1, "numbers");
  CHECK(b->nulls == 1 && b->least_size == 0 && b->most_size == 2 && b->total_size == 3, "texts");
  CHECK(!b->occurs['x'] && b->occurs['a'] && b->falls == 1, "bytes of texts");
  const rowkey_values *sampled;
  const uint64_t *rows;
  CHECK(rowkey_profile_sample(profile, &sampled, &rows) == 4, "all rows are in the sample");
  for (size_t i = 0; i < 2; i++) CHECK((sampled[i].validity[0] & 15) == validity, "nulls of the sample");
  rowkey_profile_free(profile);
}

static void ignores_nan(void) {
  static const rowkey_column column = {.name = "f", .type = ROWKEY_F32};
  const float numbers[] = {NAN, 2.5f, NAN, -1, NAN};
  const rowkey_values values = rowkey_f32s(numbers, 5);
  rowkey_profile *profile = create(&column, 1, 0);
  add(profile, &values, 5);
  const rowkey_column_profile *found = rowkey_profile_column(profile, 0);
  CHECK(found->least.as.f32 == -1 && found->most.as.f32 == 2.5f && found->falls == 1, "numbers beside NaN");
  rowkey_profile_free(profile);
}

/* ---- The sample --------------------------------------------------------------------------------- */

static void check_sampled_row(const struct events *events, const rowkey_values *sampled, size_t i,
                              uint64_t row) {
  CHECK(((const int64_t *)sampled[EVENT_TS].data)[i] == events->ts[row], "ts of row %llu",
        (unsigned long long)row);
  CHECK(((const uint64_t *)sampled[EVENT_ID].data)[i] == row, "id of row %llu", (unsigned long long)row);
  const size_t size = (size_t)(sampled[EVENT_HOST].end[i] - sampled[EVENT_HOST].begin[i]);
  CHECK(size == events->host_end[row] - events->host_begin[row] &&
            memcmp((const char *)sampled[EVENT_HOST].data + sampled[EVENT_HOST].begin[i],
                   events->hosts + events->host_begin[row], size) == 0,
        "host of row %llu", (unsigned long long)row);
}

static void samples_records(void) {
  struct events events = make_events(50000, 50, 5, 10);
  static const size_t sizes[] = {2, 100, 4096, 50000, 65536};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    rowkey_profile *a = profile_events(&events, sizes[k], 5000), *b = profile_events(&events, sizes[k], 70);
    const rowkey_values *a_columns, *b_columns;
    const uint64_t *a_rows, *b_rows;
    const size_t rows = rowkey_profile_sample(a, &a_columns, &a_rows);
    CHECK(rows == rowkey_profile_sample(b, &b_columns, &b_rows), "batches decide about the sample");
    CHECK(rows <= sizes[k] && (rows >= sizes[k] / 4 || rows == events.rows), "%zu of %zu rows", rows,
          sizes[k]);
    CHECK(rows == events.rows || sizes[k] < events.rows, "%zu rows, where all have room", rows);
    for (size_t i = 0; i < rows; i++) {
      CHECK(a_rows[i] == b_rows[i] && (i == 0 || a_rows[i] > a_rows[i - 1]), "row %zu of the sample", i);
      check_sampled_row(&events, a_columns, i, a_rows[i]);
    }
    rowkey_profile_free(a);
    rowkey_profile_free(b);
  }
  free_events(&events);
}

/* Whatever was seen, a part of the room is used. */
static void samples_are_never_empty(void) {
  struct events events = make_events(3000, 5, 2, 10);
  for (size_t most = 2; most < 20; most++) {
    for (size_t rows = most; rows < 300; rows++) {
      const rowkey_values *columns;
      const uint64_t *numbers;
      events.rows = rows;
      rowkey_profile *profile = profile_events(&events, most, 50);
      const size_t count = rowkey_profile_sample(profile, &columns, &numbers);
      CHECK(count >= (most + 3) / 4 && count <= most, "%zu of %zu rows, at most %zu", count, rows, most);
      rowkey_profile_free(profile);
    }
  }
  free_events(&events);
}

/* The rows that are kept lie evenly among all. */
static void samples_evenly(void) {
  struct events events = make_events(64000, 2, 2, 10);
  rowkey_profile *profile = profile_events(&events, 8000, 4000);
  const rowkey_values *columns;
  const uint64_t *rows;
  const size_t count = rowkey_profile_sample(profile, &columns, &rows);
  size_t parts[16] = {0};
  for (size_t i = 0; i < count; i++) parts[rows[i] / 4000]++;
  const double mean = (double)count / 16;
  for (size_t i = 0; i < 16; i++)
    CHECK(fabs((double)parts[i] - mean) < 6 * sqrt(mean), "%zu rows of part %zu, mean %g", parts[i], i, mean);
  rowkey_profile_free(profile);
  free_events(&events);
}

/* ---- What is refused ---------------------------------------------------------------------------- */

static void refuses_bad_values(void) {
  static const rowkey_column column = {.name = "t", .type = ROWKEY_TEXT};
  static const uint64_t begin[] = {0, 3}, end[] = {2, 1};
  rowkey_error error;
  CHECK(rowkey_profile_create(&column, 1, 1, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT,
        "a sample of one row");
  rowkey_profile *profile = create(&column, 1, 0);
  const rowkey_values values = rowkey_values_of_spans(ROWKEY_KIND_TEXT, "abcd", 4, begin, end, 2);
  CHECK(rowkey_profile_add(profile, &values, 2, &error) == ROWKEY_ERROR_ARGUMENT, "a text that ends first");
  CHECK(error.column == 0 && error.row == 1, "column %zu, row %zu", error.column, error.row);
  const struct {
    rowkey_values values;
    rowkey_status status;
  } cases[] = {{rowkey_values_of_tag(0, "abcd", 2), ROWKEY_ERROR_ARGUMENT},
               {rowkey_values_of_width(ROWKEY_KIND_TEXT, "abcd", 2, 1), ROWKEY_ERROR_ARGUMENT},
               {rowkey_u64s(begin, 2), ROWKEY_ERROR_TYPE}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    CHECK(rowkey_profile_add(profile, &cases[i].values, 2, &error) == cases[i].status && error.column == 0,
          "case %zu: %s", i, error.text);
  CHECK(rowkey_profile_rows(profile) == 0, "rows of a bad batch are counted");
  CHECK(rowkey_profile_column(profile, 1) == NULL && rowkey_profile_column(NULL, 0) == NULL,
        "no such column");
  rowkey_profile_free(profile);
  rowkey_profile_free(NULL);
}

static const struct test tests[] = {
    {"counts what events are like", counts_events},
    {"estimates how many values differ", estimates_different_values},
    {"leaves out nulls", leaves_out_nulls},
    {"ignores NaN", ignores_nan},
    {"keeps the same records whatever the batches", samples_records},
    {"keeps a part of the records", samples_are_never_empty},
    {"keeps records evenly", samples_evenly},
    {"refuses values that are not where they are said to be", refuses_bad_values},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
