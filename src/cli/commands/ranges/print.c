#include "commands/ranges/print.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "keys/escape.h"
#include "report/json.h"

/* A column of the table is as wide as its widest text, but for keys that are longer than this. */
enum { WIDEST = 48 };

/* More of them than this are more scans than most clients should begin. */
enum { MANY_RANGES = 1000 };

static const char open_end[] = "(open)";

/* As escape_hbase, and blanks as \x20, so that each key is one word. */
static size_t escape_word(const uint8_t *bytes, size_t size, uint8_t *out) {
  size_t used = 0;
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] == ' ') {
      memcpy(out + used, "\\x20", 4);
      used += 4;
    } else {
      used += escape_hbase(bytes + i, 1, out + used);
    }
  }
  return used;
}

typedef size_t escape(const uint8_t *bytes, size_t size, uint8_t *out);

/* Makes the text of a key in `text`, with a NUL after it. */
static bool show_key(escape *escaped, const void *key, size_t size, struct buffer *text) {
  text->size = 0;
  if (!buffer_reserve(text, 4 * size + 1)) return false;
  text->size = escaped(key, size, text->bytes);
  text->bytes[text->size] = 0;
  return true;
}

static const char *text_of(const struct buffer *buffer) { return (const char *)buffer->bytes; }

/* Either end of a range, for the table. */
static bool show_end(const void *key, size_t size, struct buffer *text) {
  if (!show_key(escape_word, key, size, text)) return false;
  if (size > 0) return true;
  text->size = 0;
  return buffer_append(text, open_end, sizeof open_end);
}

static size_t digits(size_t number) { return (size_t)snprintf(NULL, 0, "%zu", number); }

/* Widths of the columns of the table. */
struct widths {
  size_t number, region, start, stop;
};

static void widen_column(size_t *width, size_t size) {
  if (size > *width && size <= WIDEST) *width = size;
}

static bool measure(const rowkey_ranges *ranges, struct widths *widths, struct buffer *text) {
  *widths = (struct widths){strlen("range"), strlen("region"), strlen("start"), strlen("stop")};
  widen_column(&widths->number, digits(ranges->count));
  for (size_t i = 0; i < ranges->count; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    if (!show_end(range->start, range->start_size, text)) return false;
    widen_column(&widths->start, strlen(text_of(text)));
    if (!show_end(range->stop, range->stop_size, text)) return false;
    widen_column(&widths->stop, strlen(text_of(text)));
  }
  return true;
}

static bool print_table(const rowkey_ranges *ranges, struct buffer *text) {
  struct widths widths;
  if (!measure(ranges, &widths, text)) return false;
  if (ranges->count == 0) return true;
  const bool cut = ranges->ranges[0].region != ROWKEY_NONE;
  printf("%*s  ", (int)widths.number, "range");
  if (cut) printf("%*s  ", (int)widths.region, "region");
  printf("%-*s  stop\n", (int)widths.start, "start");
  for (size_t i = 0; i < ranges->count; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    printf("%*zu  ", (int)widths.number, i + 1);
    if (cut) printf("%*zu  ", (int)widths.region, range->region);
    if (!show_end(range->start, range->start_size, text)) return false;
    printf("%-*s  ", (int)widths.start, text_of(text));
    if (!show_end(range->stop, range->stop_size, text)) return false;
    if (range->is_key) {
      printf("%-*s  one key\n", (int)widths.stop, text_of(text));
    } else {
      puts(text_of(text));
    }
  }
  return true;
}

bool print_ranges_table(const rowkey_ranges *ranges) {
  struct buffer text = {0};
  const bool done = print_table(ranges, &text);
  buffer_free(&text);
  return done;
}

static bool print_json_key(struct json *json, const char *name, escape *escaped, const void *key, size_t size,
                           struct buffer *text) {
  if (!show_key(escaped, key, size, text)) return false;
  json_bytes(json, name, text->bytes, text->size);
  return true;
}

static bool print_json_range(struct json *json, const rowkey_range *range, struct buffer *text) {
  json_open(json, NULL, '{');
  if (range->region != ROWKEY_NONE) json_size(json, "region", range->region);
  if (!print_json_key(json, "start", escape_hbase, range->start, range->start_size, text) ||
      !print_json_key(json, "stop", escape_hbase, range->stop, range->stop_size, text) ||
      !print_json_key(json, "start_hex", escape_hex, range->start, range->start_size, text) ||
      !print_json_key(json, "stop_hex", escape_hex, range->stop, range->stop_size, text) ||
      !print_json_key(json, "start_base64", escape_base64, range->start, range->start_size, text) ||
      !print_json_key(json, "stop_base64", escape_base64, range->stop, range->stop_size, text)) {
    return false;
  }
  json_bool(json, "start_inclusive", true);
  json_bool(json, "stop_inclusive", false);
  json_bool(json, "is_key", range->is_key);
  json_close(json, '}');
  return true;
}

/* JSON that cannot be completed ends in the middle, so that no reader takes it for the whole. */
bool print_ranges_json(const rowkey_ranges *ranges, const struct columns *columns,
                       const struct where *where) {
  struct json json = {.first = true};
  struct buffer text = {0};
  bool done = true;
  json_open(&json, NULL, '{');
  json_bool(&json, "exact", ranges->exact);
  json_bool(&json, "limited", ranges->limited);
  json_open(&json, "filter", '[');
  for (size_t i = 0; i < columns->schema_count; i++) {
    if (ranges->filter[i]) json_text(&json, NULL, columns->schema[i].name);
  }
  json_close(&json, ']');
  json_open(&json, "filter_conditions", '[');
  for (size_t i = 0; i < where->count; i++) {
    const struct where_place *place = &where->places[i];
    if (!ranges->filter[where->conditions[i].column]) continue;
    json_bytes(&json, NULL, place->text + place->begin, place->end - place->begin);
  }
  json_close(&json, ']');
  json_open(&json, "ranges", '[');
  for (size_t i = 0; done && i < ranges->count; i++) {
    done = print_json_range(&json, &ranges->ranges[i], &text);
  }
  buffer_free(&text);
  if (!done) return false;
  json_close(&json, ']');
  json_close(&json, '}');
  puts("");
  return true;
}

static bool print_command(const rowkey_range *range, const char *table, struct buffer *text) {
  if (!show_key(escape_hbase, range->start, range->start_size, text)) return false;
  if (range->is_key) {
    printf("get '%s', \"%s\"\n", table, text_of(text));
    return true;
  }
  printf("scan '%s'", table);
  if (range->start_size > 0) printf(", {STARTROW => \"%s\"", text_of(text));
  if (range->stop_size > 0) {
    if (!show_key(escape_hbase, range->stop, range->stop_size, text)) return false;
    printf(", %sSTOPROW => \"%s\"", range->start_size > 0 ? "" : "{", text_of(text));
  }
  puts(range->start_size > 0 || range->stop_size > 0 ? "}" : "");
  return true;
}

bool print_ranges_shell(const rowkey_ranges *ranges, const char *table) {
  struct buffer text = {0};
  bool done = true;
  for (size_t i = 0; done && i < ranges->count; i++) {
    done = print_command(&ranges->ranges[i], table, &text);
  }
  buffer_free(&text);
  return done;
}

/* Whether nothing is left out: from an open start each range goes on where the one before it stops. */
static bool hold_all_keys(const rowkey_ranges *ranges) {
  size_t stop_size = 0;
  const void *stop = NULL;
  for (size_t i = 0; i < ranges->count; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    if (range->start_size != stop_size || (stop_size > 0 && memcmp(range->start, stop, stop_size) != 0)) {
      return false;
    }
    stop = range->stop;
    stop_size = range->stop_size;
  }
  return ranges->count > 0 && stop_size == 0;
}

/* A client opens a scanner for each range. False when memory runs out. */
static bool note_many(size_t count, const struct columns *columns, const struct where *where) {
  char asked[1024];
  bool *used = calloc(columns->schema_count, sizeof *used);
  if (used == NULL) return false;
  for (size_t i = 0; i < where->count; i++) used[where->conditions[i].column] = true;
  columns_list(columns, used, asked, sizeof asked);
  free(used);
  message(
      "note: %zu ranges are as many scans or gets; one scan of the whole table, filtered by %s, may be cheaper "
      "(--max-ranges gives fewer and longer ranges)",
      count, asked);
  return true;
}

bool tell_ranges(const rowkey_ranges *ranges, size_t uncut, const struct columns *columns,
                 const struct where *where) {
  const bool one = ranges->count == 1;
  char filter[1024];
  columns_list(columns, ranges->filter, filter, sizeof filter);
  if (ranges->count == 0) {
    message("no ranges: no key of the layout meets the conditions");
  } else if (ranges->exact) {
    message("%zu range%s, exact: no other rows lie in %s", ranges->count, one ? "" : "s",
            one ? "it" : "them");
  } else {
    message("%zu range%s, not exact: %srows must be filtered by %s", ranges->count, one ? "" : "s",
            hold_all_keys(ranges) ? "all of the table is read, and " : "", filter);
    if (ranges->limited) message("note: with a greater --max-ranges fewer other rows are read");
  }
  return uncut <= MANY_RANGES || note_many(uncut, columns, where);
}
