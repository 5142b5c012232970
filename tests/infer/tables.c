#include "tables.h"

#include <rowkey/encode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

enum { ID, SMALL, TS, SEC, HOST, NAME, COLUMNS };
enum { HOSTS = 100, MOST_TEXT = 12 };

struct texts {
  char *bytes;
  uint64_t *offsets;
};

static struct texts make_texts(size_t rows) {
  return (struct texts){malloc(rows * MOST_TEXT + 1), calloc(rows + 1, sizeof(uint64_t))};
}

static void put_text(struct texts *texts, size_t row, const char *text, size_t size) {
  memcpy(texts->bytes + texts->offsets[row], text, size);
  texts->offsets[row + 1] = texts->offsets[row] + size;
}

static rowkey_values values_of(const struct texts *texts, size_t rows) {
  return rowkey_values_of_offsets(ROWKEY_KIND_TEXT, texts->bytes, (size_t)texts->offsets[rows],
                                  texts->offsets, rows);
}

static void make_host(char host[8]) {
  const size_t size = 3 + (size_t)random_below(5);
  for (size_t i = 0; i < size; i++) host[i] = (char)('a' + (int)random_below(26));
  host[size] = 0;
}

static size_t make_name(char name[MOST_TEXT]) {
  const size_t size = 1 + (size_t)random_below(MOST_TEXT);
  for (size_t i = 0; i < size; i++)
    name[i] = "abcdefghijklmnopqrstuvwxyz0123456789"[random_below(i == 0 ? 26 : 36)];
  return size;
}

struct table make_table(const char *text, size_t rows) {
  static const char *const names[COLUMNS] = {"id", "small", "ts", "sec", "host", "name"};
  rowkey_column columns[COLUMNS];
  uint64_t *id = malloc(4 * rows * sizeof *id), *small = id + rows;
  int64_t *ts = (int64_t *)(small + rows), *sec = ts + rows;
  struct texts host = make_texts(rows), name = make_texts(rows);
  char hosts[HOSTS][8];
  rowkey_error error;
  for (size_t i = 0; i < HOSTS; i++) make_host(hosts[i]);
  for (size_t row = 0; row < rows; row++) {
    char one[MOST_TEXT];
    const char *chosen = hosts[random_below(HOSTS)];
    id[row] = random_below(1000000);
    small[row] = random_below(100);
    ts[row] = INT64_C(1700000000000) + (int64_t)(row * 137 + random_below(100));
    sec[row] = ts[row] / 1000;
    put_text(&host, row, chosen, strlen(chosen));
    const size_t size = make_name(one);
    put_text(&name, row, one, size);
  }
  for (size_t i = 0; i < COLUMNS; i++)
    columns[i] = rowkey_column_of(names[i], i < TS ? ROWKEY_U64 : ROWKEY_TEXT);
  columns[TS] = rowkey_column_of_time("ts", ROWKEY_MILLISECONDS);
  columns[SEC] = rowkey_column_of_time("sec", ROWKEY_SECONDS);
  const rowkey_values values[COLUMNS] = {rowkey_u64s(id, rows),
                                         rowkey_u64s(small, rows),
                                         rowkey_kept_numbers(ROWKEY_I64, ts, rows),
                                         rowkey_kept_numbers(ROWKEY_I64, sec, rows),
                                         values_of(&host, rows),
                                         values_of(&name, rows)};
  struct table table = {.layout = rowkey_layout_compile(text, strlen(text), columns, COLUMNS, &error)};
  CHECK(table.layout != NULL, "%s", error.text);
  const rowkey_batch batch = rowkey_batch_of(values, COLUMNS, rows);
  const size_t room = rowkey_encode_bound(table.layout, &batch);
  table.bytes = malloc(room + 1);
  table.offsets = calloc(rows + 1, sizeof *table.offsets);
  rowkey_encoder *encoder = rowkey_encoder_create(table.layout, 0, &error);
  const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets(table.bytes, room, table.offsets);
  CHECK(rowkey_encode(encoder, &batch, &buffer, &table.keys, &error) == ROWKEY_OK, "%s: %s", text,
        error.text);
  rowkey_encoder_free(encoder);
  free(id);
  free(host.bytes);
  free(host.offsets);
  free(name.bytes);
  free(name.offsets);
  return table;
}

void free_table(struct table *table) {
  free(table->bytes);
  free(table->offsets);
  rowkey_layout_free(table->layout);
}

void spoil_key(struct table *table, size_t row, size_t size) {
  const size_t rows = table->keys.rows, begin = (size_t)table->offsets[row];
  const size_t old = (size_t)table->offsets[row + 1] - begin, all = (size_t)table->offsets[rows];
  uint8_t *bytes = malloc(all - old + size);
  memcpy(bytes, table->bytes, begin);
  random_bytes(bytes + begin, size);
  memcpy(bytes + begin + size, table->bytes + begin + old, all - begin - old);
  for (size_t i = row + 1; i <= rows; i++) table->offsets[i] = table->offsets[i] - old + size;
  free(table->bytes);
  table->bytes = bytes;
  table->keys = rowkey_keys_of_offsets(bytes, table->offsets, rows);
}
