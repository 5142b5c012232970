/* The decimal point of another locale, by the linker's --wrap: the locale need not be installed. */
#ifndef ROWKEY_TESTS_DECIMAL_POINT_H
#define ROWKEY_TESTS_DECIMAL_POINT_H

/* What snprintf writes for a point, and the only one that strtod and strtof read; '.' until a test sets it.
 */
extern char decimal_point;

#endif
