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

/* What is known of a column with conditions. Numbers are ranks, texts their places in the constraint's list;
 * an interval of texts is 0 to 1. */
struct column_state {
  uint64_t low, high;   /* the least and the greatest value asked for; those of the constraint between them */
  uint64_t first, last; /* rows with the bytes so far have no others */
  bool guessed;         /* some part so far, which is made from it, has a value that was only tried */
};

/* What was found from a part on. */
struct kept_rest {
  struct column_state *states; /* for these; NULL: nothing is kept */
  size_t depth;
  int64_t steps; /* that were left; for twice as many it is searched for anew */
  struct range_list list;
};

/* What is known of a part of the key. */
struct part_facts {
  bool *made_of;       /* of each constraint: the part is made from its column */
  bool *later;         /* of each constraint: this part or one after it is */
  bool other, random;  /* made from columns without conditions, from random() */
  bool reversible;     /* the columns follow from its bytes */
  bool is_text;        /* a text column, what coalesce makes of it, or a prefix of that: */
  uint64_t prefix;     /* its first bytes, or UINT64_MAX for all */
  uint64_t characters; /* and no more characters than these of them */
  bool domain_is_open; /* the next one is there */
  struct domain domain;
  struct expression *expression; /* NULL where it is no arithmetic on columns, which expression.c knows */
  struct z_order z_order;        /* the numbers that the part interleaves: */
  struct expression *sides[Z_ORDER_MOST]; /* the same of each of them */
  struct column_state *many;   /* for which it had too many values to go on after each; NULL until then */
  struct made_from *made_from; /* of alike.c; NULL until it is asked for */
  struct kept_rest kept;
};

/* Encoders of parts; as many are kept. */
enum { PART_ENCODERS = 32 };

struct part_encoder {
  size_t first, count; /* its parts of the key */
  struct rowkey_layout *layout;
  rowkey_encoder *encoder;
};

/* Rows that are encoded at once. */
enum { SEARCH_ROWS = 1024 };

struct range_search {
  const struct rowkey_layout *layout;
  struct rowkey_layout *pinned; /* the same, where values have become columns; else NULL */
  struct arena arena;
  struct constraint *constraints;
  size_t count; /* of constraints */
  struct part_facts *parts;
  const struct image *images; /* of the layout's values */
  size_t most;                /* ranges */
  int64_t steps;              /* left; below 0: more were taken than there were */
  bool shares;                /* what follows the values of a part gets as many steps after each */
  bool starved;               /* so far: something was given up without steps */
  bool hurried;               /* so far: with more steps left something else would have been tried */
  bool limited;               /* so far: with more ranges or steps there would be better ones */
  size_t depth;               /* of the walk */
  bool exact;                 /* so far */
  bool *uncertain;            /* of each constraint: ranges hold rows that do not meet it */
  struct asking asking;

  struct part_encoder encoders[PART_ENCODERS];
  size_t next_encoder;
  rowkey_values *values; /* of the schema; those of columns with conditions hold SEARCH_ROWS rows */
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

/* Ranges that can be asked for: counts that are multiplied stay below 2^64, and sizes below those of any
 * memory. */
#define MOST_AT_ALL ((size_t)1 << 28)

/* So many values were too many: notes if others could allow them. */
static inline void search_note_limit(struct range_search *search, uint64_t values) {
  search->limited |= values <= MOST_AT_ALL;
}

/* Takes what follows the first of `left` values its share of the steps, and returns those of the others, to
 * be given back after it. */
static inline int64_t search_keep_steps(struct range_search *search, size_t left) {
  const int64_t kept =
      search->shares && search->steps > 0 ? search->steps - search->steps / (int64_t)left : 0;
  search->steps -= kept;
  return kept;
}

/* ---- origins.c --------------------------------------------------------------------------- */

/* What values are made from: a flag for each constraint, one for other columns, one for random(). */
struct origins {
  bool *flags;
  size_t constraints;
};

static inline bool *origins_of(const struct origins *origins, const struct value *value) {
  return origins->flags + value->index * (origins->constraints + 2);
}

/* Of the values of search->layout, in the search's arena. */
bool rowkey_search_find_origins(struct range_search *search, struct origins *origins);
/* The constraint on the column, or on the nulls of the marker; search->count if there is none. */
size_t rowkey_search_constraint_of(const struct range_search *search, const struct value *value);

/* ---- pins.c ------------------------------------------------------------------------------ */

/* Adds constraints for values that are tried, and makes search->layout one in which they are columns. */
bool rowkey_search_pin_values(struct range_search *search);

/* ---- parts.c ----------------------------------------------------------------------------- */

/* Makes search->parts. */
bool rowkey_search_find_parts(struct range_search *search);
/* The first condition that leaves out no range, whatever the others do; ROWKEY_NONE if each can. */
size_t rowkey_search_find_helpless(struct range_search *search, const struct column_state *states);
/* Sets `error`: because of that condition, all of the table would be read. */
void rowkey_search_refuse(const struct range_search *search, size_t constraint, rowkey_error *error);

/* ---- state.c --------------------------------------------------------------------------- */

struct column_state *rowkey_states_copy(const struct range_search *search, const struct column_state *states);
/* Makes *kept a copy that lasts as long as the search: in its place, if one is there. False without memory.
 */
bool rowkey_states_keep(struct range_search *search, const struct column_state *states,
                        struct column_state **kept);
/* How many values are asked for, at most 2^64 - 1, which also stands for an interval of texts. */
uint64_t rowkey_state_size(const struct constraint *constraint, const struct column_state *state);
/* Value number `index` < rowkey_state_size. */
uint64_t rowkey_state_value(const struct constraint *constraint, const struct column_state *state,
                            uint64_t index);
/* Leaves those asked for from `low` to `high`. False if there are none. */
bool rowkey_state_narrow(const struct constraint *constraint, struct column_state *state, uint64_t low,
                         uint64_t high);
/* The end of the span of values asked for that holds `value`, which is one. */
uint64_t rowkey_state_span_end(const struct constraint *constraint, const struct column_state *state,
                               uint64_t value);
/* The least value asked for that is not below `value` <= high. */
uint64_t rowkey_state_next(const struct constraint *constraint, const struct column_state *state,
                           uint64_t value);
/* Whether all rows with the bytes so far meet the condition. */
bool rowkey_state_is_done(const struct constraint *constraint, const struct column_state *state);

/* Whether the same values are asked for, and rows with the bytes so far have the same. */
static inline bool states_have_same_values(const struct column_state *a, const struct column_state *b) {
  return a->low == b->low && a->high == b->high && a->first == b->first && a->last == b->last;
}

/* Whether one value is asked for. */
static inline bool state_is_single(const struct column_state *state) { return state->low == state->high; }
/* Whether rows with the bytes so far have one value. */
static inline bool state_is_known(const struct column_state *state) { return state->first == state->last; }

/* ---- encode.c -------------------------------------------------------------------------- */

static inline bool row_has_key(const uint8_t *validity, size_t row) {
  return (validity[row / 8] >> (row & 7) & 1) != 0;
}

bool rowkey_search_open_encoding(struct range_search *search);
void rowkey_search_close_encoding(struct range_search *search);
/* The value of a constraint's column in a row of those to be encoded. */
void rowkey_search_put(struct range_search *search, size_t row, size_t constraint, uint64_t value);
/* Encodes parts first … first + count - 1 of the key for rows 0 … rows - 1 <= SEARCH_ROWS, and adds a string
 * for each to `out`: an empty one where row_has_key is false for search->validity. */
bool rowkey_search_encode(struct range_search *search, size_t first, size_t count, size_t rows,
                          struct string_list *out);

/* ---- expression.c ---------------------------------------------------------------------- */

struct expression;

/* The value as arithmetic; NULL if it is none. False without memory. */
bool rowkey_expression_make(struct range_search *search, const struct value *root, struct range allowed,
                            struct expression **expression);

/* ---- order.c --------------------------------------------------------------------------- */

/* How the bytes of a part follow one column, when the others it is made from have the values asked for. */
struct part_order {
  bool ordered;       /* the rest is meaningless if not */
  bool empty;         /* no row has a key: `ordered` is false */
  uint64_t low, high; /* the values that have a key, all of them between */
  bool falls;         /* the bytes fall where the column rises */
  bool strict;        /* different values have different bytes */
  /* The bytes follow the column from `low` on and from `turn` on by themselves; low where there is no turn.
   */
  uint64_t turn;
};
struct part_order rowkey_part_order(struct range_search *search, size_t part, size_t constraint,
                                    const struct column_state *states);
/* The values that have the same bytes as `value`, for the order found last. */
struct span rowkey_part_same(struct range_search *search, size_t part, size_t constraint,
                             const struct column_state *states, const struct part_order *order,
                             uint64_t value);
/* Moves both ends inwards to values that the part can hold; false if there are none. */
bool rowkey_part_round(const struct range_search *search, size_t part, size_t constraint, struct span *span);
/* How many values but one the part can hold of the span, whose ends are two of them. */
uint64_t rowkey_part_others(const struct range_search *search, size_t part, size_t constraint,
                            struct span span);

/* ---- alike.c ------------------------------------------------------------------------- */

/* Values of a column that are asked for, in stretches within each of which a part has the same bytes,
 * whatever the other columns are; values that have no key are in none. No spans where that is not known. */
struct alike_spans {
  struct span *spans;
  uint64_t count;
};
/* At most `most` of them, or none. */
bool rowkey_find_alike_spans(struct range_search *search, size_t part, size_t constraint,
                             const struct column_state *states, uint64_t most, struct alike_spans *out);
void rowkey_alike_spans_free(struct alike_spans *alike);

/* ---- walk.c ---------------------------------------------------------------------------- */

/* The ranges of part `part` and those after it, added to `out`. */
bool rowkey_walk(struct range_search *search, size_t part, const struct column_state *states,
                 struct range_list *out);
/* The same, put after the prefix. */
bool rowkey_walk_behind(struct range_search *search, struct slice prefix, size_t part,
                        const struct column_state *states, struct range_list *out);
/* Drops what is kept of walks, for one with other steps or none. */
void rowkey_walk_forget(struct range_search *search);
/* Everything that can follow. Conditions that are not done stay uncertain. */
bool rowkey_walk_give_up(struct range_search *search, const struct column_state *states,
                         struct range_list *out);
/* Marks conditions that are not done as uncertain, all but `except`. */
void rowkey_walk_doubt(struct range_search *search, const struct column_state *states, size_t except);
/* Joins ranges of rows that `states` describe until there are `most`, or fewer. */
bool rowkey_walk_reduce(struct range_search *search, const struct column_state *states, size_t most,
                        struct range_list *list);
/* Whether a condition but `except` that is not done may be helped by part `part` or one after it. */
bool rowkey_walk_helps(const struct range_search *search, size_t part, const struct column_state *states,
                       size_t except);
/* The first part from `part` on in which rows that are asked for may differ. */
size_t rowkey_walk_end_of_known(const struct range_search *search, size_t part,
                                const struct column_state *states);
/* To be called when `added` ranges of rows that `states` describe were added to `out`: counts the steps, and
 * joins ranges where there are far too many. */
bool rowkey_walk_count(struct range_search *search, const struct column_state *states, size_t added,
                       struct range_list *out);
/* All values asked for make the same bytes of part `part`: updates what values rows with these bytes have. */
void rowkey_walk_learn(struct range_search *search, size_t part, struct column_state *states);

/* ---- ordered.c, interleaved.c, text.c, enumerate.c, domain.c ------
 * Ways to walk on from a part that is not known, taken where *walked comes back true. */

/* As the part follows the one column asked for with several values. Where it `decides` that column, all
 * others it is made from are known; else they are asked for with one value, and other rows have the same
 * bytes. */
bool rowkey_walk_ordered(struct range_search *search, size_t part, const struct column_state *states,
                         bool decides, struct range_list *out, bool *walked);
/* Conditions that parts after this one could help with are not looked at. */
bool rowkey_walk_interleaved(struct range_search *search, size_t part, const struct column_state *states,
                             struct range_list *out, bool *walked);
bool rowkey_walk_text(struct range_search *search, size_t part, const struct column_state *states,
                      struct range_list *out, bool *walked);
/* All values that are asked for, where these are few: at most `most`. */
bool rowkey_walk_enumerated(struct range_search *search, size_t part, const struct column_state *states,
                            uint64_t most, struct range_list *out, bool *walked);
/* How many values the part can have; 0 if that is not known or more than ranges are allowed. */
bool rowkey_part_values(struct range_search *search, size_t part, uint64_t *values);
/* All values that the part can have, where that is known. */
bool rowkey_walk_domain(struct range_search *search, size_t part, const struct column_state *states,
                        struct range_list *out, bool *walked);

#endif
