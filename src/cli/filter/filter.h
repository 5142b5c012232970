/* A run of a command that reads records and writes a row for each: its files, its threads, and how it ends.
 */
#ifndef ROWKEY_CLI_FILTER_FILTER_H
#define ROWKEY_CLI_FILTER_FILTER_H

#include "filter/common.h"
#include "filter/pipeline.h"
#include "filter/worker.h"
#include "reading/input.h"

/* Everything that a run owns. Threads that wait for input may outlive the function that runs it, so it is
 * static. Begins as FILTER_NONE. */
struct filter {
  struct common_settings *settings;
  struct input input;
  const struct layout_option *other_layout; /* NULL, or one more that is made from the same records */
  char *implied; /* the columns that the layouts use, where --columns is not given */
  rowkey_layout *layout;
  const char *lists[2]; /* files of split points, which are read as well; NULL for none */
  struct work work;
  struct writer rejects;
  /* NULL, or writes what is known only when all records have been read; `output` is the first of
   * work.outputs. */
  bool (*write_end)(void *context, struct writer *output, struct failure *failure);
  void *context; /* of write_end */
  struct progress progress;
  struct pipeline pipeline;
};

#define FILTER_NONE {.input = INPUT_NONE, .rejects = {.descriptor = -1, .temporary = -1}}

/* These make it ready, in this order; false and `failure` when it cannot be. In between, the command sets
 * layout and lists where they do not, and work.operation and work.job. */

/* Takes the settings, which must outlive it, chooses the instruction set and looks for all inputs before any
 * work is done. */
bool filter_begin(struct filter *filter, struct common_settings *settings, struct failure *failure);

/* One of these opens the first file: of records with the columns of the options or of a header; of those,
 * compiling the layout whose keys they are to have; or of keys in this form, raw ones of `width` bytes. */
bool filter_open_records(struct filter *filter, const struct record_settings *records,
                         struct failure *failure);
bool filter_open_layout(struct filter *filter, const struct record_settings *records,
                        struct failure *failure);
bool filter_open_keys(struct filter *filter, const struct key_form *form, size_t width,
                      struct failure *failure);

/* Opens the output, or one for each thread where its name is numbered, and the rejects, none of which may be
 * an input or another one of them. */
bool filter_open_outputs(struct filter *filter, struct failure *failure);

/* Opens the rejects alone, for a command whose work->take needs no output. */
bool filter_open_rejects(struct filter *filter, struct failure *failure);

/* Whether the writer, which may be closed, writes and will replace none of the files that the filter reads.
 */
bool filter_reads_none_of(const struct filter *filter, const struct writer *output, struct failure *failure);

/* Does the work if all is `ready`, closes the outputs, reports what went wrong and frees everything. Returns
 * the exit status. */
int filter_run(struct filter *filter, bool ready, struct failure *failure);

#endif
