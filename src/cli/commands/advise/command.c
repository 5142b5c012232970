/* rowkey advise: from records, questions and a cluster to a layout. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "commands/advise/found_columns.h"
#include "commands/advise/load.h"
#include "commands/advise/report.h"
#include "commands/advise/rows.h"
#include "commands/command.h"
#include "io/progress.h"
#include "io/writer.h"
#include "layouts/layout_option.h"
#include "reading/input.h"
#include "report/picture.h"
#include "text/names.h"

enum {
  SEARCH_STEPS = 1000, /* of the bar */
  SECOND = 1000000000, /* in nanoseconds */
  SHOWN_TYPES = 2000   /* bytes of the types that were found, in an error */
};

/* Everything that one run owns. */
struct advise {
  struct advise_settings settings;
  struct found_columns found; /* its list is NULL where columns were given */
  struct advised_rows input;
  const rowkey_column_type **types;
  rowkey_advisor *advisor;
  rowkey_load **loads; /* of the regions of all designs, for pictures; else NULL */
  struct writer output;
  uint64_t rows, window;
};

/* ---- The input --------------------------------------------------------------------------------- */

static bool use_columns(struct advise *advise, struct failure *failure) {
  struct advise_settings *settings = &advise->settings;
  if (settings->source != NULL || settings->common.columns != NULL) return true;
  if (!find_columns(settings, &advise->found, failure)) return false;
  advise_settings_use_columns(settings, advise->found.list);
  return true;
}

/* How values of the columns are written; NULL for the types of C. */
static bool find_types(struct advise *advise, struct failure *failure) {
  advise->types = calloc(advise->input.column_count + 1, sizeof *advise->types);
  if (advise->types == NULL) return fail_memory(failure);
  const struct columns *columns = &advise->input.files.input.columns;
  for (size_t i = 0; advise->settings.source == NULL && i < columns->count && i < advise->input.column_count;
       i++)
    advise->types[i] = columns->schema[i].declared;
  return true;
}

/* ---- What is wanted ---------------------------------------------------------------------------- */

static struct slice column_name(const void *context, size_t index) {
  const struct advised_rows *input = context;
  if (index >= input->column_count) return (struct slice){NULL, 0};
  const char *name = input->source->schema[index].name;
  return (struct slice){name, strlen(name)};
}

static bool find_column(const struct advise *advise, const char *option, const char *name, size_t length,
                        size_t *column, struct failure *failure) {
  for (*column = 0; *column < advise->input.column_count; ++*column) {
    const char *known = advise->input.source->schema[*column].name;
    if (strlen(known) == length && memcmp(known, name, length) == 0) return true;
  }
  const struct slice given = {name, length};
  return fail_with(failure, TOOL_BAD_USAGE, "option %s: there is no column %s: expected %s", option,
                   rowkey_show(given).text,
                   rowkey_suggest(given, "columns", column_name, &advise->input).text);
}

/* Of long texts the beginning. */
static void append_shown(struct failure *failure, const char *before, const char *text) {
  const size_t used = strlen(failure->text);
  snprintf(failure->text + used, sizeof failure->text - used, "%s%.*s%s", before, SHOWN_TYPES, text,
           strlen(text) > SHOWN_TYPES ? "..." : "");
}

/* What the library says of an option's value, which ends in a caret. Types of columns that were found may not
 * be those that the user thought of. */
static bool fail_wish(const struct advise *advise, const char *option, const rowkey_error *error,
                      struct failure *failure) {
  const struct found_columns *found = &advise->found;
  fail_with(failure, library_status(error->status, TOOL_BAD_USAGE), "option %s: %s", option, error->text);
  if (found->list == NULL || error->status == ROWKEY_ERROR_MEMORY) return false;
  if (found->notes[0] != 0) append_shown(failure, "\n", found->notes);
  append_shown(failure, "\nthe columns found: ", found->list);
  return false;
}

/* The next word of a text, without the blanks before it. */
static size_t next_word(const char **at, const char **word) {
  *at += strspn(*at, " \t");
  *word = *at;
  const size_t length = strcspn(*at, " \t,");
  *at += length;
  return length;
}

/* "host before ts, ts before event" */
static bool keep_pairs(struct advise *advise, struct failure *failure) {
  for (const char *at = advise->settings.keep; at != NULL; at += *at == ',') {
    const char *first, *before, *second;
    const size_t first_length = next_word(&at, &first), before_length = next_word(&at, &before),
                 second_length = next_word(&at, &second);
    at += strspn(at, " \t");
    if (before_length != 6 || memcmp(before, "before", 6) != 0 || second_length == 0 ||
        (*at != ',' && *at != '\0'))
      return fail_with(
          failure, TOOL_BAD_USAGE,
          "option --keep: cannot read it at \"%.40s\" (expected pairs such as host before ts, with "
          "commas between)",
          first);
    size_t columns[2];
    rowkey_error error;
    if (!find_column(advise, "--keep", first, first_length, &columns[0], failure) ||
        !find_column(advise, "--keep", second, second_length, &columns[1], failure))
      return false;
    if (rowkey_advisor_keep(advise->advisor, columns[0], columns[1], &error) != ROWKEY_OK)
      return fail_with(failure, TOOL_BAD_USAGE, "option --keep: %s", error.text);
    if (*at == '\0') return true;
  }
  return true;
}

/* "tenant,order_id": bit i for column i. */
static bool read_identity(const struct advise *advise, uint64_t *identity, struct failure *failure) {
  *identity = 0;
  for (const char *at = advise->settings.identity; at != NULL;) {
    const size_t length = strcspn(at, ",");
    size_t column;
    if (!find_column(advise, "--identity", at, length, &column, failure)) return false;
    if (column < 64) *identity |= (uint64_t)1 << column; /* the advisor refuses more */
    at = at[length] == ',' ? at + length + 1 : NULL;
  }
  return true;
}

static bool ask_questions(struct advise *advise, struct failure *failure) {
  const struct advise_settings *settings = &advise->settings;
  rowkey_error error;
  for (size_t i = 0; i < settings->questions.count; i++) {
    const char *text = settings->questions.items[i];
    if (rowkey_advisor_ask(advise->advisor, text, strlen(text), &error) != ROWKEY_OK)
      return fail_wish(advise, "--ask", &error, failure);
  }
  const char *order = settings->order;
  if (order != NULL && rowkey_advisor_order(advise->advisor, order, strlen(order), &error) != ROWKEY_OK)
    return fail_wish(advise, "--order", &error, failure);
  if (settings->common.layout.given == NULL) return true;
  const char *own = settings->common.layout.text;
  if (rowkey_advisor_consider(advise->advisor, "yours", own, strlen(own), &error) == ROWKEY_OK) return true;
  return fail_wish(advise, "--layout", &error, failure);
}

static bool share_work(struct advise *advise, struct failure *failure) {
  rowkey_error error;
  return rowkey_advisor_share(advise->advisor, (size_t)advise->settings.common.threads, run_in_threads, NULL,
                              &error) == ROWKEY_OK ||
         fail_with(failure, TOOL_BAD_USAGE, "option --threads: %s", error.text);
}

static bool create_advisor(struct advise *advise, struct failure *failure) {
  const struct advise_settings *settings = &advise->settings;
  rowkey_advice_settings wanted =
      rowkey_advice_settings_of((size_t)settings->regions, (size_t)settings->servers);
  rowkey_error error;
  wanted.writers = advise->input.source->writers;
  wanted.candidates = (size_t)settings->candidates;
  wanted.designs = (size_t)settings->designs;
  wanted.rows = settings->source == NULL ? settings->rows : 0;
  wanted.seek_cost = settings->seek_cost;
  wanted.most_peak = settings->most_peak;
  wanted.seed = settings->records.seed;
  wanted.allow_shared_keys = settings->allow_shared_keys;
  if (!read_identity(advise, &wanted.identity, failure)) return false;
  advise->advisor = rowkey_advisor_create(&wanted, advise->input.source->schema, advise->types,
                                          advise->input.column_count, &error);
  return advise->advisor != NULL
             ? ask_questions(advise, failure) && keep_pairs(advise, failure) && share_work(advise, failure)
             : fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "%s", error.text);
}

/* ---- The search -------------------------------------------------------------------------------- */

/* Only whole windows are measured. */
static bool check_window(const struct advise *advise, struct failure *failure) {
  const uint64_t window = advise->settings.window;
  return advise->rows == 0 || window <= advise->rows ||
         fail_with(failure, TOOL_BAD_USAGE,
                   "option --window: %" PRIu64
                   " rows are more than there are, and nothing can be measured "
                   "(expected at most %" PRIu64 ", or a part of them)",
                   window, advise->rows);
}

static bool profile_rows(struct advise *advise, struct failure *failure) {
  struct source *source = advise->input.source;
  struct progress progress;
  bool good = true;
  progress_begin(&progress, source->total, advise->settings.common.quiet);
  for (size_t writer = 0; good && writer < source->writers; writer++) {
    struct source_rows rows = {.rows = 1};
    while (good && rows.rows > 0) {
      rowkey_error error;
      good = source->kind->next(source, writer, BATCH_ROWS, &rows, failure);
      if (good && rows.rows > 0 &&
          rowkey_advisor_add(advise->advisor, rows.columns, rows.rows, &error) != ROWKEY_OK) {
        char place[PLACE_SIZE];
        source->kind->place(source, error.row == ROWKEY_NONE ? 0 : error.row, place);
        good = fail_with(failure, library_status(error.status, TOOL_BAD_DATA), "%s: %s", place, error.text);
      }
      advise->rows += rows.rows;
      progress_update(&progress, source->done, advise->rows);
    }
  }
  progress_end(&progress);
  return good && source->kind->rewind(source, failure);
}

struct searching {
  struct progress progress;
  const struct advise *advise;
  struct timespec begun;
};

static bool search_goes_on(void *context, double done) {
  struct searching *searching = context;
  struct timespec now;
  uint64_t tried;
  clock_gettime(CLOCK_MONOTONIC, &now);
  rowkey_advisor_candidates(searching->advise->advisor, &tried);
  progress_update(&searching->progress, (uint64_t)(done * (double)SEARCH_STEPS), tried);
  const int64_t nanoseconds =
      (int64_t)(now.tv_sec - searching->begun.tv_sec) * SECOND + (now.tv_nsec - searching->begun.tv_nsec);
  return nanoseconds < (int64_t)searching->advise->settings.seconds * SECOND;
}

static bool fail_search(const struct advise *advise, const rowkey_error *error, struct failure *failure) {
  switch (error->status) {
    case ROWKEY_ERROR_SYNTAX:
    case ROWKEY_ERROR_TYPE:
    case ROWKEY_ERROR_NUMBER: /* of conditions without a ?, which are read here */
      return fail_wish(advise, "--ask", error, failure);
    case ROWKEY_ERROR_COLUMN:
      return fail_with(failure, TOOL_BAD_DATA, "%s: option --allow-shared-keys allows shared keys",
                       error->text);
    default:
      return fail_with(failure,
                       library_status(error->status, advise->rows == 0 ? TOOL_BAD_DATA : TOOL_BAD_USAGE),
                       "%s", error->text);
  }
}

static bool search_designs(struct advise *advise, struct failure *failure) {
  struct searching searching = {.advise = advise};
  rowkey_error error;
  clock_gettime(CLOCK_MONOTONIC, &searching.begun);
  progress_begin(&searching.progress, SEARCH_STEPS, advise->settings.common.quiet);
  const rowkey_status status = rowkey_advisor_search(advise->advisor, search_goes_on, &searching, &error);
  progress_end(&searching.progress);
  return status == ROWKEY_OK || fail_search(advise, &error, failure);
}

/* ---- The run ----------------------------------------------------------------------------------- */

static bool prepare_advice(struct advise *advise, struct failure *failure) {
  const struct advise_settings *settings = &advise->settings;
  if (!choose_isa(settings->common.isa, failure)) return false;
  /* Before all records are read for their types. */
  if (settings->pictures != NULL && !pictures_can_be_drawn(settings->pictures, PICTURE_SVG, failure))
    return false;
  if (!use_columns(advise, failure) || !advised_rows_open(&advise->input, settings, failure) ||
      !find_types(advise, failure))
    return false;
  if (!create_advisor(advise, failure) || !writer_open(&advise->output, settings->common.output, failure))
    return false;
  for (size_t i = 0; settings->source == NULL && i < settings->common.input.file_count; i++)
    if (!input_is_no_output(settings->common.input.files[i], &advise->output, failure)) return false;
  return true;
}

static bool load_best_designs(struct advise *advise, struct failure *failure) {
  const struct advise_settings *settings = &advise->settings;
  advise->window =
      settings->window > 0 ? settings->window : rowkey_advice_window(advise->rows, (size_t)settings->servers);
  if (settings->pictures != NULL) {
    advise->loads = calloc(rowkey_advisor_designs(advise->advisor) + 1, sizeof *advise->loads);
    if (advise->loads == NULL) return fail_memory(failure);
  }
  return load_designs(settings, advise->advisor, advise->window, advise->loads, failure);
}

struct printing {
  bool (*print)(FILE *to, const struct advise_report *report);
  struct advise_report report;
};

static bool print_advice(FILE *to, const void *context) {
  const struct printing *printing = context;
  return printing->print(to, &printing->report);
}

static bool write_advice(struct advise *advise, struct failure *failure) {
  const struct advise_settings *settings = &advise->settings;
  const rowkey_values *columns;
  const uint64_t *numbers;
  const size_t sampled = rowkey_profile_sample(rowkey_advisor_profile(advise->advisor), &columns, &numbers);
  const struct printing printing = {
      settings->output == REPORT_JSON ? advise_report_json : advise_report_table,
      {settings, &advise->found, advise->advisor, advise->input.source->name, advise->rows, sampled,
       advise->input.source->writers, advise->window, rowkey_advisor_choose(advise->advisor)}};
  return (settings->pictures == NULL || advise_draw(&printing.report, advise->loads, failure)) &&
         writer_print(&advise->output, print_advice, &printing, failure);
}

static void free_advise(struct advise *advise) {
  writer_abandon(&advise->output);
  for (size_t i = 0; advise->loads != NULL && i < rowkey_advisor_designs(advise->advisor); i++)
    rowkey_load_free(advise->loads[i]);
  free(advise->loads);
  rowkey_advisor_free(advise->advisor);
  advised_rows_free(&advise->input);
  free(advise->types);
  found_columns_free(&advise->found);
}

static int run_advise(char **arguments, size_t count) {
  static struct advise advise;
  struct failure failure;
  advise = (struct advise){.input = ADVISED_ROWS_NONE, .output = WRITER_NONE};
  const bool done = advise_settings_read(arguments, count, &advise.settings, &failure) &&
                    prepare_advice(&advise, &failure) && profile_rows(&advise, &failure) &&
                    check_window(&advise, &failure) && search_designs(&advise, &failure) &&
                    load_best_designs(&advise, &failure) && write_advice(&advise, &failure);
  free_advise(&advise);
  return done ? TOOL_OK : report(&failure);
}

const struct command advise_command = {
    .page = &advise_page,
    .run = run_advise,
};
