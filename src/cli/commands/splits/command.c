/* rowkey splits: where the regions of a table begin, and whether a list of split points does for its keys. */
#include <rowkey/explain.h>
#include <string.h>

#include "commands/command.h"
#include "commands/splits/algorithm.h"
#include "commands/splits/check.h"
#include "commands/splits/settings.h"
#include "commands/splits/shell.h"
#include "filter/filter.h"
#include "layouts/where.h"

/* Everything that one run owns. */
struct splits {
  struct splits_settings settings;
  struct filter filter; /* with a sample */
  struct split_list list;
  struct columns columns; /* of the layout */
  rowkey_layout *layout;  /* without a sample */
  rowkey_sketch *sample;
  struct splits_check check;
};

/* ---- Points ---------------------------------------------------------------------------------- */

static bool fail_points(const struct splits *splits, const rowkey_error *error, struct failure *failure) {
  if (error->status == ROWKEY_ERROR_MEMORY) return fail_with(failure, TOOL_IO_ERROR, "%s", error->text);
  /* So many regions with those of the list: --regions alone has been looked at. */
  if (error->status == ROWKEY_ERROR_ARGUMENT) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --add: %s", error->text);
  }
  return splits->settings.has_sample ? fail_with(failure, TOOL_BAD_DATA, "%s", error->text)
                                     : fail_with(failure, TOOL_BAD_USAGE, "option --layout: %s", error->text);
}

/* Of the values that the conditions leave. NULL and `failure` when there are none. */
static rowkey_splits *points_where(const struct splits *splits, struct failure *failure) {
  const struct splits_settings *settings = &splits->settings;
  struct where where = {0};
  bool contradictory;
  rowkey_ranges *ranges = NULL;
  rowkey_splits *points = NULL;
  if (where_parse(settings->where.items, settings->where.count, splits->layout, &splits->columns, &where,
                  failure)) {
    ranges = where_find_ranges(&where, splits->layout, &splits->columns, 0, &contradictory, failure);
  }
  if (ranges != NULL) {
    rowkey_error error;
    points = rowkey_splits_of_ranges(splits->layout, ranges, (size_t)settings->count, &error);
    if (points == NULL) fail_points(splits, &error, failure);
    if (points != NULL && !ranges->exact && !settings->common.quiet)
      message("note: the ranges of these rows hold other keys as well, which the points share out with them");
  }
  rowkey_ranges_free(ranges);
  where_free(&where);
  return points;
}

/* NULL and `failure` when there are none. */
static rowkey_splits *make_points(const struct splits *splits, struct failure *failure) {
  const struct splits_settings *settings = &splits->settings;
  const size_t count = (size_t)settings->count;
  rowkey_error error;
  rowkey_splits *points;
  if (settings->algorithm != NULL) return algorithm_splits(settings->algorithm, count, failure);
  if (settings->where.count > 0) return points_where(splits, failure);
  if (settings->task == SPLITS_ADD) {
    points = splits->sample != NULL
                 ? rowkey_sketch_add_splits(splits->sample, &splits->list.splits, count, &error)
                 : rowkey_splits_add(splits->layout, &splits->list.splits, count, &error);
  } else {
    points = splits->sample != NULL ? rowkey_sketch_splits(splits->sample, count, &error)
                                    : rowkey_splits_of_layout(splits->layout, count, &error);
  }
  if (points == NULL) fail_points(splits, &error, failure);
  return points;
}

static void note_points(const struct splits *splits, const rowkey_splits *points) {
  const double error = splits->sample == NULL ? 0 : rowkey_sketch_error(splits->sample);
  if (points->count == 0) {
    message("note: a single region has no split point, so the list is empty");
  } else if (error > 0) {
    message(
        "note: the keys did not all fit into memory, so that %.2g %% of them may lie on the wrong side of "
        "a point",
        100 * error);
  }
}

static bool write_points(const struct splits *splits, struct writer *output, struct failure *failure) {
  rowkey_splits *points = make_points(splits, failure);
  if (points == NULL) return false;
  const struct splits_settings *settings = &splits->settings;
  const bool done = settings->output_form != NULL
                        ? split_list_write(points, settings->output_form, output, failure)
                    : settings->task == SPLITS_ADD
                        ? write_rounds(points, &splits->list.splits, settings->table, output, failure)
                        : write_create(points, settings->table, settings->family, output, failure);
  if (done && !splits->settings.common.quiet) note_points(splits, points);
  rowkey_splits_free(points);
  return done;
}

/* ---- From a layout --------------------------------------------------------------------------- */

/* The points share out all values that the first field can have, as if they were equally frequent. */
static void note_spread(const struct splits *splits, const rowkey_explanation *explanation) {
  if (splits->settings.where.count > 0) {
    message(
        "note: this assumes that the values which --where leaves are spread evenly (--sample measures it)");
    return;
  }
  size_t i = 0;
  while (i < explanation->field_count && explanation->fields[i].kind == ROWKEY_FIELD_LITERAL) i++;
  if (i < explanation->field_count) {
    const rowkey_explained_field *field = &explanation->fields[i];
    if (!field->is_even && field->low[0] != 0) {
      message("note: this assumes that %.*s is spread evenly over %s ... %s (--sample measures it)",
              (int)field->source_length, splits->settings.common.layout.text + field->source_offset,
              field->low, field->high);
    }
  }
}

static bool compile_splits_layout(struct splits *splits, struct failure *failure) {
  struct common_settings *settings = &splits->settings.common;
  if (!has_layout(&splits->settings)) return true;
  if (!value_columns(&settings->layout, settings->columns, &splits->columns, failure)) return false;
  splits->layout = compile_layout(&settings->layout, &splits->columns, failure);
  return splits->layout != NULL;
}

static bool answer_alone(struct splits *splits, struct failure *failure) {
  if (splits->settings.task == SPLITS_CHECK) {
    return splits_check_shares(&splits->check, splits->layout, NULL, failure);
  }
  struct writer output;
  if (!writer_open(&output, splits->settings.common.output, failure)) return false;
  if (write_points(splits, &output, failure)) return writer_commit(&output, failure);
  writer_abandon(&output);
  return false;
}

static bool run_alone(struct splits *splits, struct failure *failure) {
  const struct common_settings *settings = &splits->settings.common;
  if (!choose_isa(settings->isa, failure) || !compile_splits_layout(splits, failure)) return false;
  if (splits->layout == NULL || settings->quiet) return answer_alone(splits, failure);
  /* Before the output is there, so that it is not when memory runs out. */
  rowkey_error error;
  rowkey_explanation *explanation = rowkey_explain(splits->layout, 0, &error);
  if (explanation == NULL) return fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
  const bool done = answer_alone(splits, failure);
  if (done) note_spread(splits, explanation);
  rowkey_explanation_free(explanation);
  return done;
}

/* ---- From a sample --------------------------------------------------------------------------- */

/* What one thread needs. */
struct sample_thread {
  const struct splits *splits;
  struct buffer offsets; /* of the keys in the worker's output, of 64 bits, unless all keys have one width */
  rowkey_keys keys;      /* there */
};

static void close_thread(void *state) {
  struct sample_thread *thread = state;
  buffer_free(&thread->offsets);
}

static bool open_thread(void *state, const void *job, struct failure *failure) {
  struct sample_thread *thread = state;
  (void)failure;
  thread->splits = job;
  return true;
}

/* Notes where the keys are that were appended to the worker's output. */
static size_t note_keys(void *state, struct worker *worker, size_t first, size_t *rows) {
  struct sample_thread *thread = state;
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
  struct sample_thread *thread = state;
  rowkey_keys keys = thread->keys;
  keys.data = worker->output.bytes;
  keys.offsets = thread->offsets.size == 0 ? NULL : (const uint64_t *)(const void *)thread->offsets.bytes;
  thread->keys.rows = 0;
  thread->offsets.size = 0;
  const uint64_t most = thread->splits->settings.sample_rows;
  const uint64_t left = most - rowkey_sketch_rows(thread->splits->sample);
  if (most > 0 && keys.rows > left) keys.rows = (size_t)left;
  rowkey_error error;
  return keys.rows == 0 || rowkey_sketch_add(thread->splits->sample, &keys, &error) == ROWKEY_OK ||
         fail_with(&worker->failure, TOOL_IO_ERROR, "%s", error.text);
}

static const struct operation operation = {sizeof(struct sample_thread), open_thread, close_thread,
                                           note_keys};

static bool finish_sample(void *context, struct writer *output, struct failure *failure) {
  struct splits *splits = context;
  const rowkey_layout *layout = has_layout(&splits->settings) ? splits->filter.layout : NULL;
  if (splits->settings.task == SPLITS_CHECK) {
    return splits_check_shares(&splits->check, layout, splits->sample, failure);
  }
  return write_points(splits, output, failure);
}

static bool prepare_sample(struct splits *splits, struct failure *failure) {
  struct filter *filter = &splits->filter;
  const bool checks = splits->settings.task == SPLITS_CHECK;
  /* A list may be replaced by itself with more points. */
  if (checks) filter->lists[0] = splits->settings.list;
  if (!filter_begin(filter, &splits->settings.common, failure) ||
      !filter_open_layout(filter, &splits->settings.records, failure))
    return false;
  rowkey_error error;
  splits->sample = rowkey_sketch_create(0, &error);
  if (splits->sample == NULL) return fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
  filter->work.keys_to_output = true;
  filter->work.operation = &operation;
  filter->work.job = splits;
  filter->work.take = take_keys;
  filter->write_end = finish_sample;
  filter->context = splits;
  return checks ? filter_open_rejects(filter, failure) : filter_open_outputs(filter, failure);
}

/* Reports what went wrong; returns the exit status. */
static int run_on_sample(struct splits *splits) {
  struct failure failure;
  return filter_run(&splits->filter, prepare_sample(splits, &failure), &failure);
}

/* ---- All of it ------------------------------------------------------------------------------- */

static bool read_list(struct splits *splits, struct failure *failure) {
  const struct splits_settings *settings = &splits->settings;
  if (settings->task == SPLITS_MAKE) return true;
  /* What else a table of regions says goes by their order. */
  const bool in_order = settings->task == SPLITS_ADD || settings->list_form->is_listing;
  const bool done =
      in_order ? split_list_read(settings->list, settings->list_form, &splits->list, failure)
               : split_list_read_unordered(settings->list, settings->list_form, &splits->list, failure);
  return done && (settings->task == SPLITS_ADD || splits_check_order(&splits->list, &splits->check, failure));
}

static int print_check(const struct splits *splits) {
  if (!splits->settings.json) {
    print_splits_check(&splits->check);
  } else if (!print_splits_check_json(&splits->check)) {
    struct failure failure;
    fail_memory(&failure);
    return report(&failure);
  }
  const int status = finish_standard_output();
  return status != TOOL_OK || splits_check_is_good(&splits->check) ? status : (int)TOOL_BAD_DATA;
}

static int run_settings(struct splits *splits) {
  struct failure failure;
  if (!read_list(splits, &failure)) return report(&failure);
  int status = TOOL_OK;
  if (splits->settings.has_sample) {
    status = run_on_sample(splits);
  } else if (!run_alone(splits, &failure)) {
    status = report(&failure);
  }
  return status == TOOL_OK && splits->settings.task == SPLITS_CHECK ? print_check(splits) : status;
}

static int run_splits(char **arguments, size_t count) {
  static struct splits splits;
  struct failure failure;
  splits = (struct splits){.filter = FILTER_NONE};
  if (!splits_settings_read(arguments, count, &splits.settings, &failure)) {
    return report(&failure);
  }
  const int status = run_settings(&splits);
  splits_check_free(&splits.check);
  split_list_free(&splits.list);
  rowkey_layout_free(splits.layout);
  columns_free(&splits.columns);
  rowkey_sketch_free(splits.sample);
  return status;
}

const struct command splits_command = {
    .page = &splits_page,
    .run = run_splits,
};
