#include "commands/route/job.h"
#include "base/certain.h"

#include <rowkey/kernels.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_SIZE = 8 }; /* the digits of a region, as decimal_strings writes them */

/* What one thread needs. */
struct routing_thread {
  const struct route_job *job;
  uint32_t *regions;
  /* The regions as text: number i is text[begin[i] … end[i]). */
  uint64_t *numbers, *begin, *end;
  uint8_t *text;
};

static void close_thread(void *state) {
  struct routing_thread *thread = state;
  free(thread->regions);
  free(thread->numbers);
  free(thread->text);
}

static bool open_thread(void *state, const void *job, struct failure *failure) {
  struct routing_thread *thread = state;
  thread->job = job;
  thread->regions = calloc(BATCH_ROWS, sizeof *thread->regions);
  thread->numbers = calloc(3 * BATCH_ROWS, sizeof *thread->numbers);
  thread->text = calloc(BATCH_ROWS + 1, NUMBER_SIZE);
  if (thread->regions == NULL || thread->numbers == NULL || thread->text == NULL) return fail_memory(failure);
  thread->begin = thread->numbers + BATCH_ROWS;
  thread->end = thread->begin + BATCH_ROWS;
  return true;
}

static void print_numbers(struct routing_thread *thread, size_t rows) {
  for (size_t i = 0; i < rows; i++) thread->numbers[i] = thread->regions[i];
  /* There are at most 2^24 regions: no number is out of range. */
  certain(rowkey_decimal_strings(thread->numbers, rows, thread->text, thread->begin, thread->end, NULL));
}

/* Writes number `row`; NUMBER_SIZE bytes may be overwritten. Returns how many it has. */
static size_t write_number(const struct routing_thread *thread, size_t row, uint8_t *out) {
  memcpy(out, thread->text + thread->begin[row], NUMBER_SIZE);
  return (size_t)(thread->end[row] - thread->begin[row]);
}

static void write_numbers(const struct routing_thread *thread, struct buffer *output, size_t rows) {
  uint8_t *out = output->bytes + output->size;
  for (size_t i = 0; i < rows; i++) {
    out += write_number(thread, i, out);
    *out++ = '\n';
  }
  output->size = (size_t)(out - output->bytes);
}

/* Returns how many rows could be written; the one after them cannot stand in a line. */
static size_t write_records(const struct routing_thread *thread, struct worker *worker, size_t first,
                            size_t rows) {
  const struct batch *batch = &worker->batch;
  struct buffer *output = &worker->output;
  for (size_t i = 0; i < rows; i++) {
    const uint8_t *record = batch->base + batch->begin[first + i];
    const size_t size = (size_t)(batch->end[first + i] - batch->begin[first + i]);
    if (memchr(record, '\n', size) != NULL) {
      snprintf(worker->reason, REASON_SIZE,
               "the record holds a newline (expected none with --emit region+record)");
      return i;
    }
    uint8_t *out = output->bytes + output->size;
    out += write_number(thread, i, out);
    *out++ = '\t';
    memcpy(out, record, size);
    out[size] = '\n';
    output->size = (size_t)(out + size + 1 - output->bytes);
  }
  return rows;
}

/* The most bytes that so many rows become. */
static size_t output_bound(const struct route_job *job, const struct batch *batch, size_t first,
                           size_t rows) {
  if (job->counts != NULL) return rows * sizeof(uint32_t);
  const size_t records = (size_t)(batch->end[first + rows - 1] - batch->begin[first]);
  return rows * (NUMBER_SIZE + 2) + (job->with_record ? records : 0);
}

static size_t route_rows(void *state, struct worker *worker, size_t first, size_t *rows) {
  struct routing_thread *thread = state;
  const struct route_job *job = thread->job;
  const rowkey_keys *keys = &worker->keys;
  struct buffer *output = &worker->output;
  rowkey_error error;
  if (rowkey_route(job->router, keys, thread->regions, &error) != ROWKEY_OK) {
    fail_with(&worker->failure, TOOL_BAD_USAGE, "%s", error.text);
    return ROWKEY_NONE;
  }
  if (!buffer_reserve(output, output_bound(job, &worker->batch, first, *rows))) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  if (job->counts != NULL) {
    buffer_append(output, thread->regions, *rows * sizeof *thread->regions);
    return *rows;
  }
  print_numbers(thread, *rows);
  if (job->with_record) return write_records(thread, worker, first, *rows);
  write_numbers(thread, output, *rows);
  return *rows;
}

bool route_take(void *state, struct worker *worker) {
  const struct routing_thread *thread = state;
  uint64_t *counts = thread->job->counts;
  uint32_t region;
  for (size_t at = 0; at < worker->output.size; at += sizeof region) {
    memcpy(&region, worker->output.bytes + at, sizeof region);
    counts[region]++;
  }
  return true;
}

const struct operation route_operation = {sizeof(struct routing_thread), open_thread, close_thread,
                                          route_rows};
