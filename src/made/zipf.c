/* Users by a Zipf law: user k = 0, 1, … is met with a probability proportional to 1 / (k + 1)^s.
 *
 * Sampled by rejection-inversion (Hörmann, Derflinger: Rejection-inversion to generate variates from monotone
 * discrete distributions, 1996), which needs no table: of x^-s the integral is inverted, and few of the
 * numbers so found are drawn again. */
#include <math.h>

#include "made/made.h"

enum { USER, TS };                                         /* the first columns */
enum { EXPONENT_PAST_1, AT_FIRST, AT_LAST, ALWAYS_TAKEN }; /* the numbers in the source's state */

/* log(1 + x) / x and (e^x - 1) / x, continuous at 0. */
static double log_ratio(double x) { return fabs(x) > 1e-8 ? log1p(x) / x : 1 - x / 2; }
static double exp_ratio(double x) { return fabs(x) > 1e-8 ? expm1(x) / x : 1 + x / 2; }

/* The integral of x^-s from 1 to x, also where s is near or equal to 1, and its inverse; t = 1 - s. */
static double integral(double t, double x) { return exp_ratio(t * log(x)) * log(x); }
static double inverse(double t, double y) { return exp(log_ratio(fmax(t * y, -1)) * y); }
static double power(double t, double x) { return exp((t - 1) * log(x)); }

static rowkey_status open_zipf(rowkey_made *made, rowkey_error *error) {
  const double t = 1 - made->exponent;
  made->state[EXPONENT_PAST_1] = t;
  made->state[AT_FIRST] = integral(t, 1.5) - 1;
  made->state[AT_LAST] = integral(t, (double)rowkey_made_value(made, "users") + 0.5);
  made->state[ALWAYS_TAKEN] = 2 - inverse(t, integral(t, 2.5) - power(t, 2));
  return rowkey_made_open_times(made, TS, error);
}

/* The user whom a random number stands for, from 1 on, or 0: draw again. */
static uint64_t user_of(const rowkey_made *made, uint64_t users, uint64_t random) {
  const double *state = made->state, t = state[EXPONENT_PAST_1];
  const double part = ((double)(random >> 11) + 0.5) * 0x1p-53;
  const double y = state[AT_LAST] + part * (state[AT_FIRST] - state[AT_LAST]);
  const double x = inverse(t, y);
  double user = floor(x + 0.5);
  if (user < 1) user = 1;
  if (user > (double)users) user = (double)users;
  const bool taken = user - x <= state[ALWAYS_TAKEN] || y >= integral(t, user + 0.5) - power(t, user);
  return taken ? (uint64_t)user : 0;
}

static void fill_users(rowkey_made *made, size_t column, uint64_t first, size_t rows) {
  const uint64_t users = rowkey_made_value(made, "users");
  uint64_t *numbers = made->numbers[column];
  rowkey_made_numbers(made, MADE_USERS, first, rows, numbers);
  for (size_t i = 0; i < rows; i++) {
    uint64_t user = user_of(made, users, numbers[i]);
    for (unsigned again = 1; user == 0; again++) {
      rowkey_made_numbers(made, MADE_USERS + again, first + i, 1, &numbers[i]);
      user = user_of(made, users, numbers[i]);
    }
    numbers[i] = user - 1;
  }
  rowkey_put_numbers(made, column, rows);
}

static void make_users(rowkey_made *made, size_t column, uint64_t first, size_t rows) {
  fill_users(made, column, first, rows);
  rowkey_put_names(made, column, rows, "user", rowkey_made_value(made, "users") - 1);
}

const struct made_kind rowkey_made_zipf = {
    .told =
        {.name = "zipf",
         .usage = "(users=1000000,start=...,rate=...,ticks=...,jitter=...,exponent=1)",
         .summary =
             "user, ts, id (the user's number), key (the user), event: user number k, from 0, has a part of the rows that falls as 1 / (k + 1)^exponent",
         .parameters = {{"users", 1000000, 1, MADE_NAMES_MAX, false},
                        MADE_TIME_PARAMETERS,
                        /* The most is far beyond any law that was ever seen. */
                        {"exponent", 1, 0, 100, true}}},
    .columns = {{"user", ROWKEY_TEXT, make_users},
                {"ts", ROWKEY_U64, rowkey_made_times},
                {"id", ROWKEY_U64, fill_users},
                {"key", ROWKEY_TEXT, make_users},
                {"event", ROWKEY_TEXT, rowkey_made_events}},
    .text_size = MADE_DECIMAL_SIZE,
    .open = open_zipf,
};
