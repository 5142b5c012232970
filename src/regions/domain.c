/* Counts the values of a field as what is in the key of them: numbers whose bytes sort as they do from the
 * least to the greatest, others in a list that is sorted by bytes.
 *
 *     {md5(id) % 1000000:07d}    1,000,000 values, number i is "%07d" of i: four regions begin at 0250000 …
 *     {md5(id) % 12:d}-          12 values, listed with the literal: 0-, 1-, 10-, 11-, 2- … 9- */
#include "regions/domain.h"

#include <stdlib.h>
#include <string.h>

#include "plan/facts.h"
#include "plan/operation.h"

/* ---- Values that are listed ------------------------------------------------------------------ */

struct listed_string {
  const uint8_t *bytes;
  size_t size;
};

static int compare_listed(const void *a, const void *b) {
  const struct listed_string *left = a, *right = b;
  return rowkey_compare_bytes(left->bytes, left->size, right->bytes, right->size);
}

static bool sort_listed(struct domain *domain) {
  struct string_list *list = &domain->listed, sorted = {0};
  struct listed_string *order = malloc(list->count * sizeof *order);
  if (order == NULL) return false;
  for (size_t i = 0; i < list->count; i++)
    order[i] = (struct listed_string){string_at(list, i), string_size(list, i)};
  qsort(order, list->count, sizeof *order, compare_listed);
  bool good = true;
  for (size_t i = 0; i < list->count && good; i++) {
    good = rowkey_strings_add(&sorted, order[i].bytes, order[i].size);
    if (order[i].size > domain->most) domain->most = order[i].size;
  }
  free(order);
  rowkey_strings_free(list);
  *list = sorted;
  return good;
}

/* The literals and the one other part of `sequence`, from part `first` on. */
static bool write_listed(struct domain *domain, const struct sequence *sequence, size_t first, size_t count,
                         uint64_t number, bool reversed) {
  size_t size = NUMBER_SIZE_MAX;
  for (size_t i = first; i < first + count; i++) size += sequence->parts[i].width;
  uint8_t *room = rowkey_strings_room(&domain->listed, size);
  if (room == NULL) return false;
  uint8_t *end = room;
  for (size_t i = first; i < first + count; i++) {
    const struct part *part = &sequence->parts[i];
    if (part->kind == PART_LITERAL) {
      memcpy(end, sequence->literals + part->literal, part->width);
      end += part->width;
    } else {
      end += rowkey_domain_write_part(part, number_of(number), end);
    }
  }
  size = (size_t)(end - room);
  for (size_t i = 0; reversed && i < size / 2; i++) {
    const uint8_t byte = room[i];
    room[i] = room[size - 1 - i];
    room[size - 1 - i] = byte;
  }
  return rowkey_strings_extend(&domain->listed, size);
}

/* ---- Which values there are ------------------------------------------------------------------ */

static struct number power_of_ten(size_t exponent) {
  struct number result = number_of(1);
  while (exponent-- > 0) {
    /* 10 a = 8 a + 2 a */
    const struct number two = number_add(result, result);
    const struct number four = number_add(two, two);
    result = number_add(number_add(four, four), two);
  }
  return result;
}

/* All strings of so many bytes, or digits. */
static void become_all(struct domain *domain, unsigned base, bool upper, size_t width) {
  const size_t bits = base == 256 ? 8 * width : 4 * width; /* of an integer: 64 at most */
  *domain = (struct domain){.known = true, .parts = 1, .most = width, .base = base, .upper = upper};
  if (base == 10)
    domain->last = number_subtract(power_of_ten(width), number_of(1));
  else
    domain->last = number_of(UINT64_MAX >> (64 - bits));
}

static bool is_every_bit_pattern(const struct part *part, uint64_t last) {
  return part->kind == PART_BIG_ENDIAN && last == UINT64_MAX >> (64 - 8 * part->width);
}

/* All integers from one that is not negative to another, whose digits sort before those that they begin: what
 * follows in the key sorts before digits as well. */
static bool open_spelled(const struct sequence *key, size_t index, struct domain *domain) {
  const struct part *part = &key->parts[index];
  const uint64_t first = rowkey_numbers_at(&domain->numbers, 0), last = domain->last.low;
  const bool is_signed = part->value->type == TYPE_I64;
  if (part->kind != PART_TEXT || part->written->varint != NULL || part->inverted ||
      (is_signed && (first >> 63 != 0 || last > INT64_MAX - first)) ||
      rowkey_numbers_at(&domain->numbers, last) - first != last)
    return false;
  if (domain->parts == 2) {
    const struct part *literal = &key->parts[index + 1];
    if (literal->kind != PART_LITERAL || literal->width > AFTER_SIZE_MAX) return false;
    domain->after = (struct slice){key->literals + literal->literal, literal->width};
    if ((uint8_t)*domain->after.at >= '0') return false;
  }
  domain->part = part;
  domain->most = NUMBER_SIZE_MAX + domain->after.size;
  return true;
}

static bool open_integer(const struct sequence *key, size_t index, const struct image *images,
                         struct domain *domain) {
  const struct part *part = &key->parts[index];
  const struct numbers numbers = rowkey_numbers_in_key(part, images);
  const uint64_t last = rowkey_numbers_last(&numbers);
  const rowkey_order order = rowkey_order_of_part(key, index, images);
  if (order == ROWKEY_UNORDERED && is_every_bit_pattern(part, last)) {
    become_all(domain, 256, false, part->width);
    return true;
  }
  domain->last = number_of(last);
  /* Unpadded numbers that sort are of one length. */
  domain->parts = part_varies(part) && order == ROWKEY_UNORDERED && index + 1 < key->count ? 2 : 1;
  if (order != ROWKEY_UNORDERED) {
    domain->known = true;
    domain->part = part;
    domain->most = NUMBER_SIZE_MAX;
    domain->descending = order == ROWKEY_DESCENDING;
    domain->numbers = numbers;
    return true;
  }
  if (last >= LISTED_VALUES_MAX) {
    domain->numbers = numbers;
    domain->spelled = domain->known = open_spelled(key, index, domain);
    return true;
  }
  for (uint64_t i = 0; i <= last; i++)
    if (!write_listed(domain, key, index, domain->parts, rowkey_numbers_at(&numbers, i), false)) return false;
  domain->known = true;
  return sort_listed(domain);
}

static void open_hash(const struct part *part, struct domain *domain) {
  if (part->kind == PART_TEXT) return; /* unpadded decimal text */
  domain->known = true;
  domain->parts = 1;
  domain->part = part;
  domain->most = NUMBER_SIZE_MAX;
  const uint64_t last_half = value_last_half(part->value);
  domain->last = (struct number){last_half, last_half == UINT64_MAX ? UINT64_MAX : 0};
  const bool narrow = part->kind == PART_DIGEST_DECIMAL && part->width < HASH_DIGITS;
  const struct number bound = number_subtract(power_of_ten(narrow ? part->width : 0), number_of(1));
  if (narrow && number_less(bound, domain->last)) domain->last = bound;
  domain->descending = part->inverted;
  if (domain->descending) domain->first = domain->last;
}

/* Digits and bytes in reverse are digits and bytes again, when all of them can be. */
static bool open_reversed(const struct sequence *key, size_t index, const struct image *images,
                          struct domain *domain) {
  const struct part *outer = &key->parts[index];
  const struct sequence *message = outer->value->message;
  const struct part *part = NULL;
  for (size_t i = 0; i < message->count; i++) {
    if (message->parts[i].kind == PART_LITERAL) continue;
    if (part != NULL || !value_is_integer(message->parts[i].value)) return true;
    part = &message->parts[i];
  }
  if (part == NULL || outer->kind != PART_BYTES) return true;
  const struct numbers numbers = rowkey_numbers_in_key(part, images);
  const uint64_t last = rowkey_numbers_last(&numbers);
  const bool decimal = part->kind == PART_DECIMAL_PADDED, hex = part->kind == PART_HEX_PADDED;
  if (message->count == 1 && !part->inverted && (decimal || hex || is_every_bit_pattern(part, last))) {
    become_all(domain, decimal ? 10 : hex ? 16 : 256, part->upper, part->width);
    domain->inverted = domain->descending = outer->inverted;
    if (domain->descending) domain->first = domain->last;
    if (domain->last.high == 0 && domain->last.low == last) return true;
  }
  *domain = (struct domain){.parts = 1, .last = number_of(last)};
  if (last >= LISTED_VALUES_MAX || outer->inverted) return true;
  for (uint64_t i = 0; i <= last; i++)
    if (!write_listed(domain, message, 0, message->count, rowkey_numbers_at(&numbers, i), true)) return false;
  domain->known = true;
  return sort_listed(domain);
}

/* The end of narrower digits, and of second halves, is odd. */
static bool holds_largest_absolute(const struct part *part, const struct domain *domain) {
  const struct value *hash =
      value_is_of(part->value, &rowkey_operation_hash_bits) ? part->value->a : part->value;
  return hash->type == TYPE_HASH && value_last_half(hash) != UINT64_MAX && (domain->last.low & 1) == 0;
}

static void find_even_values(const struct part *part, struct domain *domain) {
  const struct number one = number_of(1);
  domain->even_first = number_of(0);
  domain->even_last = domain->last;
  if (!holds_largest_absolute(part, domain)) return;
  if (domain->descending)
    domain->even_first = one;
  else
    domain->even_last = number_subtract(domain->last, one);
}

bool rowkey_domain_narrow(const struct domain *domain, struct number *first, struct number *last) {
  if (number_less(*first, domain->even_first)) *first = domain->even_first;
  if (number_less(domain->even_last, *last)) *last = domain->even_last;
  return !number_less(*last, *first);
}

double rowkey_domain_even(const struct domain *domain, struct number first, struct number last) {
  const bool any = rowkey_domain_narrow(domain, &first, &last);
  return any ? number_to_double(number_subtract(last, first)) + 1 : 0;
}

bool rowkey_domain_open(const struct rowkey_layout *layout, const struct image *images, size_t index,
                        struct domain *domain) {
  const struct sequence *key = &layout->key;
  const struct part *part = &key->parts[index];
  bool good = true;
  *domain = (struct domain){.parts = 1};
  if (value_is_integer(part->value))
    good = open_integer(key, index, images, domain);
  else if (part->value->type == TYPE_HASH)
    open_hash(part, domain);
  else if (part->value->kind == VALUE_REVERSED)
    good = open_reversed(key, index, images, domain);
  find_even_values(part, domain);
  domain->ends_key = index + domain->parts == key->count;
  return good;
}

void rowkey_domain_free(struct domain *domain) { rowkey_strings_free(&domain->listed); }
