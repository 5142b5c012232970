/* The key of a single row, by steps on numbers instead of columns: a single row would pay alone for the work
 * that the rows of a block share.
 *
 * The steps write only good rows. Rows that they cannot handle, or would have to refuse, go to a batch of one
 * row, which says what is wrong: so all errors come from one place. */
#ifndef ROWKEY_ENCODE_ONE_ROW_H
#define ROWKEY_ENCODE_ONE_ROW_H

#include "encode/encoder.h"
#include "kernels/hashes.h"

/* What a value of the plan is in the current row. */
union row_value {
  uint64_t number;
  uint64_t hash[MOST_HASH_VALUES]; /* eight bytes in each, the first the most significant */
  struct {
    const uint8_t *bytes;
    uint64_t size;
  } text;
};

/* Bytes of a message: those of one block of MD5; and of all texts that functions make. */
enum { ROW_MESSAGE_MAX = 55, ROW_TEXTS_MAX = 256 };

enum row_operation {
  /* values */
  ROW_INTEGER,         /* of `column` */
  ROW_TEXT,            /* of `column`; `width` bytes if that is not 0 */
  ROW_RANDOM,          /* call number `index` */
  ROW_MASK,            /* ((a + bias) & mask) ^ flip, for an a in range */
  ROW_SWAP,            /* the lowest `width` bytes of a in reverse order */
  ROW_COMPUTE,         /* of `value`, of any a and b */
  ROW_OPERATION,       /* of an a and a b in their ranges */
  ROW_ATTEMPT,         /* the same, good if the attempt is */
  ROW_COMPUTE_OF_TEXT, /* the same of a text */
  ROW_COMPUTE_OF_HASH,
  ROW_CUT_TEXT, /* `call` of the text a */
  ROW_CHANGE_TEXT,
  ROW_MD5_DECIMAL, /* of a's unpadded text */
  ROW_BEGIN,       /* a message is written next */
  ROW_MD5,         /* of what was written */
  ROW_HASH,        /* another one, without a seed for each row */
  ROW_HALF,        /* half `index` of a hash of 128 bits */
  /* parts of a message or of the key, one after the other; `width` bytes, or what the text has */
  ROW_BEGIN_KEY, /* the key is written next */
  ROW_LITERAL,
  ROW_DECIMAL,
  ROW_DIGITS, /* of an alphabet */
  ROW_BIG_ENDIAN,
  ROW_HEX,
  ROW_HASH_BYTES,
  ROW_HASH_HEX,
  ROW_PADDED_TEXT,
  ROW_ANY_TEXT,
  ROW_DECIMAL_TEXT
};

struct row_step {
  enum row_operation operation;
  unsigned width;
  bool upper, inverted;
  uint32_t tags[KEPT_TAGS]; /* of values of the column that are kept as they are */
  int delimiter;            /* the byte that must not occur in text, or -1 */
  size_t column, index;
  union row_value *out;
  const union row_value *a, *b;
  const union row_value *checked; /* good if it is low … low + span */
  uint64_t low, span, second_low, second_span;
  uint64_t bias, mask, flip;
  const rowkey_hash *hash;
  const struct value *value;
  uint64_t (*compute)(const struct value *value, uint64_t a, uint64_t b);
  bool (*attempt)(const struct value *value, uint64_t a, uint64_t b, uint64_t *result);
  const struct text_call *call;
  const struct digits *digits;
  const uint8_t *literal;
};

struct row_program {
  const struct row_step *end;
  union row_value *values; /* of the plan, by their index */
  struct row_step steps[];
};

/* Sets encoder->program, which stays NULL for a layout with steps of other kinds. False when there is no
 * memory. */
bool rowkey_program_create(struct rowkey_encoder *encoder);

/* Whether the key is written; if not, a batch of one row finds out why. */
bool rowkey_program_run(const struct rowkey_encoder *encoder, const rowkey_record *record, uint8_t *key,
                        size_t capacity, size_t *length);

#endif
