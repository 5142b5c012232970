/* A template as it was written: literal text and fields, each field an expression with a format. */
#ifndef ROWKEY_LAYOUT_AST_H
#define ROWKEY_LAYOUT_AST_H

#include "text/diagnostic.h"

enum node_kind {
  NODE_INTEGER,
  NODE_FLOAT,
  NODE_STRING,
  NODE_NAME,     /* a column */
  NODE_CALL,     /* name(argument, …) */
  NODE_NEGATE,   /* -left */
  NODE_BINARY,   /* left operator right */
  NODE_PARAMETER /* number `integer` of a definition: definitions.h */
};

struct node {
  enum node_kind kind;
  size_t begin, end;            /* its bytes of the template */
  size_t operator_offset;       /* NODE_BINARY */
  char operator_sign;           /* NODE_BINARY: | ^ & + - * / %, < for << and > for >> */
  bool is_constant;             /* an integer, or made from integers by signs alone */
  unsigned height;              /* of the tree below and with this node: bounds every recursion over it */
  uint64_t size;                /* nodes of that tree: bounds every walk */
  uint64_t integer;             /* NODE_INTEGER; NODE_FLOAT: this divided by 10^decimals */
  unsigned decimals;            /* NODE_FLOAT */
  struct slice text;            /* NODE_NAME, NODE_CALL: the name; NODE_STRING: its bytes, escapes resolved;
                                   NODE_INTEGER: the unit in truncate(ts, 15 minutes) */
  struct node *left, *right;    /* NODE_NEGATE has no right */
  struct field_node *arguments; /* NODE_CALL */
  struct option_node *options;  /* NODE_CALL: what is written name=value, after the arguments */
  size_t random_ordinal;        /* NODE_CALL: how many calls of random() are written before it */
};

/* `name=value` in a call. */
struct option_node {
  struct slice name;
  size_t begin;
  struct node *value;
  struct option_node *next;
};

/* `expression:format`, in braces or as the argument of a hash. */
struct field_node {
  size_t begin, end; /* braces included */
  struct node *expression;
  struct slice format; /* at == NULL when there is none */
  size_t format_offset;
  struct field_node *next;
};

/* One piece of a template: a field, or literal text when field == NULL. */
struct item {
  struct field_node *field;
  struct slice literal; /* escapes resolved */
  size_t begin, end;
  struct item *next;
};

#endif
