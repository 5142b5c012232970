#include "filter/key_stream.h"

/* ---- The operation --------------------------------------------------------------------------- */

/* What one thread needs. */
struct stream_thread {
  const struct key_stream *stream;
  struct buffer offsets; /* of the keys in the worker's output, of 64 bits, unless all keys have one width */
  rowkey_keys keys;      /* there */
};

static void close_thread(void *state) {
  struct stream_thread *thread = state;
  buffer_free(&thread->offsets);
}

static bool open_thread(void *state, const void *job, struct failure *failure) {
  struct stream_thread *thread = state;
  (void)failure;
  thread->stream = job;
  return true;
}

/* Notes where the keys are that were appended to the worker's output. */
static size_t note_keys(void *state, struct worker *worker, size_t first, size_t *rows) {
  struct stream_thread *thread = state;
  const rowkey_keys *keys = &worker->keys;
  (void)first;
  thread->keys.width = keys->width;
  thread->keys.rows += *rows;
  if (keys->offsets == NULL) return *rows;
  if (!buffer_reserve(&thread->offsets, (*rows + 1) * sizeof(uint64_t))) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  const uint64_t begin = worker->output.size - keys_size(keys);
  if (thread->offsets.size == 0) buffer_append(&thread->offsets, &begin, sizeof begin);
  for (size_t i = 1; i <= *rows; i++) {
    const uint64_t end = begin + keys->offsets[i];
    buffer_append(&thread->offsets, &end, sizeof end);
  }
  return *rows;
}

static bool take_keys(void *state, struct worker *worker) {
  struct stream_thread *thread = state;
  const struct key_stream *stream = thread->stream;
  rowkey_keys keys = thread->keys;
  keys.data = worker->output.bytes;
  keys.offsets = thread->offsets.size == 0 ? NULL : (const uint64_t *)(const void *)thread->offsets.bytes;
  thread->keys.rows = 0;
  thread->offsets.size = 0;
  return keys.rows == 0 || stream->take(stream->context, &keys, &worker->failure);
}

static const struct operation operation = {sizeof(struct stream_thread), open_thread, close_thread,
                                           note_keys};

/* ---- The command's side ---------------------------------------------------------------------- */

static bool prepare_stream(struct key_stream *stream, struct common_settings *common,
                           const struct record_settings *records, struct failure *failure) {
  struct filter *filter = &stream->filter;
  if (!filter_begin(filter, common, failure) || !filter_open_layout(filter, records, failure)) return false;
  filter->work.keys_to_output = true;
  filter->work.operation = &operation;
  filter->work.job = stream;
  filter->work.take = take_keys;
  filter->write_end = stream->write_end;
  filter->context = stream->context;
  return stream->has_output ? filter_open_outputs(filter, failure) : filter_open_rejects(filter, failure);
}

int key_stream_run(struct key_stream *stream, struct common_settings *common,
                   const struct record_settings *records) {
  struct failure failure;
  return filter_run(&stream->filter, prepare_stream(stream, common, records, &failure), &failure);
}
