#include "text/names.h"

#include <string.h>

#include "text/buffer.h"

enum { COMPARED_LENGTH_MAX = 64 };

/* Levenshtein's distance: the fewest insertions, deletions and replacements of a byte. */
static size_t edit_distance(struct slice a, struct slice b) {
  size_t row[COMPARED_LENGTH_MAX + 1];
  if (a.size > COMPARED_LENGTH_MAX || b.size > COMPARED_LENGTH_MAX) return COMPARED_LENGTH_MAX;
  for (size_t j = 0; j <= b.size; j++) row[j] = j;
  for (size_t i = 1; i <= a.size; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size; j++) {
      size_t best = diagonal + (a.at[i - 1] != b.at[j - 1]);
      if (row[j] + 1 < best) best = row[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      diagonal = row[j];
      row[j] = best;
    }
  }
  return row[b.size];
}

struct slice rowkey_nearest_name(struct slice name, name_list names, const void *context) {
  struct slice nearest = {NULL, 0};
  /* A third of the letters may differ, or a name is not the one that was meant; unless it was cut short. */
  size_t bound = name.size / 3 + 2;
  for (size_t i = 0; names(context, i).at != NULL; i++) {
    struct slice known = names(context, i);
    bool is_beginning = name.size > 1 && name.size < known.size && memcmp(name.at, known.at, name.size) == 0;
    size_t distance = is_beginning ? 0 : edit_distance(name, known);
    bool is_shorter = is_beginning && bound == 0 && known.size < nearest.size;
    if ((distance < bound && distance < known.size) || is_shorter) {
      bound = distance;
      nearest = known;
    }
  }
  return nearest;
}

struct suggestion rowkey_suggest(struct slice name, const char *what, name_list names, const void *context) {
  struct suggestion result;
  struct text_buffer text = {result.text, sizeof result.text};
  const struct slice nearest = rowkey_nearest_name(name, names, context);
  result.text[0] = '\0';
  if (nearest.at != NULL) rowkey_text_printf(&text, "%s ", rowkey_show(nearest).text);
  rowkey_text_printf(&text, nearest.at != NULL ? "(the %s are" : "one of the %s", what);
  for (size_t i = 0; names(context, i).at != NULL; i++) {
    rowkey_text_printf(&text, i == 0 ? " " : ", ");
    if (text.left < sizeof(struct shown) + 8) {
      rowkey_text_printf(&text, "...");
      break;
    }
    rowkey_text_printf(&text, "%s", rowkey_show(names(context, i)).text);
  }
  if (nearest.at != NULL) rowkey_text_printf(&text, ")");
  return result;
}
