/* Records that are JSON objects, one a line. */
#include <stdlib.h>
#include <string.h>

#include "records/json/index.h"
#include "records/json/scalar.h"
#include "records/kind.h"
#include "records/text.h"
#include "text/buffer.h"
#include "text/tokens.h"

/* ---- The members that are wanted, as a tree ---------------------------------------------------- */

enum { NONE = -1 };

/* Member `name` of the object that is its parent's value. Node 0 is the record. */
struct node {
  char *name;
  size_t size;
  int first, last; /* of its own members, or NONE */
  int next;        /* of its parent's */
  size_t column;   /* the first that is its value, or ROWKEY_NONE */
  uint64_t seen;   /* the number of the record that had it last */
};

struct json_members {
  const struct columns *columns;
  const rowkey_json_index *json;
  void *index; /* of json */
  struct node *nodes;
  int node_count;
  size_t *same; /* for each column, another one with the same path, or ROWKEY_NONE */
  char *names;
  uint64_t record; /* how many were read */
};

/* The member of this name of node `parent`, which is added if need be. */
static int find_or_add(struct json_members *members, int parent, char *name, size_t size) {
  struct node *nodes = members->nodes;
  for (int i = nodes[parent].first; i != NONE; i = nodes[i].next) {
    if (nodes[i].size == size && memcmp(nodes[i].name, name, size) == 0) return i;
  }
  const int added = members->node_count++;
  nodes[added] = (struct node){
      .name = name, .size = size, .first = NONE, .last = NONE, .next = NONE, .column = ROWKEY_NONE};
  if (nodes[parent].first == NONE) {
    nodes[parent].first = added;
  } else {
    nodes[nodes[parent].last].next = added;
  }
  nodes[parent].last = added;
  return added;
}

/* Adds the column whose path is "member.member"; \ takes the byte after it for part of a name. The names go
 * to `out`, after which the result points. */
static char *add_path(struct json_members *members, const char *path, size_t column, char *out) {
  int node = 0;
  for (const char *at = path;; at++) {
    char *name = out;
    while (*at != 0 && *at != '.') {
      if (*at == '\\' && at[1] != 0) at++;
      *out++ = *at++;
    }
    node = find_or_add(members, node, name, (size_t)(out - name));
    if (*at == 0) break;
  }
  members->same[column] = members->nodes[node].column;
  members->nodes[node].column = column;
  return out;
}

static void json_members_free(void *state) {
  struct json_members *members = state;
  if (members == NULL) return;
  if (members->index != NULL) members->json->free(members->index);
  free(members->nodes);
  free(members->same);
  free(members->names);
  free(members);
}

/* For the columns that are used, whose places in objects are their paths. NULL without memory. */
static struct json_members *json_members_create(const struct record_shape *shape) {
  const struct columns *columns = shape->columns;
  size_t bytes = 1, most_nodes = 1;
  for (size_t i = 0; i < columns->count; i++) {
    const char *path = columns->items[i].path;
    bytes += strlen(path);
    most_nodes++;
    for (const char *c = path; *c != 0; c++) most_nodes += *c == '.';
  }
  struct json_members *members = calloc(1, sizeof *members);
  if (members == NULL) return NULL;
  members->columns = columns;
  members->json = shape->json != NULL ? shape->json : &rowkey_json_index_plain;
  members->index = members->json->create();
  members->nodes = calloc(most_nodes, sizeof *members->nodes);
  members->same = calloc(columns->count + 1, sizeof *members->same);
  members->names = malloc(bytes);
  if (members->index == NULL || members->nodes == NULL || members->same == NULL || members->names == NULL) {
    json_members_free(members);
    return NULL;
  }
  members->nodes[members->node_count++] =
      (struct node){.first = NONE, .last = NONE, .next = NONE, .column = ROWKEY_NONE};
  char *out = members->names;
  for (size_t i = 0; i < columns->count; i++) {
    if (columns->used[i] && columns->items[i].join == NULL)
      out = add_path(members, columns->items[i].path, i, out);
  }
  return members;
}

/* ---- One record -------------------------------------------------------------------------------- */

#define ESCAPES "escapes as JSON has them, and surrogates in pairs"

enum outcome { GOOD, BAD, NO_MEMORY };

/* A record being read, and where its tokens begin. */
struct record {
  struct json_members *members;
  struct batch *batch;
  size_t row, next; /* its row, and where the next record begins */
  const uint8_t *text;
  const uint32_t *places;
  size_t count;
  bool has_escapes;
};

/* The byte at token i, 0 after the last. */
static inline uint8_t token(const struct record *record, size_t i) {
  return i < record->count ? record->text[record->places[i]] : 0;
}

/* Where token i ends, without blanks. */
static inline size_t token_end(const struct record *record, size_t i) {
  size_t end = record->places[i + 1];
  while (is_blank((char)record->text[end - 1])) end--;
  return end;
}

static enum outcome fail_at(const struct record *record, size_t i, const char *expected) {
  const size_t place = i < record->count
                           ? record->places[i]
                           : (size_t)(record->batch->end[record->row] - record->batch->begin[record->row]);
  rowkey_batch_end_bad(record->batch, record->row, record->next,
                       "the record is not a JSON object at byte %zu (expected %s)", place, expected);
  return BAD;
}

static const char *kind_of(uint8_t first) {
  return first == '{'                   ? "is an object"
         : first == '['                 ? "is an array"
         : first == '"'                 ? "is a string"
         : first == 't' || first == 'f' ? "is true or false"
                                        : "is a number";
}

/* Room for `size` bytes after the undone texts. NULL without memory. */
static uint8_t *make_room(const struct record *record, size_t size) {
  struct byte_room *undone = &record->batch->undone;
  return byte_room_reserve(undone, size) ? undone->bytes + undone->size : NULL;
}

/* Names seldom have the length and the first byte of another one: then nothing is called. */
static inline bool is_name(const struct node *node, const uint8_t *name, size_t size) {
  return node->size == size &&
         (size == 0 || (node->name[0] == (char)name[0] && memcmp(node->name, name, size) == 0));
}

/* Sets *found to the wanted member of `parent` whose name is the string at token i, or to NONE. */
static enum outcome find_member(const struct record *record, int parent, size_t i, int *found) {
  const struct node *nodes = record->members->nodes;
  const size_t begin = record->places[i] + 1, end = token_end(record, i) - 1;
  const uint8_t *name = record->text + begin;
  size_t size = end - begin;
  if (token(record, i) != '"' || end < begin || record->text[end] != '"')
    return fail_at(record, i, "a member's name in quotes");
  if (record->has_escapes && memchr(name, '\\', size) != NULL) {
    uint8_t *room = make_room(record, size);
    if (room == NULL) return NO_MEMORY;
    size = rowkey_json_unescape(record->text + begin, size, room);
    if (size == SIZE_MAX) return fail_at(record, i, ESCAPES);
    name = room;
  }
  *found = nodes[parent].first;
  while (*found != NONE && !is_name(&nodes[*found], name, size)) *found = nodes[*found].next;
  return GOOD;
}

static bool is_word(const struct record *record, size_t begin, size_t end, const char *word) {
  return end - begin == strlen(word) && memcmp(record->text + begin, word, end - begin) == 0;
}

/* Whether token i, which begins no object or array, is a string, a number, true, false or null: simdjson
 * looks at what is in strings, and not at what is between other tokens. */
static bool is_scalar(const struct record *record, size_t i) {
  const size_t begin = record->places[i], end = token_end(record, i);
  const uint8_t first = record->text[begin];
  if (first == '"') return end - begin >= 2 && record->text[end - 1] == '"';
  if (first == '-' || is_digit((char)first)) return rowkey_json_is_number(record->text + begin, end - begin);
  return is_word(record, begin, end, "true") || is_word(record, begin, end, "false") ||
         is_word(record, begin, end, "null");
}

/* Moves *i after the object or array that begins at token *i. */
static enum outcome skip_nested(const struct record *record, size_t *i) {
  size_t depth = 0;
  do {
    const uint8_t first = token(record, *i);
    if (first == 0) return fail_at(record, *i, "the end of an object or array");
    depth += first == '{' || first == '[';
    depth -= first == '}' || first == ']';
    ++*i;
  } while (depth > 0);
  return GOOD;
}

/* Moves *i after the value that begins at token *i. */
static inline enum outcome skip_value(const struct record *record, size_t *i) {
  const uint8_t first = token(record, *i);
  if (first == '{' || first == '[') return skip_nested(record, i);
  if (first == 0 || !is_scalar(record, *i)) return fail_at(record, *i, "a value");
  ++*i;
  return GOOD;
}

/* Sets the places of a column whose value is token i, a scalar but null. */
static enum outcome set_places(const struct record *record, size_t column, size_t i) {
  struct batch *batch = record->batch;
  const bool is_string = token(record, i) == '"';
  const size_t begin = record->places[i] + is_string, size = token_end(record, i) - is_string - begin;
  uint64_t from = batch->begin[record->row] + begin, to = from + size;
  if (is_string && record->has_escapes && memchr(record->text + begin, '\\', size) != NULL) {
    uint8_t *room = make_room(record, size);
    if (room == NULL) return NO_MEMORY;
    const size_t length = rowkey_json_unescape(record->text + begin, size, room);
    if (length == SIZE_MAX) return fail_at(record, i, ESCAPES);
    from = UNDONE_PLACE | batch->undone.size;
    to = from + length;
    batch->undone.size += length;
  }
  for (size_t same = column; same != ROWKEY_NONE; same = record->members->same[same]) {
    batch->columns[same].begin[record->row] = from;
    batch->columns[same].end[record->row] = to;
    batch->columns[same].firsts[record->row] = token(record, i);
  }
  return GOOD;
}

static enum outcome fail_member(const struct record *record, const struct node *member, const char *what,
                                const char *expected) {
  char shown[QUOTED_SIZE];
  rowkey_batch_end_bad(record->batch, record->row, record->next, "member %s %s%s",
                       rowkey_quoted(shown, member->name, member->size), what, expected);
  return BAD;
}

static enum outcome read_object(struct record *record, int node, size_t *i);

/* Reads the value of a wanted member, which begins at token *i, and moves that after it. */
static enum outcome read_member(struct record *record, int node, size_t *i) {
  struct json_members *members = record->members;
  struct node *member = &members->nodes[node];
  const size_t value = *i;
  const uint8_t first = token(record, value);
  if (member->seen == members->record) return fail_member(record, member, "stands twice in its object", "");
  member->seen = members->record;
  if (first == '{' && member->column == ROWKEY_NONE) {
    ++*i;
    return read_object(record, node, i);
  }
  const enum outcome outcome = skip_value(record, i);
  if (outcome != GOOD || first == 'n') return outcome; /* null: as it was before */
  if (member->column == ROWKEY_NONE) {
    return fail_member(record, member, kind_of(first), " (expected an object)");
  }
  if (first != '{' && first != '[') return set_places(record, member->column, value);
  rowkey_batch_end_bad(record->batch, record->row, record->next,
                       "column %s: it %s (expected a string, a number, true, false or null)",
                       members->columns->items[member->column].name, kind_of(first));
  return BAD;
}

/* Reads the members of an object from the token after its brace on, to that after its end. It calls itself as
 * deep as paths go. */
static enum outcome read_object(struct record *record, int node, size_t *i) {
  if (token(record, *i) == '}') {
    ++*i;
    return GOOD;
  }
  for (;;) {
    int member = NONE;
    enum outcome outcome = *i < record->count ? find_member(record, node, *i, &member)
                                              : fail_at(record, *i, "a member's name in quotes");
    if (outcome != GOOD) return outcome;
    if (token(record, ++*i) != ':') return fail_at(record, *i, "a colon after a member's name");
    ++*i;
    outcome = member == NONE ? skip_value(record, i) : read_member(record, member, i);
    if (outcome != GOOD) return outcome;
    const uint8_t after = token(record, (*i)++);
    if (after == '}') return GOOD;
    if (after != ',') return fail_at(record, *i - 1, "a comma or a closing brace after a member");
  }
}

static enum outcome read_record(struct record *record) {
  struct batch *batch = record->batch;
  const size_t size = (size_t)(batch->end[record->row] - batch->begin[record->row]);
  const char *fault = NULL;
  record->text = batch->base + batch->begin[record->row];
  record->has_escapes = memchr(record->text, '\\', size) != NULL;
  record->members->record++;
  const rowkey_status status = record->members->json->find(record->members->index, record->text, size,
                                                           &record->places, &record->count, &fault);
  if (status == ROWKEY_ERROR_MEMORY) return NO_MEMORY;
  if (status != ROWKEY_OK) {
    rowkey_batch_end_bad(batch, record->row, record->next, "the record %s (expected a JSON object)", fault);
    return BAD;
  }
  if (token(record, 0) != '{') return fail_at(record, 0, "a brace");
  size_t i = 1;
  const enum outcome outcome = read_object(record, 0, &i);
  return outcome == GOOD && i < record->count ? fail_at(record, i, "the end of the line after the object")
                                              : outcome;
}

/* Finds the columns of the records of a batch, whose ends are known. The place of a member that is null or
 * not there is 0 to 0, where no value is. Ends the batch before a record that is not an object, or where a
 * column is not a string, number, true, false or null. False when memory runs out. */
static bool json_members_split(struct json_members *members, struct batch *batch) {
  const struct columns *columns = members->columns;
  for (size_t i = 0; i < columns->count; i++) {
    if (!columns->used[i]) continue;
    memset(batch->columns[i].begin, 0, batch->rows * sizeof(uint64_t));
    memset(batch->columns[i].end, 0, batch->rows * sizeof(uint64_t));
    memset(batch->columns[i].firsts, 0, batch->rows);
  }
  for (size_t row = 0; row < batch->rows; row++) {
    const size_t next = row + 1 < batch->rows ? (size_t)batch->begin[row + 1] : batch->next;
    struct record record = {.members = members, .batch = batch, .row = row, .next = next};
    if (read_record(&record) == NO_MEMORY) return false;
  }
  return true;
}

/* ---- The kind -------------------------------------------------------------------------------- */

static bool split_jsonl(const struct record_shape *shape, const struct piece *piece, size_t at, size_t limit,
                        struct batch *batch) {
  rowkey_batch_begin(batch, piece->bytes + at, piece->size - at);
  rowkey_find_lines(limit, batch);
  rowkey_drop_carriage_returns(batch);
  /* JSON has no byte order mark; a parser may ignore one before it (RFC 8259). */
  if (at == 0 && piece->cut.begins_file && batch->end[0] >= 3 && memcmp(batch->base, "\xef\xbb\xbf", 3) == 0)
    batch->begin[0] = 3;
  if (batch->scratch == NULL) {
    batch->scratch = json_members_create(shape);
    batch->free_scratch = json_members_free;
  }
  return batch->scratch != NULL && json_members_split(batch->scratch, batch);
}

const struct record_kind rowkey_record_kind_jsonl = {
    .about = {.kind = ROWKEY_JSONL,
              .name = "jsonl",
              .summary = "JSON objects, one a line",
              .endings = ".jsonl .ndjson .json ",
              .is_text = true,
              .newline_ends_record = true,
              .drops_cr = true,
              .has_members = true},
    .column_syntax = "NAME:TYPE or NAME=PATH:TYPE with " TEXT_TYPES,
    .parse_type = rowkey_parse_text_type,
    .load = rowkey_load_text,
    .read_value = rowkey_json_read_value,
    .cut = rowkey_cut_lines,
    .split = split_jsonl,
};
