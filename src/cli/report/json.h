/* JSON, member by member. */
#ifndef ROWKEY_CLI_REPORT_JSON_H
#define ROWKEY_CLI_REPORT_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Begins as {.first = true}. */
struct json {
  bool first; /* nothing is written yet in the current object or array, or after its name */
  FILE *to;   /* NULL for standard output */
};

/* `name` is NULL in arrays and for the outermost value. `bracket` is {, [ or ", and }, ] or " ends it. */
void json_open(struct json *json, const char *name, char bracket);
void json_close(struct json *json, char bracket);

/* Text is taken as UTF-8; a byte that is no part of a printable character and no ASCII control stands as
 * \xHH, a backslash and three characters, as in a layout. */
void json_bytes(struct json *json, const char *name, const void *bytes, size_t size);
void json_text(struct json *json, const char *name, const char *text); /* NULL: null */
void json_number(struct json *json, const char *name, uint64_t number);
void json_size(struct json *json, const char *name, size_t size);     /* SIZE_MAX: null */
void json_double(struct json *json, const char *name, double number); /* not finite: null */
void json_bool(struct json *json, const char *name, bool value);

#endif
