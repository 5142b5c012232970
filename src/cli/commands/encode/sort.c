#include "commands/encode/sort.h"

#include <string.h>

/* Appends a row with its frame. What is written begins with a plain key, which then needs no copy of its own.
 */
static bool frame_row(const struct sort_job *job, struct worker *worker, size_t first, size_t row) {
  const struct emit_form *form = &job->encode.form;
  const struct batch *batch = &worker->batch;
  struct buffer *output = &worker->output;
  const size_t size = key_size(&worker->keys, row), at = output->size;
  const size_t record = (size_t)(batch->end[first + row] - batch->begin[first + row]);
  const rowkey_keys key = rowkey_keys_of_width(key_at(&worker->keys, row), size, 1);
  struct sort_frame frame = {.key_size = size};
  if (!buffer_reserve(output, sizeof frame + size + emit_bound(form, 1, size, record))) return false;
  output->size += sizeof frame;
  if (!form->form->is_plain) {
    if (size > 0) memcpy(output->bytes + output->size, key.data, size);
    output->size += size;
  }
  const size_t written = emit_rows(form, &key, batch, first + row, 1, output->bytes + output->size);
  const size_t kept = written - (form->form->is_lines ? 1 : 0); /* the row_output ends lines itself */
  output->size += kept;
  frame.rest_size = kept - (form->form->is_plain ? size : 0);
  memcpy(output->bytes + at, &frame, sizeof frame);
  return true;
}

static size_t frame_rows(void *state, struct worker *worker, size_t first, size_t *rows) {
  const struct sort_job *job = worker->work->job;
  (void)state;
  const size_t good = encode_good_rows(&job->encode, worker, first, *rows);
  for (size_t i = 0; i < good; i++) {
    if (frame_row(job, worker, first, i)) continue;
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  return good;
}

/* One thread at a time, in the order of the input. */
static bool take_rows(void *state, struct worker *worker) {
  const struct sort_job *job = worker->work->job;
  (void)state;
  return row_sorter_add(job->sorter, worker->output.bytes, worker->output.size, &worker->failure);
}

static bool write_rows(void *context, struct writer *output, struct failure *failure) {
  return row_sorter_write(context, output, failure);
}

static const struct operation operation = {.run = frame_rows};

void sort_rows_of(struct filter *filter, const struct sort_job *job) {
  job->sorter->key_is_written = job->encode.form.form->is_plain;
  job->sorter->is_lines = job->encode.form.form->is_lines;
  job->sorter->key_width = rowkey_layout_key_width(filter->layout);
  filter->work.operation = &operation;
  filter->work.job = job;
  filter->work.take = take_rows;
  filter->write_end = write_rows;
  filter->context = job->sorter;
}
