/* What the engine answers with: one value of JSON, built member by member in memory that is used again.
 *
 *     answer_begin('{');
 *     answer_size("rows", 3);
 *     answer_open("names", '[');
 *     answer_text(NULL, "host");
 *     answer_close(']');
 *     return answer_end('}'); // {"rows":3,"names":["host"]}
 *
 * Text that is not UTF-8, and what cannot be seen, stands as \xHH, as in a layout. */
#ifndef ROWKEY_WEB_ANSWER_H
#define ROWKEY_WEB_ANSWER_H

#include <rowkey/error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A function that JavaScript calls. */
#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name))) name
#else
#define EXPORT(name) name /* in tests */
#endif

/* Forgets the last answer, and begins another. */
void answer_begin(char bracket);

/* Ends the answer. True, for a call that could do what it was asked for; false if memory has run out, which
 * is then the answer. */
bool answer_end(char bracket);

/* Makes the error the whole answer: {"error":{"text":…,"offset":…,"row":…,"column":…}}. Returns false. */
bool answer_error(const rowkey_error *error);
bool answer_no_memory(void);

/* The one or the other of them, by the status, with which `error` may lack a text. */
bool answer_failure(rowkey_status status, const rowkey_error *error);

/* `name` is NULL in arrays. */
void answer_open(const char *name, char bracket);
void answer_close(char bracket);
void answer_bytes(const char *name, const void *bytes, size_t size);
void answer_text(const char *name, const char *text); /* NULL: null */
void answer_size(const char *name, uint64_t number);  /* SIZE_MAX: null */
void answer_double(const char *name, double number);  /* not finite: null */
void answer_bool(const char *name, bool value);

/* Two digits a byte. */
void answer_hex(const char *name, const void *bytes, size_t size);

#endif
