/* What a field of a key can hold when nothing is known of the records: its values, counted in the order of
 * their bytes. */
#ifndef ROWKEY_REGIONS_DOMAIN_H
#define ROWKEY_REGIONS_DOMAIN_H

#include "plan/image.h"
#include "regions/number.h"
#include "regions/strings.h"

/* Fields whose bytes do not sort as their values do are listed, one string a value, up to this many. Of more,
 * only those are counted that are digits without padding. */
#define LISTED_VALUES_MAX ((size_t)1 << 20)

/* The most bytes of a number, however it is written, and of a literal after numbers without padding. */
enum { NUMBER_SIZE_MAX = 2 * MOST_HASH_SIZE, AFTER_SIZE_MAX = 64 };

struct domain {
  bool known;         /* false for text of the records, floats, and unsorted numbers of too many values */
  struct number last; /* the number of values - 1 */
  /* The values that hashes have about equally often: all but 2^127, the absolute value of one hash alone. */
  struct number even_first, even_last;
  /* The parts of the key that a value's bytes consist of: the field, and the literal after it where the
   * field varies in length, so that no value is the beginning of another one unless it ends the key. */
  size_t parts;
  size_t most; /* bytes of a value at most */

  /* How a value is written, where values are counted: it is a number of `numbers`, or first + index, or …
   * first - index. */
  const struct part *part; /* NULL: all strings of `most` bytes, or digits of this base, are values */
  struct numbers numbers;  /* of the integers: number `index` of them, as they rise or fall */
  unsigned base;           /* 256 for bytes */
  bool upper;              /* digits A to F */
  bool inverted;           /* every byte is complemented */
  struct number first;
  bool descending;
  bool ends_key;             /* no part follows */
  bool spelled;              /* integers without padding, in the order of their digits: 1, 10, 100, 11, 2 */
  struct slice after;        /* the literal after each of them */
  struct string_list listed; /* sorted; empty where values are counted */
};

/* The domain of part `index` of the key, which is no literal, from the images of the layout's values. False
 * when memory is exhausted. Frees nothing that it does not own: rowkey_domain_free does, also when it is not
 * known. */
bool rowkey_domain_open(const struct rowkey_layout *layout, const struct image *images, size_t index,
                        struct domain *domain);
void rowkey_domain_free(struct domain *domain);

/* Leaves the even values of first … last. False if there are none. */
bool rowkey_domain_narrow(const struct domain *domain, struct number *first, struct number *last);
/* How many there are. */
double rowkey_domain_even(const struct domain *domain, struct number first, struct number last);

/* The bytes of value number `index` <= last: domain->most bytes of room at `out`. Returns how many. */
size_t rowkey_domain_write(const struct domain *domain, struct number index, uint8_t *out);

/* The number, an integer's 64 bits or a hash, as the part writes it: NUMBER_SIZE_MAX bytes of room. */
size_t rowkey_domain_write_part(const struct part *part, struct number number, uint8_t *out);

/* Whether some value is not below the string; *next is the first such. A value is below it with everything
 * that begins with it. *begun: the size of value *next if it begins the string, or is the string, so that
 * keys with this value may lie on both sides of it; else 0, and always 0 for a field that ends the key. */
bool rowkey_domain_below(const struct domain *domain, const uint8_t *string, size_t size, struct number *next,
                         size_t *begun);

#endif
