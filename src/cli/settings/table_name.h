/* Names of tables and column families, which stand between quotes of HBase's shell. */
#ifndef ROWKEY_CLI_SETTINGS_TABLE_NAME_H
#define ROWKEY_CLI_SETTINGS_TABLE_NAME_H

#include "settings/message.h"

/* Whether the value of `option` has the characters of HBase's names and no others. `noun` is what it names.
 */
bool check_table_name(const char *option, const char *name, const char *noun, struct failure *failure);

#endif
