/* What a column type is made of. kinds.def lists the kinds; a file defines each of them, or two that are
 * alike. */
#ifndef ROWKEY_SRC_TYPES_TYPE_H
#define ROWKEY_SRC_TYPES_TYPE_H

#include <rowkey/dictionary.h>

#include <stdatomic.h>

#include "base/arena.h"
#include "text/buffer.h"
#include "text/diagnostic.h"
#include "types/column_type.h"
#include "types/declared.h"
#include "types/time.h"

/* A text that is read: text[0 … size), and the `before` bytes in front of it can be read, too. */
struct typed_text {
  const uint8_t *at;
  size_t size;
  size_t before;
};

/* The names of an enum: entry h of the table is the place of the name whose hash is h, or of one before it
 * in the table that has taken its entry. */
struct type_names {
  struct slice *names;
  size_t count;
  uint32_t *table; /* a place + 1, or 0; mask + 1 entries, at least one of them 0 */
  uint32_t mask;
};

struct rowkey_column_type {
  const struct type_kind *kind;
  struct slice text; /* the whole of it, as it was given */
  size_t text_bound; /* the most bytes that a value is written in; where texts vary without bound, 0 */
  union {
    struct time_form time;
    unsigned digits; /* of decimal */
    struct type_names names;
    struct {
      rowkey_dictionary *dictionary;
      bool grows;
    } uid;
  };
  struct arena arena;
  atomic_size_t references; /* beside the first */
};

/* Another reference to a type, which rowkey_column_type_free takes away. NULL is allowed. */
void rowkey_column_type_keep(const rowkey_column_type *type);

/* Whether a column is as its declared type says; numbers of instants may be unsigned. */
bool rowkey_is_declared(const rowkey_column *column);

/* Whether a type of numbers has this one. Without memory true, and the arena is exhausted. */
bool rowkey_type_has_number(struct arena *arena, const rowkey_column_type *type, uint64_t number);

/* The kind of that name, NULL when there is none; and the names of all, as text/names.h asks for them. */
const struct type_kind *rowkey_find_type_kind(struct slice name);
struct slice rowkey_type_kind_name(const void *context, size_t index);

/* Reads the type whose kind's name stands at byte *at of the text, of which it keeps nothing, and moves *at
 * after it. NULL after an error. */
rowkey_column_type *rowkey_read_column_type(const struct type_kind *kind, const struct diagnostic *diagnostic,
                                            size_t *at);

/* The parameters in parentheses, read from the first on. */
struct parameters {
  struct diagnostic diagnostic; /* the text that the type stands in */
  size_t at;                    /* after the opening parenthesis, or after a comma */
  struct arena *arena;
};

/* One type, whatever its parameters. Its columns hold text, or numbers; signed ones are the u64 of the same
 * bits. A value that varies in length has no more bytes than its text, and its text at most 2 for each of its
 * bytes and 2 more. */
struct type_kind {
  const char *name;
  const char *form; /* how it is written with its parameters; NULL when it has none */
  uint8_t declared; /* its line in conversions.def */
  rowkey_type physical;
  uint32_t width;    /* of text columns: in bytes, 0 when values vary */
  size_t text_bound; /* the most bytes of a text; 0 where set_up finds it, or where values vary */
  /* Of numbers that are times; NULL for others. */
  rowkey_time_unit (*unit)(const struct rowkey_column_type *type);
  /* Reads all parameters but the closing parenthesis. False after an error. NULL when it has none. */
  bool (*set_up)(struct rowkey_column_type *type, struct parameters *parameters);
  /* Read and write a batch, as rows.h says, whose arguments have been checked. */
  size_t (*read)(const struct rowkey_column_type *type, const rowkey_values *texts, size_t rows,
                 const rowkey_decoded *values, const char **fault);
  size_t (*write)(const struct rowkey_column_type *type, const rowkey_values *values, size_t rows,
                  const rowkey_decoded *texts, const char **fault);
  /* Instead of the two above, of numbers that are looked up: they report by themselves what is wrong. */
  rowkey_status (*look_up)(const struct rowkey_column_type *type, const rowkey_values *texts, size_t rows,
                           uint64_t *numbers, rowkey_error *error);
  rowkey_status (*write_names)(const struct rowkey_column_type *type, const rowkey_values *values,
                               size_t rows, const rowkey_decoded *texts, rowkey_error *error);
  size_t (*names_bound)(const struct rowkey_column_type *type, const rowkey_values *values, size_t rows);
  void (*close)(struct rowkey_column_type *type); /* NULL when it holds nothing beside the arena */
  /* Appends what a text may be, to follow "expected". */
  void (*expect)(const struct rowkey_column_type *type, struct text_buffer *out);
  /* Appends which types read a text that this one refused, to follow that. NULL where it knows none. */
  void (*suggest)(const struct rowkey_column_type *type, const uint8_t *text, size_t size,
                  struct text_buffer *out);
};

#define TYPE_KIND(name) extern const struct type_kind rowkey_type_##name;
#include "types/kinds.def"
#undef TYPE_KIND

/* Reads a word, or a string in double quotes, up to a comma or the closing parenthesis, and the comma. Blanks
 * around it do not count. `expected` is what the caret asks for where there is none. */
bool rowkey_next_parameter(struct parameters *parameters, const char *expected, struct slice *parameter);

/* Whether another parameter follows: a comma was read. */
bool rowkey_more_parameters(const struct parameters *parameters);

/* Reads the unit of time that is the first parameter of `type` into an empty form. */
bool rowkey_read_unit(struct parameters *parameters, const char *type, struct time_form *form);

#endif
