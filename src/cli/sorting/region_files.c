#include "sorting/region_files.h"

#include <errno.h>
#include <stdlib.h>

#include "base/system.h"
#include "io/writer.h"
#include "reading/input.h"

static bool open_file(struct region_files *files, struct failure *failure) {
  char *name = numbered_name(files->filter->settings->output, files->region);
  const bool opened = name != NULL ? writer_open(&files->output, name, failure) : fail_memory(failure);
  free(name);
  return opened;
}

/* ---- Before any work ------------------------------------------------------------------------- */

static bool check_named(const struct region_files *files, char *name, struct failure *failure) {
  struct writer output = WRITER_NONE;
  if (stat(name, &output.status) != 0)
    return errno == ENOENT || fail_writing(shown_path(name), errno, failure);
  if (S_ISDIR(output.status.st_mode)) return fail_writing(shown_path(name), EISDIR, failure);
  output.is_regular = S_ISREG(output.status.st_mode);
  return filter_reads_none_of(files->filter, &output, failure) &&
         (!output.is_regular || !writer_is(&files->filter->rejects, &output.status) ||
          fail_with(failure, TOOL_BAD_USAGE, "%s is an output and also --rejects (expected another file)",
                    name));
}

static bool check_file(const struct region_files *files, size_t region, struct failure *failure) {
  char *name = numbered_name(files->filter->settings->output, region);
  const bool good = name != NULL ? check_named(files, name, failure) : fail_memory(failure);
  free(name);
  return good;
}

bool region_files_check(const struct region_files *files, struct failure *failure) {
  struct region_files first = *files;
  if (!open_file(&first, failure)) return false;
  const bool distinct = outputs_are_two(&first.output, &files->filter->rejects, "--rejects", failure);
  writer_abandon(&first.output);
  for (size_t i = 0; distinct && i <= files->splits->count; i++)
    if (!check_file(files, i, failure)) return false;
  return distinct;
}

/* ---- The rows -------------------------------------------------------------------------------- */

static bool write_bytes(void *context, const uint8_t *bytes, size_t size, struct failure *failure) {
  struct region_files *files = context;
  return writer_write(&files->output, bytes, size, failure);
}

static bool next_file(struct region_files *files, struct failure *failure) {
  if (!writer_commit(&files->output, failure)) return false;
  files->region++;
  return open_file(files, failure);
}

static void set_bound(const struct region_files *files, struct row_output *output) {
  const rowkey_splits *splits = files->splits;
  output->bounded = files->region < splits->count;
  if (!output->bounded) return;
  const uint64_t begin = splits->offsets[files->region], end = splits->offsets[files->region + 1];
  output->bound = (const uint8_t *)splits->bytes + begin;
  output->bound_size = (size_t)(end - begin);
}

static bool cross_bound(struct row_output *output, struct failure *failure) {
  struct region_files *files = output->context;
  if (!next_file(files, failure)) return false;
  set_bound(files, output);
  return true;
}

bool region_files_begin(struct region_files *files, struct row_output *output, struct failure *failure) {
  files->region = 0;
  output->write = write_bytes;
  output->context = files;
  output->cross = cross_bound;
  set_bound(files, output);
  return open_file(files, failure);
}

bool region_files_end(struct region_files *files, bool done, struct failure *failure) {
  while (done && files->region < files->splits->count) done = next_file(files, failure);
  done = done && writer_commit(&files->output, failure);
  writer_abandon(&files->output);
  return done;
}
