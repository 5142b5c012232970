#include "report/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "records/number.h"
#include "text/buffer.h"

static FILE *output(const struct json *json) { return json->to != NULL ? json->to : stdout; }

static void put_character(FILE *to, const char *at, size_t length) {
  const unsigned char byte = (unsigned char)*at;
  if (byte == '"' || byte == '\\') {
    fprintf(to, "\\%c", byte);
  } else if (length > 0) {
    fwrite(at, 1, length, to);
  } else if (byte < 0x80) {
    fprintf(to, "\\u%04x", byte);
  } else {
    fprintf(to, "\\\\x%02X", byte);
  }
}

static void put_text(FILE *to, const char *bytes, size_t size) {
  putc('"', to);
  for (size_t i = 0; i < size;) {
    const size_t length = rowkey_printable_length(bytes + i, size - i);
    put_character(to, bytes + i, length);
    i += length > 0 ? length : 1;
  }
  putc('"', to);
}

static void begin_member(struct json *json, const char *name) {
  if (!json->first) fputs(", ", output(json));
  json->first = false;
  if (name == NULL) return;
  put_text(output(json), name, strlen(name));
  fputs(": ", output(json));
}

void json_open(struct json *json, const char *name, char bracket) {
  begin_member(json, name);
  putc(bracket, output(json));
  json->first = true;
}

void json_close(struct json *json, char bracket) {
  putc(bracket, output(json));
  json->first = false;
}

void json_bytes(struct json *json, const char *name, const void *bytes, size_t size) {
  begin_member(json, name);
  put_text(output(json), bytes, size);
}

void json_text(struct json *json, const char *name, const char *text) {
  begin_member(json, name);
  if (text == NULL) {
    fputs("null", output(json));
  } else {
    put_text(output(json), text, strlen(text));
  }
}

void json_number(struct json *json, const char *name, uint64_t number) {
  begin_member(json, name);
  fprintf(output(json), "%" PRIu64, number);
}

void json_size(struct json *json, const char *name, size_t size) {
  if (size == SIZE_MAX) {
    json_text(json, name, NULL);
  } else {
    json_number(json, name, size);
  }
}

void json_double(struct json *json, const char *name, double number) {
  if (!isfinite(number)) {
    json_text(json, name, NULL);
    return;
  }
  char text[FLOATING_TEXT_SIZE];
  floating_print_f64(number, text);
  begin_member(json, name);
  fputs(text, output(json));
}

void json_bool(struct json *json, const char *name, bool value) {
  begin_member(json, name);
  fputs(value ? "true" : "false", output(json));
}
