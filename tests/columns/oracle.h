/* What a column keeps of a value that says what it is, from the rule of values.h alone: by decimal digits.
 * Nothing of src/columns is called; its table is compared with the rule written here. */
#ifndef ROWKEY_TESTS_COLUMNS_ORACLE_H
#define ROWKEY_TESTS_COLUMNS_ORACLE_H

#include <rowkey/column_types.h>

#include "columns/conversion.h"

enum { ORACLE_NUMBER = 32, ORACLE_BYTES = 48, ORACLE_TEXT = 1200 };

/* A type as a schema declares it, and what it keeps. */
struct oracle_type {
  const char *text;
  enum declared_type declared;
  rowkey_type physical;
  int digits;     /* after the point of a decimal; of the second of a time */
  uint32_t width; /* of bytes */
};

/* Types of every line of conversions.def. `uid(...)` names a file that the test makes. */
extern const struct oracle_type oracle_types[];
extern const size_t oracle_type_count;
#define ORACLE_NAMES "oracle.uid"

/* The step that conversions.def has. */
enum conversion_step oracle_step(enum declared_type declared, rowkey_kind kind);
/* Whether values.h says that the type takes values of the kind. */
bool oracle_takes(const struct oracle_type *type, rowkey_kind kind);

/* The bytes of one number of the form; bits of bools have 1 here. 0 for no form. */
size_t oracle_form_size(rowkey_form form);

/* One value: a number in the machine's byte order, or bytes. */
struct told {
  uint8_t number[ORACLE_NUMBER];
  uint8_t bytes[ORACLE_TEXT];
  size_t size;
};

/* What becomes of it. */
struct kept {
  bool is_good;
  bool is_nan;     /* it is kept, but no key holds it */
  uint64_t number; /* a u64, i64, f64 or f32 by its bits */
  uint8_t bytes[ORACLE_BYTES];
  size_t size;
  char text[ORACLE_TEXT]; /* the value as the type reads it; empty where it has no text */
};

/* A number, or bytes of BYTES or UUID, in a column whose type takes them. */
void oracle_keep(const struct oracle_type *type, uint32_t tag, const struct told *told, struct kept *kept);

/* An integer in digits, as a number of the form; false if the form does not hold it. */
bool oracle_put_integer(const char *digits, bool is_negative, rowkey_form form,
                        uint8_t number[ORACLE_NUMBER]);

#endif
