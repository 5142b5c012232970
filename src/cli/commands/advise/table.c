/* Advice as people read it. */
#include <inttypes.h>
#include <string.h>

#include "commands/advise/report.h"
#include "report/words.h"
#include "text/plural.h"

static const rowkey_advised_design *design_at(const struct advise_report *report, size_t index) {
  return rowkey_advisor_design(report->advisor, index);
}

/* A number of rows or ranges: whole where it is large or whole, else with a digit after the point; 1e+10
 * where it has so many digits that nobody counts them. */
static const char *number(char out[32], double value) {
  const bool is_huge = value >= 1e7;
  const bool is_whole = value >= 100 || value == (double)(uint64_t)value;
  snprintf(out, 32, is_huge ? "%.3g" : is_whole ? "%.0f" : "%.1f", value);
  return out;
}

/* ---- The head ---------------------------------------------------------------------------------- */

static void put_head(FILE *to, const struct advise_report *report) {
  const struct advise_settings *settings = report->settings;
  uint64_t tried;
  const uint64_t candidates = rowkey_advisor_candidates(report->advisor, &tried);
  fprintf(to, "%" PRIu64 " row%s of %s, %zu writer%s, %" PRIu64 " regions on %" PRIu64 " server%s\n",
          report->rows, plural(report->rows), report->source, report->writers, plural(report->writers),
          settings->regions, settings->servers, plural(settings->servers));
  fprintf(to, "%" PRIu64 " candidate%s, %" PRIu64 " of them tried; windows of %" PRIu64 " row%s\n",
          candidates, plural(candidates), tried, report->window, plural(report->window));
  if (report->found->list != NULL) {
    fprintf(to, "columns %s: all values have these types (--columns takes others)\n", report->found->list);
    if (report->found->notes[0] != 0) fprintf(to, "%s\n", report->found->notes);
  }
  const char *note;
  for (size_t i = 0; (note = rowkey_advisor_note(report->advisor, i)) != NULL; i++)
    fprintf(to, "note: %s\n", note);
  putc('\n', to);
}

static void put_questions(FILE *to, const struct advise_report *report) {
  const struct texts *questions = &report->settings->questions;
  for (size_t i = 0; i < questions->count; i++) fprintf(to, "question %zu  %s\n", i + 1, questions->items[i]);
  putc('\n', to);
}

/* The tables that are recommended; NULL where no design can be taken. */
static const rowkey_advised_tables *recommended_tables(const struct advise_report *report) {
  for (size_t count = 1; count <= ROWKEY_MOST_TABLES; count++) {
    const rowkey_advised_tables *tables = rowkey_advisor_tables(report->advisor, count);
    if (tables != NULL && tables->is_recommended) return tables;
  }
  return NULL;
}

static bool is_recommended(const struct advise_report *report, size_t design) {
  const rowkey_advised_tables *tables = recommended_tables(report);
  for (size_t i = 0; tables != NULL && i < tables->count; i++)
    if (tables->designs[i] == design) return true;
  return false;
}

/* ---- Designs side by side ----------------------------------------------------------------------- */

static bool grows(const struct advise_report *report) {
  return report->settings->source == NULL && report->settings->rows > 0;
}

static void put_summary_head(FILE *to, const struct advise_report *report) {
  if (grows(report)) fprintf(to, "%*sat %.3g rows\n", 54, "", (double)report->settings->rows);
  fprintf(to, "          cost of  busiest server     busy  bytes a%s\n",
          grows(report) ? "      cost of  busiest     busy" : "");
  fprintf(to, "  design  reading  worst     mean  regions      key  %slayout\n",
          grows(report) ? "    reading   server  regions  " : "");
}

static void put_summary(FILE *to, const struct advise_report *report) {
  char cost[32], bytes[32], busy[32], grown[32];
  put_summary_head(to, report);
  for (size_t i = 0; i < rowkey_advisor_designs(report->advisor); i++) {
    const rowkey_advised_design *design = design_at(report, i);
    const rowkey_advised_growth *growth = &design->growth;
    fprintf(to, "%c %6zu", is_recommended(report, i) ? '*' : ' ', i + 1);
    if (design->refused != NULL)
      fprintf(to, "  %-*s%s", grows(report) ? 74 : 45, "cannot be taken", design->layout);
    else
      fprintf(to, "  %7s  %4.2fx    %4.2fx  %7s  %7s  ", number(cost, design->read_cost),
              design->server_peak_most, design->server_peak_mean, number(busy, design->now.busy_regions),
              number(bytes, design->key_bytes));
    if (design->refused == NULL && grows(report))
      fprintf(to, "%11s  %6.2fx  %7s  ", number(grown, growth->read_cost), growth->server_peak,
              number(busy, growth->busy_regions));
    if (design->refused == NULL) fputs(design->layout, to);
    fprintf(to, design->name == NULL ? "\n" : "  (%s)\n", design->name);
  }
  putc('\n', to);
}

/* ---- Tables side by side ------------------------------------------------------------------------- */

/* "design 5 for question 1, design 8 for questions 2 and 3" */
static void put_served(FILE *to, const struct advise_report *report, const rowkey_advised_tables *tables) {
  const size_t questions = report->settings->questions.count;
  for (size_t table = 0; table < tables->count; table++) {
    size_t count = 0, put = 0;
    for (size_t i = 0; i < questions; i++) count += tables->table_of[i] == table;
    fprintf(to, "%sdesign %zu for question%s", table == 0 ? "" : ", ", tables->designs[table] + 1,
            plural(count));
    for (size_t i = 0; i < questions; i++)
      if (tables->table_of[i] == table) {
        fprintf(to, "%s%zu", put == 0 ? " " : put + 1 == count ? " and " : ", ", i + 1);
        put++;
      }
  }
}

static void put_tables(FILE *to, const struct advise_report *report) {
  if (rowkey_advisor_tables(report->advisor, 2) == NULL && rowkey_advisor_tables(report->advisor, 3) == NULL)
    return;
  if (grows(report)) fprintf(to, "at %.3g rows\n", (double)report->settings->rows);
  fputs(
      "          cost of  bytes of    as an index:\n"
      "  tables  reading      keys    cost    bytes  what answers each question\n",
      to);
  for (size_t count = 1; count <= ROWKEY_MOST_TABLES; count++) {
    const rowkey_advised_tables *tables = rowkey_advisor_tables(report->advisor, count);
    char cost[32], bytes[32], index_cost[32], index_bytes[32];
    if (tables == NULL) continue;
    fprintf(to, "%c %6zu  %7s  %8s  ", tables->is_recommended ? '*' : ' ', count,
            number(cost, tables->read_cost), number(bytes, tables->key_bytes));
    fprintf(to, "%6s  %7s  ", count == 1 ? "" : number(index_cost, tables->index_read_cost),
            count == 1 ? "" : number(index_bytes, tables->index_bytes));
    put_served(to, report, tables);
    putc('\n', to);
  }
  putc('\n', to);
}

/* ---- One design --------------------------------------------------------------------------------- */

/* Whether the rows come in the order that is wanted. */
static void put_order(FILE *to, const struct advise_report *report, const rowkey_advised_answer *answer) {
  if (!answer->wants_order && answer->in_order) fprintf(to, ", in the order of %s", report->settings->order);
  if (answer->wants_order)
    fputs(answer->in_order            ? ", in order"
          : answer->in_order_by_range ? ", in order within each range"
                                      : ", to be sorted",
          to);
  if (answer->in_order && answer->backwards) fputs(" if read backwards", to);
}

static void put_answer(FILE *to, const struct advise_report *report, const rowkey_advised_answer *answer,
                       size_t question) {
  char ranges[32], regions[32], read[32], wanted[32];
  fprintf(to, "    question %zu: ", question + 1);
  if (answer->reads_all) {
    fprintf(to, "reads all of the table for %s row%s\n", number(wanted, answer->wanted),
            answer->wanted == 1 ? "" : "s");
    return;
  }
  fprintf(to, "%s range%s in %s region%s, %s row%s read for %s wanted", number(ranges, answer->ranges),
          answer->ranges == 1 ? "" : "s", number(regions, answer->regions), answer->regions == 1 ? "" : "s",
          number(read, answer->read), answer->read == 1 ? "" : "s", number(wanted, answer->wanted));
  if (answer->allowed_ranges > 0) fprintf(to, ", with --max-ranges %zu", answer->allowed_ranges);
  if (answer->seeks > answer->ranges)
    fprintf(to, ", skipping to %s groups", number(ranges, answer->seeks));
  else if (answer->seeks < answer->ranges)
    fprintf(to, ", as %s ranges suffice", number(ranges, answer->seeks));
  put_order(to, report, answer);
  putc('\n', to);
}

static void put_lost_columns(FILE *to, const rowkey_advised_design *design) {
  size_t count;
  const char *separator = "    does not give back ";
  const rowkey_column *columns = rowkey_layout_columns(design->compiled, &count);
  for (size_t i = 0; i < count; i++) {
    if (!rowkey_layout_uses(design->compiled, i) ||
        rowkey_layout_recovery(design->compiled, i) == ROWKEY_RECOVERED)
      continue;
    fprintf(to, "%s%s", separator, columns[i].name);
    separator = ", ";
  }
  if (*separator == ',') putc('\n', to);
}

static void put_growth(FILE *to, const struct advise_report *report, const rowkey_advised_design *design) {
  const rowkey_advised_growth *growth = &design->growth;
  const double rows = (double)report->settings->rows;
  char regions[32], busy[32];
  fprintf(
      to,
      "    at %.3g rows: %s regions, of which %s share what is written at a time, so that the busiest server "
      "gets at least %.2f times its share; keys take %.3g GB\n",
      rows, number(regions, growth->regions), number(busy, growth->busy_regions), growth->server_peak,
      rows * design->key_bytes / 1e9);
  fprintf(to, "    rows read then:");
  for (size_t i = 0; i < report->settings->questions.count; i++)
    fprintf(to, "%s question %zu %s", i == 0 ? "" : ",", i + 1, number(busy, design->answers[i].grown_read));
  putc('\n', to);
}

static void put_placement(FILE *to, size_t placement) {
  if (placement == 0)
    fputs("round-robin", to);
  else
    fprintf(to, "shuffle:%zu", placement);
}

/* What the means are of, and the worst of it. */
static void put_placements(FILE *to, const struct advise_report *report,
                           const rowkey_advised_design *design) {
  if (!report->settings->has_placement) {
    fprintf(to, ": the means of %d ways to place the regions; %.2f times in the worst window of ",
            ROWKEY_ADVICE_PLACEMENTS, design->server_peak_worst);
    put_placement(to, design->worst_placement);
  }
  putc('\n', to);
}

static void put_design(FILE *to, const struct advise_report *report, size_t index) {
  const rowkey_advised_design *design = design_at(report, index);
  char busy[32], regions[32];
  fprintf(to, "design %zu%s%s%s: %s\n", index + 1, is_recommended(report, index) ? ", recommended" : "",
          design->name == NULL ? "" : ", ", design->name == NULL ? "" : design->name, design->layout);
  if (design->refused != NULL) {
    fprintf(to, "    cannot be taken: %s\n\n", design->refused);
    return;
  }
  fprintf(to, "    %s\n", design->reason);
  fprintf(to, "    the busiest server gets %.2f times its share in the worst window, %.2f times on average",
          design->server_peak_most, design->server_peak_mean);
  put_placements(to, report, design);
  fprintf(to, "    %s of %s regions share what is written at a time\n",
          number(busy, design->now.busy_regions), number(regions, design->now.regions));
  if (design->sample_rows > 0)
    fprintf(to, "    regions are split at the keys of the first %" PRIu64 " row%s\n", design->sample_rows,
            plural(design->sample_rows));
  if (grows(report)) put_growth(to, report, design);
  for (size_t i = 0; i < report->settings->questions.count; i++)
    put_answer(to, report, &design->answers[i], i);
  put_lost_columns(to, design);
  putc('\n', to);
}

/* ---- Why, and how to see it ---------------------------------------------------------------------- */

static void put_several_tables(FILE *to, const struct advise_report *report,
                               const rowkey_advised_tables *tables) {
  const rowkey_advised_tables *one = rowkey_advisor_tables(report->advisor, 1);
  char cost[32], cost_of_one[32], index_cost[32], writes[32];
  fprintf(to, "%s tables are recommended, each with all rows: ", tables->count == 2 ? "Two" : "Three");
  put_served(to, report, tables);
  fprintf(
      to,
      ". Reading then costs %s, where design %zu, the best single table, costs %s. If only design %zu has the "
      "rows, and %s its keys as an index, reading costs %s. One table is enough if more than %s records are "
      "written for each question: a record that is written once more costs as much as a range.\n",
      number(cost, tables->read_cost), one->designs[0] + 1, number(cost_of_one, one->read_cost),
      tables->designs[tables->main] + 1, tables->count == 2 ? "the other one" : "the others",
      number(index_cost, tables->index_read_cost), number(writes, tables->writes_per_question));
}

static void put_reason(FILE *to, const struct advise_report *report) {
  const rowkey_advised_tables *tables = recommended_tables(report);
  if (tables == NULL) {
    fputs("No design can be taken: see above for why.\n", to);
    return;
  }
  if (tables->count > 1) {
    put_several_tables(to, report, tables);
    return;
  }
  const rowkey_advised_design *design = design_at(report, report->recommended);
  const double most = report->settings->most_peak > 0 ? report->settings->most_peak : 2;
  if (rowkey_advised_peak(design) <= most)
    fprintf(
        to,
        "Design %zu is recommended: it keeps the busiest server at %g times its share or below, and costs at "
        "most 5 %% more to read than the cheapest one that does.\n",
        report->recommended + 1, most);
  else
    fprintf(
        to,
        "Design %zu is recommended as the most even one: none keeps the busiest server at %g times its share "
        "or below.\n",
        report->recommended + 1, most);
}

/* ---- What figures are of ------------------------------------------------------------------------- */

static void put_figures(FILE *to, const struct advise_report *report) {
  const uint64_t rows = report->rows, sampled = report->sampled;
  fprintf(to,
          "\nWhat the figures are of:\n"
          "  busiest server   counted over all %" PRIu64 " rows, in windows of %" PRIu64
          "\n"
          "  reading          counted over ",
          rows, report->window);
  if (sampled < rows)
    fprintf(to, "%" PRIu64 " of the rows, each of which stands for %.3g", sampled,
            (double)rows / (double)sampled);
  else
    fputs("all rows", to);
  fputs(
      ", with the values of up to 32; what a limit saves is an estimate\n"
      "  busy regions     an estimate by the last quarter of these rows\n",
      to);
  if (grows(report)) {
    char title[32];
    snprintf(title, sizeof title, "at %.3g rows", (double)report->settings->rows);
    fprintf(to,
            "  %-15s  estimates, as if rows had been written for longer like the first half of these; of the "
            "busiest server a lower bound\n",
            title);
  }
  fputs(
      "  not known        what these rows do not have: other rates, new values, values that become frequent\n",
      to);
}

/* What lets another command read the same rows. */
static void put_input(FILE *to, const struct advise_settings *settings) {
  for (size_t i = 0; i < settings->given_count; i++) {
    fprintf(to, " %s", settings->given[i].name);
    if (settings->given[i].value == NULL) continue;
    putc(' ', to);
    put_shell_word(to, settings->given[i].value);
  }
  for (size_t i = 0; settings->source == NULL && i < settings->common.input.file_count; i++) {
    putc(' ', to);
    put_shell_word(to, settings->common.input.files[i]);
  }
}

static void put_columns(FILE *to, const struct advise_settings *settings) {
  if (settings->common.columns == NULL) return;
  fputs(" -c ", to);
  put_shell_word(to, settings->common.columns);
}

/* What prints where the regions of the design begin. */
static void put_splits_command(FILE *to, const struct advise_settings *settings,
                               const rowkey_advised_design *design) {
  if (design->sample_rows > 0 && settings->source != NULL) return; /* the rows are in no file */
  fputs("  rowkey splits -l ", to);
  put_shell_word(to, design->layout);
  fprintf(to, " --regions %" PRIu64, settings->regions);
  if (design->sample_rows > 0) {
    fprintf(to, " --sample --sample-rows %" PRIu64, design->sample_rows);
    put_input(to, settings);
  } else {
    put_columns(to, settings);
  }
  putc('\n', to);
}

/* The one that is asked for; else the worst one. */
static void put_placement_option(FILE *to, const struct advise_report *report,
                                 const rowkey_advised_design *design) {
  const struct placement *placement = &report->settings->placement;
  if (report->settings->has_placement && placement->kind == PLACEMENT_SHUFFLE) {
    fprintf(to, " --placement shuffle:%" PRIu64, placement->seed);
  } else if (!report->settings->has_placement && design->worst_placement > 0) {
    fputs(" --placement ", to);
    put_placement(to, design->worst_placement);
  }
}

static void put_simulate_command(FILE *to, const struct advise_report *report,
                                 const rowkey_advised_design *design) {
  const struct advise_settings *settings = report->settings;
  fputs("  rowkey simulate -l ", to);
  put_shell_word(to, design->layout);
  fprintf(to, " --regions %" PRIu64, settings->regions);
  if (design->sample_rows > 0) fprintf(to, " --sample-rows %" PRIu64, design->sample_rows);
  fprintf(to, " --servers %" PRIu64, settings->servers);
  put_placement_option(to, report, design);
  fprintf(to, " --writers %zu --window %" PRIu64, report->writers, report->window);
  put_input(to, settings);
  putc('\n', to);
}

static void put_ranges_command(FILE *to, const struct advise_report *report,
                               const rowkey_advised_design *design, size_t question) {
  fputs("  rowkey ranges -l ", to);
  put_shell_word(to, design->layout);
  put_columns(to, report->settings);
  fputs(" -w ", to);
  put_shell_word(to, rowkey_advisor_example(report->advisor, question));
  if (design->answers[question].allowed_ranges > 0)
    fprintf(to, " --max-ranges %zu", design->answers[question].allowed_ranges);
  putc('\n', to);
}

static void put_commands(FILE *to, const struct advise_report *report) {
  const rowkey_advised_tables *tables = recommended_tables(report);
  if (tables == NULL) return;
  fputs("\nThe same figures:\n", to);
  for (size_t table = 0; table < tables->count; table++) {
    const rowkey_advised_design *design = design_at(report, tables->designs[table]);
    put_splits_command(to, report->settings, design);
    put_simulate_command(to, report, design);
    for (size_t i = 0; i < report->settings->questions.count; i++)
      if (tables->table_of[i] == table && !design->answers[i].reads_all)
        put_ranges_command(to, report, design, i);
  }
}

bool advise_report_table(FILE *to, const struct advise_report *report) {
  put_head(to, report);
  put_questions(to, report);
  put_summary(to, report);
  put_tables(to, report);
  for (size_t i = 0; i < rowkey_advisor_designs(report->advisor); i++) put_design(to, report, i);
  put_reason(to, report);
  put_figures(to, report);
  put_commands(to, report);
  return true;
}
