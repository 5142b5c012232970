/* Template to syntax tree.
 *
 *   template   = { literal | "{" field "}" }
 *   field      = expression [ ":" format ]
 *   expression = term { ("+" | "-") term }
 *   term       = factor { ("*" | "%") factor }
 *   factor     = "-" factor | integer | string | column | "(" expression ")"
 *              | function "(" [ field { "," field } ] ")"
 */
#ifndef ROWKEY_LAYOUT_PARSER_H
#define ROWKEY_LAYOUT_PARSER_H

#include "layout/arena.h"
#include "layout/ast.h"

/* The items of the template in *items. False after an error, which is in the diagnostic unless the arena is
 * exhausted. */
bool rowkey_parse_template(const struct diagnostic *diagnostic, struct arena *arena, struct item **items);

#endif
