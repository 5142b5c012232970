/* The option --layout: a template, or "@name(…)", which stands for one; its columns, and what it compiles to.
 */
#ifndef ROWKEY_CLI_LAYOUTS_LAYOUT_OPTION_H
#define ROWKEY_CLI_LAYOUTS_LAYOUT_OPTION_H

#include <rowkey/named.h>

#include "records/columns.h"
#include "settings/options.h"

struct layout_option {
  const char *option;               /* its name in messages */
  const char *given;                /* its value; NULL: it is not given */
  const char *text;                 /* the template: its value, or `expansion`. Do not copy the struct. */
  const rowkey_named_layout *named; /* NULL for a template */
  char expansion[ROWKEY_NAMED_TEMPLATE_SIZE];
  char columns[ROWKEY_NAMED_TEMPLATE_SIZE];
};

extern const struct value_reader layout_reader;
#define LAYOUT(member) READ(layout_reader, struct layout_option, member)

/* Makes it what the value of the option says, which must live as long as the result. */
bool layout_option_read(const char *option, const char *value, struct layout_option *layout,
                        struct failure *failure);

/* The text of --columns for input of this kind: `given`, or when that is NULL the columns of the named
 * layout. *columns stays NULL where neither says anything. */
bool layout_option_columns(struct layout_option *option, const char *given, const rowkey_record_kind *kind,
                           bool has_header, const char **columns, struct failure *failure);

/* Selects the instruction set `name`, or when that is NULL the best one or the one that ROWKEY_ISA names. */
bool choose_isa(const char *name, struct failure *failure);

/* The columns of --columns, `given` or NULL, or of the named layout, for records whose values are apart:
 * decoded or given as arguments. Where nothing names them there is one, line:text. */
bool value_columns(struct layout_option *layout, const char *given, struct columns *columns,
                   struct failure *failure);

/* The failure of a layout that does not compile, with `hint` after what the library says. False. */
bool fail_layout(struct failure *failure, const struct layout_option *layout, const rowkey_error *error,
                 const char *hint);

/* Compiles it for the columns; NULL and `failure` when it is wrong. The caller frees the result. */
rowkey_layout *compile_layout(const struct layout_option *layout, const struct columns *columns,
                              struct failure *failure);

/* Sets *list, which is to be freed, to a text as --columns takes it: each column that one of the layouts
 * uses, of type text unless a layout needs a number; then it is i64, or u64 or f64 where only that will do.
 * NULL where no layout uses one. */
bool implied_columns(const struct layout_option *const *layouts, size_t count, char **list,
                     struct failure *failure);

#endif
