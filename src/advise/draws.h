/* Questions with values of records: what is asked of each design. */
#ifndef ROWKEY_ADVISE_DRAWS_H
#define ROWKEY_ADVISE_DRAWS_H

#include "advise/designs.h"

enum { DRAWS = 32 };

/* A sample of the records. */
struct records {
  const rowkey_values *columns;
  size_t column_count, rows;
  double each;             /* how many records each of them stands for */
  const uint64_t *numbers; /* of each, how many records were before it */
};

/* A question asked with the values of some records. Begins as {0}. */
struct drawn_question {
  const struct question *question;
  size_t draws;
  uint32_t rows[DRAWS];      /* of the sample: the record whose values the draw has … */
  bool meets[DRAWS];         /* … and whether it meets the conditions itself: not where these are on others */
  struct string_list texts;  /* conditions, one for each draw */
  uint32_t *wanted;          /* the sampled records that meet them, rising, those of draw i … */
  size_t wanted_end[DRAWS];  /* … before wanted_end[i] */
  double wanted_rows[DRAWS]; /* how many records that is, estimated: no more than the question's limit */
  uint32_t *groups; /* of each sampled record, where the question has a limit for each group: from 0 on */
  size_t group_count;
};

/* Draws records evenly among those that have values for what the question leaves open, the last one first and
 * then such that the first few are spread as well, and finds what each asks for. A record by whose values no
 * row can be met, as of `id < ?` the one with the number 0, asks for nothing and is left out. `reference` is
 * a layout that uses all columns of the question. `error` is not NULL. On failure false and the error:
 * ROWKEY_ERROR_RANGE where no record of the sample can ask. */
bool rowkey_draw(const struct question *question, const struct asked_columns *columns,
                 const struct records *records, const rowkey_layout *reference, struct drawn_question *drawn,
                 rowkey_error *error);
void rowkey_draw_free(struct drawn_question *drawn);

/* What so many records of a sample stand for; where `has_drawn` one of them was drawn, and not met by chance.
 */
double rowkey_scale(size_t count, bool has_drawn, const struct records *records);

#endif
