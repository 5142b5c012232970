/* What the functions of rowkey.polars ask the plugin for, as bytes within a pickle. */
#include <stdio.h>
#include <string.h>

#include "polars.h"

/* The opcodes of a dict from a str to bytes. Polars pickles the arguments with protocol 5. */
enum opcode {
  PROTOCOL = 0x80,   /* and one byte */
  FRAME = 0x95,      /* and eight bytes */
  MEMOIZE = 0x94,    /* */
  EMPTY_DICT = '}',  /* */
  SHORT_TEXT = 0x8c, /* one byte of length, str */
  SHORT_BYTES = 'C', /* one byte of length, bytes */
  BYTES = 'B',       /* four bytes of length, bytes */
};

uint64_t little_endian(const uint8_t *bytes, size_t size) {
  uint64_t number = 0;
  while (size > 0) number = number << 8 | bytes[--size];
  return number;
}

bool refuse_request(rowkey_error *error) {
  *error = (rowkey_error){
      .status = ROWKEY_ERROR_ARGUMENT, .row = ROWKEY_NONE, .column = ROWKEY_NONE, .offset = ROWKEY_NONE};
  snprintf(
      error->text, sizeof error->text,
      "the arguments are not what rowkey.polars writes (expected its functions, of this version of the module, "
      "to make the expression)");
  return false;
}

/* Finds the bytes in the pickle. */
static bool find_bytes(const uint8_t *at, size_t size, const uint8_t **bytes, size_t *length) {
  const uint8_t *const end = at + size;
  while (at < end) {
    const uint8_t opcode = *at++;
    const size_t left = (size_t)(end - at);
    size_t skip = 0;
    switch (opcode) {
      case MEMOIZE:
      case EMPTY_DICT:
        break;
      case PROTOCOL:
        skip = 1;
        break;
      case FRAME:
        skip = 8;
        break;
      case SHORT_TEXT:
        if (left < 1) return false;
        skip = 1 + (size_t)at[0];
        break;
      case SHORT_BYTES:
      case BYTES: {
        const size_t prefix = opcode == BYTES ? 4 : 1;
        if (left < prefix) return false;
        *bytes = at + prefix;
        *length = (size_t)little_endian(at, prefix);
        return left - prefix >= *length;
      }
      default:
        return false;
    }
    if (left < skip) return false;
    at += skip;
  }
  return false;
}

const char *next_text(const char *text) { return text + strlen(text) + 1; }

const char *argument_name(const struct request *request, const char **at, const struct ArrowSchema *field) {
  const char *name = *at;
  if (!request->has_names) return field->name;
  *at = next_text(name);
  return name;
}

/* Skips `count` texts that end before `end`; NULL where there are fewer. */
static const char *skip_texts(const char *text, const char *end, size_t count) {
  for (; count > 0; count--) {
    const char *nul = memchr(text, 0, (size_t)(end - text));
    if (nul == NULL) return NULL;
    text = nul + 1;
  }
  return text;
}

bool request_read(const uint8_t *pickle, size_t size, struct request *request, rowkey_error *error) {
  enum { HEADER = 8 + 4 + 4 + 4 + 4 };
  const uint8_t *bytes;
  size_t length;
  if (!find_bytes(pickle, size, &bytes, &length) || length < HEADER) return refuse_request(error);
  const char *const end = (const char *)bytes + length;
  const uint32_t names = (uint32_t)little_endian(bytes + 8, 4);
  const uint32_t columns = (uint32_t)little_endian(bytes + 12, 4);
  *request = (struct request){.bytes = (const char *)bytes,
                              .size = length,
                              .number = little_endian(bytes, 8),
                              .argument_count = names == UINT32_MAX ? 0 : names,
                              .has_names = names != UINT32_MAX,
                              .column_count = columns == UINT32_MAX ? ROWKEY_NONE : columns,
                              .template_length = (size_t)little_endian(bytes + 16, 4),
                              .bad_rows = (rowkey_bad_rows)little_endian(bytes + 20, 4),
                              .template = (const char *)bytes + HEADER};
  if (length - HEADER < request->template_length || request->argument_count > length ||
      (request->column_count != ROWKEY_NONE && request->column_count > length))
    return refuse_request(error);
  request->arguments = request->template + request->template_length;
  request->columns = skip_texts(request->arguments, end, request->argument_count);
  if (request->columns == NULL) return refuse_request(error);
  const size_t texts = request->column_count == ROWKEY_NONE ? 0 : 2 * request->column_count;
  return skip_texts(request->columns, end, texts) == end || refuse_request(error);
}
