/* Decimal points of another locale, which need not be installed, by way of the linker's --wrap. */
#ifndef ROWKEY_TESTS_DECIMAL_POINT_H
#define ROWKEY_TESTS_DECIMAL_POINT_H

/* What snprintf writes for a point; '.' until a test sets it. */
extern char decimal_point;

#endif
