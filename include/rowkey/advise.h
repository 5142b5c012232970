/* Advice: which layout a table should have, from its records, the questions that are asked of it, and the
 * cluster. Experimental.
 *
 *     const rowkey_column id = rowkey_column_of("id", ROWKEY_U64);
 *     const rowkey_advice_settings settings = rowkey_advice_settings_of(220, 20);
 *     rowkey_advisor *advisor = rowkey_advisor_create(&settings, &id, NULL, 1, &error);
 *     if (advisor == NULL || rowkey_advisor_ask(advisor, "id = ?", 6, &error) != ROWKEY_OK)
 *       fprintf(stderr, "%s\n", error.text);
 *     rowkey_advisor_free(advisor);
 *
 * In this order: create; ask, keep, consider and share; add, all records once; search; load, for each design,
 * what all records do to its regions; choose. Searching measures designs by a sample of the records, with the
 * functions of splits.h, ranges.h, conditions.h, route.h and load.h.
 */
#ifndef ROWKEY_ADVISE_H
#define ROWKEY_ADVISE_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/advise.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/column_types.h>
#include <rowkey/load.h>
#include <rowkey/profile.h>
#include <rowkey/splits.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One call at a time on each. In this order: questions, what is to be kept, considered and shared; records;
 * the search; what it found. ROWKEY_ERROR_ARGUMENT for another. */
typedef struct rowkey_advisor rowkey_advisor;

/* What is wanted. Where a member says so, 0 stands for a value that suits most. */
typedef struct rowkey_advice_settings {
  size_t regions;         /* of the table, 2 to 2^24 */
  size_t servers;         /* 1 to `regions`: region r is on server r modulo `servers` */
  size_t writers;         /* who write at the same time, each a contiguous part of the records */
  size_t order_column;    /* by which answers are wanted, or ROWKEY_NONE */
  size_t sample;          /* rows, as rowkey_profile_create has it; 0 for its default */
  size_t candidates;      /* that are measured by a small part of the sample, at most; 0 for 20,000 */
  size_t designs;         /* that are measured by all of it, at most; 0 for 40 */
  size_t shown;           /* that are left of these, beside the textbook's and the caller's; 0 for 7 */
  double seek_cost;       /* what one range costs beside reading one row; 0 for 50 */
  double most_peak;       /* a design is even when no server gets more than so many times its share of the
                             writes in any window; 0 for 2 */
  uint64_t rows;          /* that the table grows to, more than are added; 0: it does not */
  uint64_t seed;          /* of the choice where there are more candidates */
  bool allow_shared_keys; /* keys that several records have are wanted */
  rowkey_go_on *go_on;    /* or NULL; asked while the search goes on, between two designs: false ends it */
  void *go_on_context;
  uint64_t reserved[2]; /* must be 0 */
} rowkey_advice_settings;

/* The settings of a cluster, with one writer, and no order that answers are wanted in. */
static inline rowkey_advice_settings rowkey_advice_settings_of(size_t regions, size_t servers) {
  rowkey_advice_settings settings = ROWKEY_ZERO;
  settings.regions = regions;
  settings.servers = servers;
  settings.writers = 1;
  settings.order_column = ROWKEY_NONE;
  return settings;
}

/* An advisor for records of `count` <= 64 columns; types[i] says how values of column i are written in
 * questions, a type or NULL; `types` may be NULL. Both live as long as the advisor. NULL and `error` on
 * failure. */
ROWKEY_CHECKED rowkey_advisor *rowkey_advisor_create(const rowkey_advice_settings *settings,
                                                     const rowkey_column *columns,
                                                     const rowkey_column_type *const *types, size_t count,
                                                     rowkey_error *error);
ROWKEY_API void rowkey_advisor_free(rowkey_advisor *advisor); /* NULL is allowed */

/* Adds a question, "WEIGHT: CONDITIONS": conditions as in conditions.h, and
 *
 *   COLUMN OP ?            the value of a record that the question is asked for
 *   COLUMN in last LENGTH  the time up to that of such a record: 90s, 15m, 1h, 7d, 2w; of a column without a
 *                          unit a number
 *
 * Without a weight it is 1. ROWKEY_ERROR_SYNTAX, ROWKEY_ERROR_COLUMN or ROWKEY_ERROR_TYPE with a caret;
 * ROWKEY_ERROR_RANGE for more than 64 questions or questions on more than 8 columns. */
ROWKEY_CHECKED rowkey_status rowkey_advisor_ask(rowkey_advisor *advisor, const char *text, size_t length,
                                                rowkey_error *error);

/* Asks that keys have column `first` before column `second`, where they have both. Designs that are found,
 * those of textbooks and named ones do; those of the caller stay as they are. ROWKEY_ERROR_ARGUMENT for a
 * column that is not there, and for a pair that with others asks for both orders. */
ROWKEY_CHECKED rowkey_status rowkey_advisor_keep(rowkey_advisor *advisor, size_t first, size_t second,
                                                 rowkey_error *error);

/* Adds a design of the caller, which stands beside the others whatever it does: a template, and what people
 * call it, or NULL. */
ROWKEY_CHECKED rowkey_status rowkey_advisor_consider(rowkey_advisor *advisor, const char *name,
                                                     const char *text, size_t length, rowkey_error *error);

/* A part of the work of a search. */
typedef void rowkey_advice_work(void *of, size_t index);

/* Threads that the caller lends: it calls work(of, i) for each i < count, with i = 0 in the thread that it
 * was called in, the others at the same time where it can, and returns when all have. */
typedef void rowkey_advice_share(void *context, rowkey_advice_work *work, void *of, size_t count);

/* Shares a search between `count` <= 1024 threads. The designs are the same for any number of them. */
ROWKEY_CHECKED rowkey_status rowkey_advisor_share(rowkey_advisor *advisor, size_t count,
                                                  rowkey_advice_share *share, void *context,
                                                  rowkey_error *error);

/* Adds records, in the order in which they are written. As rowkey_profile_add; also ROWKEY_ERROR_RANGE, with
 * error->row and error->column, for NaN in a column of floats that questions name or answers are ordered by:
 * it has no place in an order. No record of the call is added then. */
ROWKEY_CHECKED rowkey_status rowkey_advisor_add(rowkey_advisor *advisor, const rowkey_values *columns,
                                                size_t rows, rowkey_error *error);

/* What the records were like; it belongs to the advisor. */
ROWKEY_API rowkey_profile *rowkey_advisor_profile(rowkey_advisor *advisor);

/* Called now and then with how much is done, of 1, in the thread that searches; false ends the search, which
 * goes on with what it has. */
typedef bool rowkey_advice_progress(void *context, double done);

/* Searches, once. `progress` may be NULL; it is called while candidates are tried, and not while the best of
 * them are measured, which takes seconds. ROWKEY_ERROR_RANGE: there are no records; a question that no record
 * can ask; conditions that contradict each other. ROWKEY_ERROR_COLUMN: no columns make keys unique.
 * ROWKEY_ERROR_ARGUMENT: no question. ROWKEY_ERROR_SYNTAX, ROWKEY_ERROR_TYPE or ROWKEY_ERROR_NUMBER, with a
 * caret: values of a condition that leaves nothing open, which are read here. ROWKEY_ERROR_STOPPED: go_on of
 * the settings said no. */
ROWKEY_CHECKED rowkey_status rowkey_advisor_search(rowkey_advisor *advisor, rowkey_advice_progress *progress,
                                                   void *context, rowkey_error *error);

/* What one question costs with a design: means over up to 32 askings, and the most of any. */
typedef struct rowkey_advised_answer {
  bool reads_all; /* no range helps: all of the table is read */
  bool is_exact;  /* no row has to be filtered */
  bool in_order;  /* the rows come by the order column, rising or falling */
  double ranges, most_ranges;
  double regions, most_regions;
  double read, wanted; /* rows */
  double grown_read;   /* rows of the table that has grown */
  /* What costs least: ranges as rowkey_ranges_find gives them with this for its `most`, or for 0 all. */
  size_t allowed_ranges;
} rowkey_advised_answer;

/* A design in a table that goes on: the first half of the sampled records stands for all that were written
 * before, and those of the last quarter are being written. */
typedef struct rowkey_advised_growth {
  double regions;      /* of as many rows each */
  double busy_regions; /* so many equal ones would share what is written at a time: 1 for a key that rises */
  double server_peak;  /* the rows of the busiest server ÷ the mean, at least, wherever its regions are */
  double
      read_cost; /* as in rowkey_advised_design; where the table has grown, of the last quarter's records */
} rowkey_advised_growth;

/* A design and what it does. */
typedef struct rowkey_advised_design {
  const char *layout; /* its template, with a NUL */
  const char *name;   /* of a textbook's design, one of the caller, or a named layout ("@finra"); else NULL */
  const char *refused; /* why it cannot be taken: then nothing below is known; else NULL */
  const char *reason;  /* a sentence: what keys begin with, and what that means for each question */
  const rowkey_layout *compiled;
  const rowkey_splits *splits;          /* for so many regions */
  bool splits_by_sample;                /* they come from the sample, as the layout does not say */
  double key_bytes;                     /* of a key, mean */
  const rowkey_advised_answer *answers; /* one for each question, in their order */
  double read_cost;                     /* weighted mean over the questions: ranges * seek_cost + rows read */
  /* The most rows of a server, and of a region, ÷ the mean, in windows: by the sample, then by what
   * rowkey_advisor_load tells. */
  double server_peak_mean, server_peak_most, region_peak_mean, region_peak_most;
  double lock_step;
  rowkey_advised_growth now;
  rowkey_advised_growth growth; /* of a table of settings.rows, in more regions of the same size */
  bool is_on_front; /* no other design is as good in both cost of reading and evenness of writing */
} rowkey_advised_design;

/* The designs: those of the caller and the textbook's first, then the others from the cheapest to read on:
 * the front, and where it is short those that are next to it. */
ROWKEY_API size_t rowkey_advisor_designs(const rowkey_advisor *advisor);
ROWKEY_API const rowkey_advised_design *rowkey_advisor_design(const rowkey_advisor *advisor, size_t index);

/* Question `index` as it is asked for one record: conditions, with a NUL. NULL where there is none. */
ROWKEY_API const char *rowkey_advisor_example(const rowkey_advisor *advisor, size_t index);

/* What the records cannot show, in sentences without their full stop: note `index` of all, with a NUL; NULL
 * after the last one. Of these a designer should know: records that are few or in another order than that of
 * their time, questions that go further back than they do, keys that differ by luck. After a search; it
 * belongs to the advisor. */
ROWKEY_API const char *rowkey_advisor_note(const rowkey_advisor *advisor, size_t index);

/* How many candidates there were, and how many of these were measured. */
ROWKEY_API uint64_t rowkey_advisor_candidates(const rowkey_advisor *advisor, uint64_t *measured);

/* The rows of a window in which to count `rows` records, for rowkey_load_create: 200 for each server, as of
 * fewer chance alone makes some server busy; more where there would be more than 10,000 windows, and fewer
 * where there would be less than 8. */
static inline uint64_t rowkey_advice_window(uint64_t rows, size_t servers) {
  const uint64_t even = 200 * (uint64_t)servers, least = rows / 10000, most = rows / 8;
  const uint64_t window = even > least ? even : least;
  return window < most ? window : most > 0 ? most : 1;
}

/* How uneven a design is, which its choice goes by: the most rows of a server ÷ the mean in any window, or
 * what the regions that share what is written allow, now and when the table has grown; the worst of them; 0
 * for NULL. */
static inline double rowkey_advised_peak(const rowkey_advised_design *design) {
  if (design == NULL) return 0;
  double peak = design->server_peak_most;
  if (peak < design->now.server_peak) peak = design->now.server_peak;
  return peak < design->growth.server_peak ? design->growth.server_peak : peak;
}

/* Tells what all records do to the regions and servers of a design. */
ROWKEY_CHECKED rowkey_status rowkey_advisor_load(rowkey_advisor *advisor, size_t index,
                                                 const rowkey_load_report *regions,
                                                 const rowkey_load_report *servers, rowkey_error *error);

/* Finds the front, and the design to take: of those that are even enough one that costs at most 5 % more to
 * read than the cheapest: one that keeps half of the regions busy, then the one with the shortest keys. Where
 * none is, the most even one. The cost is that of rowkey_advised_growth, and a design is as
 * even as it is both now and then. Returns its index; ROWKEY_NONE without any. */
ROWKEY_API size_t rowkey_advisor_choose(rowkey_advisor *advisor);

#ifdef __cplusplus
}
#endif

#endif
