/* What Arrow's types are called in messages: as pyarrow's str() writes them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrow/type.h"

static const struct {
  const char *format, *name;
} names[] = {{"n", "null"},
             {"b", "bool"},
             {"c", "int8"},
             {"C", "uint8"},
             {"s", "int16"},
             {"S", "uint16"},
             {"i", "int32"},
             {"I", "uint32"},
             {"l", "int64"},
             {"L", "uint64"},
             {"e", "halffloat"},
             {"f", "float"},
             {"g", "double"},
             {"u", "string"},
             {"U", "large_string"},
             {"vu", "string_view"},
             {"z", "binary"},
             {"Z", "large_binary"},
             {"vz", "binary_view"},
             {"tdD", "date32[day]"},
             {"tdm", "date64[ms]"},
             {"tts", "time32[s]"},
             {"ttm", "time32[ms]"},
             {"ttu", "time64[us]"},
             {"ttn", "time64[ns]"},
             {"tDs", "duration[s]"},
             {"tDm", "duration[ms]"},
             {"tDu", "duration[us]"},
             {"tDn", "duration[ns]"},
             {"tiM", "month_interval"},
             {"tiD", "day_time_interval"},
             {"tin", "month_day_nano_interval"},
             {"+l", "list"},
             {"+L", "large_list"},
             {"+vl", "list_view"},
             {"+vL", "large_list_view"},
             {"+s", "struct"},
             {"+m", "map"},
             {"+r", "run_end_encoded"}};

/* "s", "ms", "us" or "ns" of a letter; NULL for others. */
static const char *unit_of(char letter) {
  return letter == 's' ? "s" : letter == 'm' ? "ms" : letter == 'u' ? "us" : letter == 'n' ? "ns" : NULL;
}

static int write_timestamp(const char *format, char *text, size_t size) {
  const char *unit = unit_of(format[2]);
  if (unit == NULL || format[3] != ':') return 0;
  return format[4] == 0 ? snprintf(text, size, "timestamp[%s]", unit)
                        : snprintf(text, size, "timestamp[%s, tz=%.40s]", unit, format + 4);
}

/* Of "d:P,S" or "d:P,S,B". */
static int write_decimal(const char *format, char *text, size_t size) {
  int precision, scale, bits = 128, length = 0;
  const int read = sscanf(format, "d:%9d,%9d%n,%9d%n", &precision, &scale, &length, &bits, &length);
  return read < 2 || format[length] != 0 ? 0
                                         : snprintf(text, size, "decimal%d(%d, %d)", bits, precision, scale);
}

static int write_sized(const char *format, char *text, size_t size) {
  int width, length = 0;
  if (sscanf(format, "w:%9d%n", &width, &length) == 1 && format[length] == 0)
    return snprintf(text, size, "fixed_size_binary[%d]", width);
  if (sscanf(format, "+w:%9d%n", &width, &length) == 1 && format[length] == 0)
    return snprintf(text, size, "fixed_size_list[%d]", width);
  if (strncmp(format, "+ud:", 4) == 0) return snprintf(text, size, "dense_union");
  return strncmp(format, "+us:", 4) == 0 ? snprintf(text, size, "sparse_union") : 0;
}

struct arrow_type_name rowkey_arrow_name_format(const char *format) {
  struct arrow_type_name name;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(format, names[i].format) != 0) continue;
    snprintf(name.text, sizeof name.text, "Arrow type %s", names[i].name);
    return name;
  }
  const int start = snprintf(name.text, sizeof name.text, "Arrow type ");
  char *text = name.text + start;
  const size_t size = sizeof name.text - (size_t)start;
  const int written = strncmp(format, "ts", 2) == 0   ? write_timestamp(format, text, size)
                      : strncmp(format, "d:", 2) == 0 ? write_decimal(format, text, size)
                                                      : write_sized(format, text, size);
  if (written == 0) snprintf(text, size, "of format \"%.60s\"", format);
  return name;
}

struct arrow_type_name rowkey_arrow_name_type(const struct arrow_type *type) {
  struct arrow_type_name name = rowkey_arrow_name_format(type->format);
  size_t size = strlen(name.text);
  if (type->indexes != ARROW_UNKNOWN)
    size += (size_t)snprintf(name.text + size, sizeof name.text - size, " of a dictionary");
  if (type->extension != NULL)
    snprintf(name.text + size, sizeof name.text - size, " (extension type %.*s)",
             (int)(type->extension_size < 60 ? type->extension_size : 60), type->extension);
  return name;
}

size_t rowkey_arrow_type_name(const struct ArrowSchema *schema, char *text, size_t size) {
  if ((text == NULL && size > 0) || rowkey_arrow_check_schema(schema, NULL) != ROWKEY_OK) return 0;
  const struct arrow_type type = rowkey_arrow_read_type(schema);
  const struct arrow_type_name name = rowkey_arrow_name_type(&type);
  return (size_t)snprintf(text, size, "%s", name.text);
}
