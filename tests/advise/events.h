/* Records of events for tests of advice: ts, a rising number; host and event, texts; id, a number of its own.
 */
#ifndef ROWKEY_TESTS_EVENTS_H
#define ROWKEY_TESTS_EVENTS_H

#include <rowkey/encode.h>

enum { EVENT_TS, EVENT_HOST, EVENT_NAME, EVENT_ID, EVENT_COLUMNS };

extern const rowkey_column event_columns[EVENT_COLUMNS];

struct events {
  size_t rows;
  int64_t *ts;
  uint64_t *id, *host_begin, *host_end, *name_begin, *name_end;
  unsigned *host, *name; /* their numbers: "host7", "event3" */
  char *hosts, *names;
  rowkey_values columns[EVENT_COLUMNS];
};

/* `rows` events of so many hosts and names at random, `rate` of them a second; id is the row's number. */
struct events make_events(size_t rows, unsigned hosts, unsigned names, unsigned rate);
void free_events(struct events *events);

/* Rows first … of the columns. */
void events_from(const struct events *events, size_t first, rowkey_values columns[EVENT_COLUMNS]);

/* placed[r] = the server of region r: r modulo `servers`, and after placement 0 shuffled from the last region
 * on by the random numbers whose seed is the placement's. */
void place_regions(uint64_t placement, size_t servers, size_t regions, uint32_t *placed);

#endif
