/* The option --layout: a template, or "@name(…)", which stands for one. */
#ifndef ROWKEY_CLI_SETTINGS_LAYOUT_OPTION_H
#define ROWKEY_CLI_SETTINGS_LAYOUT_OPTION_H

#include <rowkey/named.h>

#include "records/columns.h"

struct layout_option {
  const char *name; /* of the option in messages; NULL for "--layout" */
  const char *text; /* the template: the option's value, or `expansion`. Do not copy the struct. */
  const rowkey_named_layout *named; /* NULL for a template */
  char expansion[ROWKEY_NAMED_TEMPLATE_SIZE];
  char columns[ROWKEY_NAMED_TEMPLATE_SIZE];
};

const char *layout_option_name(const struct layout_option *option);

/* `value`, the text of the option, must live as long as the result. */
bool layout_option_parse(const char *value, struct layout_option *option, struct failure *failure);

/* The text of --columns for input of this kind: `given`, or when that is NULL the columns of the named
 * layout. *columns stays NULL where neither says anything. */
bool layout_option_columns(struct layout_option *option, const char *given, const struct record_kind *kind,
                           bool has_header, const char **columns, struct failure *failure);

#endif
