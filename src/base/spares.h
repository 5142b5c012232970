/* Objects that calls of any thread take and give back, such as the encoders of rowkey_key: as many as there
 * are calls at the same time, up to a number. */
#ifndef ROWKEY_SRC_BASE_SPARES_H
#define ROWKEY_SRC_BASE_SPARES_H

#include <stdbool.h>

struct spares;

/* None at first. NULL without memory. */
struct spares *rowkey_spares_create(void);
void rowkey_spares_free(struct spares *spares, void (*free_object)(void *)); /* NULL is allowed */

/* One of them, or NULL. `call` is the address of anything on the caller's stack, by which threads look in
 * different places first; to give it back from the same function, pass the same. */
void *rowkey_spares_take(struct spares *spares, const void *call);

/* False where there is no place: the object is still the caller's. */
bool rowkey_spares_give(struct spares *spares, const void *call, void *object);

#endif
