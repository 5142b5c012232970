/* Which fields are read for which values, and which columns come back.
 *
 *     {id / 100:u64}{md5(id) % 10:01d}{id % 100:u8}
 *
 * The first field gives id / 100 and the last one id % 100; `join` makes id of them, so id is recovered. The
 * field between holds a remainder of a hash, from which no column follows: it is only compared with what id
 * encodes to. Without the last field id would be lost. */
#include "plan/recovery.h"
#include "base/given_column.h"
#include "plan/text_function.h"

#include <rowkey/decode.h>

/* The state of the search for fields. */
struct search {
  struct arena *arena;
  struct recovery *recovery;
  struct field **givers;        /* by value: the first field that gives it */
  const struct value **columns; /* by column: the value that is used of it where it cannot be null */
};

/* ---- Fields ---------------------------------------------------------------------------------- */

/* A message is made to be hashed, so it needs no delimiters. Its parts can be told apart if every varying
 * part but the last shows where it ends; the last one ends where the fixed parts after it begin. */
static bool can_split_message(const struct sequence *message) {
  bool open = false;
  for (size_t i = 0; i < message->count; i++) {
    const struct part *part = &message->parts[i];
    if (part_varies(part) && open) return false;
    open = open || (part_varies(part) && !part_shows_end(part));
  }
  return true;
}

/* Finds the part that ends where the parts after it begin. In a key, only literals may follow this part:
 * before other parts a delimiter shows the end as well, and gives better error messages. */
static void find_open(struct split *split, bool is_key) {
  const struct sequence *sequence = split->sequence;
  size_t last = sequence->count, tail = 0;
  split->open = sequence->count;
  while (last > 0 && !part_varies(&sequence->parts[last - 1])) {
    last--;
    tail += sequence->parts[last].width;
    if (is_key && sequence->parts[last].kind != PART_LITERAL) return;
  }
  if (last == 0) return;
  const struct part *part = &sequence->parts[last - 1];
  if (is_key ? part_delimits_itself(part) : part_shows_end(part)) return;
  split->open = last - 1;
  split->tail = tail;
}

static enum field_form form_of(const struct part *part) {
  if (part->kind == PART_LITERAL) return FIELD_LITERAL;
  switch (part->value->type) {
    case TYPE_FLOAT:
      return FIELD_FLOAT;
    case TYPE_HASH:
      return FIELD_DIGEST;
    case TYPE_TEXT:
      return FIELD_TEXT;
    default:
      return FIELD_NUMBER;
  }
}

static bool is_of_nulls(const struct value *value) {
  return value->kind == VALUE_COALESCE || value->kind == VALUE_NULL_MARKER;
}

/* The column behind a coalesce or a null marker, if another use of the column in the key makes sure that it
 * is not null; else NULL. */
static const struct value *column_of(const struct search *search, const struct value *value) {
  return is_of_nulls(value) ? search->columns[value->a->column] : NULL;
}

/* What remains of a number or text after undoing everything that can be undone. */
static const struct value *value_given(const struct search *search, const struct value *value,
                                       unsigned side) {
  if (value->kind == VALUE_ESCAPED_TEXT) value = value->a;
  for (const struct value *next = value; next != NULL; next = rowkey_undone(value, &side)) value = next;
  const struct value *column = value->kind == VALUE_COALESCE ? column_of(search, value) : NULL;
  return column != NULL ? column : value;
}

static void give(struct search *search, struct field *field) {
  field->gives = value_given(search, field->part->value, field->side);
  struct field **giver = &search->givers[field->gives->index];
  if (*giver == NULL) *giver = field;
}

/* A part with interleaved numbers gets a field for each number that is not a constant. */
static bool make_sides(struct search *search, struct field *field, bool in_key) {
  if (field->form != FIELD_NUMBER) return true;
  const struct z_order order = rowkey_z_order_in(field->part->value);
  struct field *last = NULL;
  for (unsigned i = 0; i < order.count; i++) {
    if (order.numbers[i] == NULL) continue;
    struct field *each = last == NULL ? field : rowkey_arena_allocate(search->arena, sizeof *each);
    if (each == NULL) return false;
    if (last != NULL) {
      *each = *field;
      each->other = NULL;
      if (in_key) each->outer = each;
      last->other = each;
    }
    each->side = FIRST_SIDE + i;
    last = each;
  }
  return true;
}

static bool make_field(struct search *search, struct field *field, const struct part *part, size_t index,
                       const struct field *outer) {
  field->part = part;
  field->index = index;
  field->outer = outer == NULL ? field : outer;
  field->form = form_of(part);
  field->column = ROWKEY_NONE;
  if (field->form == FIELD_LITERAL) return true;
  if (!make_sides(search, field, outer == NULL)) return false;
  field->gives = value_given(search, part->value, field->side);
  if (field->gives->kind == VALUE_REVERSED && can_split_message(field->gives->message)) {
    field->form = FIELD_MESSAGE;
    return true;
  }
  for (struct field *each = field; each != NULL; each = each->other) give(search, each);
  return true;
}

static bool make_split(struct search *search, struct split *split, const struct sequence *sequence,
                       const struct field *outer);

/* Splits a message that stands in several places only once: nested messages would otherwise need
 * exponentially many fields. */
static bool make_message(struct search *search, struct field *field) {
  struct field **giver = &search->givers[field->gives->index];
  if (*giver != NULL) return true;
  *giver = field;
  field->message = rowkey_arena_allocate(search->arena, sizeof *field->message);
  return field->message != NULL && make_split(search, field->message, field->gives->message, field->outer);
}

static bool make_split(struct search *search, struct split *split, const struct sequence *sequence,
                       const struct field *outer) {
  split->sequence = sequence;
  split->fields = rowkey_arena_allocate_array(search->arena, sequence->count, sizeof *split->fields);
  if (split->fields == NULL) return false;
  find_open(split, outer == NULL);
  for (size_t i = 0; i < sequence->count; i++)
    if (!make_field(search, &split->fields[i], &sequence->parts[i], i, outer)) return false;
  for (size_t i = 0; i < sequence->count; i++)
    if (split->fields[i].form == FIELD_MESSAGE && !make_message(search, &split->fields[i])) return false;
  return true;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Fields of the key itself, which are split at once. */
static bool in_key(const struct field *giver) { return giver != NULL && giver->outer == giver; }

/* For each dividend, a list of the values made by dividing it: next[i] comes after i. */
struct quotients {
  size_t *first; /* by dividend; ROWKEY_NONE at the end */
  size_t *next;
};

static const struct value *dividend_of(const struct value *value) {
  const struct value *dividend = rowkey_remainder_dividend(value);
  return dividend != NULL ? dividend : rowkey_unrounded(value);
}

static bool list_quotients(struct arena *arena, const struct rowkey_layout *layout,
                           struct quotients *quotients) {
  quotients->first = rowkey_arena_allocate_array(arena, layout->value_count, sizeof *quotients->first);
  quotients->next = rowkey_arena_allocate_array(arena, layout->value_count, sizeof *quotients->next);
  if (quotients->first == NULL || quotients->next == NULL) return false;
  for (size_t i = 0; i < layout->value_count; i++) quotients->first[i] = ROWKEY_NONE;
  for (size_t i = layout->value_count; i-- > 0;) {
    const struct value *dividend = dividend_of(layout->values[i]);
    if (dividend == NULL) continue;
    quotients->next[i] = quotients->first[dividend->index];
    quotients->first[dividend->index] = i;
  }
  return true;
}

/* The field of the key that gives what `rounded` leaves out, or NULL. */
static const struct field *find_remainder(const struct search *search, const struct quotients *quotients,
                                          const struct value *rounded) {
  const struct rowkey_layout *layout = search->recovery->layout;
  size_t i = quotients->first[rowkey_unrounded(rounded)->index];
  while (i != ROWKEY_NONE &&
         !(in_key(search->givers[i]) && rowkey_is_remainder_of(layout->values[i], rounded)))
    i = quotients->next[i];
  return i == ROWKEY_NONE ? NULL : search->givers[i];
}

/* Makes the field give `given`, by joining its number with the remainder. */
static bool join(struct search *search, struct field *field, const struct value *rounded,
                 const struct field *remainder, const struct value *given) {
  struct join **last = &field->joins;
  while (*last != NULL) last = &(*last)->next;
  *last = rowkey_arena_allocate(search->arena, sizeof **last);
  if (*last == NULL) return false;
  **last = (struct join){rounded, remainder, NULL};
  if (field->spares <= remainder->spares) field->spares = remainder->spares + 1;
  if (search->recovery->spares < field->spares) search->recovery->spares = field->spares;
  field->gives = given;
  search->givers[given->index] = field;
  return true;
}

/* A rounded number and its remainder together give the number. Dividends are visited from the last to the
 * first, because a joined number may be the remainder or quotient of an earlier dividend. */
static bool join_remainders(struct search *search) {
  const struct rowkey_layout *layout = search->recovery->layout;
  struct quotients quotients;
  if (!list_quotients(search->arena, layout, &quotients)) return false;
  for (size_t dividend = layout->value_count; dividend-- > 0;) {
    const struct value *given = value_given(search, layout->values[dividend], NO_SIDE);
    for (size_t i = quotients.first[dividend]; i != ROWKEY_NONE; i = quotients.next[i]) {
      const struct value *rounded = layout->values[i];
      if (search->givers[given->index] != NULL) break;
      if (!in_key(search->givers[i]) || rowkey_unrounded(rounded) == NULL) continue;
      const struct field *remainder = find_remainder(search, &quotients, rounded);
      if (remainder != NULL && !join(search, search->givers[i], rounded, remainder, given)) return false;
    }
  }
  return true;
}

/* Whether encoding can make the value from known values. */
static bool can_make(const struct search *search, const bool *known, const struct value *value) {
  if (value_is_column(value) || value->kind == VALUE_RANDOM) return false;
  const struct value *column = column_of(search, value);
  if (is_of_nulls(value)) return column != NULL && known[column->index];
  struct operands operands = value_operands(value);
  for (const struct value *operand; (operand = rowkey_next_operand(&operands)) != NULL;)
    if (!known[operand->index]) return false;
  return true;
}

/* The column of the layout that the value stands for, or ROWKEY_NONE. Only the first value that gives a
 * column stands for it. */
static size_t column_for(const struct recovery *recovery, const struct value *value) {
  size_t column = value_is_column(value)              ? value->column
                  : value_replaces_by_constant(value) ? value->a->column
                                                      : ROWKEY_NONE;
  return column == ROWKEY_NONE || recovery->column_values[column] != NULL ? ROWKEY_NONE : column;
}

static void read_field(struct recovery *recovery, struct field *field, const struct value *value) {
  field->read = true;
  field->column = column_for(recovery, value);
  if (field->column == ROWKEY_NONE) field->column = recovery->column_count++;
  recovery->columns[value->index] = field->column;
  recovery->column_values[field->column] = value;
}

/* A field that was joined with a remainder gives another value than before, and a message gives its parts. */
static bool gives(const struct field *giver, const struct value *value) {
  return giver != NULL && giver->gives == value && giver->message == NULL;
}

/* Reads columns first, because no other value makes them. Then visits all values, operands first: a value is
 * read only if known values cannot make it. */
static bool choose_fields(struct search *search) {
  struct recovery *recovery = search->recovery;
  const struct rowkey_layout *layout = recovery->layout;
  size_t count = layout->value_count;
  bool *known = rowkey_arena_allocate_array(search->arena, count, sizeof *known);
  if (known == NULL) return false;
  for (size_t i = 0; i < count; i++) {
    recovery->columns[i] = ROWKEY_NONE;
    known[i] = value_is_column(layout->values[i]) && search->givers[i] != NULL;
    if (known[i]) read_field(recovery, search->givers[i], layout->values[i]);
  }
  for (size_t i = 0; i < count; i++) {
    const struct value *value = layout->values[i];
    if (known[i] || can_make(search, known, value)) {
      known[i] = true;
    } else if (gives(search->givers[i], value)) {
      read_field(recovery, search->givers[i], value);
      known[i] = true;
    }
  }
  return true;
}

/* A column comes back with its nulls if the key gives both its replaced value and its null marker. */
static void find_markers(struct recovery *recovery) {
  const struct rowkey_layout *layout = recovery->layout;
  for (size_t i = 0; i < layout->column_count; i++) recovery->markers[i] = ROWKEY_NONE;
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (value->kind != VALUE_NULL_MARKER || recovery->columns[i] == ROWKEY_NONE) continue;
    const struct value *given = recovery->column_values[value->a->column];
    if (given != NULL && given->kind == VALUE_COALESCE)
      recovery->markers[value->a->column] = recovery->columns[i];
  }
}

static void find_columns(struct search *search) {
  const struct rowkey_layout *layout = search->recovery->layout;
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (value->used && value_is_column(value) && !value->null_allowed) search->columns[value->column] = value;
  }
}

/* A message is undone if a field in it is read. */
static bool mark_read(struct split *split) {
  bool any = false;
  for (size_t i = 0; i < split->sequence->count; i++) {
    struct field *field = &split->fields[i];
    if (field->message != NULL) field->read = mark_read(field->message);
    for (const struct field *each = field; each != NULL; each = each->other) any = any || each->read;
  }
  return any;
}

/* Whether the field holds a column's number, and any bytes in its place are a number of the column. */
static bool is_onto(const struct rowkey_layout *layout, const struct field *field) {
  const struct part *part = field->part;
  return field->read && part->kind == PART_BIG_ENDIAN && part->value->kind == VALUE_INTEGER_COLUMN &&
         part->span == UINT64_MAX >> (64 - 8 * part->width) &&
         part->span <= rowkey_most_kept(&layout->columns[part->value->column]);
}

static bool is_key_onto(const struct rowkey_layout *layout, const struct split *key) {
  bool onto = key->sequence->fixed;
  for (size_t i = 0; i < key->sequence->count; i++) onto = onto && is_onto(layout, &key->fields[i]);
  return onto;
}

bool rowkey_recover(struct arena *arena, const struct rowkey_layout *layout, struct recovery *recovery) {
  size_t count = layout->value_count;
  *recovery = (struct recovery){.layout = layout, .column_count = layout->column_count};
  struct search search = {.arena = arena, .recovery = recovery};
  search.givers = rowkey_arena_allocate_array(arena, count, sizeof(struct field *));
  recovery->columns = rowkey_arena_allocate_array(arena, count, sizeof *recovery->columns);
  recovery->column_values =
      rowkey_arena_allocate_array(arena, layout->column_count + count, sizeof(const struct value *));
  recovery->markers = rowkey_arena_allocate_array(arena, layout->column_count, sizeof *recovery->markers);
  search.columns = rowkey_arena_allocate_array(arena, layout->column_count, sizeof(const struct value *));
  if (search.givers == NULL || search.columns == NULL || recovery->columns == NULL ||
      recovery->column_values == NULL || recovery->markers == NULL)
    return false;
  find_columns(&search);
  if (!make_split(&search, &recovery->key, &layout->key, NULL)) return false;
  if (!join_remainders(&search) || !choose_fields(&search)) return false;
  find_markers(recovery);
  mark_read(&recovery->key);
  recovery->is_onto = is_key_onto(layout, &recovery->key);
  return true;
}

/* ---- Columns --------------------------------------------------------------------------------- */

/* A column can be used as two values: one whose nulls are replaced, and one that has none. */
static void classify(struct rowkey_layout *layout, const struct recovery *recovery, const bool *shown) {
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (!value->used || !value_is_column(value)) continue;
    uint8_t *column = &layout->recovery[value->column];
    if (recovery->column_values[value->column] != NULL)
      *column = ROWKEY_RECOVERED;
    else if (shown[i] || *column == ROWKEY_REDUCED)
      *column = ROWKEY_REDUCED;
    else
      *column = ROWKEY_HASHED;
  }
}

bool rowkey_find_recovery(struct rowkey_layout *layout) {
  struct arena arena = {NULL, 0, false};
  struct recovery recovery;
  layout->recovery = rowkey_arena_allocate(&layout->arena, layout->column_count);
  layout->nulls_recovered =
      rowkey_arena_allocate_array(&layout->arena, layout->column_count, sizeof *layout->nulls_recovered);
  bool *shown = rowkey_arena_allocate_array(&arena, layout->value_count, sizeof *shown);
  bool good = layout->recovery != NULL && layout->nulls_recovered != NULL && shown != NULL &&
              rowkey_recover(&arena, layout, &recovery);
  if (good) {
    for (size_t i = 0; i < layout->column_count; i++) {
      layout->recovery[i] = ROWKEY_UNUSED;
      layout->nulls_recovered[i] = recovers_nulls(&recovery, i);
    }
    /* All values in the key except values that are only hashed. */
    rowkey_mark_values(layout, layout->key.parts, layout->key.count, false, shown);
    classify(layout, &recovery, shown);
  }
  layout->arena.exhausted |= !good;
  rowkey_arena_free(&arena);
  return good;
}
