/* Records that advice is made from, and what all of them do to the regions of a design. */
#ifndef ROWKEY_PYTHON_ADVISED_H
#define ROWKEY_PYTHON_ADVISED_H

#include <rowkey/advise.h>
#include <rowkey/simulation.h>

#include "arrays.h"

/* Batches of one schema, which belong to the caller's objects. */
struct advised_records {
  const struct ArrowSchema *schema;
  const struct ArrowArray **batches; /* of PyMem_Malloc */
  size_t count;
  uint64_t rows; /* that have been added to the advisor */
};

/* Finds them in a Schema and a list of Arrays, which must live as long. False with an exception. */
bool take_advised_records(const struct module_state *state, PyObject *schema, PyObject *arrays,
                          struct advised_records *records);

/* simulate.c: gives rows of the only writer of a simulation, which is not ended by that. */
rowkey_status give_regions(rowkey_simulation *simulation, const uint32_t *regions, size_t rows,
                           rowkey_error *error);

/* Tells the advisor what all records do to the regions and servers of a design, in windows of so many rows;
 * *load, which the caller frees, becomes what was counted by region, and NULL after an error. Without the
 * lock of Python's, which `interrupt` has given up. ROWKEY_ERROR_STOPPED where that ends it. */
rowkey_status load_advised(rowkey_advisor *advisor, size_t index, const struct advised_records *records,
                           size_t servers, uint64_t window, struct interrupt *interrupt, rowkey_load **load,
                           rowkey_error *error);

#endif
