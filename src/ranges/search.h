/* Finding ranges: a walk over the parts of the key from the left to the right.
 *
 * At each part it knows, for each column with a condition, the wanted values, and the values of rows whose
 * keys begin with the bytes so far. If the two are the same, all such rows meet the condition: it is done,
 * and the walk ignores it from there on. The result of a walk from some part on is ranges of the bytes from
 * there to the end of the key. All functions that return bool return false when memory is exhausted.
 *
 *     {md5(d, truncate(ts, day):i64) % 64:02d}{ts:i64}     d = 7, ts from Jan 1 00:00 to Jan 2 12:00
 *
 * The salt is made of d, which has one wanted value, and of ts. alike.c finds that all ts of a day make the
 * same salt. So there are two stretches of ts, with salts 10 and 40, and after each salt the walk goes on
 * with that stretch. The second part follows ts (ordered.c), so each walk gives one range, which is put after
 * the bytes of its salt. A hash does not give d back, so the condition on d stays uncertain and the result is
 * not exact.
 */
#ifndef ROWKEY_SRC_RANGES_SEARCH_H
#define ROWKEY_SRC_RANGES_SEARCH_H

#include <rowkey/rowkey.h>

#include "conditions/conditions.h"
#include "plan/z_order.h"
#include "ranges/list.h"
#include "regions/domain.h"

/* What is known about a column with conditions. Numbers are given as ranks, texts as their places in the
 * constraint's list; an interval of texts is 0 to 1. */
struct column_state {
  uint64_t low, high;   /* wanted: the constraint's values from `low` to `high` */
  uint64_t first, last; /* rows with the bytes so far have only values from `first` to `last` */
  bool guessed;         /* some earlier part made from the column has a value that was only tried */
};

/* The ranges that a walk from a part on found. */
struct kept_rest {
  struct column_state *states; /* the walk's states; NULL: nothing is kept */
  size_t depth;
  int64_t steps; /* left at that time; with twice as many the walk is repeated */
  struct range_list list;
};

/* What is known about a part of the key. */
struct part_facts {
  bool *made_of;       /* of each constraint: the part is made from its column */
  bool *later;         /* of each constraint: this part or a later one is made from its column */
  bool other, random;  /* made from columns without conditions, from random() */
  bool reversible;     /* its bytes determine its columns */
  bool is_text;        /* a text column, what coalesce makes of it, or a prefix of that: */
  uint64_t prefix;     /* its first bytes, or UINT64_MAX for all */
  uint64_t characters; /* and at most this many characters of these */
  bool domain_is_open; /* `domain` is open */
  struct domain domain;
  struct expression *expression;          /* NULL if expression.c does not know it as arithmetic on columns */
  struct z_order z_order;                 /* the numbers that the part interleaves: */
  struct expression *sides[Z_ORDER_MOST]; /* the expression of each of these numbers */
  struct column_state *many;   /* states with too many values to continue after each; NULL: none yet */
  struct made_from *made_from; /* of alike.c; NULL until it is asked for */
  struct kept_rest kept;
};

/* How many encoders of parts are kept. */
enum { PART_ENCODERS = 32 };

struct part_encoder {
  size_t first, count; /* its parts of the key */
  struct rowkey_layout *layout;
  rowkey_encoder *encoder;
};

/* How many rows are encoded at once. */
enum { SEARCH_ROWS = 1024 };

struct range_search {
  const struct rowkey_layout *layout;
  struct rowkey_layout *pinned; /* the layout after values have become columns, or NULL */
  struct arena arena;
  struct constraint *constraints;
  size_t count; /* of constraints */
  struct part_facts *parts;
  const struct image *images; /* of the layout's values */
  size_t most;                /* how many ranges are allowed */
  int64_t steps;              /* left; below 0: overdrawn */
  bool shares;                /* the walks after the values of a part get equal numbers of steps */
  bool starved;               /* so far: something was given up because no steps were left */
  bool hurried;               /* so far: more steps would have allowed another attempt */
  bool limited;               /* so far: more ranges or steps would give better ranges */
  size_t depth;               /* of the walk */
  bool exact;                 /* so far */
  bool *uncertain;            /* of each constraint: ranges hold rows that do not meet it */
  struct asking asking;

  struct part_encoder encoders[PART_ENCODERS];
  size_t next_encoder;
  rowkey_values *values; /* of the schema; columns with conditions have SEARCH_ROWS rows */
  uint64_t *offsets;     /* SEARCH_ROWS + 1 */
  uint8_t *validity;     /* SEARCH_ROWS bits: whether the row encoded last has a key */
};

static inline bool search_goes_on(struct range_search *search) { return goes_on(&search->asking); }

static inline void search_take_steps(struct range_search *search, uint64_t steps) {
  search->steps -= steps < INT32_MAX ? (int64_t)steps : INT32_MAX;
}

static inline uint64_t search_steps_left(const struct range_search *search) {
  return search->steps > 0 ? (uint64_t)search->steps : 0;
}

/* The most ranges that a caller can ask for: products of counts stay below 2^64, and sizes below any memory.
 */
#define MOST_AT_ALL ((size_t)1 << 28)

/* Notes that this many values were too many, if a greater limit could allow them. */
static inline void search_note_limit(struct range_search *search, uint64_t values) {
  search->limited |= values <= MOST_AT_ALL;
}

/* Leaves the walk after the first of `left` values its share of the steps. Returns the other values' steps,
 * which the caller adds again after the walk. */
static inline int64_t search_keep_steps(struct range_search *search, size_t left) {
  const int64_t kept =
      search->shares && search->steps > 0 ? search->steps - search->steps / (int64_t)left : 0;
  search->steps -= kept;
  return kept;
}

/* ---- origins.c --------------------------------------------------------------------------- */

/* What each value is made from: a flag for each constraint, one for other columns, one for random(). */
struct origins {
  bool *flags;
  size_t constraints;
};

static inline bool *origins_of(const struct origins *origins, const struct value *value) {
  return origins->flags + value->index * (origins->constraints + 2);
}

/* Finds the origins of the values of search->layout. Memory comes from the search's arena. */
bool rowkey_search_find_origins(struct range_search *search, struct origins *origins);
/* The constraint on the column, or on the nulls of the marker; search->count if there is none. */
size_t rowkey_search_constraint_of(const struct range_search *search, const struct value *value);

/* ---- pins.c ------------------------------------------------------------------------------ */

/* Adds constraints for values that are tried, and replaces search->layout by one in which these are columns.
 */
bool rowkey_search_pin_values(struct range_search *search);

/* ---- parts.c ----------------------------------------------------------------------------- */

bool rowkey_search_find_parts(struct range_search *search);
/* The first condition that cannot exclude any range, whatever the others do; ROWKEY_NONE if all can. */
size_t rowkey_search_find_helpless(struct range_search *search, const struct column_state *states);
/* Sets `error`: because of the condition on `constraint`, the whole table would be read. */
void rowkey_search_refuse(const struct range_search *search, size_t constraint, rowkey_error *error);

/* ---- state.c --------------------------------------------------------------------------- */

struct column_state *rowkey_states_copy(const struct range_search *search, const struct column_state *states);
/* Makes *kept a copy that lasts as long as the search, and reuses the memory of an old one. */
bool rowkey_states_keep(struct range_search *search, const struct column_state *states,
                        struct column_state **kept);
/* How many values are wanted, at most 2^64 - 1; also 2^64 - 1 for an interval of texts. */
uint64_t rowkey_state_size(const struct constraint *constraint, const struct column_state *state);
/* Value number `index` < rowkey_state_size. */
uint64_t rowkey_state_value(const struct constraint *constraint, const struct column_state *state,
                            uint64_t index);
/* Keeps only the wanted values from `low` to `high`. False if there are none. */
bool rowkey_state_narrow(const struct constraint *constraint, struct column_state *state, uint64_t low,
                         uint64_t high);
/* The end of the span of wanted values that holds the wanted `value`. */
uint64_t rowkey_state_span_end(const struct constraint *constraint, const struct column_state *state,
                               uint64_t value);
/* The least wanted value that is not below `value`, which must not be above `high`. */
uint64_t rowkey_state_next(const struct constraint *constraint, const struct column_state *state,
                           uint64_t value);
/* Whether all rows with the bytes so far meet the condition. */
bool rowkey_state_is_done(const struct constraint *constraint, const struct column_state *state);

/* Whether both want the same values, and rows with the bytes so far can have the same values. */
static inline bool states_have_same_values(const struct column_state *a, const struct column_state *b) {
  return a->low == b->low && a->high == b->high && a->first == b->first && a->last == b->last;
}

/* Whether one value is wanted. */
static inline bool state_is_single(const struct column_state *state) { return state->low == state->high; }
/* Whether rows with the bytes so far have one value. */
static inline bool state_is_known(const struct column_state *state) { return state->first == state->last; }

/* ---- encode.c -------------------------------------------------------------------------- */

static inline bool row_has_key(const uint8_t *validity, size_t row) {
  return (validity[row / 8] >> (row & 7) & 1) != 0;
}

bool rowkey_search_open_encoding(struct range_search *search);
void rowkey_search_close_encoding(struct range_search *search);
/* Sets the value of a constraint's column in a row to be encoded. */
void rowkey_search_put(struct range_search *search, size_t row, size_t constraint, uint64_t value);
/* Encodes parts first … first + count - 1 of the key for rows 0 … rows - 1 <= SEARCH_ROWS, and adds a string
 * for each to `out`: an empty one if row_has_key is false for search->validity. */
bool rowkey_search_encode(struct range_search *search, size_t first, size_t count, size_t rows,
                          struct string_list *out);

/* ---- expression.c ---------------------------------------------------------------------- */

struct expression;

/* The value as arithmetic; *expression becomes NULL if it is not arithmetic. False without memory. */
bool rowkey_expression_make(struct range_search *search, const struct value *root, struct range allowed,
                            struct expression **expression);

/* ---- order.c --------------------------------------------------------------------------- */

/* How the bytes of a part follow one column while its other columns have their wanted values. */
struct part_order {
  bool ordered;       /* the rest is meaningless if not */
  bool empty;         /* no row has a key: `ordered` is false */
  uint64_t low, high; /* the values from `low` to `high` have a key */
  bool falls;         /* the bytes fall as the column rises */
  bool strict;        /* different values have different bytes */
  /* The bytes follow the column separately below `turn` and from `turn` on; `low` if there is no turn. */
  uint64_t turn;
};
struct part_order rowkey_part_order(struct range_search *search, size_t part, size_t constraint,
                                    const struct column_state *states);
/* The values that have the same bytes as `value`, for the order found last. */
struct span rowkey_part_same(struct range_search *search, size_t part, size_t constraint,
                             const struct column_state *states, const struct part_order *order,
                             uint64_t value);
/* Moves both ends of the span inwards to values that the part can hold; false if there are none. */
bool rowkey_part_round(const struct range_search *search, size_t part, size_t constraint, struct span *span);
/* How many values of the span the part can hold, less one. The part must be able to hold both ends. */
uint64_t rowkey_part_others(const struct range_search *search, size_t part, size_t constraint,
                            struct span span);

/* ---- alike.c ------------------------------------------------------------------------- */

/* The wanted values of a column in stretches. Within a stretch a part has the same bytes, whatever the other
 * columns are. Values without a key are in no stretch. No spans: the stretches are unknown. */
struct alike_spans {
  struct span *spans;
  uint64_t count;
};
/* Finds at most `most` stretches, or none. */
bool rowkey_find_alike_spans(struct range_search *search, size_t part, size_t constraint,
                             const struct column_state *states, uint64_t most, struct alike_spans *out);
void rowkey_alike_spans_free(struct alike_spans *alike);

/* ---- walk.c ---------------------------------------------------------------------------- */

/* The ranges of part `part` and those after it, added to `out`. */
bool rowkey_walk(struct range_search *search, size_t part, const struct column_state *states,
                 struct range_list *out);
/* The same, with each range after the prefix. */
bool rowkey_walk_behind(struct range_search *search, struct slice prefix, size_t part,
                        const struct column_state *states, struct range_list *out);
/* Drops the kept walks before a walk with another number of steps. */
void rowkey_walk_forget(struct range_search *search);
/* Adds the range of all bytes that can follow, and marks conditions that are not done as uncertain. */
bool rowkey_walk_give_up(struct range_search *search, const struct column_state *states,
                         struct range_list *out);
/* Marks all conditions that are not done as uncertain, except condition `except`. */
void rowkey_walk_doubt(struct range_search *search, const struct column_state *states, size_t except);
/* Joins ranges of rows that `states` describe until there are `most`, or fewer. */
bool rowkey_walk_reduce(struct range_search *search, const struct column_state *states, size_t most,
                        struct range_list *list);
/* Whether part `part` or a later one may help a condition that is not done, other than `except`. */
bool rowkey_walk_helps(const struct range_search *search, size_t part, const struct column_state *states,
                       size_t except);
/* The first part from `part` on in which wanted rows may differ. */
size_t rowkey_walk_end_of_known(const struct range_search *search, size_t part,
                                const struct column_state *states);
/* Call this after adding `added` ranges of rows that `states` describe to `out`: counts the steps, and joins
 * ranges if there are far too many. */
bool rowkey_walk_count(struct range_search *search, const struct column_state *states, size_t added,
                       struct range_list *out);
/* Call this if all wanted values make the same bytes of part `part`: updates which values rows with these
 * bytes can have. */
void rowkey_walk_learn(struct range_search *search, size_t part, struct column_state *states);

/* ---- ordered.c, interleaved.c, text.c, enumerate.c, domain.c ------
 * Ways to walk on from a part whose bytes are not known yet. *walked says whether the way was taken. */

/* The part follows the only one of its columns with several wanted values. If it `decides` that column, all
 * its other columns are known; else each has one wanted value, and other rows may have the same bytes. */
bool rowkey_walk_ordered(struct range_search *search, size_t part, const struct column_state *states,
                         bool decides, struct range_list *out, bool *walked);
/* Ignores conditions that only later parts could help with. */
bool rowkey_walk_interleaved(struct range_search *search, size_t part, const struct column_state *states,
                             struct range_list *out, bool *walked);
bool rowkey_walk_text(struct range_search *search, size_t part, const struct column_state *states,
                      struct range_list *out, bool *walked);
/* Tries all wanted values if there are at most `most`. */
bool rowkey_walk_enumerated(struct range_search *search, size_t part, const struct column_state *states,
                            uint64_t most, struct range_list *out, bool *walked);
/* How many values the part can have; 0 if this is unknown or exceeds the allowed ranges. */
bool rowkey_part_values(struct range_search *search, size_t part, uint64_t *values);
/* Tries all values that the part can have, if they are known. */
bool rowkey_walk_domain(struct range_search *search, size_t part, const struct column_state *states,
                        struct range_list *out, bool *walked);

#endif
