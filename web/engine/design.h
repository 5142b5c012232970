/* A layout for the table's columns, compiled, and the keys that it makes of the table's rows. */
#ifndef ROWKEY_WEB_DESIGN_H
#define ROWKEY_WEB_DESIGN_H

#include <rowkey/explain.h>
#include <rowkey/rowkey.h>

enum { DESIGNS = 2 }; /* the one that is typed, and the one beside it */

struct design {
  rowkey_layout *layout; /* NULL: the text is not a layout of these columns */
  rowkey_explanation *explanation;
  rowkey_decoder *decoder;
  char *text;        /* the template, expanded … */
  size_t length;     /* … of so many bytes */
  size_t *ends;      /* room for those of the fields of one key */
  uint8_t *bytes;    /* of the keys */
  uint64_t *offsets; /* of the keys, one more than there are */
  rowkey_keys keys;  /* of the table's rows */
  uint64_t *order;   /* the rows in the order of their keys; NULL until it is asked for */
};

/* NULL for a number that is not below DESIGNS, and for a design without a layout, which is then the answer.
 */
struct design *known_design(size_t number);

/* Forgets all of them, as their columns end. */
void forget_designs(void);

/* Another layout of the same template, for a caller who keeps it. */
rowkey_layout *compile_template(const struct design *design, rowkey_error *error);

/* The bytes of each field of a key become the member `key` of the answer. False and `error` for a key that
 * the layout cannot make. */
bool answer_key(struct design *design, const void *key, size_t size, rowkey_error *error);

/* The points become a member of the answer, in hex. */
void answer_splits(const char *name, const rowkey_splits *splits);

#endif
