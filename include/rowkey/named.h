/* Named layouts: the row-key designs of known systems, each a template with parameters. Stable.
 *
 *     const char name[] = "@opentsdb(buckets=8)";
 *     char text[ROWKEY_NAMED_TEMPLATE_SIZE];
 *     if (rowkey_named_expand(name, strlen(name), NULL, text, sizeof text, &error) == ROWKEY_OK) puts(text);
 *
 * "@opentsdb(buckets=8)" stands for the template of the layout `opentsdb` with its parameter `buckets` set to
 * 8; other parameters have their defaults. Only this table knows the names: the compiler treats the expanded
 * text like any other template.
 *
 * The table is constant. Any thread may call these functions.
 */
#ifndef ROWKEY_NAMED_H
#define ROWKEY_NAMED_H

#include <rowkey/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An integer that a layout leaves open. */
typedef struct rowkey_named_parameter {
  const char *name;
  uint64_t value;       /* the default */
  uint64_t least, most; /* values outside are refused */
  const char *meaning;
  uint64_t reserved[2]; /* the library writes 0 */
} rowkey_named_parameter;

enum { ROWKEY_NAMED_PARAMETERS = 4 };

/* A design of a known system, as a template with parameters. */
typedef struct rowkey_named_layout {
  const char *name;   /* lower-case words with hyphens */
  const char *system; /* whose keys these are */
  const char *source; /* where they are defined: a section, or the class that makes them */
  rowkey_named_parameter parameters[ROWKEY_NAMED_PARAMETERS]; /* a NULL name ends them */
  /* The template: $(buckets) stands for the value of `buckets`, $(digits of buckets) for the number of
   * decimal digits of that value, and $(digits of buckets-1) for the number of digits of that value minus 1.
   */
  const char *pattern;
  /* The names and types of the schema that the template is compiled for, in this order, as the tool's option
   * --columns takes them: "id:u64,host:text". `,...` at the end means more columns, which only `line` sees. A
   * template that uses `line` needs it in the schema as well, after these. */
  const char *columns;
  const char *description; /* what the keys agree with byte by byte, and where they cannot */
  /* A record, its values in the order of the columns with commas between them and \xHH for a byte, and its
   * key in hex, for the default parameters and, if random() is used, for row 0 of seed 0. */
  const char *record;
  const char *key;
} rowkey_named_layout;

/* Layout number `index` of the table; NULL after the last one. Layouts of one system stand together. */
ROWKEY_API const rowkey_named_layout *rowkey_named_layout_at(size_t index);

/* The layout of this name, which is given without the @; NULL if there is none, and for NULL. */
ROWKEY_API const rowkey_named_layout *rowkey_named_find(const char *name, size_t length);

/* Room for the template of any named layout with any parameters, and a NUL. */
enum { ROWKEY_NAMED_TEMPLATE_SIZE = 256 };

/* Expands "@name" or "@name(parameter=value,…)", values in decimal, into a template with a NUL in the
 * `capacity` bytes at `expansion`. *named receives the layout; `named` may be NULL. The error shows the text
 * with a caret: ROWKEY_ERROR_SYNTAX; ROWKEY_ERROR_TYPE for a name or parameter that does not exist, a value
 * out of its range or a parameter given twice; ROWKEY_ERROR_SPACE. */
ROWKEY_CHECKED rowkey_status rowkey_named_expand(const char *text, size_t length,
                                                 const rowkey_named_layout **named, char *expansion,
                                                 size_t capacity, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
