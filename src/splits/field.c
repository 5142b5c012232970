#include "splits/field.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "text/plural.h"

#define SAMPLE "split points from a sample of keys"

/* ---- Errors ---------------------------------------------------------------------------------- */

static struct diagnostic diagnostic_of(const struct split_field *field, rowkey_error *error) {
  return (struct diagnostic){field->layout->text, field->layout->length, error};
}

static bool only_literals(const struct split_field *field, rowkey_error *error) {
  const struct diagnostic diagnostic = diagnostic_of(field, error);
  return rowkey_fail(&diagnostic, ROWKEY_ERROR_RANGE, 0, "a field",
                     "all keys are the same, so there can be only one region");
}

static bool values_not_known(const struct split_field *field, rowkey_error *error) {
  const struct diagnostic diagnostic = diagnostic_of(field, error);
  const struct value *value = field->part->value;
  const struct shown shown = rowkey_show(field->part->source);
  const size_t offset = field->part->source_offset;
  if (value->type == TYPE_FLOAT)
    return rowkey_fail(&diagnostic, ROWKEY_ERROR_TYPE, offset, "a hash or an integer before it, or " SAMPLE,
                       "the values of %s are floating-point numbers, which are not counted", shown.text);
  if (value->type != TYPE_TEXT)
    return rowkey_fail(&diagnostic, ROWKEY_ERROR_TYPE, offset,
                       "a format whose bytes sort as the numbers do, such as 010d or u64, or " SAMPLE,
                       "the values of %s do not sort as numbers and are too many to be listed", shown.text);
  return rowkey_fail(&diagnostic, ROWKEY_ERROR_TYPE, offset, "a hash or a number before it, or " SAMPLE,
                     "the layout does not say which texts %s can be", shown.text);
}

bool rowkey_split_field_allows(const struct split_field *field, struct number last, const char *which,
                               size_t regions, rowkey_error *error) {
  if (last.high != 0 || last.low >= regions - 1) return true;
  const uint64_t values = last.low + 1;
  const struct diagnostic diagnostic = diagnostic_of(field, error);
  char expected[96];
  snprintf(expected, sizeof expected, "at most %" PRIu64 " region%s, more values, or " SAMPLE, values,
           plural(values));
  return rowkey_fail(&diagnostic, ROWKEY_ERROR_RANGE, field->part->source_offset, expected,
                     "%s has %" PRIu64 " value%s%s, which cannot be shared by %zu regions",
                     rowkey_show(field->part->source).text, values, plural(values), which, regions);
}

/* ---- The field ------------------------------------------------------------------------------- */

bool rowkey_split_field_open_at(const rowkey_layout *layout, size_t index, const uint8_t *bytes, size_t size,
                                struct split_field *field, rowkey_error *error) {
  *field = (struct split_field){.layout = layout, .literal = bytes, .literal_size = size};
  if (index == layout->key.count) return only_literals(field, error);
  field->part = &layout->key.parts[index];
  struct arena arena = {0};
  const struct image *images = rowkey_find_images(&arena, layout);
  const bool good = images != NULL && rowkey_domain_open(layout, images, index, &field->domain);
  rowkey_arena_free(&arena);
  if (!good) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while counting the values of %s",
                     rowkey_show(field->part->source).text);
    return false;
  }
  return field->domain.known || values_not_known(field, error);
}

bool rowkey_split_field_open(const rowkey_layout *layout, struct split_field *field, rowkey_error *error) {
  const struct sequence *key = &layout->key;
  if (key->count == 0 || key->parts[0].kind != PART_LITERAL)
    return rowkey_split_field_open_at(layout, 0, NULL, 0, field, error);
  /* No two literals stand side by side. */
  return rowkey_split_field_open_at(layout, 1, (const uint8_t *)key->literals + key->parts[0].literal,
                                    key->parts[0].width, field, error);
}

void rowkey_split_field_free(struct split_field *field) { rowkey_domain_free(&field->domain); }

bool rowkey_split_field_add(const struct split_field *field, struct number index,
                            struct string_list *points) {
  uint8_t *room = rowkey_strings_room(points, field->literal_size + field->domain.most);
  if (room == NULL) return false;
  if (field->literal_size != 0) memcpy(room, field->literal, field->literal_size);
  const size_t size = rowkey_domain_write(&field->domain, index, room + field->literal_size);
  return rowkey_strings_extend(points, field->literal_size + size);
}

bool rowkey_split_field_below(const struct split_field *field, const uint8_t *point, size_t size,
                              struct number *next, bool *inside) {
  const size_t literal_size = field->literal_size;
  size_t begun = 0;
  *inside = false;
  *next = number_of(0);
  if (size < literal_size || (literal_size != 0 && memcmp(point, field->literal, literal_size) != 0))
    return rowkey_compare_bytes(point, size, field->literal, literal_size) < 0;
  if (!rowkey_domain_below(&field->domain, point + literal_size, size - literal_size, next, &begun))
    return false;
  *inside = begun != 0 && begun < size - literal_size;
  return true;
}
