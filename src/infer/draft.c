#include "infer/draft.h"

#include <stdio.h>
#include <string.h>

#include "text/buffer.h"

struct piece *rowkey_draft_add(struct draft *draft, enum piece_kind kind, size_t width) {
  if (draft->count == MOST_PIECES) return NULL;
  struct piece *piece = &draft->pieces[draft->count++];
  *piece = (struct piece){.kind = kind, .width = width};
  return piece;
}

bool rowkey_draft_add_literal(struct draft *draft, const uint8_t *bytes, size_t size) {
  while (size > 0) {
    struct piece *last = draft->count == 0 ? NULL : &draft->pieces[draft->count - 1];
    if (last == NULL || last->kind != PIECE_LITERAL || last->width == MOST_LITERAL)
      last = rowkey_draft_add(draft, PIECE_LITERAL, 0);
    if (last == NULL) return false;
    const size_t left = MOST_LITERAL - last->width, taken = size < left ? size : left;
    memcpy(last->literal + last->width, bytes, taken);
    last->width += taken;
    bytes += taken;
    size -= taken;
  }
  return true;
}

/* ---- Columns ----------------------------------------------------------------------------------- */

static bool is_text(const struct piece *piece) {
  return piece->kind == PIECE_TEXT || piece->kind == PIECE_PADDED || piece->kind == PIECE_LETTER ||
         (piece->kind == PIECE_HEX && piece->width > 16);
}

static const char *unit_name(rowkey_time_unit unit) {
  static const char *const names[] = {"", "s", "ms", "us", "ns"};
  return names[unit];
}

static rowkey_column column_of(const struct piece *piece, const char *name) {
  if (piece->kind == PIECE_OPAQUE) return rowkey_column_of_width(name, (uint32_t)piece->width);
  if (is_text(piece)) return rowkey_column_of(name, ROWKEY_TEXT);
  if (piece->unit != ROWKEY_NO_TIME) return rowkey_column_of_time(name, piece->unit);
  return rowkey_column_of(name, piece->form == FORM_SIGNED ? ROWKEY_I64 : ROWKEY_U64);
}

static void put_column(struct text_buffer *list, const struct piece *piece, const char *name) {
  rowkey_text_printf(list, "%s:", name);
  if (piece->kind == PIECE_OPAQUE)
    rowkey_text_printf(list, "uuid");
  else if (is_text(piece))
    rowkey_text_printf(list, "text");
  else if (piece->unit != ROWKEY_NO_TIME)
    rowkey_text_printf(list, "time(%s)", unit_name(piece->unit));
  else
    rowkey_text_printf(list, piece->form == FORM_SIGNED ? "i64" : "u64");
}

/* Names them by what they are: text, text2, ... */
static void name_columns(const struct draft *draft, struct drafted *drafted, struct text_buffer *list) {
  static const char *const names[] = {"ts", "hash", "text", "number"};
  unsigned counts[4] = {0};
  for (size_t i = 0; i < draft->count; i++) {
    const struct piece *piece = &draft->pieces[i];
    drafted->column_of[i] = ROWKEY_NONE;
    if (piece->kind == PIECE_LITERAL || is_computed(piece)) continue;
    const size_t column = drafted->column_count++;
    const unsigned kind = piece->unit != ROWKEY_NO_TIME                                       ? 0
                          : piece->kind == PIECE_OPAQUE || (is_text(piece) && piece->is_even) ? 1
                          : is_text(piece)                                                    ? 2
                                                                                              : 3;
    char number[8] = "";
    if (counts[kind]++ > 0) snprintf(number, sizeof number, "%u", counts[kind]);
    snprintf(drafted->names[column], COLUMN_NAME_SIZE, "%s%s", names[kind], number);
    drafted->column_of[i] = column;
    drafted->columns[column] = column_of(piece, drafted->names[column]);
    if (column > 0) rowkey_text_printf(list, ",");
    put_column(list, piece, drafted->names[column]);
  }
}

/* ---- Fields ------------------------------------------------------------------------------------ */

static void put_format(struct text_buffer *text, const struct piece *piece) {
  switch (piece->kind) {
    case PIECE_DECIMAL:
      rowkey_text_printf(text, ":0%zud", piece->width);
      break;
    case PIECE_HEX:
      if (!is_text(piece))
        rowkey_text_printf(text, ":0%zu%c", piece->width, piece->is_upper ? 'X' : 'x');
      else if (is_computed(piece))
        rowkey_text_printf(text, piece->is_upper ? ":X" : ":x");
      else
        rowkey_text_printf(text, ":%zus", piece->width);
      break;
    case PIECE_NUMBER:
      rowkey_text_printf(text, ":%s%c%zu", piece->form == FORM_FALLING ? "~" : "",
                         piece->form == FORM_SIGNED ? 'i' : 'u', 8 * piece->width);
      break;
    case PIECE_LETTER:
      rowkey_text_printf(text, is_computed(piece) ? ":a" : ":1s");
      break;
    case PIECE_PADDED:
      rowkey_text_printf(text, ":%zus", piece->width);
      break;
    default:
      break;
  }
}

static void put_expression(struct text_buffer *text, const struct piece *piece, const char *name) {
  rowkey_text_printf(text, piece->form == FORM_REVERSED ? "reverse_time(%s)" : "%s", name);
}

bool rowkey_draft_argument(const struct draft *draft, const struct drafted *drafted, enum argument argument,
                           size_t of, char *text, size_t size) {
  struct text_buffer out = {text, size};
  bool any = false;
  *text = 0;
  if (argument == ARGUMENT_REST) return rowkey_text_printf(&out, "rest"), true;
  for (size_t i = 0; i < draft->count; i++) {
    if (drafted->column_of[i] == ROWKEY_NONE || (argument != ARGUMENT_ALL && i != of)) continue;
    const char *name = drafted->names[drafted->column_of[i]];
    if (any) rowkey_text_printf(&out, ", ");
    any = true;
    if (argument != ARGUMENT_FIELD) {
      rowkey_text_printf(&out, "%s", name);
      continue;
    }
    put_expression(&out, &draft->pieces[i], name);
    put_format(&out, &draft->pieces[i]);
  }
  return any && out.left > 1;
}

static void put_literal(struct text_buffer *text, const struct piece *piece) {
  for (size_t i = 0; i < piece->width; i++) {
    const uint8_t byte = piece->literal[i];
    if (byte == '{' || byte == '}' || byte == '\\')
      rowkey_text_printf(text, "%c%c", byte, byte);
    else
      rowkey_text_printf(text, is_printable_byte(byte) ? "%c" : "\\x%02X", byte);
  }
}

static bool put_piece(const struct draft *draft, struct drafted *drafted, size_t index,
                      struct text_buffer *text) {
  const struct piece *piece = &draft->pieces[index];
  if (piece->kind == PIECE_LITERAL) return put_literal(text, piece), true;
  rowkey_text_printf(text, "{");
  if (is_computed(piece)) {
    char argument[DRAFT_TEXT_SIZE];
    const char *mark = strchr(piece->pattern, '$');
    if (!rowkey_draft_argument(draft, drafted, piece->argument, piece->of, argument, sizeof argument))
      return false;
    rowkey_text_printf(text, "%.*s%s%s", (int)(mark - piece->pattern), piece->pattern, argument, mark + 1);
  } else {
    put_expression(text, piece, drafted->names[drafted->column_of[index]]);
  }
  put_format(text, piece);
  rowkey_text_printf(text, "}");
  return true;
}

bool rowkey_draft_write(const struct draft *draft, struct drafted *drafted) {
  drafted->column_count = 0;
  drafted->layout[0] = drafted->column_list[0] = 0;
  struct text_buffer text = {drafted->layout, sizeof drafted->layout};
  struct text_buffer list = {drafted->column_list, sizeof drafted->column_list};
  name_columns(draft, drafted, &list);
  bool good = true;
  for (size_t i = 0; good && i < draft->count; i++) {
    drafted->begin[i] = (size_t)(text.at - drafted->layout);
    good = put_piece(draft, drafted, i, &text);
    drafted->size[i] = (size_t)(text.at - drafted->layout) - drafted->begin[i];
  }
  return good && text.left > 1 && list.left > 1;
}

/* ---- Words ------------------------------------------------------------------------------------- */

void rowkey_draft_note(const struct draft *draft, size_t index, char *note) {
  static const char *const kinds[] = {"the same in all keys; it may be a value that all have",
                                      "decimal digits",
                                      "hex digits",
                                      "a letter",
                                      "a big-endian number",
                                      "16 bytes of a hash or a UUID",
                                      "text of one width",
                                      "text of any length"};
  static const char *const units[] = {"", "seconds", "milliseconds", "microseconds", "nanoseconds"};
  static const char *const forms[] = {"", ", with its sign bit flipped",
                                      ", complemented: the newest sorts first",
                                      ", counted backwards: the newest sorts first"};
  const struct piece *piece = &draft->pieces[index];
  struct text_buffer text = {note, DRAFT_NOTE_SIZE};
  if (is_computed(piece)) {
    rowkey_text_printf(&text, "%s, computed from others", kinds[piece->kind]);
  } else if (piece->unit != ROWKEY_NO_TIME) {
    rowkey_text_printf(&text, "%s, like a time in %s%s", kinds[piece->kind], units[piece->unit],
                       forms[piece->form]);
  } else {
    rowkey_text_printf(&text, "%s%s%s", kinds[piece->kind], forms[piece->form],
                       !piece->is_even     ? ""
                       : piece->width >= 8 ? ", as even as a hash; the keys do not tell of what"
                                           : ", all values about equally frequent");
  }
}
