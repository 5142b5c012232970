/* Definitions of a template, {let name = expression} and {let name(a, b) = expression}: what stands for them
 * where they are used. Each is expanded while the template is parsed, so that nothing else knows of them:
 *
 *   {let cell(v) = interleave(v, y, 30)}{cell(x) >> 20:u40}    is    {interleave(x, y, 30) >> 20:u40}
 *
 * One that is used twice is the same expression twice, which is computed once; a random() in it is one
 * number. */
#ifndef ROWKEY_LAYOUT_DEFINITIONS_H
#define ROWKEY_LAYOUT_DEFINITIONS_H

#include "base/arena.h"
#include "layout/ast.h"

enum { PARAMETERS_MAX = 8 };

struct definition {
  struct slice name;
  size_t begin; /* of the name in the template */
  struct slice parameters[PARAMETERS_MAX];
  size_t count; /* of the parameters */
  struct node *body;
  bool used;
  struct definition *next;
};

/* What measures of a node follow from those below it: height, size and whether it is constant. */
void rowkey_measure_node(struct node *node);

/* The body with the arguments, as many as there are parameters, in their places, and the use's place in the
 * template. Parts that no parameter stands in are shared. NULL without memory. */
struct node *rowkey_expand_definition(struct arena *arena, const struct definition *definition,
                                      const struct node *use);

#endif
