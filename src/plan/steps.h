/* The step that makes a value or writes a part. It is chosen once, when the layout is compiled; the encoder
 * runs it, and explain prints its name. */
#ifndef ROWKEY_PLAN_STEPS_H
#define ROWKEY_PLAN_STEPS_H

#include "kernels/kernel_table.h"
#include "plan/plan.h"

struct step_name {
  const char *name; /* NULL: explain leaves it out */
  bool is_kernel;   /* of the table of kernels */
};
struct step_name rowkey_step_name(enum step step);

/* Sets `step` of all values and of the parts of all sequences. */
void rowkey_choose_steps(struct rowkey_layout *layout);

/* Whether one part or value of the layout reads the value. */
bool rowkey_has_one_reader(const struct rowkey_layout *layout, const struct value *value);

/* ---- Parts side by side ------------------------------------------------------------------------ */

/* Sets how numbers are coded while they are written. */
void rowkey_set_coding(struct rowkey_coding *coding, const struct value *written);
/* Sets the range of numbers that the part accepts. */
void rowkey_set_range(struct rowkey_coding *coding, const struct part *part);

/* Of a part that only that kernel writes so: the number from which it makes the operation that is the part's
 * value, or NULL. */
const struct value *rowkey_folded_operand(const struct part *part);

/* Whether one kernel can write these fixed-width parts of the sequence together, in rows `stride` bytes
 * apart, as long as no row is bad. Then fills `rows` except for the addresses of the values. */
bool rowkey_plan_together(const struct rowkey_kernels *kernels, const struct sequence *sequence,
                          const struct part *parts, size_t count, size_t stride,
                          struct rowkey_fixed_rows *rows);

#endif
