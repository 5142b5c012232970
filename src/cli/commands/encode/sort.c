#include "commands/encode/sort.h"

#include <inttypes.h>

#include "text/buffer.h"

/* ---- The rows -------------------------------------------------------------------------------- */

/* What one thread has of rows that the sorter does not have yet. */
struct sort_thread {
  struct sort_job *job;
  struct row_part rows;        /* their keys are in worker->output */
  const rowkey_router *router; /* that has routed them, or NULL */
  struct buffer places;        /* uint32_t: what it says */
};

static bool open_thread(void *state, const void *job, struct failure *failure) {
  struct sort_thread *thread = state;
  (void)failure;
  thread->job = (struct sort_job *)job; /* whose sorter takes rows */
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
  const rowkey_record_rows *batch = &worker->walk.batch;
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
  if (thread->rows.rows == 0) thread->router = row_sorter_router(&thread->job->sorter);
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
  const bool done = row_sorter_add(&thread->job->sorter, &rows, places, &worker->failure);
  row_part_forget(&thread->rows);
  thread->places.size = 0;
  return done;
}

/* ---- The end --------------------------------------------------------------------------------- */

static bool write_bytes(void *context, const uint8_t *bytes, size_t size, struct failure *failure) {
  return writer_write(context, bytes, size, failure);
}

static bool write_rows(void *context, struct writer *output, struct failure *failure) {
  struct sort_job *job = context;
  const struct key_form *form = job->encode.form.form;
  struct row_output rows = {.write = write_bytes,
                            .context = output,
                            .key_is_written = form->is_plain,
                            .is_lines = form->is_lines,
                            .duplicates = job->counts_duplicates ? &job->duplicates : NULL};
  if (job->list == NULL) return row_sorter_write(&job->sorter, &rows, failure);
  const bool done =
      region_files_begin(&job->files, &rows, failure) && row_sorter_write(&job->sorter, &rows, failure);
  return region_files_end(&job->files, done, failure);
}

void sort_report(const struct sort_job *job) {
  const struct duplicates *found = &job->duplicates;
  char shown[QUOTED_SIZE];
  if (!job->counts_duplicates) return;
  if (found->rows == 0) {
    message("no row has the key of an earlier row");
  } else {
    message("%" PRIu64 " row%s the key of an earlier row: the first such key is %s", found->rows,
            found->rows == 1 ? " has" : "s have",
            rowkey_quoted(shown, found->first.bytes, found->first.size));
  }
}

/* ---- Before ---------------------------------------------------------------------------------- */

static const struct operation operation = {sizeof(struct sort_thread), open_thread, close_thread, add_rows};

static bool open_outputs(struct sort_job *job, const struct encode_settings *settings, struct filter *filter,
                         struct failure *failure) {
  if (job->list == NULL) return filter_open_outputs(filter, failure);
  filter->lists[0] = job->list;
  job->files = (struct region_files){.filter = filter, .splits = &job->splits.splits, .output = WRITER_NONE};
  return split_list_read(job->list, settings->splits_form, &job->splits, failure) &&
         filter_open_rejects(filter, failure) && region_files_check(&job->files, failure);
}

bool sort_prepare(struct sort_job *job, const struct encode_settings *settings, struct filter *filter,
                  struct failure *failure) {
  row_sorter_init(&job->sorter, rowkey_layout_key_width(filter->layout), (size_t)filter->settings->threads,
                  settings->sort_memory, settings->temporary);
  job->counts_duplicates = settings->count_duplicates;
  job->list = settings->splits;
  filter->work.operation = &operation;
  filter->work.job = job;
  filter->work.take = take_rows;
  filter->write_end = write_rows;
  filter->context = job;
  return open_outputs(job, settings, filter, failure);
}

void sort_free(struct sort_job *job) {
  row_sorter_free(&job->sorter);
  duplicates_free(&job->duplicates);
  split_list_free(&job->splits);
}
