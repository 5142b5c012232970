/* What a design would do, by a sample of the records. */
#ifndef ROWKEY_ADVISE_MEASURE_H
#define ROWKEY_ADVISE_MEASURE_H

#include <rowkey/advise.h>
#include <rowkey/load.h>
#include <rowkey/route.h>

#include "advise/draws.h"

/* The sampled records as parts of a table that has grown, see growth.h. */
struct growth {
  size_t old_rows,
      new_from;    /* rows [0, old_rows) were before, rows [new_from, …) are being written, and ask */
  double each_old; /* how many records each of the old ones stands for */
};

/* What is the same for all designs that are measured. */
struct measuring {
  const struct asked_columns *columns;
  struct records records;
  const struct drawn_question *const *questions;
  size_t question_count;
  size_t draws;       /* of each question that are asked, at most */
  size_t most_ranges; /* of a question, at most */
  double seek_cost;   /* of a range, beside that of a row */
  size_t regions, servers, writers;
  const uint32_t *placements; /* the server of region r in placement p: [p * regions + r] */
  uint64_t window;            /* rows of the sample */
  uint64_t all_rows;          /* of which the records are a sample */
  uint64_t grown;             /* rows that the table grows to, or 0 */
  struct growth growth;
  size_t order_column;          /* by which answers should come, or ROWKEY_NONE … */
  rowkey_order order_direction; /* … and how; ROWKEY_UNORDERED: either way */
};

/* The most rows of a server ÷ the mean: means over some placements, and the worst placement. */
struct server_peaks {
  double mean, most, worst; /* of all windows, and of the worst one */
  size_t worst_placement;
};

/* Of the loads in so many placements. */
struct server_peaks rowkey_server_peaks(const rowkey_load_report *servers, size_t placements);

/* What a design does. Begins as {0}; freed by rowkey_measured_free. */
struct measured {
  char *refused; /* why it cannot be taken; NULL: it can, and what follows is known */
  rowkey_layout *layout;
  rowkey_splits *splits;
  uint64_t sample_rows; /* the splits part the keys of so many records, the first ones; 0: the layout's */
  double key_bytes;
  struct server_peaks servers;
  double region_peak_mean, region_peak_most;
  double lock_step;
  uint64_t shared;                   /* sampled rows whose key an earlier one has */
  rowkey_advised_growth now, growth; /* but their cost */
  rowkey_advised_answer *questions;
};

/* Room that designs use one after the other. Begins as {0}. */
struct measuring_room {
  uint8_t *keys;
  size_t keys_room, rows_room;
  uint64_t *offsets, *order, *memory;
  uint32_t *regions, *turns, *rank;
  uint32_t *old_below; /* of each place in the order, how many rows before it are old ones of the growth */
};

/* All placements of so many regions on so many servers, for the caller to free. NULL and `error` without
 * memory. */
uint32_t *rowkey_place_all(size_t regions, size_t servers, rowkey_error *error);

/* False and `error` when memory runs out, or what cannot be happens. */
bool rowkey_measure(const struct measuring *measuring, const char *text, size_t size,
                    struct measuring_room *room, struct measured *measured, rowkey_error *error);
void rowkey_measured_free(struct measured *measured);
void rowkey_measuring_room_free(struct measuring_room *room);

#endif
