/* The designs that are measured with care. */
#include <rowkey/decode.h>
#include <rowkey/explain.h>
#include <rowkey/named.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advise/advisor.h"

static char *copy_text(const void *text, size_t size) {
  char *copy = malloc(size + 1);
  if (copy == NULL) return NULL;
  memcpy(copy, text, size);
  copy[size] = '\0';
  return copy;
}

static bool is_known(const rowkey_advisor *advisor, const void *text, size_t size) {
  for (size_t i = 0; i < advisor->design_count; i++)
    if (strlen(advisor->designs[i].text) == size && memcmp(advisor->designs[i].text, text, size) == 0)
      return true;
  return false;
}

bool rowkey_advisor_add_design(rowkey_advisor *advisor, const char *name, const void *text, size_t size,
                               bool is_fixed) {
  if (is_known(advisor, text, size)) return true;
  if (advisor->design_count == advisor->design_room) {
    const size_t room = advisor->design_room + advisor->design_room / 2 + 64;
    struct advised *designs = realloc(advisor->designs, room * sizeof *designs);
    if (designs == NULL) return false;
    advisor->designs = designs;
    advisor->design_room = room;
  }
  struct advised *added = &advisor->designs[advisor->design_count];
  *added = (struct advised){.number = advisor->design_count,
                            .is_fixed = is_fixed,
                            .text = copy_text(text, size),
                            .name = name == NULL ? NULL : copy_text(name, strlen(name))};
  advisor->design_count++;
  return added->text != NULL && (name == NULL || added->name != NULL);
}

void rowkey_advised_free(struct advised *design) {
  rowkey_measured_free(&design->measured);
  free(design->text);
  free(design->name);
  free(design->reason);
}

/* ---- The textbook's ----------------------------------------------------------------------------- */

static bool add_written(rowkey_advisor *advisor, const char *name, const struct design *design) {
  struct string_list texts = {0};
  const bool good =
      rowkey_design_write(design, &advisor->forms, &texts) &&
      rowkey_advisor_add_design(advisor, name, string_at(&texts, 0), string_size(&texts, 0), true);
  rowkey_strings_free(&texts);
  return good;
}

/* The first column of numbers without a sign, of which alone a remainder is a place, or ROWKEY_NONE. */
static size_t first_number(const rowkey_advisor *advisor, column_set columns) {
  for (; columns != 0; columns &= columns - 1) {
    const size_t column = (size_t)__builtin_ctzll(columns);
    if (advisor->columns.columns[column].type == ROWKEY_U64) return column;
  }
  return ROWKEY_NONE;
}

bool rowkey_advisor_add_textbook(rowkey_advisor *advisor) {
  const column_set all = advisor->space.asked | advisor->space.added;
  struct design design = {.period_column = ROWKEY_NONE};
  rowkey_search_plain_order(&advisor->space, &design);
  if (!add_written(advisor, "bare key", &design)) return false;
  const size_t number = first_number(advisor, all);
  design.buckets = 100 * (uint64_t)advisor->settings.regions;
  if (number != ROWKEY_NONE) {
    design.prefix = PREFIX_MODULO;
    design.of = set_of(number);
    if (!add_written(advisor, "id modulo", &design)) return false;
  }
  design.prefix = PREFIX_HASH;
  design.of = all;
  if (!add_written(advisor, "MD5 modulo", &design)) return false;
  design.buckets = 16;
  return add_written(advisor, "salted by 16", &design);
}

/* ---- Those of known systems --------------------------------------------------------------------- */

/* Whether fields sort by the second column of a pair before the first one. */
static bool breaks(const rowkey_explanation *explanation, const struct kept_pair *pair) {
  for (size_t i = 0; i < explanation->sorted_count; i++) {
    const size_t column = explanation->fields[explanation->sorted[i]].column;
    if (column == pair->first) return false;
    if (column == pair->second) return true;
  }
  return false;
}

/* False without memory. */
static bool keeps_pairs(const rowkey_advisor *advisor, const rowkey_layout *layout, bool *keeps) {
  rowkey_error error;
  rowkey_explanation *explanation = rowkey_explain(layout, 0, &error);
  *keeps = true;
  for (size_t i = 0; explanation != NULL && i < advisor->pair_count; i++)
    *keeps = *keeps && !breaks(explanation, &advisor->pairs[i]);
  rowkey_explanation_free(explanation);
  return explanation != NULL;
}

/* "@phoenix-salted", when it compiles with the columns of the records, its keys hold those that are asked
 * for, as the number of a partition does not, and the pairs allow their order. */
static bool add_if_it_fits(rowkey_advisor *advisor, const char *name) {
  char text[ROWKEY_NAMED_TEMPLATE_SIZE];
  rowkey_error error;
  if (rowkey_named_expand(name, strlen(name), NULL, text, sizeof text, &error) != ROWKEY_OK) return true;
  rowkey_layout *layout =
      rowkey_layout_compile(text, strlen(text), advisor->columns.columns, advisor->columns.count, &error);
  if (layout == NULL) return error.status != ROWKEY_ERROR_MEMORY;
  bool fits;
  if (!keeps_pairs(advisor, layout, &fits)) {
    rowkey_layout_free(layout);
    return false;
  }
  for (column_set asked = advisor->space.asked; asked != 0; asked &= asked - 1)
    fits = fits && rowkey_layout_recovery(layout, (size_t)__builtin_ctzll(asked)) == ROWKEY_RECOVERED;
  rowkey_layout_free(layout);
  return !fits || rowkey_advisor_add_design(advisor, name, text, strlen(text), false);
}

bool rowkey_advisor_add_named(rowkey_advisor *advisor) {
  const rowkey_named_layout *named;
  for (size_t i = 0; (named = rowkey_named_layout_at(i)) != NULL; i++) {
    char name[64];
    snprintf(name, sizeof name, "@%s", named->name);
    if (!add_if_it_fits(advisor, name)) return false;
  }
  return true;
}
