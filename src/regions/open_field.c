#include "regions/open_field.h"

#include <string.h>

#include "plan/facts.h"
#include "plan/text_function.h"

struct open_field rowkey_open_field(const struct sequence *key, size_t index, const struct image *images) {
  const struct part *part = &key->parts[index];
  struct open_field field = {.width = part->width, .delimiter = -1};
  /* The end of escaped text is not looked for. */
  if (part_delimits_itself(part))
    memset(field.bytes, UINT8_MAX, sizeof field.bytes);
  else
    rowkey_add_part_bytes(key, index, images, field.bytes);
  if (part_varies(part) && index + 1 < key->count && part[1].kind == PART_LITERAL)
    field.delimiter = (unsigned char)key->literals[part[1].literal];
  field.may_be_empty = part_varies(part) && part->written->base == 0;
  return field;
}

static bool may_hold(const struct open_field *field, unsigned byte) {
  return (field->bytes[byte / 8] >> (byte & 7) & 1) != 0;
}

/* Whether the byte, as the field's byte number `at`, stands after the field. */
static bool is_end(const struct open_field *field, size_t at, unsigned byte) {
  return (int)byte == field->delimiter && (at > 0 || field->may_be_empty);
}

/* The least byte from `least` on that can be number `at`; -1 for none. */
static int next_byte(const struct open_field *field, size_t at, unsigned least) {
  for (unsigned byte = least; byte <= UINT8_MAX; byte++)
    if (may_hold(field, byte) || is_end(field, at, byte)) return (int)byte;
  return -1;
}

/* What all strings from `low` on begin with at least: the first `prefix` bytes of low, the byte unless it is
 * -1, and as many `fill` bytes as the field still needs. There is no least string where that goes on for
 * ever: a delimiter greater than the digits comes the later, the less the string is. */
struct least {
  bool exists;
  size_t prefix;
  int byte;
  size_t fills;
  int fill;
};

/* The field continues after its first `size` bytes. */
static void complete(const struct open_field *field, size_t size, struct least *least) {
  least->fill = next_byte(field, size, 0);
  if (field->width != 0)
    least->fills = field->width - size;
  else if (field->delimiter >= 0)
    least->fills = least->fill == field->delimiter ? 1 : SIZE_MAX;
}

static struct least find_least(const struct open_field *field, const uint8_t *low, size_t low_size) {
  const size_t width = field->width != 0 ? field->width : SIZE_MAX;
  size_t at = 0;
  while (at < low_size && at < width && !is_end(field, at, low[at]) && may_hold(field, low[at])) at++;
  struct least least = {.exists = true, .prefix = low_size, .byte = -1};
  /* Anything may stand after the field. */
  if (at == width || (at < low_size && is_end(field, at, low[at]))) return least;
  if (at == low_size) {
    if (at == 0 && !field->may_be_empty) least.byte = next_byte(field, 0, 0);
    complete(field, at + (least.byte >= 0), &least);
    return least;
  }
  for (least.prefix = at + 1; least.prefix-- > 0;) {
    least.byte = next_byte(field, least.prefix, low[least.prefix] + 1u);
    if (least.byte < 0) continue;
    if (!is_end(field, least.prefix, (unsigned)least.byte)) complete(field, least.prefix + 1, &least);
    return least;
  }
  return (struct least){.exists = false};
}

bool rowkey_open_field_between(const struct open_field *field, const uint8_t *low, size_t low_size,
                               const uint8_t *high, size_t high_size) {
  const struct least least = find_least(field, low, low_size);
  if (!least.exists || high == NULL) return least.exists;
  const size_t written = least.prefix + (least.byte >= 0);
  for (size_t i = 0; i < high_size; i++) {
    if (i >= written && i - written >= least.fills) return true; /* high continues after it */
    const int byte = i < least.prefix ? low[i] : i < written ? least.byte : least.fill;
    if (byte != high[i]) return byte < high[i];
  }
  return false;
}
