/* rowkey simulate: the load on the regions, before a row is written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/simulate/report.h"
#include "commands/simulate/run.h"
#include "io/writer.h"
#include "layouts/layout_option.h"
#include "reading/input.h"
#include "sources/files.h"
#include "sources/made.h"

/* Everything that one run owns. */
struct simulate {
  struct simulate_settings settings;
  struct file_source files;
  struct made_source made;
  struct source *source; /* one of the two; NULL before it is opened */
  const rowkey_layout **schemas;
  char *implied; /* the columns that the layouts use, where --columns is not given */
  struct simulated_layouts layouts;
  struct placed_regions placed;
  struct simulation simulation;
  struct simulated *results;
  struct writer output, windows_csv;
};

/* ---- The input ------------------------------------------------------------------------------- */

/* The columns of --columns, or those that named layouts bring. */
static bool find_columns(struct simulate_settings *settings, const char **columns, struct failure *failure) {
  const struct layout_option *from = NULL;
  *columns = settings->common.columns;
  for (size_t i = 0; settings->common.columns == NULL && i < settings->layout_count; i++) {
    struct layout_option *option = &settings->layouts[i];
    const char *own;
    if (!layout_option_columns(option, NULL, settings->records.input, settings->records.has_header, &own,
                               failure)) {
      return false;
    }
    if (own == NULL) continue;
    if (*columns != NULL && strcmp(*columns, own) != 0) {
      return fail_with(
          failure, TOOL_BAD_USAGE,
          "@%s is made of the columns %s, and @%s of %s (expected --columns, which names those of "
          "the records)",
          from->named->name, *columns, option->named->name, own);
    }
    *columns = own;
    from = option;
  }
  return true;
}

/* The columns that the layouts use. */
static bool find_implied_columns(struct simulate *simulate, struct failure *failure) {
  const struct simulate_settings *settings = &simulate->settings;
  const struct layout_option **layouts = calloc(settings->layout_count, sizeof *layouts);
  for (size_t i = 0; layouts != NULL && i < settings->layout_count; i++) layouts[i] = &settings->layouts[i];
  const bool done = layouts != NULL
                        ? implied_columns(layouts, settings->layout_count, &simulate->implied, failure)
                        : fail_memory(failure);
  free(layouts);
  return done;
}

static bool open_source(struct simulate *simulate, struct failure *failure) {
  struct simulate_settings *settings = &simulate->settings;
  if (settings->source != NULL) {
    simulate->source = &simulate->made.source;
    return made_source_open(&simulate->made, settings->source, settings->rows, settings->records.seed,
                            failure);
  }
  const char *columns;
  simulate->source = &simulate->files.source;
  if (!find_columns(settings, &columns, failure)) return false;
  if (columns == NULL && record_settings_have_names(&settings->records)) {
    if (!find_implied_columns(simulate, failure)) return false;
    columns = simulate->implied;
  }
  return file_source_open(&simulate->files, &settings->common.input, &settings->records, columns, failure);
}

static bool begin_source(struct simulate *simulate, struct failure *failure) {
  const struct simulate_settings *settings = &simulate->settings;
  const size_t writers = (size_t)settings->writers, count = settings->layout_count;
  return settings->source != NULL
             ? made_source_begin(&simulate->made, writers, simulate->schemas, count, failure)
             : file_source_begin(&simulate->files, writers, simulate->schemas, count, failure);
}

/* ---- The output ------------------------------------------------------------------------------ */

static struct picture_settings pictures_of(const struct simulate *simulate) {
  return (struct picture_settings){simulate->settings.pictures, simulate->settings.picture_format,
                                   simulate->simulation};
}

static bool check_distinct(const struct simulate *simulate, struct failure *failure) {
  const struct simulate_settings *settings = &simulate->settings;
  const struct writer *const writers[2] = {&simulate->output, &simulate->windows_csv};
  const char *const lists[] = {settings->splits, settings->placement.file};
  for (size_t w = 0; w < 2; w++) {
    for (size_t i = 0; settings->source == NULL && i < settings->common.input.file_count; i++)
      if (!input_is_no_output(settings->common.input.files[i], writers[w], failure)) return false;
    for (size_t i = 0; i < 2; i++)
      if (lists[i] != NULL && !input_is_no_output(lists[i], writers[w], failure)) return false;
  }
  return outputs_are_two(writers[0], writers[1], "--windows-csv", failure);
}

/* Whether what is written can be written, before any work is done. */
static bool open_outputs(struct simulate *simulate, struct failure *failure) {
  const struct simulate_settings *settings = &simulate->settings;
  if (settings->pictures != NULL &&
      !pictures_can_be_drawn(settings->pictures, settings->picture_format, failure)) {
    return false;
  }
  if (!writer_open(&simulate->output, settings->common.output, failure) ||
      (settings->windows_csv != NULL &&
       !writer_open(&simulate->windows_csv, settings->windows_csv, failure))) {
    return false;
  }
  return check_distinct(simulate, failure);
}

typedef bool print_report(FILE *to, const struct simulate_report *report);

struct printing {
  print_report *print;
  const struct simulate_report *report;
};

static bool print_into(FILE *to, const void *context) {
  const struct printing *printing = context;
  return printing->print(to, printing->report);
}

static bool write_report(struct writer *writer, print_report *print, const struct simulate_report *report,
                         struct failure *failure) {
  const struct printing printing = {print, report};
  return writer_print(writer, print_into, &printing, failure);
}

static bool write_all(struct simulate *simulate, struct failure *failure) {
  static print_report *const print[SIMULATE_FORMS] = {report_table, report_json, report_csv};
  const struct simulate_settings *settings = &simulate->settings;
  const struct simulate_report report = {&simulate->simulation, simulate->results, settings->layout_count,
                                         &simulate->layouts};
  if (settings->windows_csv != NULL &&
      !write_report(&simulate->windows_csv, report_windows_csv, &report, failure)) {
    return false;
  }
  const struct picture_settings pictures = pictures_of(simulate);
  if (settings->pictures != NULL &&
      !simulate_draw(&pictures, simulate->results, settings->layout_count, failure)) {
    return false;
  }
  return write_report(&simulate->output, print[settings->output], &report, failure);
}

/* ---- The run --------------------------------------------------------------------------------- */

static bool prepare_simulation(struct simulate *simulate, struct failure *failure) {
  const struct simulate_settings *settings = &simulate->settings;
  struct simulation *simulation = &simulate->simulation;
  if (!choose_isa(settings->common.isa, failure) ||
      !placement_open(&settings->placement, (size_t)settings->servers, &simulate->placed, failure) ||
      !open_source(simulate, failure) ||
      !layouts_compile(&simulate->layouts, settings, simulate->source, &simulate->schemas, failure) ||
      !begin_source(simulate, failure)) {
    return false;
  }
  const struct source *source = simulate->source;
  simulation->seen.source = source->name;
  simulation->seen.writers = source->writers;
  simulation->servers = simulate->placed.servers;
  simulation->placement = &settings->placement;
  simulation->placed = &simulate->placed;
  simulation->seen.window =
      settings->window > 0 ? settings->window
                           : rowkey_simulation_window(settings->source != NULL ? source->rows : UINT64_MAX);
  simulate->results = calloc(settings->layout_count, sizeof *simulate->results);
  return simulate->results != NULL ? open_outputs(simulate, failure) : fail_memory(failure);
}

static bool count_rows(struct simulate *simulate, struct failure *failure) {
  struct simulated_layouts *layouts = &simulate->layouts;
  struct simulation *simulation = &simulate->simulation;
  const struct simulate_settings *settings = &simulate->settings;
  struct progress progress;
  if (!layouts_split(layouts, settings, simulate->source, failure)) return false;
  for (size_t i = 0; simulation->servers > 0 && i < layouts->count; i++) {
    if (!placement_place(&settings->placement, layouts->items[i].splits, &simulate->placed, failure))
      return false;
  }
  progress_begin(&progress, simulate->source->total, simulate->settings.common.quiet);
  const bool done = simulate_rows(layouts, simulate->source, simulation->seen.window, &simulate->placed,
                                  simulation->servers > 0, &progress, &simulation->seen.rows, failure);
  progress_end(&progress);
  for (size_t i = 0; done && i < layouts->count; i++)
    simulate->results[i] = (struct simulated){simulate->settings.given_layouts.items[i],
                                              rowkey_simulation_report(layouts->simulation, i, ROWKEY_NONE),
                                              rowkey_simulation_report(layouts->simulation, i, 0)};
  return done;
}

static void free_simulate(struct simulate *simulate) {
  writer_abandon(&simulate->output);
  writer_abandon(&simulate->windows_csv);
  layouts_free(&simulate->layouts);
  placement_free(&simulate->placed);
  if (simulate->source != NULL && simulate->source->kind != NULL)
    simulate->source->kind->free(simulate->source);
  free(simulate->schemas);
  free(simulate->results);
  free(simulate->implied);
  simulate_settings_free(&simulate->settings);
}

static int run_simulate(char **arguments, size_t count) {
  static struct simulate simulate;
  struct failure failure;
  simulate = (struct simulate){.files = FILE_SOURCE_NONE, .output = WRITER_NONE, .windows_csv = WRITER_NONE};
  const bool done = simulate_settings_read(arguments, count, &simulate.settings, &failure) &&
                    prepare_simulation(&simulate, &failure) && count_rows(&simulate, &failure) &&
                    write_all(&simulate, &failure);
  if (done && simulate.simulation.seen.rows == 0 && !simulate.settings.common.quiet)
    message("note: the input has no records: nothing was measured");
  free_simulate(&simulate);
  return done ? TOOL_OK : report(&failure);
}

const struct command simulate_command = {
    .page = &simulate_page,
    .run = run_simulate,
};
