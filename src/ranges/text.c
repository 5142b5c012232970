/* Fields of text between two bounds.
 *
 * For each bound, the texts from it on are ranges of the bytes from the field on. The wanted ranges are those
 * of the lower bound without the ranges of the upper bound. Text of varying length sorts as texts do, except
 * for what follows it: before |, ab| is greater than abc|, although ab is less than abc. Only prefixes of a
 * bound can be misplaced like that, so they are taken out one by one.
 */
#include <stdlib.h>
#include <string.h>

#include "plan/text_function.h"
#include "ranges/search.h"

/* Only this many bytes of a longer bound count: the ranges are then not exact. */
enum { BOUND_MAX = 256 };

struct field_of_text {
  struct range_search *search;
  size_t index;
  const struct part *part;
  struct slice behind; /* the literal text after it, if any */
  bool ends_key;       /* only that literal text follows */
};

static uint8_t complement_of(uint8_t byte, bool inverted) { return inverted ? (uint8_t)~byte : byte; }

/* A byte of a text, or its two digits. */
static void put_byte(const struct part *part, uint8_t byte, uint8_t *out) {
  const char *digits = part->upper ? "0123456789ABCDEF" : "0123456789abcdef";
  if (part->kind == PART_TEXT_HEX || part->kind == PART_BYTES_HEX) {
    out[0] = complement_of((uint8_t)digits[byte >> 4], part->inverted);
    out[1] = complement_of((uint8_t)digits[byte & 15], part->inverted);
  } else {
    out[0] = complement_of(byte, part->inverted);
  }
}

/* ---- Text of one width ----------------------------------------------------------------------- */

/* Whether all texts of the field have the same number of bytes. */
static bool is_fixed(const struct part *part) {
  return part->kind == PART_TEXT_PADDED || part->kind == PART_BYTES || part->kind == PART_BYTES_HEX;
}

/* Texts from the bound on are those whose bytes are greater than the bound's in the field, or also the same.
 * Text that is padded does not end in 00, so that a bound with 00 after some text is what follows that text.
 */
static bool add_fixed(const struct field_of_text *field, struct slice bound, bool past,
                      struct range_list *out) {
  const struct part *part = field->part;
  const bool hex = part->kind == PART_BYTES_HEX;
  const size_t width = part->width, text_width = hex ? width / 2 : width;
  size_t size = bound.size;
  while (part->kind == PART_TEXT_PADDED && size > 0 && bound.at[size - 1] == '\0') size--;
  const bool excluded = past || size < bound.size || size > text_width;
  uint8_t *bytes = malloc(width + 1);
  if (bytes == NULL) return false;
  for (size_t i = 0; i < text_width; i++)
    put_byte(part, i < size ? (uint8_t)bound.at[i] : 0, bytes + (hex ? 2 * i : i));
  /* What lies after the bytes, or after all keys that begin with them. */
  const bool behind = excluded != field->part->inverted;
  const size_t end = behind ? rowkey_successor(bytes, width) : width;
  const struct slice cut = {(const char *)bytes, end}, open = {NULL, 0};
  bool added = true;
  if (field->part->inverted)
    added = rowkey_range_list_add(out, open, cut);
  else if (!behind || end != 0)
    added = rowkey_range_list_add(out, cut, open);
  free(bytes);
  return added;
}

/* ---- Text that shows where it ends ----------------------------------------------------------- */

/* The keys of longer texts can begin with the bytes of a text: of the text itself are those that do not go on
 * with what 00 becomes. Makes that of the bytes. */
static bool go_on(const struct part *part, struct string_list *bytes) {
  const struct rowkey_escape *rule = &part->written->rule;
  const size_t size = string_size(bytes, 0) - rule->end_size;
  uint8_t *room = rowkey_strings_room(bytes, size + sizeof rule->zero);
  if (room == NULL) return false;
  memcpy(room, string_at(bytes, 0), size);
  for (size_t i = 0; i < sizeof rule->zero; i++)
    room[size + i] = complement_of(rule->zero[i], part->inverted);
  return rowkey_strings_extend(bytes, size + sizeof rule->zero);
}

/* Its bytes sort as the text. `place` is the bound's in the constraint. */
static bool add_escaped(const struct field_of_text *field, size_t constraint, size_t place, bool past,
                        struct range_list *out) {
  struct range_search *search = field->search;
  struct string_list bytes = {0};
  rowkey_search_put(search, 0, constraint, place);
  bool added = rowkey_search_encode(search, field->index, 1, 1, &bytes);
  const bool goes_on = past && part_follow_limit(field->part) != EVERY_BYTE;
  if (added && goes_on) added = go_on(field->part, &bytes);
  if (added) {
    const size_t last = bytes.count - 1;
    const struct slice cut = {(const char *)string_at(&bytes, last), string_size(&bytes, last)};
    struct range_list same = {0};
    added = rowkey_range_list_add_prefix(&same, cut);
    if (added) {
      const rowkey_range range = rowkey_range_list_at(&same, 0);
      const struct slice open = {NULL, 0}, stop = {range.stop, range.stop_size};
      const bool inverted = field->part->inverted;
      const struct slice edge = (past && !goes_on) != inverted ? stop : cut;
      added = rowkey_range_list_add(out, inverted ? open : edge, inverted ? edge : open);
    }
    rowkey_range_list_free(&same);
  }
  rowkey_strings_free(&bytes);
  return added;
}

/* ---- Text that something ends ---------------------------------------------------------------- */

/* The first `size` bytes of the text as they are written, and what stands after them if `ended`. */
static bool write_text(const struct field_of_text *field, struct slice text, size_t size, bool ended,
                       struct string_list *out) {
  const struct part *part = field->part;
  const bool hex = part->kind == PART_TEXT_HEX;
  const size_t width = hex ? 2 * size : size, more = ended ? field->behind.size : 0;
  uint8_t *bytes = rowkey_strings_room(out, width + more);
  if (bytes == NULL) return false;
  for (size_t i = 0; i < size; i++) put_byte(part, (uint8_t)text.at[i], bytes + (hex ? 2 * i : i));
  if (more != 0) memcpy(bytes + width, field->behind.at, more);
  return rowkey_strings_extend(out, width + more);
}

/* The keys of one text: all that begin with it and what ends it, or one key where that ends the key. */
static bool add_text(const struct field_of_text *field, struct slice text, size_t size,
                     struct range_list *out) {
  struct string_list written = {0};
  bool added = write_text(field, text, size, true, &written);
  if (added) {
    const struct slice bytes = {(const char *)string_at(&written, 0), string_size(&written, 0)};
    if (!field->ends_key) {
      added = rowkey_range_list_add_prefix(out, bytes);
    } else {
      /* The string itself is followed by that with 00 after it. */
      uint8_t *room = rowkey_strings_room(&written, bytes.size + 1);
      added = room != NULL;
      if (added) {
        memcpy(room, string_at(&written, 0), bytes.size);
        room[bytes.size] = 0;
        const struct slice one = {(const char *)string_at(&written, 0), bytes.size};
        added = rowkey_range_list_add(out, one, (struct slice){(const char *)room, bytes.size + 1});
      }
    }
  }
  rowkey_strings_free(&written);
  return added;
}

/* The texts from the bound on, as if nothing followed them in the key. */
static bool add_from(const struct field_of_text *field, struct slice bound, struct range_list *out) {
  struct string_list written = {0};
  const struct slice open = {NULL, 0};
  bool added = write_text(field, bound, bound.size, false, &written);
  if (added && field->part->inverted) {
    /* All that is not greater than what begins with the bound. */
    uint8_t *bytes = written.bytes;
    const size_t size = rowkey_successor(bytes, string_size(&written, 0));
    added = rowkey_range_list_add(out, open, (struct slice){(const char *)bytes, size});
  } else if (added) {
    added = rowkey_range_list_add(
        out, (struct slice){(const char *)string_at(&written, 0), string_size(&written, 0)}, open);
  }
  rowkey_strings_free(&written);
  return added;
}

static bool add_delimited(const struct field_of_text *field, struct slice bound, bool past,
                          struct range_list *out) {
  struct range_list from = {0}, less = {0};
  bool added = add_from(field, bound, &from);
  for (size_t size = 0; size < bound.size + past && added; size++)
    added = add_text(field, bound, size, &less);
  added = added && rowkey_range_list_normalize(&from, NULL) && rowkey_range_list_normalize(&less, NULL) &&
          rowkey_range_list_subtract(out, &from, &less);
  rowkey_range_list_free(&from);
  rowkey_range_list_free(&less);
  return added;
}

/* ---- Both bounds ----------------------------------------------------------------------------- */

/* The texts from the bound on, without the bound itself if `past`. */
static bool add_texts_from(const struct field_of_text *field, size_t constraint, size_t place,
                           struct slice bound, bool past, struct range_list *out) {
  if (is_fixed(field->part)) return add_fixed(field, bound, past, out);
  if (part_delimits_itself(field->part)) return add_escaped(field, constraint, place, past, out);
  return add_delimited(field, bound, past, out);
}

/* The bounds, shortened if they are too long: lower bounds become less, upper bounds greater. */
struct bounds {
  struct slice low, stop;
  bool open;
  bool past_stop; /* `stop` itself is wanted, too */
  uint8_t cut[BOUND_MAX];
};

/* Among texts of one width, 00 bytes at a bound's end change nothing. */
static size_t without_zeros(struct slice bound, uint64_t prefix) {
  while (bound.size > prefix && bound.at[bound.size - 1] == '\0') bound.size--;
  return bound.size;
}

/* The most bytes of the text that the part can hold. */
static uint64_t size_of_prefix(const struct part_facts *part, struct slice text) {
  const bool all = part->characters == UINT64_MAX;
  return lesser_u64(part->prefix, all ? UINT64_MAX : rowkey_end_of_characters(text, part->characters));
}

/* Texts less than the bound have prefixes that are not greater than the bound's. */
static void cut_to_prefix(struct range_search *search, const struct constraint *constraint,
                          const struct part_facts *part, const struct column_state *states,
                          struct bounds *bounds) {
  const uint64_t low = size_of_prefix(part, bounds->low), stop = size_of_prefix(part, bounds->stop);
  if (constraint->width != 0) {
    bounds->low.size = without_zeros(bounds->low, low);
    bounds->stop.size = without_zeros(bounds->stop, stop);
  }
  bounds->past_stop = bounds->stop.size > stop;
  if (bounds->low.size <= low && !bounds->past_stop) return;
  rowkey_walk_doubt(search, states, ROWKEY_NONE);
  if (bounds->low.size > low) bounds->low.size = (size_t)low;
  if (bounds->past_stop) bounds->stop.size = (size_t)stop;
}

static void find_bounds(struct field_of_text *field, size_t index, const struct column_state *states,
                        struct bounds *bounds) {
  struct range_search *search = field->search;
  const struct string_list *texts = &search->constraints[index].texts;
  bounds->low = (struct slice){(const char *)string_at(texts, 0), string_size(texts, 0)};
  bounds->stop = (struct slice){(const char *)string_at(texts, 1), string_size(texts, 1)};
  bounds->open = bounds->stop.size == 0;
  cut_to_prefix(search, &search->constraints[index], &search->parts[field->index], states, bounds);
  if (part_delimits_itself(field->part) || is_fixed(field->part)) return;
  if (bounds->low.size <= BOUND_MAX && bounds->stop.size <= BOUND_MAX) return;
  rowkey_walk_doubt(search, states, ROWKEY_NONE);
  if (bounds->low.size > BOUND_MAX) bounds->low.size = BOUND_MAX;
  if (bounds->stop.size <= BOUND_MAX) return;
  memcpy(bounds->cut, bounds->stop.at, BOUND_MAX);
  bounds->stop = (struct slice){(const char *)bounds->cut, rowkey_successor(bounds->cut, BOUND_MAX)};
  bounds->open = bounds->stop.size == 0;
  bounds->past_stop = false;
}

static bool walk_bounds(const struct field_of_text *field, size_t index, const struct bounds *bounds,
                        struct range_list *out) {
  struct range_list from = {0}, less = {0};
  const bool walked =
      add_texts_from(field, index, 0, bounds->low, false, &from) &&
      (bounds->open || add_texts_from(field, index, 1, bounds->stop, bounds->past_stop, &less)) &&
      rowkey_range_list_normalize(&from, NULL) && rowkey_range_list_normalize(&less, NULL) &&
      rowkey_range_list_subtract(out, &from, &less);
  rowkey_range_list_free(&from);
  rowkey_range_list_free(&less);
  return walked;
}

static struct field_of_text field_at(struct range_search *search, size_t index) {
  const struct sequence *key = &search->layout->key;
  struct field_of_text field = {.search = search, .index = index, .part = &key->parts[index]};
  size_t next = index + 1;
  if (next < key->count && key->parts[next].kind == PART_LITERAL) {
    field.behind = (struct slice){key->literals + key->parts[next].literal, key->parts[next].width};
    next++;
  }
  field.ends_key = next == key->count;
  return field;
}

bool rowkey_walk_text(struct range_search *search, size_t part, const struct column_state *states,
                      struct range_list *out, bool *walked) {
  *walked = false;
  if (!search->parts[part].is_text) return true;
  size_t index = 0;
  while (index < search->count && !search->parts[part].made_of[index]) index++;
  if (index == search->count || !search->constraints[index].is_interval) return true;
  *walked = true;
  struct field_of_text field = field_at(search, part);
  struct bounds bounds;
  find_bounds(&field, index, states, &bounds);
  rowkey_walk_doubt(search, states, index);
  return walk_bounds(&field, index, &bounds, out);
}
