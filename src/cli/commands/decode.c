/* rowkey decode: keys in, columns out. */
#include <rowkey/decode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "filter/common.h"
#include "filter/filter.h"
#include "filter/worker.h"
#include "keys/key_form.h"
#include "layouts/selection.h"
#include "report/table.h"
#include "text/buffer.h"

/* ---- The options ----------------------------------------------------------------------------- */

struct decode_settings {
  struct common_settings common;
  const struct key_form *input;
  enum table_form output;
  bool has_header;
  const char *null;   /* what stands for a null */
  const char *select; /* NULL when not given */
};

#define SETTINGS struct decode_settings

static const struct option options[] = {
    HEADING("The layout"),
    OPTION_LAYOUT(.missing = "", .line = "what the keys are made of",
                  .more = ", as it was given to rowkey encode"),
    OPTION_VALUE_COLUMNS("the columns of the records",
                         ". _ and ... may stand in the list as for encode, and mean nothing."),
    HEADING("The keys"),
    OPTION("--input", "FORM", KEY_INPUT(input), .otherwise = "text", USUAL,
           .line = "how the keys are written"),
    OPTION_MAX_RECORD(.line = "the most bytes of a key as it is read",
                      .more = "; a longer one is never skipped"),
    HEADING("The columns"),
    OPTION(
        "--select", "LIST", .letter = 's', COLUMN_NAMES(select), USUAL,
        .line = "the columns to write, in this order",
        .more =
            ": all of them must be recoverable from the keys. Without it, every column of --columns that is; a "
            "message names the others."),
    OPTION("--output", "FORM", CHOICE(output, table_forms), .otherwise = "tsv", USUAL,
           .line = "how they are written"),
    OPTION("--header", NULL, FLAG(has_header), USUAL, .line = "first write a line of the columns' names"),
    OPTION(
        "--null", "TEXT", TEXT(null), .line = "what stands for a null",
        .more =
            ", of columns with null_first or null_last in the layout: nothing, where it is not given. In csv "
            "a value that is TEXT stands in quotes."),
    OPTION_OUTPUT_FILE(""),
    PARAGRAPH("Times are written in UTC or by their pattern, UUIDs with hyphens, decimals with all "
              "digits.\n"
              "Numbers are written in decimal, f64 and f32 in the fewest digits that are read back as "
              "the same value.\n"
              "A column that the layout keeps only in part, as in {id % 1000}, or as a hash cannot be "
              "recovered, but a hash is checked where all of its columns are recovered. A value that "
              "coalesce() put in place of a null stays, unless null_first() or null_last() of the "
              "column is in the key as well."),
    OPTIONS_BAD("keys", "key", "key"),
    OPTIONS_OTHER("no progress bar, and nothing about columns that cannot be recovered"),
    OPTIONS_END,
};

static const struct page page = {
    .name = "decode",
    .summary = "take the columns back out of row keys",
    .synopsis = "rowkey decode --layout TEMPLATE [OPTION...] [FILE...]\n",
    .description =
        "Take the columns back out of the row keys in the FILEs, or in standard input without one or "
        "for -. Every byte of a key is checked: a key that no record can have is an error. Of what the "
        "layout keeps of a column only in part, the form, the range, multiples, bits and periods are checked.",
    .options = options,
    .operands = OFFER_FILES,
    .most_operands = ANY_OPERANDS,
    .exit_status = EXIT_STATUS_OF_DATA,
    .examples =
        "  seq 9 | rowkey encode -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64 |\n"
        "      rowkey decode -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64\n"
        "  rowkey decode -l '{md5(user) % 1000:04d}{user:16s}{ts:u64}' -c user:text,ts:u64 --input hbase \\\n"
        "      --output csv --header keys -o events.csv\n"
        "  rowkey decode -l '{md5(host)}{9223372036854775807 - ts:u64}' -c host:text,ts:u64 --select ts \\\n"
        "      --input raw keys --on-error skip --rejects bad-keys\n",
};

static bool check_null(struct decode_settings *settings, struct failure *failure) {
  const bool is_csv = settings->output == TABLE_CSV;
  if (settings->null == NULL) settings->null = "";
  const char *text = settings->null;
  if (strpbrk(text, is_csv ? "\",\r\n" : "\t\n") == NULL) return true;
  char shown[QUOTED_SIZE];
  return fail_with(failure, TOOL_BAD_USAGE, "option --null: no field can be %s (expected text without %s)",
                   rowkey_quoted(shown, text, strlen(text)),
                   is_csv ? "quotes, commas and line ends" : "tabs and newlines");
}

static bool read_settings(char **arguments, size_t count, struct decode_settings *settings,
                          struct failure *failure) {
  struct given given;
  if (!options_read(&page, arguments, count, settings, &given, failure)) return false;
  input_take_files(&settings->common.input, &given);
  return check_null(settings, failure);
}

/* ---- The work on a block of keys ------------------------------------------------------------- */

struct decode_job {
  const rowkey_layout *layout;
  const struct columns *columns;
  enum table_form output;
  const char *null; /* what stands for a null */
  size_t *selected; /* the columns to be written, as places in the schema */
  size_t selected_count;
};

/* What one thread needs. */
struct decoding_thread {
  const struct decode_job *job;
  rowkey_decoder *decoder;
  rowkey_decoded *decoded; /* of the schema */
  struct table table;
};

static void close_thread(void *state) {
  struct decoding_thread *thread = state;
  rowkey_decoder_free(thread->decoder);
  free(thread->decoded);
  table_free(&thread->table);
}

static bool allocate_rows(struct decoding_thread *thread) {
  const struct decode_job *job = thread->job;
  thread->decoded = calloc(job->columns->schema_count, sizeof *thread->decoded);
  return thread->decoded != NULL && table_create(&thread->table, job->output, job->null, job->layout,
                                                 job->columns, job->selected, job->selected_count);
}

static bool open_thread(void *state, const void *job, struct failure *failure) {
  struct decoding_thread *thread = state;
  thread->job = job;
  if (!allocate_rows(thread)) return fail_memory(failure);
  rowkey_error error;
  thread->decoder = rowkey_decoder_create(thread->job->layout, &error);
  return thread->decoder != NULL || fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
}

/* Decodes the keys into the table. Returns how many are good; with a bad one after them worker->reason says
 * why. ROWKEY_NONE after a failure. */
static size_t decode_keys(struct decoding_thread *thread, struct worker *worker) {
  const rowkey_keys *keys = &worker->keys;
  if (!table_place(&thread->table, keys, thread->decoded)) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  rowkey_error error;
  const rowkey_status status =
      rowkey_decode(thread->decoder, keys, thread->decoded, thread->job->columns->schema_count, &error);
  if (status == ROWKEY_OK) return keys->rows;
  if (status != ROWKEY_ERROR_MEMORY && error.row < keys->rows) {
    snprintf(worker->reason, REASON_SIZE, "%s", error.text);
    return error.row;
  }
  fail_with(&worker->failure, library_status(status, TOOL_BAD_USAGE), "%s", error.text);
  return ROWKEY_NONE;
}

static size_t decode_rows(void *state, struct worker *worker, size_t first, size_t *rows) {
  struct decoding_thread *thread = state;
  struct table *table = &thread->table;
  struct buffer *output = &worker->output;
  (void)first, (void)rows;
  size_t decoded = decode_keys(thread, worker);
  if (decoded == ROWKEY_NONE || decoded == 0) return decoded;
  decoded = table_print(table, decoded, worker->reason, &worker->failure);
  if (decoded == 0 || decoded == ROWKEY_NONE) return decoded;
  if (!buffer_reserve(output, table_bound(table, decoded))) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  for (size_t i = 0; i < decoded; i++) {
    if (table->must_check && !table_check(table, i, worker->reason, REASON_SIZE)) return i;
    output->size += table_write(table, i, output->bytes + output->size);
  }
  return decoded;
}

static const struct operation operation = {sizeof(struct decoding_thread), open_thread, close_thread,
                                           decode_rows};

/* ---- The run --------------------------------------------------------------------------------- */

struct decoding {
  struct filter filter;
  struct decode_settings settings;
  struct decode_job job;
};

static bool open_keys(struct decoding *decoding, struct failure *failure) {
  const bool raw = !decoding->settings.input->is_lines;
  const size_t width = rowkey_layout_key_width(decoding->filter.layout);
  if (raw && width == ROWKEY_NONE) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --input raw: keys of this layout differ in length, so that nothing shows where "
                     "one ends (expected text, hex or hbase)");
  }
  if (newline_ends_key(decoding->settings.input) &&
      rowkey_layout_may_introduce_byte(decoding->filter.layout, '\n')) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "keys of this layout may hold a newline, where --input text ends a key (expected --input "
        "%shex or hbase)",
        width == ROWKEY_NONE ? "" : "raw, ");
  }
  return filter_open_keys(&decoding->filter, decoding->settings.input, width, failure);
}

static bool write_header(struct filter *filter, const struct decode_job *job, struct failure *failure) {
  struct buffer line = {0};
  bool good = true;
  for (size_t i = 0; i < job->selected_count && good; i++) {
    const char *name = job->columns->schema[job->selected[i]].name;
    good = buffer_reserve(&line, 2 * strlen(name) + 4);
    if (!good) break;
    if (i > 0) line.bytes[line.size++] = (uint8_t)table_delimiter(job->output);
    line.size += table_write_name(job->output, name, line.bytes + line.size);
  }
  good = good && buffer_append(&line, "\n", 1);
  const bool written = good && writer_write(filter->work.outputs, line.bytes, line.size, failure);
  buffer_free(&line);
  return good ? written : fail_memory(failure);
}

static bool prepare_decoding(struct decoding *decoding, struct failure *failure) {
  struct filter *filter = &decoding->filter;
  const struct decode_settings *settings = &decoding->settings;
  struct decode_job *job = &decoding->job;
  char left_out[2048];
  if (!filter_begin(filter, &decoding->settings.common, failure) ||
      !value_columns(&filter->settings->layout, filter->settings->columns, &filter->input.columns, failure)) {
    return false;
  }
  filter->layout = compile_layout(&filter->settings->layout, &filter->input.columns, failure);
  if (filter->layout == NULL ||
      !select_columns(settings->select, &filter->input.columns, filter->layout, &job->selected,
                      &job->selected_count, left_out, sizeof left_out, failure) ||
      !open_keys(decoding, failure) || !filter_open_outputs(filter, failure)) {
    return false;
  }
  job->layout = filter->layout;
  job->columns = &filter->input.columns;
  job->output = settings->output;
  job->null = settings->null;
  filter->work.operation = &operation;
  filter->work.job = job;
  if (left_out[0] != 0 && !filter->settings->quiet) message("left out: %s", left_out);
  return !settings->has_header || write_header(filter, job, failure);
}

static int run_decode(char **arguments, size_t count) {
  static struct decoding decoding;
  struct failure failure;
  decoding = (struct decoding){.filter = FILTER_NONE};
  if (!read_settings(arguments, count, &decoding.settings, &failure)) {
    return report(&failure);
  }
  const int status = filter_run(&decoding.filter, prepare_decoding(&decoding, &failure), &failure);
  free(decoding.job.selected);
  return status;
}

const struct command decode_command = {
    .page = &page,
    .run = run_decode,
};
