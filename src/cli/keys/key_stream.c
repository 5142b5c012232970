#include "keys/key_stream.h"

#include <stdlib.h>

#include "records/row_encoder.h"

/* ---- The operation --------------------------------------------------------------------------- */

/* What one thread needs. */
struct stream_thread {
  const struct key_stream *stream;
  struct row_encoder rows;
  uint64_t *offsets; /* of the keys in the worker's output */
  size_t count;      /* of them */
  size_t capacity;
};

static void close_thread(void *state) {
  struct stream_thread *thread = state;
  row_encoder_close(&thread->rows);
  free(thread->offsets);
}

static bool open_thread(void *state, const void *job, struct failure *failure) {
  struct stream_thread *thread = state;
  thread->stream = job;
  const struct filter *filter = &thread->stream->filter;
  return row_encoder_open(&thread->rows, &filter->shape, filter->layout, thread->stream->records.seed,
                          failure);
}

static bool reserve_offsets(struct stream_thread *thread, size_t more) {
  const size_t needed = thread->count + more + 1;
  if (needed <= thread->capacity) return true;
  const size_t capacity = needed > 2 * thread->capacity ? needed : 2 * thread->capacity;
  if (capacity > PTRDIFF_MAX / sizeof *thread->offsets) return false;
  uint64_t *offsets = realloc(thread->offsets, capacity * sizeof *offsets);
  if (offsets == NULL) return false;
  thread->offsets = offsets;
  thread->capacity = capacity;
  return true;
}

static size_t encode_rows(void *state, struct worker *worker, size_t first, size_t rows, bool *bad,
                          char *reason) {
  struct stream_thread *thread = state;
  struct row_encoder *encoder = &thread->rows;
  if (!reserve_offsets(thread, rows)) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  const size_t loaded = values_load(&encoder->values, &worker->batch, first, rows, reason);
  size_t encoded = 0;
  if (loaded > 0) {
    encoded = row_encoder_append(encoder, worker, first, loaded, encoder->offsets, bad, reason);
    if (encoded == ROWKEY_NONE) return ROWKEY_NONE;
    const uint64_t base = worker->output.size - encoder->offsets[encoded];
    for (size_t i = 0; i <= encoded; i++) thread->offsets[thread->count + i] = base + encoder->offsets[i];
    thread->count += encoded;
  }
  *bad = *bad || (encoded == loaded && loaded < rows);
  return encoded;
}

static bool take_keys(void *state, struct worker *worker) {
  struct stream_thread *thread = state;
  const struct key_stream *stream = thread->stream;
  const size_t count = thread->count;
  thread->count = 0;
  return count == 0 ||
         stream->take(stream->context, worker->output.bytes, thread->offsets, count, &worker->failure);
}

static const struct operation operation = {sizeof(struct stream_thread), open_thread, close_thread,
                                           encode_rows};

/* ---- The command's side ---------------------------------------------------------------------- */

/* Without a layout nothing but lines can be keys. */
static bool check_without_layout(const char *const *records, const char *const *common,
                                 struct failure *failure) {
  static const char *const names[RECORD_OPTIONS] = {"--input", "--header", "--delimiter", "--null", "--seed"};
  const char *given = common[FILTER_COLUMNS] != NULL ? "--columns" : NULL;
  for (size_t i = 0; i < RECORD_OPTIONS; i++) {
    if (records[i] != NULL) given = names[i];
  }
  return given == NULL ||
         fail_with(failure, TOOL_BAD_USAGE,
                   "option %s needs --layout: without it the lines of the input are the keys", given);
}

bool key_stream_parse(const char *command, const char *const *records, const char **common, char **files,
                      size_t file_count, struct key_stream *stream, struct failure *failure) {
  if (common[FILTER_LAYOUT] == NULL) {
    if (!check_without_layout(records, common, failure)) return false;
    common[FILTER_LAYOUT] = "{line}";
  }
  return filter_settings_parse(command, common, files, file_count, &stream->filter.settings, failure) &&
         record_settings_parse(records, &stream->records, failure);
}

static bool prepare(struct key_stream *stream, struct failure *failure) {
  struct filter *filter = &stream->filter;
  if (!filter_begin(filter, failure) || !open_records(filter, &stream->records, failure)) return false;
  filter->layout = compile_layout(&filter->settings.layout, &filter->columns, failure);
  if (filter->layout == NULL || !columns_use(&filter->columns, filter->layout, failure)) return false;
  filter->work.operation = &operation;
  filter->work.job = stream;
  filter->work.take = take_keys;
  filter->write_end = stream->write_end;
  filter->context = stream->context;
  return stream->has_output ? filter_open_outputs(filter, failure) : filter_open_rejects(filter, failure);
}

int key_stream_run(struct key_stream *stream) {
  struct failure failure;
  return filter_run(&stream->filter, prepare(stream, &failure), &failure);
}
