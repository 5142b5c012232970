/* rowkey encode: records in, keys out. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "encode_job.h"
#include "encode_settings.h"
#include "rowkey/cpu.h"

/* Everything that one run owns. */
struct encoding {
  struct encode_settings settings;
  struct columns columns;
  struct record_shape shape;
  struct reader reader;
  rowkey_layout *layout;
  struct encode_job job;
  struct writer output;
  struct writer rejects;
  uint64_t total_bytes; /* of the input, 0 when not known */
  struct progress progress;
  struct pipeline pipeline;
};

static bool choose_isa(const char *name, struct failure *failure) {
  rowkey_error error;
  const rowkey_status status = name != NULL ? rowkey_isa_select(name, &error) : rowkey_isa_check(&error);
  return status == ROWKEY_OK ||
         fail_with(failure, TOOL_BAD_USAGE, "%s%s", name != NULL ? "option --isa: " : "", error.text);
}

static bool open_input(struct encoding *encoding, struct failure *failure) {
  const struct encode_settings *settings = &encoding->settings;
  struct columns *columns = &encoding->columns;
  if (!columns_parse(settings->columns, settings->input, settings->has_header, columns, failure))
    return false;
  if (columns->record_width > settings->most_bytes) {
    return fail_with(failure, TOOL_BAD_USAGE, "a record of %zu bytes is longer than --max-record %" PRIu64,
                     columns->record_width, settings->most_bytes);
  }
  encoding->shape = (struct record_shape){&record_kinds[settings->input], rowkey_kernels_selected(), columns,
                                          settings->delimiter};
  encoding->reader = (struct reader){
      .shape = &encoding->shape,
      .files = settings->files,
      .file_count = settings->file_count,
      .kind = settings->input,
      .has_header = settings->has_header,
      .chunk_size = (size_t)settings->chunk_size,
      .most_bytes = (size_t)settings->most_bytes,
      .descriptor = -1,
  };
  if (!reader_open(&encoding->reader, failure)) return false;
  const struct header *header = &encoding->reader.header;
  return !settings->has_header || columns_find_in_header(columns, header->names, header->count, failure);
}

/* Whether no text column can hold the byte, because it ends a field or a record of the input. */
static bool absent_from_columns(const struct encode_settings *settings, uint8_t byte) {
  const bool plain = settings->input == INPUT_LINES || settings->input == INPUT_TSV;
  return plain && (byte == '\n' || (settings->input == INPUT_TSV && byte == settings->delimiter));
}

/* Refuses a layout that puts the byte into keys by itself; sets *in_some when a record's columns may do so.
 */
static bool check_byte(const struct encoding *encoding, uint8_t byte, const char *name, bool *in_some,
                       struct failure *failure) {
  if (rowkey_layout_may_add(encoding->layout, byte)) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "keys of this layout may hold a %s, where --output text ends a key (use --output %shex or hbase)",
        name, encoding->settings.form.with_record ? "" : "raw, ");
  }
  if (rowkey_layout_may_hold(encoding->layout, byte) && !absent_from_columns(&encoding->settings, byte)) {
    *in_some = true;
  }
  return true;
}

static rowkey_layout *compile(const struct encoding *encoding, const char *text, rowkey_error *error) {
  return rowkey_layout_compile(text, strlen(text), encoding->columns.schema, encoding->columns.schema_count,
                               error);
}

/* Text output ends each key in a newline. Where the keys cannot hold one, the layout itself makes it: then
 * nothing is left to do for each key. */
static bool compile_with_newline(struct encoding *encoding, struct failure *failure) {
  const char *text = encoding->settings.layout;
  char *longer = malloc(strlen(text) + sizeof "\\x0a");
  if (longer == NULL) return fail_memory(failure);
  sprintf(longer, "%s\\x0a", text);
  rowkey_layout *layout = compile(encoding, longer, NULL);
  free(longer);
  if (layout != NULL) {
    rowkey_layout_free(encoding->layout);
    encoding->layout = layout;
    encoding->job.keys_are_output = true;
  }
  return true;
}

static bool choose_form(struct encoding *encoding, struct failure *failure) {
  const struct emit_form form = encoding->settings.form;
  struct encode_job *job = &encoding->job;
  job->form = form;
  job->keys_are_output = form.form == OUTPUT_RAW;
  job->check_rows = form.with_record;
  if (form.form != OUTPUT_TEXT) return true;
  if (!check_byte(encoding, '\n', "newline", &job->check_rows, failure)) return false;
  if (form.with_record && !check_byte(encoding, '\t', "tab", &job->check_rows, failure)) return false;
  return job->check_rows || compile_with_newline(encoding, failure);
}

static bool compile_layout(struct encoding *encoding, struct failure *failure) {
  rowkey_error error;
  encoding->layout = compile(encoding, encoding->settings.layout, &error);
  if (encoding->layout == NULL) return fail_with(failure, TOOL_BAD_USAGE, "option --layout: %s", error.text);
  return columns_use(&encoding->columns, encoding->layout, failure) && choose_form(encoding, failure);
}

static bool look_at(const char *file, struct stat *status, struct failure *failure) {
  const int result = strcmp(file, "-") == 0 ? fstat(STDIN_FILENO, status) : stat(file, status);
  const int error_number = result != 0 ? errno : S_ISDIR(status->st_mode) ? EISDIR : 0;
  if (error_number == 0) return true;
  char subject[2048];
  snprintf(subject, sizeof subject, "cannot read %s", reader_file_name(file));
  return fail_io(failure, subject, error_number);
}

/* Looks for all inputs before any work is done, and adds up their sizes where all have one. */
static bool check_inputs(struct encoding *encoding, struct failure *failure) {
  const struct encode_settings *settings = &encoding->settings;
  bool sizes_known = true;
  for (size_t i = 0; i < settings->file_count; i++) {
    struct stat status;
    if (!look_at(settings->files[i], &status, failure)) return false;
    sizes_known = sizes_known && S_ISREG(status.st_mode);
    encoding->total_bytes += (uint64_t)status.st_size;
  }
  if (!sizes_known) encoding->total_bytes = 0;
  return true;
}

/* No output may be an input or the other output. */
static bool check_distinct(const struct encoding *encoding, struct failure *failure) {
  const struct encode_settings *settings = &encoding->settings;
  const struct writer *const writers[] = {&encoding->output, &encoding->rejects};
  for (size_t i = 0; i < settings->file_count; i++) {
    struct stat status;
    if (!look_at(settings->files[i], &status, failure)) return false;
    for (size_t k = 0; k < 2; k++) {
      if (writer_is(writers[k], &status)) {
        return fail_with(failure, TOOL_BAD_USAGE, "%s is an input and also an output (expected another file)",
                         reader_file_name(settings->files[i]));
      }
    }
  }
  if (writers_same(writers[0], writers[1])) {
    return fail_with(failure, TOOL_BAD_USAGE, "%s is the output and also --rejects (expected another file)",
                     writers[0]->name);
  }
  return true;
}

static bool open_outputs(struct encoding *encoding, struct failure *failure) {
  const struct encode_settings *settings = &encoding->settings;
  if (!writer_open(&encoding->output, settings->output, failure)) return false;
  encoding->job.output = &encoding->output;
  if (settings->rejects != NULL) {
    if (!writer_open(&encoding->rejects, settings->rejects, failure)) return false;
    encoding->job.rejects = &encoding->rejects;
  }
  return check_distinct(encoding, failure);
}

static bool prepare(struct encoding *encoding, struct failure *failure) {
  return choose_isa(encoding->settings.isa, failure) && check_inputs(encoding, failure) &&
         open_input(encoding, failure) && compile_layout(encoding, failure) &&
         open_outputs(encoding, failure);
}

/* Closes the outputs: they are complete, or they never were. */
static bool finish(struct encoding *encoding, bool done, struct failure *failure) {
  done = done && writer_commit(&encoding->output, failure);
  done = done && (encoding->job.rejects == NULL || writer_commit(&encoding->rejects, failure));
  writer_abandon(&encoding->output);
  writer_abandon(&encoding->rejects);
  return done;
}

static void free_encoding(struct encoding *encoding) {
  reader_free(&encoding->reader);
  rowkey_layout_free(encoding->layout);
  columns_free(&encoding->columns);
}

static int run(const struct command *command, char **arguments, size_t count) {
  (void)command;
  static struct encoding encoding; /* threads that wait for input may outlive this call */
  struct failure failure;
  encoding.reader.descriptor = -1;
  encoding.output = encoding.rejects = WRITER_NONE;
  if (!encode_settings_parse(arguments, count, &encoding.settings, &failure)) return report(&failure);
  const struct encode_settings *settings = &encoding.settings;
  if (!prepare(&encoding, &failure)) {
    finish(&encoding, false, &failure);
    free_encoding(&encoding);
    return report(&failure);
  }
  encoding.job.shape = &encoding.shape;
  encoding.job.layout = encoding.layout;
  encoding.job.seed = settings->seed;
  encoding.job.skip_bad = settings->skip_bad;
  progress_begin(&encoding.progress, encoding.total_bytes, settings->quiet);
  pipeline_init(&encoding.pipeline, &encoding.reader, &encoding.progress);
  bool done =
      pipeline_run(&encoding.pipeline, (size_t)settings->threads, encode_chunks, &encoding.job, &failure);
  progress_end(&encoding.progress);
  const bool threads_may_run = !done && settings->threads > 1;
  const uint64_t rejected = encoding.job.rejected;
  done = finish(&encoding, done, &failure);
  if (!done) {
    const int status = report(&failure);
    if (threads_may_run) _exit(status);
    free_encoding(&encoding);
    return status;
  }
  free_encoding(&encoding);
  if (rejected > 0) {
    message("%" PRIu64 " bad record%s skipped%s%s", rejected, rejected == 1 ? "" : "s",
            settings->rejects == NULL ? "" : " and kept in ",
            settings->rejects == NULL ? "" : settings->rejects);
  }
  return TOOL_OK;
}

const struct command encode_command = {
    .name = "encode",
    .summary = "make a row key of every record of its input",
    .help = encode_help,
    .run = run,
};
