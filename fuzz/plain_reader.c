#include "plain_reader.h"

#include <string.h>

#include "plain_json.h"

enum state { FIELD_START, UNQUOTED, QUOTED, QUOTE_CLOSED };

struct walk {
  struct plain_record *record;
  size_t used; /* of the record's text */
};

static void begin_field(struct walk *walk) {
  struct plain_record *record = walk->record;
  if (record->field_count < PLAIN_FIELDS) {
    record->fields[record->field_count].begin = walk->used;
    record->fields[record->field_count].size = 0;
    record->fields[record->field_count].is_null = false;
  }
  record->field_count++;
}

static void append(struct walk *walk, uint8_t byte) {
  struct plain_record *record = walk->record;
  record->text[walk->used++] = byte;
  if (record->field_count <= PLAIN_FIELDS) record->fields[record->field_count - 1].size++;
}

/* Where the record ends and where the next one begins. */
static void find_end(const struct plain_text *text, struct plain_record *record) {
  const bool quotes = text->kind == PLAIN_CSV;
  bool inside = false, field_start = true;
  size_t at = record->begin;
  for (; at < text->size; at++) {
    const uint8_t byte = text->bytes[at];
    const bool is_quote = quotes && byte == '"';
    if (inside) {
      if (!is_quote) continue;
      if (at + 1 < text->size && text->bytes[at + 1] == '"')
        at++;
      else
        inside = false;
      field_start = false;
      continue;
    }
    if (byte == '\n') break;
    inside = is_quote && field_start;
    field_start = quotes && byte == text->delimiter;
  }
  record->closed = !inside;
  record->end = at;
  record->next = at < text->size ? at + 1 : at;
  if (!inside && at > record->begin && text->bytes[at - 1] == '\r') record->end--;
}

static void split(const struct plain_text *text, struct plain_record *record) {
  struct walk walk = {record, 0};
  enum state state = FIELD_START;
  begin_field(&walk);
  for (size_t at = record->begin; at < record->end; at++) {
    const uint8_t byte = text->bytes[at];
    const bool is_quote = text->kind == PLAIN_CSV && byte == '"';
    if (state == QUOTED) {
      if (!is_quote) {
        append(&walk, byte);
      } else if (at + 1 < record->end && text->bytes[at + 1] == '"') {
        append(&walk, byte);
        at++;
      } else {
        state = QUOTE_CLOSED;
      }
    } else if (text->kind != PLAIN_LINES && byte == text->delimiter) {
      begin_field(&walk);
      state = FIELD_START;
    } else if (is_quote && state == FIELD_START) {
      state = QUOTED;
    } else {
      if (is_quote || state == QUOTE_CLOSED) record->good = false;
      append(&walk, byte);
      if (state == FIELD_START) state = UNQUOTED;
    }
  }
  if (state == QUOTED) record->good = false;
}

void plain_read(const struct plain_text *text, size_t at, struct plain_record *record) {
  record->begin = at;
  record->good = true;
  record->field_count = 0;
  record->unchecked = false;
  find_end(text, record);
  if (text->kind == PLAIN_JSON) {
    const bool is_marked = at == 0 && record->end >= 3 && memcmp(text->bytes, "\xef\xbb\xbf", 3) == 0;
    record->begin += is_marked ? 3 : 0;
    plain_read_json(text, record);
    return;
  }
  split(text, record);
  if (!record->closed) record->good = false;
}
