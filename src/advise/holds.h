/* Which records meet conditions, looked at one by one. */
#ifndef ROWKEY_ADVISE_HOLDS_H
#define ROWKEY_ADVISE_HOLDS_H

#include <rowkey/conditions.h>

/* Whether record `row` meets all conditions, as scan ranges take them: a null number meets none but a test
 * for null, and a null text counts as an empty one. */
bool rowkey_record_holds(const rowkey_column *columns, const rowkey_values *records, size_t row,
                         const rowkey_condition *conditions, size_t count);

#endif
