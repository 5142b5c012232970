/* Template to syntax tree.
 *
 *   template   = { literal | "{" field "}" | "{" definition "}" }
 *   definition = "let" name [ "(" name { "," name } ")" ] "=" expression
 *   field      = expression [ ":" format ]
 *   expression = exclusive { "|" exclusive }
 *   exclusive  = common { "^" common }
 *   common     = shift { "&" shift }
 *   shift      = sum { ("<<" | ">>") sum }
 *   sum        = term { ("+" | "-") term }
 *   term       = factor { ("*" | "/" | "%") factor }
 *   factor     = "-" factor | integer | float | string | column | "(" expression ")"
 *              | function "(" [ field { "," field } ] { "," name "=" expression } ")"
 */
#ifndef ROWKEY_LAYOUT_PARSER_H
#define ROWKEY_LAYOUT_PARSER_H

#include "base/arena.h"
#include "layout/definitions.h"

/* A template that has been parsed. */
struct template {
  struct item *items;
  struct definition *definitions;
  size_t random_calls;
  bool uses_rest; /* some expression is the name `rest` */
};

/* False after an error, which is in the diagnostic unless the arena is exhausted. */
bool rowkey_parse_template(const struct diagnostic *diagnostic, struct arena *arena,
                           struct template *template);

/* How tightly the operator binds whose sign, as in struct node, this is: from 0 on; -1 for other signs. */
int rowkey_operator_level(char sign);

#endif
