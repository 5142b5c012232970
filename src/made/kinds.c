/* The kinds but zipf and matrix. */
#include "made/made.h"

#include "base/error.h"

const struct made_kind *const rowkey_all_made_kinds[] = {&rowkey_made_sequential, &rowkey_made_random,
                                                         &rowkey_made_timestamps, &rowkey_made_zipf,
                                                         &rowkey_made_matrix,     NULL};

rowkey_status rowkey_made_too_many(const rowkey_made *made, size_t column, rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_RANGE, "the last %s of %s passes 64 bits (expected fewer rows)",
                   made->kind->columns[column].name, made->name);
  if (error != NULL) error->column = column;
  return ROWKEY_ERROR_RANGE;
}

/* ---- Sequential ids -------------------------------------------------------------------------- */

static rowkey_status open_sequential(rowkey_made *made, rowkey_error *error) {
  const uint64_t start = rowkey_made_value(made, "start"), step = rowkey_made_value(made, "step");
  if (made->rows == 0 || step == 0 || made->rows - 1 <= (UINT64_MAX - start) / step) return ROWKEY_OK;
  return rowkey_made_too_many(made, 0, error);
}

static void fill_sequential(rowkey_made *made, size_t column, uint64_t first, size_t rows) {
  const uint64_t start = rowkey_made_value(made, "start"), step = rowkey_made_value(made, "step");
  for (size_t i = 0; i < rows; i++) made->numbers[column][i] = start + (first + i) * step;
  rowkey_put_numbers(made, column, rows);
}

static void make_sequential_text(rowkey_made *made, size_t column, uint64_t first, size_t rows) {
  fill_sequential(made, column, first, rows);
  rowkey_put_decimals(made, column, rows);
}

const struct made_kind rowkey_made_sequential = {
    .told = {.name = "sequential",
             .usage = "(start=0,step=1)",
             .summary = "id, and as text key and line",
             .parameters = {{"start", 0, 0, UINT64_MAX, false}, {"step", 1, 0, UINT64_MAX, false}}},
    .columns = {{"id", ROWKEY_U64, fill_sequential},
                {"key", ROWKEY_TEXT, make_sequential_text},
                {"line", ROWKEY_TEXT, make_sequential_text}},
    .text_size = MADE_DECIMAL_SIZE,
    .open = open_sequential,
};

/* ---- Random ids ------------------------------------------------------------------------------ */

static void fill_random(rowkey_made *made, size_t column, uint64_t first, size_t rows) {
  rowkey_made_numbers(made, MADE_IDS, first, rows, made->numbers[column]);
  rowkey_made_below(made->numbers[column], rows, rowkey_made_value(made, "below"));
  rowkey_put_numbers(made, column, rows);
}

static void make_random_text(rowkey_made *made, size_t column, uint64_t first, size_t rows) {
  fill_random(made, column, first, rows);
  rowkey_put_decimals(made, column, rows);
}

const struct made_kind rowkey_made_random = {
    .told = {.name = "random",
             .usage = "(below=0)",
             .summary = "the same, below 2^64 for 0",
             .parameters = {{"below", 0, 0, UINT64_MAX, false}}},
    .columns = {{"id", ROWKEY_U64, fill_random},
                {"key", ROWKEY_TEXT, make_random_text},
                {"line", ROWKEY_TEXT, make_random_text}},
    .text_size = MADE_DECIMAL_SIZE,
};

/* ---- Times and hosts ------------------------------------------------------------------------- */

rowkey_status rowkey_made_open_times(rowkey_made *made, size_t column, rowkey_error *error) {
  const uint64_t start = rowkey_made_value(made, "start"), ticks = rowkey_made_value(made, "ticks");
  const uint64_t jitter = rowkey_made_value(made, "jitter"), rate = rowkey_made_value(made, "rate"),
                 rows = made->rows;
  if (rows == 0) return ROWKEY_OK;
  if (rows - 1 <= UINT64_MAX / ticks && start <= UINT64_MAX / ticks) {
    const uint64_t passed = (rows - 1) * ticks / rate;
    if (passed <= UINT64_MAX - start * ticks && jitter <= UINT64_MAX - start * ticks - passed)
      return ROWKEY_OK;
  }
  return rowkey_made_too_many(made, column, error);
}

static rowkey_status open_timestamps(rowkey_made *made, rowkey_error *error) {
  return rowkey_made_open_times(made, 0, error);
}

void rowkey_made_times(rowkey_made *made, size_t column, uint64_t first, size_t rows) {
  const uint64_t start = rowkey_made_value(made, "start"), ticks = rowkey_made_value(made, "ticks");
  const uint64_t rate = rowkey_made_value(made, "rate");
  uint64_t *numbers = made->numbers[column];
  rowkey_made_numbers(made, MADE_JITTER, first, rows, numbers);
  rowkey_made_below(numbers, rows, rowkey_made_value(made, "jitter") + 1);
  for (size_t i = 0; i < rows; i++) numbers[i] += start * ticks + (first + i) * ticks / rate;
  rowkey_put_numbers(made, column, rows);
}

void rowkey_made_events(rowkey_made *made, size_t column, uint64_t first, size_t rows) {
  enum { EVENTS = 10 };
  rowkey_made_numbers(made, MADE_EVENTS, first, rows, made->numbers[column]);
  rowkey_made_below(made->numbers[column], rows, EVENTS);
  rowkey_put_names(made, column, rows, "event", EVENTS - 1);
}

static void make_row_numbers(rowkey_made *made, size_t column, uint64_t first, size_t rows) {
  for (size_t i = 0; i < rows; i++) made->numbers[column][i] = first + i;
  rowkey_put_numbers(made, column, rows);
}

static void make_hosts(rowkey_made *made, size_t column, uint64_t first, size_t rows) {
  const uint64_t hosts = rowkey_made_value(made, "hosts");
  rowkey_made_numbers(made, MADE_HOSTS, first, rows, made->numbers[column]);
  rowkey_made_below(made->numbers[column], rows, hosts);
  rowkey_put_names(made, column, rows, "host", hosts - 1);
}

const struct made_kind rowkey_made_timestamps = {
    .told =
        {.name = "timestamps",
         .usage = "(hosts=100,start=1700000000,rate=1000,ticks=1000,jitter=0)",
         .summary =
             "ts, host, event, id (the row's number): ts in so many ticks a second, rate rows a second from second start on, each up to jitter ticks late; host00 to host99 at random",
         .parameters = {{"hosts", 100, 1, MADE_NAMES_MAX, false}, MADE_TIME_PARAMETERS}},
    .columns = {{"ts", ROWKEY_U64, rowkey_made_times},
                {"host", ROWKEY_TEXT, make_hosts},
                {"event", ROWKEY_TEXT, rowkey_made_events},
                {"id", ROWKEY_U64, make_row_numbers}},
    .text_size = MADE_DECIMAL_SIZE,
    .open = open_timestamps,
};
