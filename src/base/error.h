/* Filling in the public error object. */
#ifndef ROWKEY_SRC_BASE_ERROR_H
#define ROWKEY_SRC_BASE_ERROR_H

#include <rowkey/error.h>
#include <stdbool.h>

/* Writes a printf-style sentence, cut at the object's size, without row, column or offset. error may be NULL.
 * Returns status. */
__attribute__((format(printf, 3, 4))) rowkey_status rowkey_error_set(rowkey_error *error,
                                                                     rowkey_status status, const char *format,
                                                                     ...);

/* The same of a row. */
__attribute__((format(printf, 4, 5))) rowkey_status rowkey_error_of_row(rowkey_error *error,
                                                                        rowkey_status status, size_t row,
                                                                        const char *format, ...);

/* Whether there is an object, such as a compiled layout; if not, `error` says that it is NULL. A caller that
 * makes one object from another may not have checked that the first was made. */
static inline bool rowkey_is_given(const void *object, const char *what, rowkey_error *error) {
  if (object != NULL) return true;
  rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "the %s is NULL (expected one that has been made)", what);
  return false;
}

/* Whether `count` things of `size` bytes can lie at `array`: it is NULL only where there are none, and no
 * object is larger than PTRDIFF_MAX. The error calls them `what`, a plural. */
bool rowkey_is_array(const void *array, size_t count, size_t size, const char *what, rowkey_error *error);

/* ROWKEY_ERROR_ARGUMENT where the caller gives another number of entries than the schema has columns. */
rowkey_status rowkey_check_count(const char *what, size_t given, size_t columns, rowkey_error *error);

/* The error of an array that cannot be the caller's: it is NULL, or no memory holds `rows` of its numbers. */
rowkey_status rowkey_error_numbers(const char *what, const void *numbers, size_t rows, rowkey_error *error);

/* The error of the first reserved member of the struct `name` that is not 0. There is one. */
rowkey_status rowkey_error_reserved(const uint64_t *reserved, const char *name, rowkey_error *error);

/* Whether the reserved members of a struct of the caller are 0. Inline, as each call of a single row asks. */
static inline rowkey_status rowkey_check_reserved(const uint64_t *reserved, size_t count, const char *name,
                                                  rowkey_error *error) {
  uint64_t any = 0;
  for (size_t i = 0; i < count; i++) any |= reserved[i];
  return any == 0 ? ROWKEY_OK : rowkey_error_reserved(reserved, name, error);
}
#define ROWKEY_CHECK_RESERVED(object, name, error) \
  rowkey_check_reserved((object)->reserved, sizeof(object)->reserved / sizeof(uint64_t), name, error)

#endif
