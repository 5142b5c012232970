/* A layout that is being found: its pieces, from the first byte of the keys on. */
#ifndef ROWKEY_INFER_DRAFT_H
#define ROWKEY_INFER_DRAFT_H

#include <rowkey/layout.h>

#include "infer/seen.h"

enum {
  MOST_PIECES = 24,
  MOST_LITERAL = 64,
  COLUMN_NAME_SIZE = 16,
  DRAFT_TEXT_SIZE = 4096,
  DRAFT_NOTE_SIZE = 160,
};

enum piece_kind {
  PIECE_LITERAL,
  PIECE_DECIMAL,
  PIECE_HEX,
  PIECE_LETTER, /* one of a … z */
  PIECE_NUMBER, /* big-endian */
  PIECE_OPAQUE, /* 16 bytes that are no number */
  PIECE_PADDED, /* text of a width */
  PIECE_TEXT    /* of any length: literal text or the end follows */
};

enum number_form {
  FORM_PLAIN,
  FORM_SIGNED,   /* with the sign bit flipped */
  FORM_FALLING,  /* complemented */
  FORM_REVERSED, /* 2^63 - 1 less the number */
  NUMBER_FORMS
};

/* What a hash takes. */
enum argument { ARGUMENT_REST, ARGUMENT_COLUMN, ARGUMENT_FIELD, ARGUMENT_ALL, ARGUMENTS };

struct piece {
  enum piece_kind kind;
  size_t width; /* in bytes; 0 for PIECE_TEXT */
  uint8_t literal[MOST_LITERAL];
  bool is_upper; /* of PIECE_HEX */
  enum number_form form;
  rowkey_time_unit unit;
  bool is_even; /* its bytes are as even as those of a hash */
  /* What it is computed from: the expression, with $ for the argument. "" where it is a column. */
  char pattern[96];
  enum argument argument;
  size_t of;        /* the piece that the argument is */
  uint64_t modulus; /* in the pattern; 0 where there is none */
};

struct draft {
  struct piece pieces[MOST_PIECES];
  size_t count;
};

/* The next piece; NULL when there are too many. */
struct piece *rowkey_draft_add(struct draft *draft, enum piece_kind kind, size_t width);

/* Bytes that are the same in all keys, after those that stand there already. False when there are too many.
 */
bool rowkey_draft_add_literal(struct draft *draft, const uint8_t *bytes, size_t size);

/* A draft as a template, and its columns. */
struct drafted {
  char layout[DRAFT_TEXT_SIZE];
  char column_list[DRAFT_TEXT_SIZE];
  rowkey_column columns[MOST_PIECES];
  char names[MOST_PIECES][COLUMN_NAME_SIZE];
  size_t column_count;
  size_t column_of[MOST_PIECES];                /* of each piece; ROWKEY_NONE where it is none */
  size_t begin[MOST_PIECES], size[MOST_PIECES]; /* of each piece in the template */
};

/* False when it is too long. */
bool rowkey_draft_write(const struct draft *draft, struct drafted *drafted);

/* What the argument of a hash is in a template; `piece` is the one that is computed. */
bool rowkey_draft_argument(const struct draft *draft, const struct drafted *drafted, enum argument argument,
                           size_t of, char *text, size_t size);

/* What a piece looks like, in words: DRAFT_NOTE_SIZE bytes. */
void rowkey_draft_note(const struct draft *draft, size_t piece, char *note);

/* How likely bytes at random are to look like each piece in all keys; of a time, how likely one number at
 * random is to be one, as the times of a table lie close together. */
void rowkey_draft_chances(const struct seen *seen, const struct draft *draft, double *chances);

static inline bool is_computed(const struct piece *piece) { return piece->pattern[0] != 0; }

/* ---- Finding pieces ---------------------------------------------------------------------------- */

/* Appends the pieces of keys. False when there are too many. `seen` is used up; `ends` is working memory, a
 * number for each key. */
bool rowkey_draft_shape(struct seen *seen, uint64_t *ends, struct draft *draft);

/* Appends the pieces of the first `width` bytes, which nearly all keys have. False when there are too many.
 */
bool rowkey_cut_fixed(const struct seen *seen, size_t width, struct draft *draft);

/* Whether the numbers that stand in `width` bytes at `offset`, in decimal or big-endian, are the times of a
 * table from 2000 to 2033, and if so in which unit and form. */
bool rowkey_find_instant(const struct seen *seen, size_t offset, size_t width, bool decimal,
                         enum number_form *form, rowkey_time_unit *unit);

/* The part of all numbers so wide that are times in this unit, in one of the forms that are tried. */
double rowkey_instant_chance(size_t width, bool decimal, rowkey_time_unit unit);

/* Finds the pieces that others make, and fills in their patterns. `keys` have the draft's shape. False when
 * memory runs out. */
bool rowkey_find_computed(const struct seen *keys, struct draft *draft);

#endif
