/* Parts that are made from columns with conditions but do not sort like them: all wanted combinations of the
 * columns' values are tried.
 *
 * Combinations that make the same bytes walk on together if all values between them are wanted; wanted values
 * between them that make other bytes do no harm, as this part already excludes them. But if a later part
 * would try all of the values again, there must be no others between them.
 */
#include <stdlib.h>
#include <string.h>

#include "ranges/search.h"

/* A column that has several values, and how many records these make. */
struct tried_column {
  size_t constraint;
  uint64_t size;
  struct alike_spans alike; /* one value of each stretch is tried; without stretches, every value */
};

/* A record, by its number, and what it makes. */
struct made {
  const uint8_t *bytes;
  size_t size;
  uint64_t record;
};

struct enumeration {
  struct range_search *search;
  const struct column_state *states;
  size_t part;
  uint64_t records;
  struct tried_column *columns; /* the last one changes fastest */
  size_t column_count;
  bool tried_again;           /* a part after this one follows from the last column, and not in its order */
  struct string_list strings; /* of the records in their order */
  struct made *made;          /* those that have a key, in the order of their bytes */
  size_t made_count;
};

/* ---- Records --------------------------------------------------------------------------------- */

static bool open_enumeration(struct enumeration *all, uint64_t most) {
  struct range_search *search = all->search;
  all->columns = calloc(search->count + 1, sizeof *all->columns);
  if (all->columns == NULL) return false;
  all->records = 1;
  for (size_t i = 0; i < search->count; i++) {
    if (!search->parts[all->part].made_of[i] || state_is_single(&all->states[i])) continue;
    struct tried_column *column = &all->columns[all->column_count++];
    column->constraint = i;
    column->size = rowkey_state_size(&search->constraints[i], &all->states[i]);
    const uint64_t fewer = column->size - 1 < most ? column->size - 1 : most;
    if (!rowkey_find_alike_spans(search, all->part, i, all->states, fewer, &column->alike)) return false;
    if (column->alike.spans != NULL) column->size = column->alike.count;
    if (__builtin_mul_overflow(all->records, column->size, &all->records)) all->records = UINT64_MAX;
  }
  return true;
}

/* Sets `tried_again`. */
static void look_behind(struct enumeration *all) {
  struct range_search *search = all->search;
  if (all->column_count == 0) return;
  const size_t column = all->columns[all->column_count - 1].constraint;
  for (size_t i = all->part + 1; i < search->layout->key.count && !all->tried_again; i++)
    all->tried_again =
        search->parts[i].made_of[column] && !rowkey_part_order(search, i, column, all->states).ordered;
}

static void close_enumeration(struct enumeration *all) {
  for (size_t i = 0; i < all->column_count; i++) rowkey_alike_spans_free(&all->columns[i].alike);
  free(all->columns);
  free(all->made);
  rowkey_strings_free(&all->strings);
}

/* What column number `index` is in a record: several values make the same. */
static struct span values_in(const struct enumeration *all, uint64_t record, size_t index) {
  for (size_t i = all->column_count - 1; i > index; i--) record /= all->columns[i].size;
  const struct tried_column *column = &all->columns[index];
  const uint64_t place = record % column->size;
  if (column->alike.spans != NULL) return column->alike.spans[place];
  const uint64_t value = rowkey_state_value(&all->search->constraints[column->constraint],
                                            &all->states[column->constraint], place);
  return (struct span){value, value};
}

/* Whether the record has one value of each column. */
static bool is_single(const struct enumeration *all, uint64_t record) {
  for (size_t i = 0; i < all->column_count; i++) {
    const struct span values = values_in(all, record, i);
    if (values.low != values.high) return false;
  }
  return true;
}

static void put_record(const struct enumeration *all, size_t row, uint64_t record) {
  struct range_search *search = all->search;
  for (size_t i = 0; i < search->count; i++)
    if (state_is_single(&all->states[i])) rowkey_search_put(search, row, i, all->states[i].low);
  for (size_t i = 0; i < all->column_count; i++)
    rowkey_search_put(search, row, all->columns[i].constraint, values_in(all, record, i).low);
}

static int compare_made(const void *left, const void *right) {
  const struct made *a = left, *b = right;
  const int order = rowkey_compare_bytes(a->bytes, a->size, b->bytes, b->size);
  return order != 0 ? order : (a->record > b->record) - (a->record < b->record);
}

static bool encode_records(struct enumeration *all) {
  struct range_search *search = all->search;
  all->made = malloc(((size_t)all->records + 1) * sizeof *all->made);
  if (all->made == NULL) return false;
  for (uint64_t first = 0; first < all->records;) {
    const uint64_t left = all->records - first;
    const size_t rows = left < SEARCH_ROWS ? (size_t)left : SEARCH_ROWS;
    for (size_t row = 0; row < rows; row++) put_record(all, row, first + row);
    if (!rowkey_search_encode(search, all->part, 1, rows, &all->strings)) return false;
    for (size_t row = 0; row < rows; row++)
      if (row_has_key(search->validity, row)) all->made[all->made_count++].record = first + row;
    first += rows;
  }
  for (size_t i = 0; i < all->made_count; i++) {
    struct made *made = &all->made[i];
    made->bytes = string_at(&all->strings, (size_t)made->record);
    made->size = string_size(&all->strings, (size_t)made->record);
  }
  return rowkey_sort_while(all->made, all->made_count, sizeof *all->made, compare_made, &search->asking);
}

/* ---- Records that make the same -------------------------------------------------------------- */

/* Whether two records differ only in the last column, with only wanted values between them. */
static bool are_close(const struct enumeration *all, uint64_t record, uint64_t next) {
  if (all->tried_again && next != record + 1) return false;
  const size_t last = all->column_count - 1, column = all->columns[last].constraint;
  if (record / all->columns[last].size != next / all->columns[last].size) return false;
  const uint64_t end = rowkey_state_span_end(&all->search->constraints[column], &all->states[column],
                                             values_in(all, record, last).high);
  return values_in(all, next, last).low <= end;
}

static size_t end_of_group(const struct enumeration *all, size_t begin) {
  size_t end = begin + 1;
  for (; end < all->made_count; end++) {
    const struct made *made = &all->made[end];
    if (made->size != made[-1].size || memcmp(made->bytes, made[-1].bytes, made->size) != 0 ||
        !are_close(all, made[-1].record, made->record))
      break;
  }
  return end;
}

/* The wanted values of the group, whose records rise in the last column. */
static void narrow_to_group(const struct enumeration *all, size_t begin, size_t end,
                            struct column_state *states) {
  for (size_t i = 0; i < all->column_count; i++) {
    struct column_state *state = &states[all->columns[i].constraint];
    state->low = values_in(all, all->made[begin].record, i).low;
    state->high = values_in(all, all->made[end - 1].record, i).high;
  }
}

/* Whether the group that ends before `end` is a single record. */
static bool is_alone(const struct enumeration *all, size_t begin, size_t end) {
  return end == begin + 1 && is_single(all, all->made[begin].record);
}

/* What follows the part in the keys of records that are alone in their group, as far as they determine it. */
struct tails {
  size_t end; /* the part after it */
  struct string_list strings;
  uint8_t *validity; /* SEARCH_ROWS bits */
};

/* Groups begin at begins[0 … count - 1], the last one ends at begins[count]. */
static bool encode_tails(struct enumeration *all, const size_t *begins, size_t count, struct tails *tails) {
  struct range_search *search = all->search;
  size_t rows = 0;
  for (size_t i = 0; i < count; i++)
    if (is_alone(all, begins[i], begins[i + 1])) put_record(all, rows++, all->made[begins[i]].record);
  tails->strings.count = 0;
  if (rows == 0 || tails->end == all->part + 1) return true;
  if (!rowkey_search_encode(search, all->part + 1, tails->end - all->part - 1, rows, &tails->strings))
    return false;
  memcpy(tails->validity, search->validity, SEARCH_ROWS / 8);
  return true;
}

/* A single record, whose bytes up to part tails->end are there. */
static bool walk_single(struct enumeration *all, const struct made *made, const struct tails *tails,
                        size_t row, struct column_state *states, struct range_list *out) {
  struct range_search *search = all->search;
  const bool has_tail = tails->end > all->part + 1;
  if (has_tail && !row_has_key(tails->validity, row)) return true;
  for (size_t i = all->part; i < tails->end; i++) rowkey_walk_learn(search, i, states);
  struct slice prefix = {(const char *)made->bytes, made->size};
  struct range_list rest = {0};
  bool walked = rowkey_walk(search, tails->end, states, &rest);
  if (walked && has_tail) {
    struct range_list longer = {0};
    const struct slice tail = {(const char *)string_at(&tails->strings, row),
                               string_size(&tails->strings, row)};
    walked = rowkey_range_list_add_behind(&longer, tail, &rest);
    rowkey_range_list_free(&rest);
    rest = longer;
  }
  walked = walked && rowkey_range_list_add_behind(out, prefix, &rest);
  rowkey_range_list_free(&rest);
  return walked;
}

static bool walk_groups(struct enumeration *all, const size_t *begins, size_t count, struct tails *tails,
                        struct column_state *states, struct range_list *out) {
  struct range_search *search = all->search;
  if (!encode_tails(all, begins, count, tails)) return false;
  size_t row = 0;
  for (size_t i = 0; i < count; i++) {
    const struct made *made = &all->made[begins[i]];
    memcpy(states, all->states, search->count * sizeof *states);
    narrow_to_group(all, begins[i], begins[i + 1], states);
    const size_t before = range_list_count(out);
    const int64_t kept = search_keep_steps(search, all->made_count - begins[i]);
    bool walked;
    if (is_alone(all, begins[i], begins[i + 1])) {
      walked = walk_single(all, made, tails, row++, states, out);
    } else {
      rowkey_walk_learn(search, all->part, states);
      walked = rowkey_walk_behind(search, (struct slice){(const char *)made->bytes, made->size},
                                  all->part + 1, states, out);
    }
    search->steps += kept;
    if (!walked || !rowkey_walk_count(search, all->states, range_list_count(out) - before, out)) return false;
  }
  return true;
}

/* The first part after this one that is not known once a single record is left. */
static size_t find_end_of_tails(const struct enumeration *all, struct column_state *states) {
  for (size_t i = 0; i < all->column_count; i++) {
    struct column_state *state = &states[all->columns[i].constraint];
    state->high = state->low;
  }
  return rowkey_walk_end_of_known(all->search, all->part + 1, states);
}

static bool walk_all_groups(struct enumeration *all, struct range_list *out) {
  size_t *begins = malloc((SEARCH_ROWS + 1) * sizeof *begins);
  struct column_state *states = rowkey_states_copy(all->search, all->states);
  struct tails tails = {.validity = malloc(SEARCH_ROWS / 8)};
  bool walked = begins != NULL && states != NULL && tails.validity != NULL;
  if (walked) tails.end = find_end_of_tails(all, states);
  for (size_t next = 0; walked && next < all->made_count;) {
    size_t count = 0;
    for (; count < SEARCH_ROWS && next < all->made_count; count++) {
      begins[count] = next;
      next = end_of_group(all, next);
    }
    begins[count] = next;
    walked = walk_groups(all, begins, count, &tails, states, out);
  }
  free(begins);
  free(states);
  free(tails.validity);
  rowkey_strings_free(&tails.strings);
  return walked;
}

bool rowkey_walk_enumerated(struct range_search *search, size_t part, const struct column_state *states,
                            uint64_t most, struct range_list *out, bool *walked) {
  *walked = false;
  if (search->parts[part].other || search->parts[part].random) return true;
  struct enumeration all = {.search = search, .states = states, .part = part};
  bool good = open_enumeration(&all, most);
  if (good && all.records <= most && all.records < PTRDIFF_MAX / sizeof *all.made) {
    *walked = true;
    look_behind(&all);
    good = encode_records(&all) && walk_all_groups(&all, out);
  } else if (good) {
    search_note_limit(search, all.records);
  }
  close_enumeration(&all);
  return good;
}
