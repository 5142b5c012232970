/* The option --layout: a template, or "@name(…)", which stands for one. */
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
bool layout_option_columns(struct layout_option *option, const char *given, const struct record_kind *kind,
                           bool has_header, const char **columns, struct failure *failure);

#endif
