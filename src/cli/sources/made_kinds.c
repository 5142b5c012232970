/* The built-in sources but zipf and matrix. */
#include <stdint.h>

#include "sources/kinds.h"

const struct made_kind *const made_kinds[] = {&sequential_kind, &random_kind, &timestamps_kind,
                                              &zipf_kind,       &matrix_kind, NULL};

/* ---- Sequential ids -------------------------------------------------------------------------- */

static bool open_sequential(struct made_source *made, struct failure *failure) {
  const uint64_t start = made_value(made, "start"), step = made_value(made, "step"), rows = made->source.rows;
  if (rows == 0 || step == 0 || rows - 1 <= (UINT64_MAX - start) / step) return true;
  return fail_with(failure, TOOL_BAD_USAGE,
                   "option --source: the last id of %s passes 64 bits (expected fewer --rows)",
                   made->source.name);
}

static void fill_sequential(struct made_source *made, size_t column, uint64_t first, size_t rows) {
  const uint64_t start = made_value(made, "start"), step = made_value(made, "step");
  for (size_t i = 0; i < rows; i++) made->numbers[column][i] = start + (first + i) * step;
  made_numbers(made, column, rows);
}

static void make_sequential_text(struct made_source *made, size_t column, uint64_t first, size_t rows) {
  fill_sequential(made, column, first, rows);
  made_decimal(made, column, rows);
}

const struct made_kind sequential_kind = {
    .name = "sequential",
    .usage = "(start=0,step=1)",
    .summary = "id, and as text key and line",
    .parameters = {{"start", 0, 0, UINT64_MAX}, {"step", 1, 0, UINT64_MAX}},
    .columns = {{"id", ROWKEY_U64, fill_sequential},
                {"key", ROWKEY_TEXT, make_sequential_text},
                {"line", ROWKEY_TEXT, make_sequential_text}},
    .text_size = MADE_DECIMAL_SIZE,
    .open = open_sequential,
};

/* ---- Random ids ------------------------------------------------------------------------------ */

static void fill_random(struct made_source *made, size_t column, uint64_t first, size_t rows) {
  made_random(made, MADE_IDS, first, rows, made->numbers[column]);
  made_below(made->numbers[column], rows, made_value(made, "below"));
  made_numbers(made, column, rows);
}

static void make_random_text(struct made_source *made, size_t column, uint64_t first, size_t rows) {
  fill_random(made, column, first, rows);
  made_decimal(made, column, rows);
}

const struct made_kind random_kind = {
    .name = "random",
    .usage = "(below=0)",
    .summary = "the same, below 2^64 for 0",
    .parameters = {{"below", 0, 0, UINT64_MAX}},
    .columns = {{"id", ROWKEY_U64, fill_random},
                {"key", ROWKEY_TEXT, make_random_text},
                {"line", ROWKEY_TEXT, make_random_text}},
    .text_size = MADE_DECIMAL_SIZE,
};

/* ---- Times and hosts ------------------------------------------------------------------------- */

bool made_times_open(struct made_source *made, struct failure *failure) {
  const uint64_t start = made_value(made, "start"), ticks = made_value(made, "ticks");
  const uint64_t jitter = made_value(made, "jitter"), rate = made_value(made, "rate"),
                 rows = made->source.rows;
  if (rows == 0) return true;
  if (rows - 1 <= UINT64_MAX / ticks && start <= UINT64_MAX / ticks) {
    const uint64_t passed = (rows - 1) * ticks / rate;
    if (passed <= UINT64_MAX - start * ticks && jitter <= UINT64_MAX - start * ticks - passed) return true;
  }
  return fail_with(failure, TOOL_BAD_USAGE,
                   "option --source: the last ts of %s passes 64 bits (expected fewer --rows)",
                   made->source.name);
}

void made_times(struct made_source *made, size_t column, uint64_t first, size_t rows) {
  const uint64_t start = made_value(made, "start"), ticks = made_value(made, "ticks");
  const uint64_t rate = made_value(made, "rate");
  uint64_t *numbers = made->numbers[column];
  made_random(made, MADE_JITTER, first, rows, numbers);
  made_below(numbers, rows, made_value(made, "jitter") + 1);
  for (size_t i = 0; i < rows; i++) numbers[i] += start * ticks + (first + i) * ticks / rate;
  made_numbers(made, column, rows);
}

void made_events(struct made_source *made, size_t column, uint64_t first, size_t rows) {
  enum { EVENTS = 10 };
  made_random(made, MADE_EVENTS, first, rows, made->numbers[column]);
  made_below(made->numbers[column], rows, EVENTS);
  made_name(made, column, rows, "event", EVENTS - 1);
}

static void make_row_numbers(struct made_source *made, size_t column, uint64_t first, size_t rows) {
  for (size_t i = 0; i < rows; i++) made->numbers[column][i] = first + i;
  made_numbers(made, column, rows);
}

static void make_hosts(struct made_source *made, size_t column, uint64_t first, size_t rows) {
  const uint64_t hosts = made_value(made, "hosts");
  made_random(made, MADE_HOSTS, first, rows, made->numbers[column]);
  made_below(made->numbers[column], rows, hosts);
  made_name(made, column, rows, "host", hosts - 1);
}

const struct made_kind timestamps_kind = {
    .name = "timestamps",
    .usage = "(hosts=100,start=1700000000,rate=1000,ticks=1000,jitter=0)",
    .summary =
        "ts, host, event, id (the row's number): ts in so many ticks a second, rate rows a second from second start on, each up to jitter ticks late; host00 to host99 at random",
    .parameters = {{"hosts", 100, 1, MADE_NAMES_MAX}, MADE_TIME_PARAMETERS},
    .columns = {{"ts", ROWKEY_U64, made_times},
                {"host", ROWKEY_TEXT, make_hosts},
                {"event", ROWKEY_TEXT, made_events},
                {"id", ROWKEY_U64, make_row_numbers}},
    .text_size = MADE_DECIMAL_SIZE,
    .open = made_times_open,
};
