#include "text/names.h"

#include <string.h>

#include "text/buffer.h"

enum { COMPARED_LENGTH_MAX = 64 };

/* The fewest edits that make one of the other, no byte edited twice: insertions, deletions, replacements of a
 * byte, and swaps of two neighbours. */
static size_t edit_distance(struct slice a, struct slice b) {
  size_t rows[3][COMPARED_LENGTH_MAX + 1];
  if (a.size > COMPARED_LENGTH_MAX || b.size > COMPARED_LENGTH_MAX) return COMPARED_LENGTH_MAX;
  for (size_t j = 0; j <= b.size; j++) rows[0][j] = j;
  for (size_t i = 1; i <= a.size; i++) {
    const size_t *above = rows[(i - 1) % 3], *two_above = rows[(i + 1) % 3];
    size_t *row = rows[i % 3];
    row[0] = i;
    for (size_t j = 1; j <= b.size; j++) {
      size_t best = above[j - 1] + (a.at[i - 1] != b.at[j - 1]);
      if (above[j] + 1 < best) best = above[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      const bool swapped = i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1];
      if (swapped && two_above[j - 2] + 1 < best) best = two_above[j - 2] + 1;
      row[j] = best;
    }
  }
  return rows[a.size % 3][b.size];
}

struct slice rowkey_nearest_name(struct slice name, name_list names, const void *context) {
  struct slice nearest = {NULL, 0};
  /* One letter in three may differ, or one of fewer, or the name is not the one that was meant; unless it was
   * cut short. The hyphens of options are no letters: nobody gets them wrong. */
  size_t letters = 0;
  for (size_t i = 0; i < name.size; i++) letters += name.at[i] != '-';
  size_t bound = letters < 3 ? 2 : letters / 3 + 1;
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
