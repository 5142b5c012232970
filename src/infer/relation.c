/* Where a number s of each key is H % N for a value H of the same key, N divides H - s in all of them: the
 * greatest common divisor of a few keys is N, and of what does not hang together it is small. So no modulus
 * has to be guessed. */
#include "infer/relation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* So many bits must agree before chance is ruled out, whatever number of functions is tried. */
enum { LEAST_EVIDENCE = 30 };

/* ---- Functions --------------------------------------------------------------------------------- */

const struct function rowkey_functions[ROWKEY_FUNCTIONS] = {
    {"md5($)", RESULT_WIDE},
    {"java_hash($)", RESULT_INT},
    {"h31($)", RESULT_INT},
    {"h31($, start=0)", RESULT_INT},
    {"murmur3_32($)", RESULT_INT},
    {"murmur3_32($, seed=42)", RESULT_INT},
    {"murmur3_32($, seed=42, tail=words)", RESULT_INT},
    {"murmur3_32($, seed=104729)", RESULT_INT},
    {"murmur3_32($, seed=104729, tail=signed)", RESULT_INT},
    {"murmur2($)", RESULT_INT},
    {"murmur2($, seed=0x9747b28c)", RESULT_INT},
    {"xxh64($)", RESULT_UNSIGNED},
    {"xxh3($)", RESULT_UNSIGNED},
    {"crc32($)", RESULT_UNSIGNED},
    {"crc32c($)", RESULT_UNSIGNED},
    {"crc16($)", RESULT_UNSIGNED},
    {"fnv1a_32($)", RESULT_UNSIGNED},
    {"fnv1a_64($)", RESULT_UNSIGNED},
    {"cityhash64($)", RESULT_UNSIGNED},
    {"farmhash64($)", RESULT_UNSIGNED},
    {"xxh32($)", RESULT_UNSIGNED},
    {"lookup3($)", RESULT_UNSIGNED},
    {"postgres_hash($)", RESULT_INT},
    {"postgres_hash_64($)", RESULT_UNSIGNED},
    {"jenkins_64($, seed=97)", RESULT_UNSIGNED},
    {"murmur2_64($)", RESULT_UNSIGNED},
    {"murmur3_128($)", RESULT_WIDE},
    {"murmur3_128($, tail=signed)", RESULT_WIDE},
    {"$", RESULT_UNSIGNED}, /* of a number itself */
};

/* ---- Numbers of keys --------------------------------------------------------------------------- */

struct wide_number rowkey_piece_number(const struct piece *piece, const uint8_t *at) {
  struct wide_number number = {0, 0};
  for (size_t i = 0; i < piece->width; i++) {
    const uint8_t byte = at[i];
    switch (piece->kind) {
      case PIECE_DECIMAL:
        number.low = 10 * number.low + (uint64_t)(byte - '0');
        break;
      case PIECE_HEX:
        number.high = number.high << 4 | number.low >> 60;
        number.low = number.low << 4 | (uint64_t)(byte <= '9' ? byte - '0' : (byte | 0x20) - 'a' + 10);
        break;
      case PIECE_LETTER:
        number.low = (uint64_t)(byte - 'a');
        break;
      default:
        number.high = number.high << 8 | number.low >> 56;
        number.low = number.low << 8 | byte;
    }
  }
  return number;
}

/* ---- Relations --------------------------------------------------------------------------------- */

/* How a bucket is taken of a hash: "abs(h31(key) % 16)". */
static const struct reading {
  enum result result;
  bool absolute;
  uint64_t mask;
  const char *before, *between, *after; /* the call and the modulus */
} readings[] = {
    {RESULT_WIDE, false, 0, "", " % ", ""},
    {RESULT_UNSIGNED, false, UINT64_MAX, "", " % ", ""},
    {RESULT_INT, true, UINT64_MAX, "abs(", " % ", ")"},
    {RESULT_INT, false, 0x7fffffff, "(", " & 0x7fffffff) % ", ""},
    {RESULT_INT, false, 0xfffffff, "(", " & 0xfffffff) % ", ""},
    {RESULT_INT, false, UINT64_MAX, "floormod(", ", ", ")"},
};
enum { READINGS = sizeof readings / sizeof *readings };

static struct wide_number read_hash(struct wide_number hash, const struct reading *reading) {
  if (reading->result == RESULT_WIDE) return hash;
  const uint64_t value = reading->absolute && hash.low >> 63 != 0 ? 0 - hash.low : hash.low & reading->mask;
  return (struct wide_number){0, value};
}

/* |hash - number|; of signed hashes in 64 bits. */
static struct wide_number distance(struct wide_number hash, struct wide_number number, enum result result) {
  if (result == RESULT_INT) {
    const int64_t apart = (int64_t)(hash.low - number.low);
    return (struct wide_number){0, apart < 0 ? 0 - (uint64_t)apart : (uint64_t)apart};
  }
  return wide_compare(hash, number) < 0 ? wide_subtract(number, hash) : wide_subtract(hash, number);
}

/* Whether so many bits of each number agree that chance is ruled out. */
static bool is_evidence(const struct pairs *pairs, size_t bits) {
  return pairs->rows * bits >= LEAST_EVIDENCE;
}

static size_t bits_of(uint64_t number) {
  size_t bits = 0;
  while (number > 1) number /= 2, bits++;
  return bits;
}

static bool numbers_differ(const struct pairs *pairs) {
  for (size_t i = 1; i < pairs->rows; i++)
    if (wide_compare(pairs->numbers[0], pairs->numbers[i]) != 0) return true;
  return false;
}

/* The modulus by which each hash is its number; 0 where they are the same, 1 where nothing connects them. */
static uint64_t find_modulus(const struct pairs *pairs, const struct reading *reading) {
  struct wide_number common = {0, 0}, most = {0, 0};
  for (size_t i = 0; i < pairs->rows; i++) {
    if (wide_compare(pairs->numbers[i], most) > 0) most = pairs->numbers[i];
    common = wide_common_divisor(
        common, distance(read_hash(pairs->hashes[i], reading), pairs->numbers[i], reading->result));
    /* A divisor only becomes smaller: most are small enough after three keys. */
    if (!wide_is_zero(common) && wide_compare(common, most) <= 0) return 1;
  }
  if (wide_is_zero(common)) return 0;
  return common.high == 0 && is_evidence(pairs, bits_of(common.low)) ? common.low : 1;
}

/* Whether the numbers are the first bits of the hashes; how many. */
static size_t leading_bits(const struct piece *piece) {
  return piece->kind == PIECE_HEX ? 4 * piece->width : piece->kind == PIECE_NUMBER ? 8 * piece->width : 0;
}

static bool are_leading_bits(const struct pairs *pairs, size_t bits) {
  for (size_t i = 0; i < pairs->rows; i++)
    if (wide_compare(wide_shift_right(pairs->hashes[i], 128 - bits), pairs->numbers[i]) != 0) return false;
  return true;
}

/* The whole hash has a format of its own only where it is as wide as the piece. */
static bool holds_whole(const struct piece *piece, const struct function *function) {
  switch (function->result) {
    case RESULT_WIDE:
      return piece->kind == PIECE_OPAQUE || (piece->kind == PIECE_HEX && piece->width == 32);
    case RESULT_UNSIGNED:
      return piece->kind == PIECE_NUMBER || piece->kind == PIECE_HEX || piece->kind == PIECE_DECIMAL;
    default:
      return false;
  }
}

bool rowkey_relate(const struct pairs *pairs, const struct function *function, struct piece *piece) {
  const size_t bits = leading_bits(piece), room = sizeof piece->pattern;
  if (!numbers_differ(pairs)) return false;
  for (size_t i = 0; i < READINGS; i++) {
    if (readings[i].result != function->result) continue;
    const uint64_t modulus = find_modulus(pairs, &readings[i]);
    if (modulus == 1 || (modulus == 0 && (!holds_whole(piece, function) || takes_a_number(function))))
      continue;
    const struct reading *reading = &readings[i];
    const int size = modulus == 0 ? snprintf(piece->pattern, room, "%s", function->pattern)
                                  : snprintf(piece->pattern, room, "%s%s%s%" PRIu64 "%s", reading->before,
                                             function->pattern, reading->between, modulus, reading->after);
    piece->modulus = modulus;
    if (size > 0 && (size_t)size < room) return true;
    piece->pattern[0] = 0;
  }
  if (function->result != RESULT_WIDE || bits == 0 || bits >= 128 || !is_evidence(pairs, bits) ||
      !are_leading_bits(pairs, bits))
    return false;
  if (piece->kind == PIECE_HEX) return snprintf(piece->pattern, room, "%s", function->pattern), true;
  if (strcmp(function->pattern, "md5($)") != 0) return false;
  if (bits == 64)
    snprintf(piece->pattern, room, "md5($, half=first)");
  else
    snprintf(piece->pattern, room, "md5($, half=first) >> %zu", 64 - bits);
  return true;
}
