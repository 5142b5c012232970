#include "json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "layout/text_buffer.h"

static void put_character(const char *at, size_t length) {
  const unsigned char byte = (unsigned char)*at;
  if (byte == '"' || byte == '\\') {
    printf("\\%c", byte);
  } else if (length > 0) {
    fwrite(at, 1, length, stdout);
  } else if (byte < 0x80) {
    printf("\\u%04x", byte);
  } else {
    printf("\\\\x%02x", byte);
  }
}

static void put_string(const char *bytes, size_t size) {
  putchar('"');
  for (size_t i = 0; i < size;) {
    const size_t length = rowkey_printable_length(bytes + i, size - i);
    put_character(bytes + i, length);
    i += length > 0 ? length : 1;
  }
  putchar('"');
}

static void begin(struct json *json, const char *name) {
  if (!json->first) fputs(", ", stdout);
  json->first = false;
  if (name == NULL) return;
  put_string(name, strlen(name));
  fputs(": ", stdout);
}

void json_open(struct json *json, const char *name, char bracket) {
  begin(json, name);
  putchar(bracket);
  json->first = true;
}

void json_close(struct json *json, char bracket) {
  putchar(bracket);
  json->first = false;
}

void json_bytes(struct json *json, const char *name, const void *bytes, size_t size) {
  begin(json, name);
  put_string(bytes, size);
}

void json_text(struct json *json, const char *name, const char *text) {
  begin(json, name);
  if (text == NULL) {
    fputs("null", stdout);
  } else {
    put_string(text, strlen(text));
  }
}

void json_number(struct json *json, const char *name, uint64_t number) {
  begin(json, name);
  printf("%" PRIu64, number);
}

void json_size(struct json *json, const char *name, size_t size) {
  if (size == SIZE_MAX) {
    json_text(json, name, NULL);
  } else {
    json_number(json, name, size);
  }
}

void json_bool(struct json *json, const char *name, bool value) {
  begin(json, name);
  fputs(value ? "true" : "false", stdout);
}
