/* The inside of an advisor. */
#ifndef ROWKEY_ADVISE_ADVISOR_H
#define ROWKEY_ADVISE_ADVISOR_H

#include <rowkey/advise.h>

#include "advise/each.h"
#include "advise/measure.h"
#include "advise/profile.h"
#include "advise/search.h"
#include "advise/unique.h"

enum { FIRST_SETS = 17, ADVISOR_SETS = 40, ADVISOR_COLUMNS = 64, SINGLE_SETS = 4, MOST_HEAVY = 16 };

/* A design that is measured with care. */
struct advised {
  rowkey_advised_design shown;
  struct measured measured;
  char *text, *name, *reason; /* what `shown` points to */
  double backwards;           /* the weights of questions whose ranges are read from their ends */
  size_t number;              /* decides between designs that are as good */
  bool is_fixed;              /* it is shown whatever it does */
  bool is_kept;               /* when there are too many */
};

struct rowkey_advisor {
  rowkey_advice_settings settings;
  struct asked_columns columns;
  const rowkey_column_type **no_types; /* stands in where the caller has none */
  struct question *questions[SEARCH_QUESTIONS];
  size_t question_count;
  struct kept_pair pairs[SEARCH_PAIRS];
  size_t pair_count;
  size_t order_column;          /* in whose order answers are wanted, or ROWKEY_NONE … */
  rowkey_order order_direction; /* … and how; ROWKEY_UNORDERED: either way */
  struct threads threads;
  rowkey_profile *profile;
  struct unique_set sets[ADVISOR_SETS]; /* the asked columns, with each other one, and with several */
  size_t set_count;
  struct unique_set singles[SINGLE_SETS]; /* columns that may identify records, each by itself */
  size_t single_count;
  bool has_extended_sets;
  column_set identity; /* with these columns no two records share a key */
  struct column_forms forms;
  struct search_space space;
  column_set heavy[MOST_HEAVY]; /* of the space */
  bool stopped;                 /* settings.go_on has said no */
  uint64_t longest_period[ADVISOR_COLUMNS];
  struct advised *designs;
  size_t design_count, design_room;
  uint64_t candidates;
  size_t tried;
  rowkey_advised_tables tables[ROWKEY_MOST_TABLES]; /* the best ones of each number; a count of 0: none */
  size_t table_of[ROWKEY_MOST_TABLES][SEARCH_QUESTIONS];
  char *examples[SEARCH_QUESTIONS]; /* each question as it is asked for one record */
  struct string_list notes;         /* each with its NUL */
};

/* ---- advisor.c ---------------------------------------------------------------------------------- */

/* Whether the advisor takes more: questions come before records, as these are looked at for what is asked;
 * all comes before the search. */
bool rowkey_advisor_is_open(const rowkey_advisor *advisor, bool before_records, rowkey_error *error);

/* ---- wishes.c ----------------------------------------------------------------------------------- */

/* The columns that are wanted from the greatest value on, more often than from the least. */
column_set rowkey_advisor_falling(const rowkey_advisor *advisor);

/* ---- keys.c ------------------------------------------------------------------------------------ */

/* Opens the sets of columns that may make keys unique, before the first record. */
bool rowkey_advisor_open_sets(rowkey_advisor *advisor, rowkey_error *error);
/* Opens sets of more columns, by the records so far, where none of the first makes keys unique by a column
 * that identifies records. For once, while the sample has all records. */
bool rowkey_advisor_extend_sets(rowkey_advisor *advisor, rowkey_error *error);
/* Chooses one: space.asked and space.added; and the identity. */
bool rowkey_advisor_choose_columns(rowkey_advisor *advisor, rowkey_error *error);
/* Finds space.heavy, among the columns that questions bind. */
bool rowkey_advisor_find_heavy(rowkey_advisor *advisor, rowkey_error *error);
/* The columns of the set that identify records: of which each record seems to have a value of its own. Where
 * none does, the columns of a key may differ together by luck, and a longer table has records that share a
 * key.
 */
column_set rowkey_advisor_identifiers(rowkey_advisor *advisor, column_set set);

/* ---- notes.c ------------------------------------------------------------------------------------ */

/* Finds what the records cannot show. False without memory. */
bool rowkey_advisor_take_notes(rowkey_advisor *advisor, rowkey_error *error);
/* The greatest value of a column of whole numbers less the least one. */
uint64_t rowkey_advisor_span(const rowkey_advisor *advisor, size_t column);

/* ---- designs_list.c ----------------------------------------------------------------------------- */

/* Adds a design to be measured, unless it is known; copies the text and the name, which may be NULL. */
bool rowkey_advisor_add_design(rowkey_advisor *advisor, const char *name, const void *text, size_t size,
                               bool is_fixed);
/* Adds the designs of textbooks, which are fixed. */
bool rowkey_advisor_add_textbook(rowkey_advisor *advisor);
/* Adds the named layouts that the columns of the records fit. */
bool rowkey_advisor_add_named(rowkey_advisor *advisor);

/* ---- candidates.c ------------------------------------------------------------------------------- */

/* What candidates are tried for: all questions, or those that one table of several would answer. */
struct trial {
  const struct search_space *space;
  const struct measuring *measuring; /* has the questions of the space */
  size_t most;                       /* candidates to try */
  size_t designs;                    /* to take */
};

/* Tries the candidates of all trials by a small sample, mixed, so that a search that is cut short has tried
 * some of each. Adds the best ones of each trial as designs. */
bool rowkey_advisor_try(rowkey_advisor *advisor, const struct trial *trials, size_t count,
                        rowkey_advice_progress *progress, void *context, rowkey_error *error);

/* What an answer costs: now, or when the table has grown. */
double rowkey_answer_cost(const rowkey_advisor *advisor, const rowkey_advised_answer *answer, bool has_grown);

/* What it costs to read, by the weights of so many questions. */
double rowkey_read_cost(const rowkey_advisor *advisor, const struct question *const *questions, size_t count,
                        const rowkey_advised_answer *answers, bool has_grown);

/* ---- groups.c ------------------------------------------------------------------------------------ */

/* Tries candidates for one table that answers all questions, then for tables that answer some of them:
 * `measuring` has all. */
bool rowkey_advisor_try_groups(rowkey_advisor *advisor, const struct measuring *measuring,
                               rowkey_advice_progress *progress, void *context, rowkey_error *error);

/* ---- tables.c ------------------------------------------------------------------------------------ */

/* Marks the designs of the best tables of each number as kept. */
void rowkey_advisor_keep_tables(rowkey_advisor *advisor);
/* Chooses the best tables of each number; `chosen` is the best design if there is one table. */
void rowkey_advisor_choose_tables(rowkey_advisor *advisor, size_t chosen);

/* ---- choose.c ------------------------------------------------------------------------------------ */

void rowkey_show_server_peaks(rowkey_advised_design *design, const struct server_peaks *peaks);

/* What the cheapest single table of these designs costs to read that is so even; INFINITY if none is. */
double rowkey_least_even_cost(const struct advised *designs, size_t count, double most_peak);

/* Costs up to so many times the least one are much the same. */
static const double rowkey_alike_costs = 1.05;

/* At least half of the regions share what is written at a time: servers are then even wherever these are. */
bool rowkey_design_uses_regions(const rowkey_advised_design *design);

/* Leaves the textbook's designs and the caller's, and of the others the best ones. */
void rowkey_advisor_thin(rowkey_advisor *advisor);

void rowkey_advised_free(struct advised *design);

#endif
