/* An audit as people read it. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "commands/audit/report.h"
#include "keys/region_report.h"
#include "text/buffer.h"
#include "text/plural.h"

enum { BOUND_MAX = 28, BAR_WIDTH = 24 };
#define LEAST_CHANCE 1e-9 /* that is shown as a number */

static double percent(double part, double all) { return all <= 0 ? 0 : 100 * part / all; }

/* ---- The keys and their layout ----------------------------------------------------------------- */

static void put_head(const struct audit_report *report, FILE *to) {
  const rowkey_column_profile *profile = report->profile;
  fprintf(to, "%" PRIu64 " key%s of %" PRIu64, report->all.rows, plural(report->all.rows),
          profile->least_size);
  if (profile->most_size > profile->least_size) fprintf(to, " to %" PRIu64, profile->most_size);
  fprintf(to, " byte%s, %s", plural(profile->most_size), report->sampled.is_sorted ? "sorted" : "not sorted");
  if (report->sampled.keys.rows < report->all.rows)
    fprintf(to, "; a sample of %zu", report->sampled.keys.rows);
  putc('\n', to);
}

/* How likely a field is by chance. */
static void put_chance(double chance, FILE *to) {
  if (chance >= 1)
    fputs(" (any bytes fit)\n", to);
  else if (chance < LEAST_CHANCE)
    fprintf(to, " (chance < %g)\n", LEAST_CHANCE);
  else
    fprintf(to, " (chance %.2g)\n", chance);
}

static void put_inference(const rowkey_inference *inference, FILE *to) {
  static const char *const reasons[] = {
      "",
      "by their length alone: any bytes are such keys",
      "by the shape of the keys, which others may have as well",
      "it computes a part of each key from the rest",
  };
  fprintf(to, "          inferred: %s", reasons[inference->confidence]);
  if (inference->confidence == ROWKEY_CONFIDENCE_CHECKED)
    fprintf(to, "; of keys put together from two it makes %.3g %%", 100 * inference->chance);
  if (inference->name != NULL) fprintf(to, "\n          it is %s", inference->name);
  putc('\n', to);
  for (size_t i = 0; i < inference->field_count; i++) {
    const rowkey_inferred_field *field = &inference->fields[i];
    fprintf(to, "          %-24.*s  %s", (int)field->source_length, inference->layout + field->source_offset,
            field->text);
    put_chance(field->chance, to);
  }
}

/* Escaped as HBase's shell writes it, cut where it is long. */
static void put_key(const rowkey_keys *keys, size_t row, FILE *to) {
  char shown[QUOTED_SIZE];
  fputs(rowkey_quoted(shown, (const uint8_t *)keys->data + keys->offsets[row],
                      (size_t)(keys->offsets[row + 1] - keys->offsets[row])),
        to);
}

static void put_layout(const struct audit_report *report, FILE *to) {
  const struct findings *findings = &report->findings;
  if (audit_layout(report) == NULL) {
    fputs("layout    none found: no layout that rowkey can infer makes nine of ten keys\n", to);
    return;
  }
  fprintf(to, "layout    %s\n", audit_layout(report));
  if (audit_columns(report) != NULL) fprintf(to, "columns   %s\n", audit_columns(report));
  if (findings->inference != NULL) put_inference(findings->inference, to);
  fprintf(to, "decoded   %zu of %zu keys, %.4g %%\n", findings->decoded, report->sampled.keys.rows,
          percent((double)findings->decoded, (double)report->sampled.keys.rows));
  for (size_t i = 0; i < findings->foreign && i < MOST_FOREIGN; i++) {
    fprintf(to, "          key %" PRIu64 " ", report->sampled.numbers[findings->examples[i].row] + 1);
    put_key(&report->sampled.keys, findings->examples[i].row, to);
    fprintf(to, ": %s\n", findings->examples[i].reason);
  }
  if (findings->foreign > MOST_FOREIGN)
    fprintf(to, "          and %zu more\n", findings->foreign - MOST_FOREIGN);
}

/* ---- Regions ----------------------------------------------------------------------------------- */

static size_t bound_width(const char *bound) {
  return strlen(bound) > BOUND_MAX ? BOUND_MAX + 3 : strlen(bound);
}

static bool widest_bound(const struct audit_report *report, struct buffer *text, int *width) {
  *width = (int)strlen("start");
  for (size_t i = 0; i < audit_regions(report); i++) {
    const char *bound = region_bound(&report->list->splits, i, text);
    if (bound == NULL) return false;
    if ((int)bound_width(bound) > *width) *width = (int)bound_width(bound);
  }
  return true;
}

static bool put_bound(const struct audit_report *report, size_t region, int width, struct buffer *text,
                      FILE *to) {
  const char *bound = region_bound(&report->list->splits, region, text);
  if (bound == NULL) return false;
  fprintf(to, "  %.*s%s%*s", BOUND_MAX, bound, strlen(bound) > BOUND_MAX ? "..." : "",
          width - (int)bound_width(bound), "");
  return true;
}

static bool put_region(const struct audit_report *report, size_t region, int width,
                       const struct actual_totals *totals, struct buffer *text, FILE *to) {
  const uint64_t keys = report->counts[region];
  const enum region_fault fault = fault_of_region(report, region);
  const int filled =
      report->all.most == 0 ? 0 : (int)((double)BAR_WIDTH * (double)keys / (double)report->all.most + 0.5);
  fprintf(to, "%8zu", region);
  if (!put_bound(report, region, width, text, to) || !put_bound(report, region + 1, width, text, to))
    return false;
  fprintf(to, "  %12" PRIu64 "  %9.4g", keys, percent((double)keys, (double)report->all.rows));
  if (report->shares != NULL) {
    if (isnan(report->shares[region].share))
      fprintf(to, "  %9s", "?");
    else
      fprintf(to, "  %9.4g", 100 * report->shares[region].share);
  }
  print_region_actuals(&report->list->listing, totals, region, to);
  if (filled > 0 || fault != REGION_GOOD) fputs("  ", to);
  for (int i = 0; i < filled; i++) putc('#', to);
  if (fault != REGION_GOOD) fprintf(to, "%s%s", filled > 0 ? " " : "", region_fault_names[fault]);
  putc('\n', to);
  return true;
}

static bool put_regions(const struct audit_report *report, FILE *to) {
  const struct actual_totals totals = region_actual_totals(&report->list->listing);
  struct buffer text = {0};
  int width;
  bool good = widest_bound(report, &text, &width);
  if (good) {
    fprintf(to, "\n  region  %-*s  %-*s  %12s  %9s", width, "start", width, "stop", "keys", "% of keys");
    if (report->shares != NULL) fputs("   expected", to);
    print_actual_titles(&report->list->listing, to);
    putc('\n', to);
  }
  for (size_t i = 0; good && i < audit_regions(report); i++)
    good = put_region(report, i, width, &totals, &text, to);
  buffer_free(&text);
  return good;
}

static void put_balance(const struct audit_report *report, FILE *to) {
  fprintf(to, "\n%zu region%s, most / mean %.4g: %zu hot, %zu empty, %zu unreachable\n",
          audit_regions(report), plural(audit_regions(report)), report->all.peak,
          count_faults(report, REGION_HOT), count_faults(report, REGION_EMPTY),
          count_faults(report, REGION_UNREACHABLE));
}

static void put_spread(const struct spread *spread, size_t regions, FILE *to) {
  fprintf(to, "%zu of %zu regions, region %zu has %.4g %%, as busy as %.1f equal regions (%.1f by chance)",
          spread->regions, regions, spread->busiest, percent((double)spread->most, (double)spread->rows),
          spread->effective, spread->even);
}

static void put_newest(const struct audit_report *report, FILE *to) {
  const struct findings *findings = &report->findings;
  if (findings->newest_by == NEWEST_UNKNOWN) {
    fputs(
        "the newest keys are not known: the keys are sorted, and the layout has no column that is a time (expected "
        "--columns with one, such as ts:time(s), or keys in the order of their writing)\n",
        to);
    return;
  }
  fputs("the newest tenth, by ", to);
  if (findings->newest_by == NEWEST_BY_TIME)
    fprintf(to, "column %s", findings->columns.schema[findings->time].name);
  else
    fputs("the order of the input", to);
  fprintf(to, " (%zu keys): ", findings->newest);
  put_spread(&report->newest, audit_regions(report), to);
  putc('\n', to);
}

/* ---- What would mend it ------------------------------------------------------------------------ */

static void put_mend(const struct audit_report *report, const struct mend *mend, const char *title,
                     FILE *to) {
  const struct rebucket_report *moved = &mend->moved;
  fprintf(to, "\n%s", title);
  if (mend->points == NULL) {
    fprintf(to, "\n  cannot be had: %s\n", mend->refused);
    return;
  }
  fprintf(
      to,
      "\n  most / mean %.4g in place of %.4g%s\n"
      "  %.1f %% of the keys stay in a region that is the old one or a part of it, %.1f %% move; %.1f %% stay the "
      "same keys\n"
      "  regions: %zu as before, %zu split in place, %zu with other bounds\n",
      mend->all.peak, report->all.peak,
      mend->step > 1 ? ", by the half of the sample that did not make the points" : "",
      percent((double)moved->stay, (double)moved->rows),
      percent((double)(moved->rows - moved->stay), (double)moved->rows),
      percent((double)moved->same_keys, (double)moved->rows), moved->kept, moved->split,
      audit_regions(report) - moved->kept - moved->split);
  if (mend->newest.rows == 0) return;
  fputs("  the newest tenth: ", to);
  put_spread(&mend->newest, audit_regions(report), to);
  putc('\n', to);
}

static void put_mends(const struct audit_report *report, FILE *to) {
  if (report->regions.is_wanted)
    put_mend(report, &report->regions,
             "Other regions, as many: no row is written anew but by compactions of what is split or merged",
             to);
  if (!report->prefix.is_wanted) return;
  char title[MEND_TEMPLATE_SIZE + 128];
  snprintf(title, sizeof title,
           "Another prefix, %s: every row is written anew, and a scan becomes one for each value",
           report->prefix.layout);
  put_mend(report, &report->prefix, title, to);
}

bool audit_report_table(const struct audit_report *report, FILE *to) {
  put_head(report, to);
  put_layout(report, to);
  if (report->settings->splits != NULL) {
    if (!put_regions(report, to)) return false;
    put_balance(report, to);
    put_newest(report, to);
    put_mends(report, to);
  }
  fputs("\nThe same figures:\n", to);
  put_audit_commands(report, "  ", "\n", to);
  return true;
}
