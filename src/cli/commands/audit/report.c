/* What both forms of an audit say. */
#include "commands/audit/report.h"

#include <math.h>

#include "report/words.h"

#define HOT_PEAK 2.0
#define UNEVEN_PEAK 1.5

const char *const region_fault_names[REGION_FAULTS] = {NULL, "hot", "empty", "unreachable"};

/* Whether it has more than `peak` times the mean. Few keys are uneven by chance alone: by four standard
 * deviations as well. */
static bool exceeds(const struct audit_report *report, size_t region, double peak) {
  const double keys = (double)report->counts[region];
  const double mean = (double)report->all.rows / (double)audit_regions(report);
  return keys > peak * mean && keys > mean + 4 * sqrt(mean);
}

enum region_fault fault_of_region(const struct audit_report *report, size_t region) {
  if (report->counts[region] == 0)
    return report->shares != NULL && !report->shares[region].reachable ? REGION_UNREACHABLE : REGION_EMPTY;
  return exceeds(report, region, HOT_PEAK) ? REGION_HOT : REGION_GOOD;
}

size_t count_faults(const struct audit_report *report, enum region_fault fault) {
  size_t count = 0;
  for (size_t i = 0; i < audit_regions(report); i++) count += fault_of_region(report, i) == fault;
  return count;
}

bool is_uneven(const struct audit_report *report) {
  return exceeds(report, report->all.busiest, UNEVEN_PEAK) ||
         count_faults(report, REGION_GOOD) < audit_regions(report);
}

const char *audit_columns(const struct audit_report *report) {
  const struct findings *findings = &report->findings;
  if (findings->inference == NULL) return report->common->columns;
  const char *list = findings->inference->column_list;
  return list == NULL || list[0] == 0 ? NULL : list;
}

const char *audit_confidence(const struct audit_report *report) {
  static const char *const names[] = {"none", "width", "shape", "checked"};
  const rowkey_inference *inference = report->findings.inference;
  return inference == NULL ? "given" : names[inference->confidence];
}

/* ---- Commands ---------------------------------------------------------------------------------- */

/* The options and files by which another command reads the same keys. */
static void put_audit_keys(const struct audit_report *report, FILE *to) {
  const struct input_settings *input = &report->common->input;
  if (report->settings->input != &key_form_text) fprintf(to, " --input %s", report->settings->input->name);
  for (size_t i = 0; i < input->file_count; i++) {
    putc(' ', to);
    put_shell_word(to, input->files[i]);
  }
}

static void put_audit_splits(const struct audit_report *report, FILE *to) {
  const struct audit_settings *settings = report->settings;
  fputs(" --splits ", to);
  put_shell_word(to, settings->splits);
  if (settings->splits_form != &key_form_hbase) fprintf(to, " --splits-form %s", settings->splits_form->name);
}

static void put_layout(const struct audit_report *report, FILE *to) {
  const char *given = report->common->layout.given;
  fputs(" -l ", to);
  put_shell_word(to, given != NULL ? given : audit_layout(report));
  if (audit_columns(report) == NULL) return;
  fputs(" -c ", to);
  put_shell_word(to, audit_columns(report));
}

/* rebucket reads both lists in one form. */
static const char *present_points(const struct audit_report *report) {
  return report->settings->splits_form == &key_form_hbase ? report->settings->splits : "present.txt";
}

static void put_rebucket(const struct audit_report *report, const struct mend *mend, const char *points,
                         const char *before, const char *after, FILE *to) {
  if (report->settings->splits_form != &key_form_hbase) {
    fprintf(to, "%srowkey route --summary", before);
    put_audit_splits(report, to);
    fprintf(to, " /dev/null | tail -n +3 | cut -f 2 >present.txt%s", after);
  }
  fprintf(to, "%srowkey rebucket --from '{key}' --to ", before);
  put_shell_word(to, mend->layout);
  fputs(" -c key:text --splits ", to);
  put_shell_word(to, present_points(report));
  fprintf(to, " --to-splits %s", points);
  put_audit_keys(report, to);
  fputs(after, to);
}

static void put_mend_regions(const struct audit_report *report, const char *before, const char *after,
                             FILE *to) {
  if (!report->regions.is_wanted || report->regions.points == NULL) return;
  fputs(before, to);
  if (report->settings->input == &key_form_text) {
    fprintf(to, "rowkey splits --sample --regions %zu", audit_regions(report));
    put_audit_keys(report, to);
  } else {
    fputs("rowkey decode -l '{key}' -c key:hex", to);
    put_audit_keys(report, to);
    fprintf(to, " | rowkey splits --sample -l '{key}' -c key:hex --regions %zu", audit_regions(report));
  }
  fprintf(to, " >even.txt%s", after);
  put_rebucket(report, &report->regions, "even.txt", before, after, to);
}

static void put_mend_prefix(const struct audit_report *report, const char *before, const char *after,
                            FILE *to) {
  if (!report->prefix.is_wanted || report->prefix.points == NULL) return;
  fprintf(to, "%srowkey splits -l ", before);
  put_shell_word(to, report->prefix.layout);
  fprintf(to, " -c key:text --regions %zu >prefixed.txt%s", audit_regions(report), after);
  put_rebucket(report, &report->prefix, "prefixed.txt", before, after, to);
}

void put_audit_commands(const struct audit_report *report, const char *before, const char *after, FILE *to) {
  if (report->settings->splits != NULL) {
    fprintf(to, "%srowkey route --summary", before);
    put_audit_splits(report, to);
    put_audit_keys(report, to);
    fputs(after, to);
  }
  if (audit_layout(report) != NULL) {
    if (report->settings->splits != NULL) {
      fprintf(to, "%srowkey splits --check ", before);
      put_shell_word(to, report->settings->splits);
      if (report->settings->splits_form != &key_form_hbase)
        fprintf(to, " --splits-form %s", report->settings->splits_form->name);
      put_layout(report, to);
      fputs(after, to);
    }
    fprintf(to, "%srowkey decode --on-error skip", before);
    put_layout(report, to);
    put_audit_keys(report, to);
    fprintf(to, "%s%srowkey explain", after, before);
    put_layout(report, to);
    fputs(after, to);
  }
  put_mend_regions(report, before, after, to);
  put_mend_prefix(report, before, after, to);
}
