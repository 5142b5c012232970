/* The description of a function or format that makes a text of one other text. Files of src/operations
 * describe one or a few, and texts.def there names them. As with the operations of plan/operation.h, every
 * reader of the plan uses only the description, and knows no function by name. For example:
 *
 *     const struct text_function rowkey_text_utf16le = {
 *         .name = "utf16le",
 *         .usage = "utf16le(text)",
 *         .reversible = true,
 *         .growth = twice,
 *         TEXT_CHANGES(write_utf16le),
 *         .undo = read_utf16le,
 *         …
 *
 * A function either cuts, so that its results lie in the text, or changes. Every other member has a default
 * that is safe for all functions, except `growth`: without it no result may be longer than its text. */
#ifndef ROWKEY_PLAN_TEXT_FUNCTION_H
#define ROWKEY_PLAN_TEXT_FUNCTION_H

#include "plan/plan.h"

/* The arguments after the text. */
enum text_arguments {
  TEXT_ALONE,
  TEXT_AND_BYTE,            /* a string of one byte */
  TEXT_AND_BYTE_IF_ANY,     /* the same, or nothing */
  TEXT_AND_BYTE_AND_REASON, /* and another string, which may be left out */
  TEXT_AND_COUNT,           /* a number of bytes or characters */
  TEXT_AND_FROM_AND_COUNT   /* two */
};

/* A text of n bytes becomes factor * n + added bytes at most, and no more than `most`. */
struct text_growth {
  uint64_t factor, added, most;
};

/* Rows of texts, and where the results go. */
struct text_rows {
  const struct text_call *call;
  const struct rowkey_strings *texts;
  size_t count;
  uint64_t *begin, *end; /* of the results, in the texts or in `out` */
  uint8_t *out;
  size_t width; /* of each result, where all have one */
};

/* For `change`: the text has no result. */
#define NO_TEXT SIZE_MAX

struct text_function {
  const char *name;  /* in templates; NULL if it belongs to a format */
  const char *usage; /* how it is called */
  const char *word;  /* that makes it of the function of the same name, as `right` in trim(text, right) */
  size_t word_at;    /* the place of the word among the arguments */
  enum text_arguments arguments;
  const struct text_function *from_front; /* the same function if `from` is 0 */

  bool is_prefix;         /* the first `count` bytes */
  bool counts_characters; /* or characters */
  bool settles;           /* applying it again changes nothing */
  bool bytewise;          /* each byte of the result depends only on the text's byte at the same place */
  bool keeps_order;       /* the result never falls where the text rises */
  bool reversible;        /* the text follows from the result: decoding undoes it */
  bool varies;            /* results of texts of one width may differ in width */
  bool keeps_front;       /* the result begins with the text's first characters, apart from their case */
  /* How the bytes of results differ from the bytes of the text: */
  uint8_t letters;  /* the first of 26 letters that change case; 0: none */
  bool lacks_byte;  /* the result is the text; a row whose text has the byte call->byte is an error */
  bool adds_byte;   /* results may contain call->byte */
  bool makes_any;   /* results may contain any byte */
  bool makes_utf16; /* it converts UTF-8 to UTF-16 */

  struct slice (*cut)(const struct text_call *call, struct slice text);
  /* Writes the result and returns its size, or NO_TEXT. The text and `out` must not overlap. */
  size_t (*change)(const struct text_call *call, const uint8_t *text, size_t size, uint8_t *out);
  struct text_growth (*growth)(const struct text_call *call);
  /* The fewest bytes of a result of a text with `size` bytes; NULL: the same as the most. */
  uint64_t (*least)(const struct text_call *call, uint64_t size);
  /* Writes the text that a result was made from; NO_TEXT if there is none. NULL: `change` undoes itself. */
  size_t (*undo)(const struct text_call *call, const uint8_t *bytes, size_t size, uint8_t *out);

  /* How kernels make the same over rows; NULL: they do not. They leave some rows to `cut` and `change`. */
  struct rowkey_making (*making)(const struct text_call *call);

  /* Over rows: `run_cut` cuts. For functions that change, `find_room` sets each `end` for results of the most
   * bytes. */
  void (*run_cut)(const struct text_rows *rows);
  void (*find_room)(const struct text_rows *rows);
  /* Return the first row without a result, or rows->count. `run_fixed` puts the results side by side. `run`
   * puts each result where the room of the one before it ends; each `end` holds the end of the row's room
   * before. */
  size_t (*run_fixed)(const struct text_rows *rows), (*run)(const struct text_rows *rows);

  /* ---- Of formats alone ---- */

  /* Narrows a field's bytes, each XORed with `flip`, to the bytes of its text. */
  void (*leave_text)(const struct text_call *call, uint8_t flip, const uint8_t **bytes, size_t *size);
  uint64_t (*longest)(const struct text_call *call); /* text that it accepts, in bytes */
  const char *padded_side;   /* of a text, which must not have the padding's byte there: "begin" or "end" */
  const char *order_problem; /* why keys do not sort as the text, and what does */
};

extern const struct text_function rowkey_text_prefix, rowkey_text_padded_right, rowkey_text_padded_left,
    rowkey_text_counted;

/* ---- src/operations/list.c ----------------------------------------------------------------------- */

/* The function at this index; NULL after the last one. */
const struct text_function *rowkey_text_function_at(size_t index);

/* ---- src/operations/text_formats.c --------------------------------------------------------------- */

/* The length without the bytes `padding` at the end. */
size_t rowkey_without_padding(const uint8_t *bytes, size_t size, uint8_t padding);

/* ---- What readers ask -------------------------------------------------------------------------- */

/* The first bytes or characters of another text. */
static inline bool value_is_prefix(const struct value *value) {
  return value->kind == VALUE_TEXT_CALL && value->call.function->is_prefix;
}

static inline bool text_call_cuts(const struct text_call *call) { return call->function->cut != NULL; }

/* The call by which the part's format changes its text, or NULL. */
static inline const struct text_call *part_call(const struct part *part) {
  const struct value *written = part->kind == PART_LITERAL ? NULL : part->written;
  const bool made =
      written != NULL && written->kind == VALUE_TEXT_CALL && written->call.function->name == NULL;
  return made ? &written->call : NULL;
}

/* Whether the bytes of the part show where it ends. */
static inline bool part_delimits_itself(const struct part *part) {
  if (part->kind != PART_TEXT) return false;
  return part->written->kind == VALUE_ESCAPED_TEXT || part->written->varint != NULL ||
         part_call(part) != NULL;
}

/* The least byte that cannot stand after the part, because that would go on with it. Where the end of a text
 * is the beginning of what 00 becomes, and also where nothing ends it, a lesser byte or the end of the key
 * shows the end. */
enum { EVERY_BYTE = 256 };
static inline unsigned part_follow_limit(const struct part *part) {
  const struct value *written = part->kind == PART_TEXT ? part->written : NULL;
  if (written == NULL || written->kind != VALUE_ESCAPED_TEXT || written->escape != ESCAPE_TERMINATED)
    return EVERY_BYTE;
  const struct rowkey_escape *rule = &written->rule;
  const bool begins = rule->end_size == 0 || (rule->end_size == 1 && rule->end[0] == rule->zero[0]);
  return begins ? rule->zero[rule->end_size] : EVERY_BYTE;
}

/* Whether the bytes of the part show where it ends, whatever follows. */
static inline bool part_shows_end(const struct part *part) {
  return part_delimits_itself(part) && part_follow_limit(part) == EVERY_BYTE;
}

static inline uint64_t lesser_u64(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Where the first `count` characters end: behind the text if its last character is cut off, UINT64_MAX if it
 * has fewer. The first byte of a character says how many bytes it has; a byte that cannot be a first byte
 * counts as a character. So texts that are not UTF-8 have characters too, and cutting texts keeps their
 * order. */
static inline uint64_t rowkey_end_of_characters(struct slice text, uint64_t count) {
  uint64_t end = 0;
  for (; count > 0 && end < text.size; count--) {
    const uint8_t first = (uint8_t)text.at[end];
    end += first < 0xc0 || first >= 0xf8 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  }
  return count > 0 ? UINT64_MAX : end;
}

/* ---- text_function.c ------------------------------------------------------------------------- */

struct text_growth rowkey_text_growth(const struct text_call *call);
/* The most bytes that the call makes from a text of `size` bytes, or UINT64_MAX. */
uint64_t rowkey_text_call_most(const struct text_call *call, uint64_t size);
/* The sizes of the call's results, given the sizes of its texts. A `most` of UINT64_MAX means no limit. */
struct text_sizes {
  uint64_t least, most;
};
struct text_sizes rowkey_text_call_sizes(const struct text_call *call, struct text_sizes text);
/* The size of every result for texts of `width` bytes, or for any text if `width` is 0; 0: sizes differ. */
uint64_t rowkey_text_call_width(const struct text_call *call, uint64_t width);

#endif
