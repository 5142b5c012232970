/* What an order and a limit leave to read of the rows in ranges. */
#ifndef ROWKEY_ADVISE_LIMITS_H
#define ROWKEY_ADVISE_LIMITS_H

#include "advise/measure.h"

/* A question that has an order or a limit, and a design. */
struct limiting {
  const struct measuring *measuring;
  const struct measuring_room *room;
  const struct drawn_question *drawn;
  bool keys_follow; /* the keys in a range sort by the column of the question's order */
  uint32_t *ranks;  /* room for one of each row */
  uint32_t *seen;   /* of each group, the last round that met it; NULL: no groups */
  uint32_t round;
};

/* The rows of a range: places in the order of the keys. */
struct row_span {
  size_t begin, end;
};

/* What is read for one draw. */
struct limited {
  double seeks;   /* how often reading begins anew */
  double read[2]; /* rows: now, and in the grown table */
  bool in_order;  /* all wanted rows come in the order … */
  bool is_merged; /* … or those of each range or group do */
  bool backwards; /* where ranges are read backwards */
};

/* Begins as {0}; `layout` is the design's. False and `error` without memory. */
bool rowkey_limiting_open(const struct measuring *measuring, const struct measuring_room *room,
                          const struct drawn_question *drawn, const rowkey_layout *layout,
                          struct limiting *limiting, rowkey_error *error);
void rowkey_limiting_close(struct limiting *limiting);

/* Of the draw, with the rows of each range, which rise. */
struct limited rowkey_limit_draw(struct limiting *limiting, size_t draw, const struct row_span *spans,
                                 size_t count);

#endif
