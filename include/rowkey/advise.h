/* Advice: which layout a table should have, given its records, the questions that it must answer, and the
 * cluster. Experimental.
 *
 *     const rowkey_column id = rowkey_column_of("id", ROWKEY_U64);
 *     const rowkey_advice_settings settings = rowkey_advice_settings_of(220, 20);
 *     rowkey_advisor *advisor = rowkey_advisor_create(&settings, &id, NULL, 1, &error);
 *     if (advisor == NULL || rowkey_advisor_ask(advisor, "id = ?", 6, &error) != ROWKEY_OK)
 *       fprintf(stderr, "%s\n", error.text);
 *     rowkey_advisor_free(advisor);
 *
 * Call in this order: create; ask, order, keep, consider and share; add, for all records once; search; load,
 * for each design, with the load of all records on its regions; choose. The search measures designs on a
 * sample of the records, with the functions of splits.h, ranges.h, conditions.h, route.h and load.h.
 */
#ifndef ROWKEY_ADVISE_H
#define ROWKEY_ADVISE_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/advise.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/column_types.h>
#include <rowkey/encode.h>
#include <rowkey/load.h>
#include <rowkey/profile.h>
#include <rowkey/splits.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Searches for a layout. Only one call at a time may use an advisor. Calls in another order than above are
 * ROWKEY_ERROR_ARGUMENT. */
typedef struct rowkey_advisor rowkey_advisor;

/* The settings of an advisor. Where the comment of a member says what 0 means, 0 suits most callers. */
typedef struct rowkey_advice_settings {
  size_t regions;         /* of the table, 2 to 2^24 */
  size_t servers;         /* 1 to `regions`; several placements of regions on servers are tried */
  size_t writers;         /* writing at the same time, each a contiguous part of the records */
  size_t sample;          /* in rows, as in rowkey_profile_create; 0 for its default */
  size_t candidates;      /* the most to measure on a small part of the sample; 0 for 20,000 */
  size_t designs;         /* the most to measure on all of the sample; 0 for 40 */
  size_t shown;           /* designs to return, besides textbook ones and the caller's; 0 for 7 */
  double seek_cost;       /* the cost of one range, where reading one row costs 1; 0 for 50 */
  double most_peak;       /* a design is even if no server gets more than this many times its share of the
                             writes in any window; 0 for 2 */
  uint64_t rows;          /* rows that the table grows to, more than are added; 0: the table does not grow */
  uint64_t seed;          /* for choosing candidates if there are more than `candidates` */
  bool allow_shared_keys; /* several records may have the same key */
  rowkey_go_on *go_on;    /* or NULL; called during the search, between two designs: false ends it */
  void *go_on_context;
  uint64_t identity;    /* the columns that identify a record, bit i for column i: every key has them. At
                           most 8 columns. 0: a column that has another value in each record, if there is one,
                           else as few columns as make all records differ; a note says which */
  uint64_t reserved[1]; /* must be 0 */
} rowkey_advice_settings;

/* Settings for a cluster, with one writer. */
static inline rowkey_advice_settings rowkey_advice_settings_of(size_t regions, size_t servers) {
  rowkey_advice_settings settings = ROWKEY_ZERO;
  settings.regions = regions;
  settings.servers = servers;
  settings.writers = 1;
  return settings;
}

/* Creates an advisor for records of `count` <= 64 columns. types[i], a type or NULL, says how values of
 * column i are written in questions; `types` may be NULL. The columns and the types must live as long as the
 * advisor. Returns NULL and fills `error` on failure. */
ROWKEY_CHECKED rowkey_advisor *rowkey_advisor_create(const rowkey_advice_settings *settings,
                                                     const rowkey_column *columns,
                                                     const rowkey_column_type *const *types, size_t count,
                                                     rowkey_error *error);
ROWKEY_API void rowkey_advisor_free(rowkey_advisor *advisor); /* NULL is allowed */

/* Adds a question, "WEIGHT: CONDITIONS": conditions as in conditions.h, and
 *
 *   COLUMN OP ?               the value in the record that the question is asked for
 *   COLUMN in last LENGTH     a LENGTH of time up to the time of that record: 90s, 15m, 1h, 7d, 2w; for a
 *                             column without a unit, LENGTH is a number
 *   COLUMN within LENGTH of ? no more than a LENGTH of time before or after that of the record; or a distance
 *                             between numbers
 *   order by COLUMN [desc]    rows are wanted in the order of the column, or the greatest value first
 *   limit N [by COLUMN]       the first N rows in that order are wanted, or any N; or N of each value of
 * COLUMN
 *
 * The default weight is 1. ROWKEY_ERROR_SYNTAX, ROWKEY_ERROR_COLUMN or ROWKEY_ERROR_TYPE with a caret;
 * ROWKEY_ERROR_RANGE for more than 64 questions or questions on more than 8 columns. */
ROWKEY_CHECKED rowkey_status rowkey_advisor_ask(rowkey_advisor *advisor, const char *text, size_t length,
                                                rowkey_error *error);

/* Says in which order answers are wanted to questions that have none of their own: "COLUMN", rising or
 * falling; "COLUMN asc", the least first; "COLUMN desc". Whether rows come in that order is told of each
 * design; a column that is wanted from the greatest value on is complemented in keys. A second call replaces
 * the first. ROWKEY_ERROR_SYNTAX or ROWKEY_ERROR_COLUMN with a caret. */
ROWKEY_CHECKED rowkey_status rowkey_advisor_order(rowkey_advisor *advisor, const char *text, size_t length,
                                                  rowkey_error *error);

/* Asks that keys have column `first` before column `second`, if they have both. Found, textbook and named
 * designs obey; designs of the caller stay as they are. ROWKEY_ERROR_ARGUMENT for a column that does not
 * exist, and for a pair that contradicts earlier ones. */
ROWKEY_CHECKED rowkey_status rowkey_advisor_keep(rowkey_advisor *advisor, size_t first, size_t second,
                                                 rowkey_error *error);

/* Adds a design of the caller, which is shown beside the others however good it is: a template, and a name
 * for people, or NULL. */
ROWKEY_CHECKED rowkey_status rowkey_advisor_consider(rowkey_advisor *advisor, const char *name,
                                                     const char *text, size_t length, rowkey_error *error);

/* A part of the work of a search. */
typedef void rowkey_advice_work(void *of, size_t index);

/* A function of the caller that lends threads. It calls work(of, i) for each i < count, i = 0 in its own
 * thread and the others at the same time if it can, and returns when all of them have returned. */
typedef void rowkey_advice_share(void *context, rowkey_advice_work *work, void *of, size_t count);

/* Divides the search between `count` <= 1024 threads. The designs are the same for any number of threads. */
ROWKEY_CHECKED rowkey_status rowkey_advisor_share(rowkey_advisor *advisor, size_t count,
                                                  rowkey_advice_share *share, void *context,
                                                  rowkey_error *error);

/* Adds records, in the order in which they are written, as rowkey_profile_add does. Also ROWKEY_ERROR_RANGE,
 * with error->row and error->column, for NaN in a column of floats that questions name, or by which answers
 * are ordered: NaN has no place in an order. No record of the call is added then. */
ROWKEY_CHECKED rowkey_status rowkey_advisor_add(rowkey_advisor *advisor, const rowkey_values *columns,
                                                size_t rows, rowkey_error *error);

/* The profile of the records; it belongs to the advisor. */
ROWKEY_API rowkey_profile *rowkey_advisor_profile(rowkey_advisor *advisor);

/* Called during the search, in its thread, with the part that is done, 0 to 1; false ends the search, which
 * then uses what it has found. */
typedef bool rowkey_advice_progress(void *context, double done);

/* Searches, once. `progress` may be NULL; it is called while candidates are tried, but not while the best are
 * measured, which takes seconds. ROWKEY_ERROR_RANGE: there are no records, a question that no record can ask,
 * or conditions that contradict each other. ROWKEY_ERROR_COLUMN: no columns make keys unique.
 * ROWKEY_ERROR_ARGUMENT: no question was asked, or the advisor has searched already. ROWKEY_ERROR_SYNTAX,
 * ROWKEY_ERROR_TYPE or ROWKEY_ERROR_NUMBER, with a caret: wrong values in a condition without ?, which are
 * read here. ROWKEY_ERROR_STOPPED: go_on of the settings returned false. */
ROWKEY_CHECKED rowkey_status rowkey_advisor_search(rowkey_advisor *advisor, rowkey_advice_progress *progress,
                                                   void *context, rowkey_error *error);

/* What one question costs with a design. The question is asked for up to 32 records; the members are means
 * over these records, and the `most_` members the greatest values. */
typedef struct rowkey_advised_answer {
  bool reads_all; /* no range helps: the whole table is read */
  bool is_exact;  /* no row has to be filtered */
  /* The rows come in the order that the question asks for, or else in that of rowkey_advisor_order: all of
   * them, or those of each range, or of each group, so that whoever asks merges them. False without an order.
   */
  bool in_order, in_order_by_range;
  bool wants_order; /* the question has an order of its own */
  bool backwards;   /* they do if ranges are read from their ends */
  double ranges, most_ranges;
  /* How often reading begins anew: as often as there are ranges; with a limit less where some need not be
   * read, and more where reading skips from one group to the next. */
  double seeks;
  double regions, most_regions;
  double read, wanted; /* rows; with a limit no more than it leaves */
  double grown_read;   /* rows read in the grown table */
  /* The `most` of rowkey_ranges_find that costs least; 0: its default, which gives all ranges. */
  size_t allowed_ranges;
} rowkey_advised_answer;

/* A design in a table that is still written to: the first half of the sampled records stands for all that
 * were written before, the last quarter for records being written. */
typedef struct rowkey_advised_growth {
  double regions;      /* how many regions, each with equally many rows */
  double busy_regions; /* how many equally busy regions share the writes at a time: 1 for rising keys */
  double server_peak;  /* the least that rows of the busiest server ÷ the mean can be, wherever regions are */
  double read_cost; /* as in rowkey_advised_design; in a grown table, for the records of the last quarter */
} rowkey_advised_growth;

/* A design and its measurements. */
typedef struct rowkey_advised_design {
  const char *layout;  /* its template, with a NUL */
  const char *name;    /* of a textbook or caller's design, or a named layout ("@finra"); else NULL */
  const char *refused; /* why the design cannot be used: then nothing below is known; else NULL */
  const char *reason;  /* a sentence: how keys begin, and what that means for each question */
  const rowkey_layout *compiled;
  const rowkey_splits *splits; /* for the settings' regions */
  /* 0 if the splits are those of rowkey_splits_of_layout. Otherwise they divide the sampled keys among the
   * first `sample_rows` records evenly, because the layout has no split points, or gives some region well
   * over 1.5 times its share. */
  uint64_t sample_rows;
  double key_bytes;                     /* mean bytes of a key */
  const rowkey_advised_answer *answers; /* one for each question, in their order */
  double read_cost;                     /* weighted mean over the questions: seeks * seek_cost + rows read */
  /* The most rows of a server, and of a region, in a window ÷ the mean: the mean over the windows, and the
   * greatest. They and lock_step are measured on the sample, and after rowkey_advisor_load on all records.
   * For servers they are means over the placements; `worst` is the greatest in any placement, and its index.
   */
  double server_peak_mean, server_peak_most, region_peak_mean, region_peak_most;
  double server_peak_worst;
  size_t worst_placement;
  double lock_step; /* as in rowkey_load_report */
  rowkey_advised_growth now;
  rowkey_advised_growth growth; /* of a table of settings.rows, in more regions of the same size */
  bool is_on_front;             /* no other design is as good in both reading cost and evenness of writing */
  bool is_partial;              /* keys lack columns that questions name: for one table of several, and not
                                   on the front */
} rowkey_advised_design;

/* The designs. First come the caller's and the textbook designs; then the front, the cheapest to read first;
 * and if the front is short, the designs next to it. NULL for a design that does not exist. Designs belong to
 * the advisor. */
ROWKEY_API size_t rowkey_advisor_designs(const rowkey_advisor *advisor);
ROWKEY_API const rowkey_advised_design *rowkey_advisor_design(const rowkey_advisor *advisor, size_t index);

enum { ROWKEY_MOST_TABLES = 3 };

/* Tables that hold the same rows under different keys. Each question is asked of the table that answers it
 * for least. */
typedef struct rowkey_advised_tables {
  size_t count;                       /* 1 to ROWKEY_MOST_TABLES */
  size_t designs[ROWKEY_MOST_TABLES]; /* of each table, as in rowkey_advisor_design */
  const size_t *table_of;             /* the table that answers question i: 0 to count - 1 */
  double read_cost;                   /* as in rowkey_advised_growth */
  double key_bytes;                   /* mean bytes of a record's keys in all tables together */
  /* The alternative to copies: table `main` holds the rows, and the other tables hold its keys. Each row
   * found through another table then costs one more range. */
  size_t main;
  double index_read_cost, index_bytes;
  double writes_per_question; /* with so many records written for each question, these tables cost as much as
                                 one, if a write costs as much as a range; 0 for one table */
  bool is_recommended; /* one choice of one, two and three tables is. Another table is recommended if it makes
                          reading five times cheaper */
} rowkey_advised_tables;

/* The best choice of `count` tables, 1 to ROWKEY_MOST_TABLES, all of them even enough: the cheapest to read.
 * Of choices that cost at most 5 % more, it prefers tables that keep half of their regions busy, then the
 * shortest keys. Call after rowkey_advisor_choose, which makes the choice. It belongs to the advisor. NULL if
 * there are fewer questions, if too few designs are even enough, or if fewer tables cost at most 5 % more. */
ROWKEY_API const rowkey_advised_tables *rowkey_advisor_tables(const rowkey_advisor *advisor, size_t count);

/* Question `index` as asked for one record: its conditions, with a NUL. NULL for an index beyond the
 * questions. The text belongs to the advisor. */
ROWKEY_API const char *rowkey_advisor_example(const rowkey_advisor *advisor, size_t index);

/* Fills in a question, as rowkey_advisor_ask takes it, with the values of one record: writes the conditions,
 * which rowkey_conditions_parse reads, and a NUL to text[0 … capacity), and their bytes without the NUL to
 * *size. The weight, an order and a limit are left out. `columns` and `types` are as for
 * rowkey_advisor_create; of the record only values that the question leaves open are read. Fails as
 * rowkey_advisor_ask and rowkey_value_keep do; ROWKEY_ERROR_RANGE, with error->column, for a null or NaN;
 * ROWKEY_ERROR_SPACE where *size is not less than `capacity`. Thread-safe. */
ROWKEY_CHECKED rowkey_status rowkey_question_fill(const rowkey_column *columns,
                                                  const rowkey_column_type *const *types, size_t count,
                                                  const char *question, size_t length,
                                                  const rowkey_record *record, char *text, size_t capacity,
                                                  size_t *size, rowkey_error *error);

/* Note `index` about what the records cannot show, a sentence without its full stop, with a NUL; NULL after
 * the last note. Notes are, for example: there are few records, or they are not in the order of their times;
 * questions go further back than the records, or no record meets them; what identifies a record. Call after
 * the search. Notes belong to the advisor. */
ROWKEY_API const char *rowkey_advisor_note(const rowkey_advisor *advisor, size_t index);

/* How many candidates there were; *measured receives how many of them were measured. */
ROWKEY_API uint64_t rowkey_advisor_candidates(const rowkey_advisor *advisor, uint64_t *measured);

/* The rows of a window to count `rows` records in, for rowkey_simulation_create: 200 for each server, because
 * with fewer, chance alone makes some server busy; more if there would be more than 10,000 windows, fewer if
 * there would be fewer than 8. */
static inline uint64_t rowkey_advice_window(uint64_t rows, size_t servers) {
  const uint64_t even = 200 * (uint64_t)servers, least = rows / 10000, most = rows / 8;
  const uint64_t window = even > least ? even : least;
  return window < most ? window : most > 0 ? most : 1;
}

/* How uneven a design is, for rowkey_advisor_choose: the greatest of server_peak_most, which is the most rows
 * of a server in any window ÷ the mean, and server_peak, which the number of busy regions determines, now and
 * after growth; 0 for NULL. */
static inline double rowkey_advised_peak(const rowkey_advised_design *design) {
  if (design == NULL) return 0;
  double peak = design->server_peak_most;
  if (peak < design->now.server_peak) peak = design->now.server_peak;
  return peak < design->growth.server_peak ? design->growth.server_peak : peak;
}

/* A balancer decides which regions share a server: servers are judged over several placements. */
enum { ROWKEY_ADVICE_PLACEMENTS = 8 };

/* The placement of an index below ROWKEY_ADVICE_PLACEMENTS: region r on server r modulo `servers` for index
 * 0, else the shuffle of rowkey_place_regions with the index as seed. */
static inline rowkey_status rowkey_advice_place(size_t index, size_t regions, size_t servers,
                                                uint32_t *server_of, rowkey_error *error) {
  const uint64_t seed = index;
  return rowkey_place_regions(regions, servers, index == 0 ? NULL : &seed, server_of, error);
}

/* Tells the advisor the load of all records on the regions of design `index`, and on the servers in each of
 * 1 or more placements. ROWKEY_ERROR_ARGUMENT for a design that does not exist. The advisor copies what it
 * needs of the reports. */
ROWKEY_CHECKED rowkey_status rowkey_advisor_load(rowkey_advisor *advisor, size_t index,
                                                 const rowkey_load_report *regions,
                                                 const rowkey_load_report *servers, size_t placements,
                                                 rowkey_error *error);

/* Finds the front, and chooses a design. Of the designs that are even enough, it considers those that cost at
 * most 5 % more to read than the cheapest, prefers those that keep half of the regions busy, then those whose
 * ranges are read forwards, and takes the one with the shortest keys. If no design is even enough, it takes
 * the most even one. The cost is the read_cost of rowkey_advised_growth, and evenness counts both now and
 * after growth. Returns the index; ROWKEY_NONE if there are no designs. */
ROWKEY_API size_t rowkey_advisor_choose(rowkey_advisor *advisor);

#ifdef __cplusplus
}
#endif

#endif
