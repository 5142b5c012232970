#include "answer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/buffer.h"
#include "text/floating.h"

static struct {
  char *bytes;
  size_t size, room;
  bool is_first; /* nothing is written yet in the current object or array */
  bool has_no_room;
} answer;

/* ---- For JavaScript ------------------------------------------------------------------------------ */

static const char no_room[] =
    "{\"error\":{\"text\":\"out of memory\",\"offset\":null,\"row\":null,\"column\":null}}";

const char *EXPORT(answer_at)(void);
const char *answer_at(void) { return answer.has_no_room ? no_room : answer.bytes; }

size_t EXPORT(answer_length)(void);
size_t answer_length(void) { return answer.has_no_room ? sizeof no_room - 1 : answer.size; }

/* Memory for what a call is given: at least one byte; NULL when none is left. */
void *EXPORT(take)(size_t size);
void *take(size_t size) { return malloc(size + (size == 0)); }

void EXPORT(give)(void *memory);
void give(void *memory) { free(memory); }

/* ---- Bytes --------------------------------------------------------------------------------------- */

/* Room for `more` bytes, or NULL. */
static char *reserve_room(size_t more) {
  if (answer.has_no_room) return NULL;
  if (more > answer.room - answer.size) {
    const size_t room = 2 * (answer.size + more);
    char *bytes = more > SIZE_MAX / 4 ? NULL : realloc(answer.bytes, room);
    answer.has_no_room = bytes == NULL;
    if (bytes == NULL) return NULL;
    answer.bytes = bytes;
    answer.room = room;
  }
  return answer.bytes + answer.size;
}

static void put_bytes(const char *bytes, size_t size) {
  char *at = reserve_room(size);
  if (at == NULL) return;
  memcpy(at, bytes, size);
  answer.size += size;
}

static void put_character(const char *at, size_t length) {
  static const char digits[] = "0123456789ABCDEF";
  const unsigned char byte = (unsigned char)*at;
  if (byte == '"' || byte == '\\') {
    put_bytes((const char[]){'\\', *at}, 2);
  } else if (length > 0) {
    put_bytes(at, length);
  } else {
    put_bytes((const char[]){'\\', '\\', 'x', digits[byte >> 4], digits[byte & 15]}, 5);
  }
}

static void put_letters(const char *bytes, size_t size) {
  for (size_t i = 0; i < size;) {
    const size_t length = rowkey_printable_length(bytes + i, size - i);
    put_character(bytes + i, length);
    i += length > 0 ? length : 1;
  }
}

static void put_text(const char *bytes, size_t size) {
  put_bytes("\"", 1);
  put_letters(bytes, size);
  put_bytes("\"", 1);
}

static void begin_member(const char *name) {
  if (!answer.is_first) put_bytes(",", 1);
  answer.is_first = false;
  if (name == NULL) return;
  put_text(name, strlen(name));
  put_bytes(":", 1);
}

/* ---- Members ------------------------------------------------------------------------------------- */

void answer_begin(char bracket) {
  answer.size = 0;
  answer.has_no_room = false;
  answer.is_first = true;
  put_bytes(&bracket, 1);
}

bool answer_end(char bracket) {
  put_bytes(&bracket, 1);
  return !answer.has_no_room;
}

void answer_open(const char *name, char bracket) {
  begin_member(name);
  put_bytes(&bracket, 1);
  answer.is_first = true;
}

void answer_close(char bracket) {
  put_bytes(&bracket, 1);
  answer.is_first = false;
}

void answer_bytes(const char *name, const void *bytes, size_t size) {
  begin_member(name);
  put_text(bytes, size);
}

void answer_text(const char *name, const char *text) {
  begin_member(name);
  if (text == NULL)
    put_bytes("null", 4);
  else
    put_text(text, strlen(text));
}

void answer_size(const char *name, uint64_t number) {
  char text[24];
  if (number == SIZE_MAX) {
    answer_text(name, NULL);
    return;
  }
  begin_member(name);
  put_bytes(text, (size_t)snprintf(text, sizeof text, "%" PRIu64, number));
}

void answer_double(const char *name, double number) {
  if (!isfinite(number)) {
    answer_text(name, NULL);
    return;
  }
  char text[40];
  struct text_buffer out = {text, sizeof text};
  rowkey_show_f64(&out, number);
  begin_member(name);
  put_bytes(text, strlen(text));
}

void answer_bool(const char *name, bool value) {
  begin_member(name);
  put_bytes(value ? "true" : "false", value ? 4 : 5);
}

void answer_hex(const char *name, const void *bytes, size_t size) {
  static const char digits[] = "0123456789abcdef";
  const uint8_t *at = bytes;
  begin_member(name);
  put_bytes("\"", 1);
  for (size_t i = 0; i < size; i++) put_bytes((const char[]){digits[at[i] >> 4], digits[at[i] & 15]}, 2);
  put_bytes("\"", 1);
}

/* ---- Errors -------------------------------------------------------------------------------------- */

bool answer_error(const rowkey_error *error) {
  answer_begin('{');
  answer_open("error", '{');
  begin_member("text");
  put_bytes("\"", 1);
  for (const char *line = error->text; line != NULL;) {
    const char *end = strchr(line, '\n');
    put_letters(line, end == NULL ? strlen(line) : (size_t)(end - line));
    if (end != NULL) put_bytes("\\n", 2);
    line = end == NULL ? NULL : end + 1;
  }
  put_bytes("\"", 1);
  answer_size("offset", error->offset);
  answer_size("row", error->row);
  answer_size("column", error->column);
  answer_close('}');
  answer_end('}');
  return false;
}

bool answer_no_memory(void) {
  answer.has_no_room = true;
  return false;
}

bool answer_failure(rowkey_status status, const rowkey_error *error) {
  return status == ROWKEY_ERROR_MEMORY ? answer_no_memory() : answer_error(error);
}
