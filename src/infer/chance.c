/* How likely the pieces of a draft are to look as they do by chance. */
#include <math.h>
#include <string.h>

#include "infer/draft.h"

/* What text of one piece there is in the keys. */
struct texts {
  size_t keys, texts, bytes; /* with the piece; of those where it is text; their bytes */
};

static bool holds_text(const struct piece *piece) {
  return piece->kind == PIECE_TEXT || piece->kind == PIECE_PADDED;
}

/* The bytes of a piece at `at`; text of any length ends where literal text begins, or the key ends. False
 * where the key does not have the draft's shape. */
static bool measure_piece(const struct draft *draft, size_t index, const uint8_t *at, size_t left,
                          size_t *size) {
  *size = draft->pieces[index].width;
  if (draft->pieces[index].kind != PIECE_TEXT) return *size <= left;
  *size = left;
  if (index + 1 == draft->count) return true;
  const uint8_t *end = memchr(at, draft->pieces[index + 1].literal[0], left);
  if (end != NULL) *size = (size_t)(end - at);
  return end != NULL;
}

static void see_texts(const struct draft *draft, const uint8_t *at, size_t left, struct texts *texts) {
  size_t size = 0;
  for (size_t i = 0; i < draft->count && measure_piece(draft, i, at, left, &size); i++) {
    if (holds_text(&draft->pieces[i])) {
      size_t padded = size;
      while (padded > 0 && at[padded - 1] == 0) padded--;
      const bool is_text = rowkey_is_text(at, padded);
      texts[i].keys++;
      texts[i].texts += is_text;
      texts[i].bytes += is_text ? size : 0;
    }
    at += size;
    left -= size;
  }
}

/* How many bits of a byte it takes to be one of so many values. */
static double bits_of(double values) { return 8 - log2(values); }

/* The bits that say it in `keys` keys: each halves the chance. */
static double evidence(const struct piece *piece, const struct texts *texts, double keys) {
  const double width = (double)piece->width;
  const bool decimal = piece->kind == PIECE_DECIMAL;
  if (piece->unit != ROWKEY_NO_TIME) return -log2(rowkey_instant_chance(piece->width, decimal, piece->unit));
  if (is_computed(piece)) return keys * (piece->modulus > 0 ? log2((double)piece->modulus) : 3 * width);
  switch (piece->kind) {
    case PIECE_LITERAL:
      return (keys - 1) * 8 * width; /* the first key may have anything */
    case PIECE_DECIMAL:
      return keys * width * bits_of(10);
    case PIECE_HEX:
      return keys * width * bits_of(16);
    case PIECE_LETTER:
      return keys * bits_of(26);
    case PIECE_NUMBER:
      return piece->form == FORM_SIGNED ? keys * bits_of(2) : 0;
    case PIECE_OPAQUE:
      return 0;
    default: /* anything but control characters */
      return (double)texts->texts < NEARLY_ALL * (double)texts->keys ? 0
                                                                     : (double)texts->bytes * bits_of(223);
  }
}

void rowkey_draft_chances(const struct seen *seen, const struct draft *draft, double *chances) {
  struct texts texts[MOST_PIECES] = {{0}};
  for (size_t i = 0; i < seen->count; i++) see_texts(draft, seen_at(seen, i), seen_size(seen, i), texts);
  for (size_t i = 0; i < draft->count; i++)
    chances[i] = fmin(1, exp2(-evidence(&draft->pieces[i], &texts[i], (double)seen->count)));
}
