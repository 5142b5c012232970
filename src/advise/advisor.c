/* Advisors: made, asked, and the search from end to end. */
#include "advise/advisor.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advise/cells.h"
#include "advise/growth.h"
#include "advise/reason.h"
#include "base/error.h"

enum {
  SMALL_SAMPLE = 4096, /* rows by which candidates are tried */
  SMALL_DRAWS = 16,
  SMALL_RANGES = 4096,
  MOST_RANGES = 65536,
  SAMPLE_WINDOWS = 16,
  MOST_THREADS = 1024
};

/* ---- Made and freed ----------------------------------------------------------------------------- */

static bool settings_are_valid(const rowkey_advice_settings *settings, size_t columns, rowkey_error *error) {
  const size_t regions = settings->regions, servers = settings->servers;
  char problem[160] = "";
  if (columns == 0 || columns > ADVISOR_COLUMNS)
    snprintf(problem, sizeof problem, "the records have %zu columns (expected 1 to %d)", columns,
             ADVISOR_COLUMNS);
  else if (regions < 2 || regions > ROWKEY_MOST_REGIONS)
    snprintf(problem, sizeof problem, "there cannot be %zu regions (expected 2 to %zu)", regions,
             ROWKEY_MOST_REGIONS);
  else if (servers < 1 || servers > regions)
    snprintf(problem, sizeof problem, "%zu servers cannot share %zu regions (expected 1 to %zu)", servers,
             regions, regions);
  else if (settings->writers < 1)
    strcpy(problem, "there are no writers (expected 1 or more)");
  else if (columns < ADVISOR_COLUMNS && settings->identity >> columns != 0)
    snprintf(problem, sizeof problem, "identity names a column beyond the %zu of the records", columns);
  else if (__builtin_popcountll(settings->identity) > DESIGN_COLUMNS)
    snprintf(problem, sizeof problem, "identity has more than %d columns (expected that many at most)",
             DESIGN_COLUMNS);
  else if (!(settings->seek_cost >= 0 && settings->most_peak >= 0 && isfinite(settings->seek_cost)))
    strcpy(problem, "seek_cost or most_peak is out of range (expected 0 or more, and a finite seek_cost)");
  if (problem[0] == 0) return ROWKEY_CHECK_RESERVED(settings, "rowkey_advice_settings", error) == ROWKEY_OK;
  rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%s", problem);
  return false;
}

static bool open(rowkey_advisor *advisor, const rowkey_column *columns,
                 const rowkey_column_type *const *types, size_t count, rowkey_error *error) {
  advisor->no_types = calloc(count, sizeof *advisor->no_types);
  if (advisor->no_types == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for an advisor");
    return false;
  }
  advisor->order_column = ROWKEY_NONE;
  advisor->columns = (struct asked_columns){columns, types != NULL ? types : advisor->no_types, count};
  advisor->profile = rowkey_profile_create(columns, count, advisor->settings.sample, error);
  return advisor->profile != NULL;
}

rowkey_advisor *rowkey_advisor_create(const rowkey_advice_settings *settings, const rowkey_column *columns,
                                      const rowkey_column_type *const *types, size_t count,
                                      rowkey_error *error) {
  if (!rowkey_is_given(settings, "settings", error) || !settings_are_valid(settings, count, error))
    return NULL;
  rowkey_advisor *advisor = calloc(1, sizeof *advisor);
  if (advisor == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for an advisor");
    return NULL;
  }
  advisor->settings = *settings;
  if (settings->seek_cost == 0) advisor->settings.seek_cost = 50;
  if (settings->most_peak == 0) advisor->settings.most_peak = 2;
  if (open(advisor, columns, types, count, error)) return advisor;
  rowkey_advisor_free(advisor);
  return NULL;
}

void rowkey_advisor_free(rowkey_advisor *advisor) {
  if (advisor == NULL) return;
  for (size_t i = 0; i < advisor->question_count; i++) rowkey_question_free(advisor->questions[i]);
  for (size_t i = 0; i < advisor->set_count; i++) rowkey_unique_close(&advisor->sets[i]);
  for (size_t i = 0; i < advisor->single_count; i++) rowkey_unique_close(&advisor->singles[i]);
  for (size_t i = 0; i < advisor->design_count; i++) rowkey_advised_free(&advisor->designs[i]);
  free(advisor->designs);
  for (size_t i = 0; i < SEARCH_QUESTIONS; i++) free(advisor->examples[i]);
  rowkey_strings_free(&advisor->forms.texts);
  rowkey_strings_free(&advisor->notes);
  rowkey_profile_free(advisor->profile);
  free(advisor->no_types);
  free(advisor);
}

/* ---- What is wanted ------------------------------------------------------------------------------ */

bool rowkey_advisor_is_open(const rowkey_advisor *advisor, bool before_records, rowkey_error *error) {
  if (!rowkey_is_given(advisor, "advisor", error)) return false;
  if (advisor->forms.texts.count > 0)
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                     "the advisor has searched already (expected one search for each advisor)");
  else if (before_records && advisor->set_count > 0)
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                     "records were added already (expected questions before records)");
  else
    return true;
  return false;
}

rowkey_status rowkey_advisor_share(rowkey_advisor *advisor, size_t count, rowkey_advice_share *share,
                                   void *context, rowkey_error *error) {
  if (!rowkey_advisor_is_open(advisor, false, error)) return ROWKEY_ERROR_ARGUMENT;
  if (count < 1 || count > MOST_THREADS || (share == NULL && count > 1))
    return rowkey_error_set(
        error, ROWKEY_ERROR_ARGUMENT,
        "%zu threads, or share is NULL (expected 1 to %d threads, and a function that lends them)", count,
        MOST_THREADS);
  advisor->threads = (struct threads){count, share, context};
  return ROWKEY_OK;
}

/* Whether the values of floats that are asked for, or order answers, have a place in an order. */
static bool have_places(const rowkey_advisor *advisor, const rowkey_values *columns, size_t rows,
                        rowkey_error *error) {
  column_set ordered =
      rowkey_asked_columns((const struct question *const *)advisor->questions, advisor->question_count);
  if (advisor->order_column != ROWKEY_NONE) ordered |= set_of(advisor->order_column);
  for (; ordered != 0; ordered &= ordered - 1) {
    const size_t column = (size_t)__builtin_ctzll(ordered);
    const rowkey_column *of = &advisor->columns.columns[column];
    if ((of->type != ROWKEY_F64 && of->type != ROWKEY_F32) || columns[column].data == NULL) continue;
    for (size_t row = 0; row < rows; row++) {
      const rowkey_value value = kept_value_at(of->type, &columns[column], row);
      if (is_null_at(&columns[column], row) || !cell_is_nan(of->type, &value)) continue;
      rowkey_error_set(error, ROWKEY_ERROR_RANGE,
                       "column %s is NaN (expected a number: NaN has no place in an order)", of->name);
      error->row = row;
      error->column = column;
      return false;
    }
  }
  return true;
}

static bool add_rows(rowkey_advisor *advisor, const rowkey_values *columns, size_t first, size_t rows,
                     rowkey_error *error) {
  rowkey_values part[ADVISOR_COLUMNS];
  if (rows == 0) return true;
  for (size_t i = 0; i < advisor->columns.count; i++) part[i] = rowkey_values_from(&columns[i], first);
  bool good = rowkey_profile_add(advisor->profile, part, rows, error) == ROWKEY_OK;
  for (size_t i = 0; good && i < advisor->set_count; i++)
    good = rowkey_unique_add(&advisor->sets[i], part, rows, error);
  for (size_t i = 0; good && i < advisor->single_count; i++)
    good = rowkey_unique_add(&advisor->singles[i], part, rows, error);
  if (!good && error->row != ROWKEY_NONE) error->row += first;
  return good;
}

rowkey_status rowkey_advisor_add(rowkey_advisor *advisor, const rowkey_values *columns, size_t rows,
                                 rowkey_error *error) {
  rowkey_error own;
  if (error == NULL) error = &own;
  if (!rowkey_advisor_is_open(advisor, false, error)) return ROWKEY_ERROR_ARGUMENT;
  if (advisor->question_count == 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "no question was asked (expected one or more before records)");
  rowkey_status status = rowkey_profile_check(advisor->profile, columns, rows, error);
  if (status != ROWKEY_OK) return status;
  if (rows > 0 && !have_places(advisor, columns, rows, error)) return error->status;
  if (advisor->set_count == 0 && !rowkey_advisor_open_sets(advisor, error)) return error->status;
  /* Further sets are opened by the first records, which the sample still has, all of them. */
  const uint64_t before = rowkey_profile_rows(advisor->profile), most = advisor->profile->sample.most_rows;
  const size_t first = before >= most ? 0 : rows < most - before ? rows : (size_t)(most - before);
  if (!add_rows(advisor, columns, 0, first, error) ||
      (first < rows && !rowkey_advisor_extend_sets(advisor, error)) ||
      !add_rows(advisor, columns, first, rows - first, error))
    return error->status;
  return ROWKEY_OK;
}

rowkey_profile *rowkey_advisor_profile(rowkey_advisor *advisor) {
  return advisor == NULL ? NULL : advisor->profile;
}

uint64_t rowkey_advisor_candidates(const rowkey_advisor *advisor, uint64_t *measured) {
  /* Threads add to it while `progress` asks. */
  if (measured != NULL) *measured = advisor == NULL ? 0 : __atomic_load_n(&advisor->tried, __ATOMIC_RELAXED);
  return advisor == NULL ? 0 : advisor->candidates;
}

/* ---- The search ---------------------------------------------------------------------------------- */

/* The layout of all columns that are asked for, in the order of the records: it reads any conditions. */
static rowkey_layout *reference_layout(const rowkey_advisor *advisor, rowkey_error *error) {
  struct design design = {.period_column = ROWKEY_NONE};
  struct string_list texts = {0};
  rowkey_layout *layout = NULL;
  /* No more are asked for (wishes.c); a compiler cannot see that. */
  for (column_set left = advisor->space.asked; left != 0 && design.column_count < DESIGN_COLUMNS;
       left &= left - 1)
    design.order[design.column_count++] = (uint8_t)__builtin_ctzll(left);
  if (rowkey_design_write(&design, &advisor->forms, &texts))
    layout = rowkey_layout_compile((const char *)string_at(&texts, 0), string_size(&texts, 0),
                                   advisor->columns.columns, advisor->columns.count, error);
  else
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a layout");
  rowkey_strings_free(&texts);
  return layout;
}

/* Questions asked with the values of a sample. */
struct asked_sample {
  struct records records;
  struct drawn_question drawn[SEARCH_QUESTIONS];
  const struct drawn_question *questions[SEARCH_QUESTIONS]; /* those above */
  uint32_t *placements;
  struct measuring measuring;
};

static bool draw_all(const rowkey_advisor *advisor, const rowkey_layout *reference,
                     struct asked_sample *sample, rowkey_error *error) {
  for (size_t i = 0; i < advisor->question_count; i++) {
    if (!rowkey_draw(advisor->questions[i], &advisor->columns, &sample->records, reference, &sample->drawn[i],
                     error))
      return false;
    sample->questions[i] = &sample->drawn[i];
  }
  sample->placements = rowkey_place_all(advisor->settings.regions, advisor->settings.servers, error);
  if (sample->placements == NULL) return false;
  const size_t rows = sample->records.rows;
  sample->measuring = (struct measuring){.columns = &advisor->columns,
                                         .records = sample->records,
                                         .questions = sample->questions,
                                         .question_count = advisor->question_count,
                                         .draws = DRAWS,
                                         .most_ranges = MOST_RANGES,
                                         .seek_cost = advisor->settings.seek_cost,
                                         .regions = advisor->settings.regions,
                                         .servers = advisor->settings.servers,
                                         .placements = sample->placements,
                                         .writers = advisor->settings.writers,
                                         .window = rows < SAMPLE_WINDOWS ? 1 : rows / SAMPLE_WINDOWS,
                                         .all_rows = rowkey_profile_rows(advisor->profile),
                                         .grown = advisor->settings.rows,
                                         .growth = rowkey_growth_of(&sample->records, advisor->settings.rows),
                                         .order_column = advisor->order_column,
                                         .order_direction = advisor->order_direction};
  return true;
}

static void sample_free(const rowkey_advisor *advisor, struct asked_sample *sample) {
  for (size_t i = 0; i < advisor->question_count; i++) rowkey_draw_free(&sample->drawn[i]);
  free(sample->placements);
  free(sample);
}

static double each_of(uint64_t records, size_t sampled) {
  return sampled > 1 ? (double)(records - 1) / (double)(sampled - 1) : 1;
}

/* Tries candidates by a part of the sample. */
static bool try_candidates(rowkey_advisor *advisor, const rowkey_layout *reference,
                           rowkey_advice_progress *progress, void *context, rowkey_error *error) {
  const rowkey_values *columns;
  const uint64_t *numbers;
  const size_t rows = rowkey_profile_sample(advisor->profile, &columns, &numbers);
  struct sample part;
  struct asked_sample *small = calloc(1, sizeof *small);
  bool good = rowkey_sample_open(&part, advisor->columns.columns, advisor->columns.count, SMALL_SAMPLE) &&
              small != NULL && rowkey_sample_add(&part, columns, rows, 0);
  if (!good) rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a sample");
  if (good) {
    small->records =
        (struct records){part.values, part.count, part.rows,
                         each_of(rowkey_profile_rows(advisor->profile), part.rows), part.numbers};
    good = draw_all(advisor, reference, small, error);
    small->measuring.draws = SMALL_DRAWS;
    small->measuring.most_ranges = SMALL_RANGES;
    good = good && rowkey_advisor_try_groups(advisor, &small->measuring, progress, context, error);
  }
  if (small != NULL) sample_free(advisor, small);
  rowkey_sample_close(&part);
  return good;
}

/* ---- Designs that are measured with care --------------------------------------------------------- */

static double cost_of_reading(const rowkey_advisor *advisor, const struct measured *measured,
                              bool has_grown) {
  return rowkey_read_cost(advisor, (const struct question *const *)advisor->questions,
                          advisor->question_count, measured->questions, has_grown);
}

/* Whether the layout lacks a column that is asked for. What the caller brings along is taken as it is. */
static bool lacks_columns(const rowkey_advisor *advisor, const struct advised *design) {
  bool lacks = false;
  if (design->measured.layout == NULL || design->is_fixed) return false;
  for (column_set asked = advisor->space.asked; asked != 0; asked &= asked - 1)
    lacks = lacks || !rowkey_layout_uses(design->measured.layout, (size_t)__builtin_ctzll(asked));
  return lacks;
}

static void show_design(const rowkey_advisor *advisor, struct advised *design) {
  const struct measured *measured = &design->measured;
  design->shown = (rowkey_advised_design){.layout = design->text,
                                          .name = design->name,
                                          .refused = measured->refused,
                                          .compiled = measured->layout,
                                          .splits = measured->splits,
                                          .sample_rows = measured->sample_rows,
                                          .key_bytes = measured->key_bytes,
                                          .answers = measured->questions,
                                          .read_cost = cost_of_reading(advisor, measured, false),
                                          .region_peak_mean = measured->region_peak_mean,
                                          .region_peak_most = measured->region_peak_most,
                                          .lock_step = measured->lock_step,
                                          .now = measured->now,
                                          .growth = measured->growth,
                                          .is_partial = lacks_columns(advisor, design)};
  design->backwards = 0;
  for (size_t i = 0; i < advisor->question_count; i++)
    design->backwards += measured->questions[i].backwards ? advisor->questions[i]->weight : 0;
  rowkey_show_server_peaks(&design->shown, &measured->servers);
  design->shown.now.read_cost = design->shown.read_cost;
  design->shown.growth.read_cost =
      advisor->settings.rows > 0 ? cost_of_reading(advisor, measured, true) : design->shown.read_cost;
}

static bool explain(const rowkey_advisor *advisor, struct advised *design, rowkey_error *error) {
  if (design->shown.refused != NULL) return true;
  design->reason = rowkey_design_reason(&design->shown, &advisor->columns,
                                        (const struct question *const *)advisor->questions,
                                        advisor->question_count, error);
  design->shown.reason = design->reason;
  return design->reason != NULL;
}

/* Keeps each question as it is asked first. */
static bool keep_examples(rowkey_advisor *advisor, const struct asked_sample *sample, rowkey_error *error) {
  for (size_t i = 0; i < advisor->question_count; i++) {
    const struct string_list *texts = &sample->drawn[i].texts;
    advisor->examples[i] = strndup((const char *)string_at(texts, 0), string_size(texts, 0));
    if (advisor->examples[i] != NULL) continue;
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a question");
    return false;
  }
  return true;
}

const char *rowkey_advisor_note(const rowkey_advisor *advisor, size_t index) {
  return advisor == NULL || index >= advisor->notes.count ? NULL
                                                          : (const char *)string_at(&advisor->notes, index);
}

const char *rowkey_advisor_example(const rowkey_advisor *advisor, size_t index) {
  return advisor == NULL || index >= advisor->question_count ? NULL : advisor->examples[index];
}

/* Candidates have the columns that make keys unique; what others bring along may not. */
static bool refuse_shared_keys(const rowkey_advisor *advisor, const struct records *records,
                               struct measured *measured, rowkey_error *error) {
  if (measured->refused != NULL || measured->shared == 0 || advisor->settings.allow_shared_keys) return true;
  char text[128];
  snprintf(text, sizeof text, "%" PRIu64 " of %zu sampled records share their key with another record",
           measured->shared, records->rows);
  measured->refused = strdup(text);
  if (measured->refused == NULL)
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the measures of a design");
  return measured->refused != NULL;
}

struct careful {
  rowkey_advisor *advisor;
  const struct measuring *measuring;
};

static bool measure_design(void *context, size_t index, struct measuring_room *room, rowkey_error *error) {
  const struct careful *careful = context;
  struct advised *design = &careful->advisor->designs[index];
  if (!rowkey_measure(careful->measuring, design->text, strlen(design->text), room, &design->measured,
                      error) ||
      !refuse_shared_keys(careful->advisor, &careful->measuring->records, &design->measured, error))
    return false;
  show_design(careful->advisor, design);
  return explain(careful->advisor, design, error);
}

/* Asks the caller whether the search is still wanted: as a rowkey_advice_progress. */
static bool is_wanted(void *context, double done) {
  rowkey_advisor *advisor = context;
  (void)done;
  if (!advisor->stopped && advisor->settings.go_on != NULL)
    advisor->stopped = !advisor->settings.go_on(advisor->settings.go_on_context);
  return !advisor->stopped;
}

static bool check_wanted(rowkey_advisor *advisor, rowkey_error *error) {
  if (is_wanted(advisor, 0)) return true;
  rowkey_error_set(error, ROWKEY_ERROR_STOPPED, "the caller stopped the search for designs");
  return false;
}

/* While candidates are tried the caller may also say that these are enough. */
struct steering {
  rowkey_advisor *advisor;
  rowkey_advice_progress *progress; /* or NULL */
  void *context;
};

static bool try_on(void *context, double done) {
  const struct steering *steering = context;
  return is_wanted(steering->advisor, done) &&
         (steering->progress == NULL || steering->progress(steering->context, done));
}

static bool measure_designs(rowkey_advisor *advisor, const rowkey_layout *reference, rowkey_error *error) {
  const rowkey_values *columns;
  const uint64_t *numbers;
  const size_t rows = rowkey_profile_sample(advisor->profile, &columns, &numbers);
  size_t measured = 0;
  struct asked_sample *sample = calloc(1, sizeof *sample);
  if (sample == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a sample");
    return false;
  }
  sample->records = (struct records){columns, advisor->columns.count, rows,
                                     each_of(rowkey_profile_rows(advisor->profile), rows), numbers};
  struct careful careful = {advisor, &sample->measuring};
  const struct each_item each = {.work = measure_design,
                                 .context = &careful,
                                 .items = advisor->design_count,
                                 .progress = is_wanted,
                                 .progress_context = advisor};
  const bool good = draw_all(advisor, reference, sample, error) && check_wanted(advisor, error) &&
                    keep_examples(advisor, sample, error) &&
                    rowkey_each_item(&advisor->threads, &each, &measured, error) &&
                    check_wanted(advisor, error);
  sample_free(advisor, sample);
  return good;
}

static bool can_grow(const rowkey_advisor *advisor, rowkey_error *error) {
  const uint64_t rows = rowkey_profile_rows(advisor->profile);
  if (advisor->settings.rows < rows) {
    rowkey_error_set(error, ROWKEY_ERROR_RANGE,
                     "the table grows to %" PRIu64 " rows and has %" PRIu64 " (expected as many or more)",
                     advisor->settings.rows, rows);
    return false;
  }
  for (size_t i = 0; i < advisor->question_count; i++) {
    const struct question *question = advisor->questions[i];
    for (size_t j = 0; j < question->count; j++) {
      const struct question_part *part = &question->parts[j];
      if (part->kind != PART_LAST || part->length <= advisor->longest_period[part->column]) continue;
      rowkey_error_set(
          error, ROWKEY_ERROR_RANGE,
          "the question %.200s goes further back than a quarter of the records: %" PRIu64 " of the %" PRIu64
          " between the least and the greatest %s, so the records cannot show what it reads when the table grows "
          "(expected records over at least four times that time, or a table that does not grow)",
          question->text, part->length, rowkey_advisor_span(advisor, part->column),
          advisor->columns.columns[part->column].name);
      return false;
    }
  }
  return true;
}

static bool search(rowkey_advisor *advisor, rowkey_advice_progress *progress, void *context,
                   rowkey_error *error) {
  if (rowkey_profile_rows(advisor->profile) == 0) {
    rowkey_error_set(error, ROWKEY_ERROR_RANGE, "there are no records (expected one or more)");
    return false;
  }
  for (size_t i = 0; i < advisor->columns.count; i++)
    advisor->longest_period[i] = rowkey_advisor_span(advisor, i) / 4;
  if (advisor->settings.rows != 0 && !can_grow(advisor, error)) return false;
  if (!rowkey_advisor_choose_columns(advisor, error) || !rowkey_advisor_find_heavy(advisor, error))
    return false;
  advisor->space.identity = advisor->identity;
  advisor->space.columns = &advisor->columns;
  advisor->space.questions = (const struct question *const *)advisor->questions;
  advisor->space.question_count = advisor->question_count;
  advisor->space.pairs = advisor->pairs;
  advisor->space.pair_count = advisor->pair_count;
  advisor->space.longest_period = advisor->longest_period;
  advisor->space.servers = advisor->settings.servers;
  advisor->space.regions = advisor->settings.regions;
  const bool has_forms = rowkey_forms_find(&advisor->columns, advisor->profile,
                                           rowkey_advisor_falling(advisor), &advisor->forms);
  if (has_forms) advisor->space.narrow = rowkey_forms_of_cells(&advisor->forms);
  if (!has_forms || !rowkey_advisor_add_textbook(advisor) || !rowkey_advisor_add_named(advisor)) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for designs");
    return false;
  }
  rowkey_layout *reference = reference_layout(advisor, error);
  struct steering steering = {advisor, progress, context};
  const bool good = reference != NULL && check_wanted(advisor, error) &&
                    try_candidates(advisor, reference, try_on, &steering, error) &&
                    measure_designs(advisor, reference, error);
  rowkey_layout_free(reference);
  if (good) rowkey_advisor_thin(advisor);
  return good && rowkey_advisor_take_notes(advisor, error);
}

rowkey_status rowkey_advisor_search(rowkey_advisor *advisor, rowkey_advice_progress *progress, void *context,
                                    rowkey_error *error) {
  rowkey_error own;
  if (error == NULL) error = &own;
  if (!rowkey_advisor_is_open(advisor, false, error)) return ROWKEY_ERROR_ARGUMENT;
  if (advisor->question_count == 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "no question was asked (expected one or more)");
  return search(advisor, progress, context, error) ? ROWKEY_OK : error->status;
}
