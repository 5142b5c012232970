/* Decoding: the working memory of one thread, and the steps that run over a block of keys.
 *
 * Keys are split into parts, the parts that give a column are read, and the columns are encoded again: if the
 * result differs from the key, the key is wrong. So the reading steps report only what they cannot read. They
 * take a number of rows and return how many of these, from the first, are good; block->error describes the
 * first bad row. Later steps see only the rows before it, so the bad row found last is the first one of the
 * block.
 */
#ifndef ROWKEY_DECODE_DECODER_H
#define ROWKEY_DECODE_DECODER_H

#include <rowkey/decode.h>
#include <rowkey/encode.h>

#include "base/one_at_a_time.h"
#include "kernels/kernel_table.h"
#include "plan/image.h"
#include "plan/recovery.h"
#include "plan/text_function.h"
#include "simd/memory.h"

struct rowkey_decoder {
  struct one_at_a_time calls;
  const struct rowkey_layout *layout;
  const struct rowkey_kernels *kernels;
  struct arena arena;
  struct recovery recovery;
  struct image *images; /* of the layout's values */
  struct rowkey_layout *checking;
  rowkey_encoder *encoder; /* of the checking layout */
  size_t block_rows;       /* at most */
  size_t room_rows;        /* for which there is room: 0 before the first batch */
  struct arena room;       /* that, which holds what follows up to `digits` */
  uint64_t *limits;        /* where the block's keys begin, and the last one ends */
  rowkey_values *columns;  /* of the checking layout, in the current block */
  void **numbers;          /* the decoder's own memory for each of them; NULL for text */
  uint8_t **validity;      /* the same for the bits of those that are recovered with their nulls; else NULL */
  uint64_t *spare;         /* remainders, or the bits of floats */
  uint64_t *digits;        /* where numbers begin after their signs */
  uint8_t *texts;          /* text that is not as in the key */
  size_t levels;           /* copies of a byte there: one in its field, and one in each message around that */
  size_t texts_size, texts_used;
  uint8_t *expected; /* the keys encoded again */
  size_t expected_size;
  uint64_t *expected_limits;
  struct split one;         /* the split of a single key, to describe it */
  rowkey_decoded *unwanted; /* for each of the layout's columns, that it is only checked */
};

struct block {
  rowkey_decoder *decoder;
  const rowkey_decoded *columns;
  size_t start;               /* the first row in the batch */
  struct rowkey_strings keys; /* of the block */
  rowkey_error *error;        /* never NULL */
  rowkey_status status;       /* what the call returns when rows are bad */
};

/* Part `index` of the rows of `split`, in `bytes`, which the rows are part of. */
static inline struct rowkey_strings strings_of_part(const struct split *split, size_t index,
                                                    const struct rowkey_strings *rows) {
  const uint64_t *begins = split->begins + index * split->stride;
  return (struct rowkey_strings){rows->bytes, rows->size, begins, begins + split->stride};
}

/* Bytes of keys in a block, unless one key has more: they and what is made from them stay in the caches. */
enum { DECODED_AT_ONCE = 64 * 1024 };

/* ---- decoder.c ------------------------------------------------------------------------------- */

/* Whether the decoder has room for blocks of a batch of `rows` keys now. False without memory: it then has
 * none until the next call. */
bool rowkey_make_room_for_keys(struct rowkey_decoder *decoder, size_t rows);

/* ---- split.c --------------------------------------------------------------------------------- */

/* Sets split->begins for rows that are strings, which lie one after the other if the width is fixed. */
size_t rowkey_split_rows(struct block *block, const struct split *split, const struct rowkey_strings *strings,
                         size_t rows);
/* Where each part begins for a sequence of fixed width, whatever its rows hold. */
void rowkey_split_fixed(const struct split *split, size_t rows);

/* ---- escapes.c ------------------------------------------------------------------------------- */

/* The length of text that shows its end, as it is `written`, at the beginning of `size` bytes, each of them
 * combined with `flip`; NO_END when it is not well formed there. */
#define NO_END SIZE_MAX
size_t rowkey_delimited_length(const struct value *written, const uint8_t *bytes, size_t size, uint8_t flip);
/* Writes what is escaped, and returns its length. `bytes` and `out` may be the same. */
size_t rowkey_unescape(const struct value *written, const uint8_t *bytes, size_t size, uint8_t flip,
                       uint8_t *out);

/* ---- numbers.c, digests.c, texts.c: fields ----------------------------------------------------- */

/* The numbers, or the bits of doubles, that stand in the part; strings as in strings_of_part, `stride` bytes
 * from one to the next, or 0 if they do not lie so. */
size_t rowkey_read_numbers(struct block *block, const struct field *field,
                           const struct rowkey_strings *strings, size_t stride, size_t rows,
                           uint64_t *numbers);
size_t rowkey_read_digests(struct block *block, const struct field *field,
                           const struct rowkey_strings *strings, size_t rows, uint8_t *digests);
/* The texts of the field, as they are or in the decoder's memory. */
size_t rowkey_read_texts(struct block *block, const struct field *field, const struct rowkey_strings *strings,
                         size_t rows, struct rowkey_strings *texts);
/* Whether the texts of the field need the decoder's memory. */
bool rowkey_copies_text(const struct field *field);
/* The same bytes, complemented where the layout inverts them. */
struct rowkey_strings rowkey_uninvert(struct block *block, const struct field *field,
                                      const struct rowkey_strings *strings, size_t rows);

/* The value of a hex digit; any number for another byte. */
static inline uint8_t hex_digit_value(uint8_t digit) {
  return (uint8_t)((digit & 15) + 9 * (digit >> 6 & 1));
}
/* `size` bytes from twice as many hex digits, each of them combined with `flip`. */
static inline void decode_hex(const uint8_t *digits, size_t size, uint8_t flip, uint8_t *out) {
  for (size_t i = 0; i < size; i++)
    out[i] = (uint8_t)(hex_digit_value(digits[2 * i] ^ flip) << 4 |
                       (hex_digit_value(digits[2 * i + 1] ^ flip) & 15));
}
/* `bytes` and `out` may be the same. */
static inline void copy_flipped(const uint8_t *bytes, size_t size, uint8_t flip, uint8_t *out) {
  for (size_t i = 0; i < size; i++) out[i] = bytes[i] ^ flip;
}

/* ---- results.c: values in the place of columns that cannot be recovered ------------------------------ */

/* Check the numbers, or texts, of field->gives: `strings` are the field as it is in the key. */
size_t rowkey_check_results(struct block *block, const struct field *field,
                            const struct rowkey_strings *strings, size_t rows, const uint64_t *numbers);
size_t rowkey_check_texts(struct block *block, const struct field *field,
                          const struct rowkey_strings *strings, size_t rows,
                          const struct rowkey_strings *texts);

/* ---- fields.c: all fields of a split ------------------------------------------------------------ */

/* Reads the fields into block->decoder->columns. */
size_t rowkey_read_fields(struct block *block, const struct split *split,
                          const struct rowkey_strings *strings, size_t rows);

/* ---- nulls.c --------------------------------------------------------------------------------- */

/* The bytes of so many bits. */
size_t rowkey_validity_size(size_t rows);
/* Gives the columns in block->decoder their nulls, after all fields are read. */
void rowkey_mark_nulls(struct block *block, size_t rows);
/* Sets the bits of good rows for the caller, in memory that is 0. */
void rowkey_write_validity(struct block *block, size_t rows);

/* ---- verify.c -------------------------------------------------------------------------------- */

/* Encodes the columns again and compares. */
size_t rowkey_verify(struct block *block, size_t rows);
/* Room for `size` bytes: `memory` or a larger one, which holds nothing yet. False when there is none. */
bool rowkey_grow(struct block *block, uint8_t **memory, size_t *capacity, uint64_t size);

/* ---- bad_key.c: what is wrong with a row. All return it. ----------------------------------------- */

/* Begins with the field, where it is and what it holds: `size` bytes of the key, or of a reversed message;
 * the rest says what was expected. */
__attribute__((format(printf, 6, 7))) size_t rowkey_bad_field(struct block *block, const struct field *field,
                                                              size_t row, const uint8_t *bytes, size_t size,
                                                              const char *expected, ...);
/* Reports bytes that are not the digits expected, or too many digits for the type. */
size_t rowkey_bad_digits(struct block *block, const struct field *field, size_t row, const uint8_t *bytes,
                         size_t size);
size_t rowkey_bad_number(struct block *block, const struct field *field, size_t row, const uint8_t *bytes,
                         size_t size, uint64_t number, struct range range);
/* Reports that no delimiter in the bytes ends the field. */
size_t rowkey_bad_delimiter(struct block *block, const struct field *field, size_t row, const uint8_t *bytes,
                            size_t size, struct slice delimiter);
/* Reports bytes after the last field. */
size_t rowkey_bad_tail(struct block *block, const struct field *field, size_t row, const uint8_t *bytes,
                       size_t size);
size_t rowkey_bad_length(struct block *block, size_t row, uint64_t length);
/* Reports that the row's key is not `expected`, which it should be. */
size_t rowkey_bad_key(struct block *block, size_t row, const uint8_t *expected, uint64_t size);
/* Reports that no key can be made from what was read. */
size_t rowkey_no_key(struct block *block, size_t row, const rowkey_error *why);

#endif
