#include "commands/encode/sort.h"

#include <string.h>

/* What one thread has of rows that the sorter does not have yet. */
struct sort_thread {
  const struct sort_job *job;
  struct row_part rows;        /* their keys are in worker->output */
  const rowkey_router *router; /* that has routed them, or NULL */
  struct buffer places;        /* uint32_t: what it says */
};

static bool open_thread(void *state, const void *job, struct failure *failure) {
  struct sort_thread *thread = state;
  (void)failure;
  thread->job = job;
  return true;
}

static void close_thread(void *state) {
  struct sort_thread *thread = state;
  row_part_free(&thread->rows);
  buffer_free(&thread->places);
}

static bool append_offset(struct buffer *offsets, uint64_t offset) {
  const uint64_t begin = 0;
  return (offsets->size > 0 || buffer_append(offsets, &begin, sizeof begin)) &&
         buffer_append(offsets, &offset, sizeof offset);
}

static bool add_keys(struct sort_thread *thread, struct buffer *output, const rowkey_keys *keys) {
  const uint64_t before = output->size;
  for (size_t i = 0; keys->offsets != NULL && i < keys->rows; i++) {
    if (!append_offset(&thread->rows.key_offsets, before + key_begin(keys, i + 1))) return false;
  }
  return buffer_append(output, keys->data, keys_size(keys));
}

/* What stands after a plain key, or the key in its form and what stands after it; the line's end comes later.
 */
static bool add_rests(struct sort_thread *thread, const struct worker *worker, const rowkey_keys *keys,
                      size_t first) {
  const struct emit_form *form = &thread->job->encode.form;
  const struct batch *batch = &worker->batch;
  struct buffer *rests = &thread->rows.rests;
  if (form->form->is_plain && !form->with_record) return true;
  for (size_t i = 0; i < keys->rows; i++) {
    const size_t size = form->form->is_plain ? 0 : key_size(keys, i);
    const size_t record = (size_t)(batch->end[first + i] - batch->begin[first + i]);
    const rowkey_keys key = rowkey_keys_of_width(key_at(keys, i), size, 1);
    if (!buffer_reserve(rests, emit_bound(form, 1, size, record))) return false;
    rests->size += emit_rows(form, &key, batch, first + i, 1, rests->bytes + rests->size);
    rests->size -= form->form->is_lines ? 1 : 0;
    if (!append_offset(&thread->rows.rest_offsets, rests->size)) return false;
  }
  return true;
}

static bool add_places(struct sort_thread *thread, const rowkey_keys *keys) {
  struct buffer *places = &thread->places;
  const size_t size = keys->rows * sizeof(uint32_t);
  rowkey_error error;
  if (thread->rows.rows == 0) thread->router = row_sorter_router(thread->job->sorter);
  if (thread->router == NULL) return true;
  if (!buffer_reserve(places, size)) return false;
  uint32_t *to = (uint32_t *)(void *)(places->bytes + places->size);
  places->size += size;
  return rowkey_route(thread->router, keys, to, &error) == ROWKEY_OK;
}

static size_t add_rows(void *state, struct worker *worker, size_t first, size_t *rows) {
  struct sort_thread *thread = state;
  rowkey_keys keys = worker->keys;
  keys.rows = encode_good_rows(&thread->job->encode, worker, first, *rows);
  if (add_places(thread, &keys) && add_keys(thread, &worker->output, &keys) &&
      add_rests(thread, worker, &keys, first)) {
    thread->rows.rows += keys.rows;
    return keys.rows;
  }
  fail_memory(&worker->failure);
  return ROWKEY_NONE;
}

/* One thread at a time, in the order of the input. */
static bool take_rows(void *state, struct worker *worker) {
  struct sort_thread *thread = state;
  struct row_part rows = thread->rows;
  rows.keys = worker->output;
  const uint32_t *places = thread->router == NULL ? NULL : (const void *)thread->places.bytes;
  const bool done = row_sorter_add(thread->job->sorter, &rows, places, &worker->failure);
  row_part_forget(&thread->rows);
  thread->places.size = 0;
  return done;
}

static bool write_bytes(void *context, const uint8_t *bytes, size_t size, struct failure *failure) {
  return writer_write(context, bytes, size, failure);
}

static bool write_rows(void *context, struct writer *output, struct failure *failure) {
  const struct sort_job *job = context;
  const struct key_form *form = job->encode.form.form;
  struct row_output rows = {
      .write = write_bytes, .context = output, .key_is_written = form->is_plain, .is_lines = form->is_lines};
  return row_sorter_write(job->sorter, &rows, failure);
}

static const struct operation operation = {sizeof(struct sort_thread), open_thread, close_thread, add_rows};

void sort_rows_of(struct filter *filter, const struct sort_job *job) {
  job->sorter->key_width = rowkey_layout_key_width(filter->layout);
  filter->work.operation = &operation;
  filter->work.job = job;
  filter->work.take = take_rows;
  filter->write_end = write_rows;
  filter->context = (void *)job; /* which it only reads */
}
