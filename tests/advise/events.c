#include "events.h"

#include <rowkey/kernels.h>
#include <stdio.h>
#include <stdlib.h>

#include "testing.h"

enum { TEXT_SIZE = 16 };

const rowkey_column event_columns[EVENT_COLUMNS] = {
    [EVENT_TS] = {.name = "ts", .type = ROWKEY_I64, .unit = ROWKEY_SECONDS},
    [EVENT_HOST] = {.name = "host", .type = ROWKEY_TEXT},
    [EVENT_NAME] = {.name = "event", .type = ROWKEY_TEXT},
    [EVENT_ID] = {.name = "id", .type = ROWKEY_U64},
};

static void *array(size_t rows, size_t size) {
  void *memory = calloc(rows + 1, size);
  CHECK(memory != NULL, "no memory for %zu events", rows);
  return memory;
}

/* "host7" of number 7 in row i; returns where the next text begins. */
static uint64_t write_text(char *texts, uint64_t at, const char *word, unsigned number) {
  return at + (uint64_t)snprintf(texts + at, TEXT_SIZE, "%s%u", word, number);
}

struct events make_events(size_t rows, unsigned hosts, unsigned names, unsigned rate) {
  struct events events = {.rows = rows,
                          .ts = array(rows, sizeof(int64_t)),
                          .id = array(rows, sizeof(uint64_t)),
                          .host_begin = array(rows, sizeof(uint64_t)),
                          .host_end = array(rows, sizeof(uint64_t)),
                          .name_begin = array(rows, sizeof(uint64_t)),
                          .name_end = array(rows, sizeof(uint64_t)),
                          .host = array(rows, sizeof(unsigned)),
                          .name = array(rows, sizeof(unsigned)),
                          .hosts = array(rows, TEXT_SIZE),
                          .names = array(rows, TEXT_SIZE)};
  uint64_t host_at = 0, name_at = 0;
  for (size_t i = 0; i < rows; i++) {
    events.ts[i] = 1700000000 + (int64_t)(i / rate);
    events.id[i] = i;
    events.host[i] = (unsigned)random_below(hosts);
    events.name[i] = (unsigned)random_below(names);
    events.host_begin[i] = host_at;
    events.host_end[i] = host_at = write_text(events.hosts, host_at, "host", events.host[i]);
    events.name_begin[i] = name_at;
    events.name_end[i] = name_at = write_text(events.names, name_at, "event", events.name[i]);
  }
  events.columns[EVENT_TS] = rowkey_i64s(events.ts, rows);
  events.columns[EVENT_HOST] = rowkey_values_of_spans(ROWKEY_KIND_TEXT, events.hosts, (size_t)host_at,
                                                      events.host_begin, events.host_end, rows);
  events.columns[EVENT_NAME] = rowkey_values_of_spans(ROWKEY_KIND_TEXT, events.names, (size_t)name_at,
                                                      events.name_begin, events.name_end, rows);
  events.columns[EVENT_ID] = rowkey_u64s(events.id, rows);
  return events;
}

void free_events(struct events *events) {
  free(events->ts);
  free(events->id);
  free(events->host_begin);
  free(events->host_end);
  free(events->name_begin);
  free(events->name_end);
  free(events->host);
  free(events->name);
  free(events->hosts);
  free(events->names);
}

void events_from(const struct events *events, size_t first, rowkey_values columns[EVENT_COLUMNS]) {
  for (size_t i = 0; i < EVENT_COLUMNS; i++) {
    columns[i] = events->columns[i];
    columns[i].rows -= first;
  }
  columns[EVENT_TS].data = events->ts + first;
  columns[EVENT_ID].data = events->id + first;
  columns[EVENT_HOST].begin += first;
  columns[EVENT_HOST].end += first;
  columns[EVENT_NAME].begin += first;
  columns[EVENT_NAME].end += first;
}

void place_regions(uint64_t placement, size_t servers, size_t regions, uint32_t *placed) {
  for (size_t i = 0; i < regions; i++) placed[i] = (uint32_t)(i % servers);
  for (size_t left = placement == 0 ? 1 : regions; left > 1; left--) {
    uint64_t random;
    CHECK(rowkey_random_u64(placement, left, 1, &random, NULL) == ROWKEY_OK, "no random number");
    const size_t other = (size_t)(((random >> 32) * left + ((random & UINT32_MAX) * left >> 32)) >> 32);
    const uint32_t server = placed[other];
    placed[other] = placed[left - 1];
    placed[left - 1] = server;
  }
}
