#include "settings/input_settings.h"

#include <string.h>

/* A chunk stays in the second-level cache while it is worked on, and threads change turns no oftener than
 * needed. */
enum { CHUNK_SIZE = 512 << 10, MOST_BYTES = 4 << 20 };

static const char *const compressions[] = {
    "auto",
    "none",
#define CODEC(name) #name,
#include "io/codecs.def"
#undef CODEC
};
enum { COMPRESSIONS = sizeof compressions / sizeof compressions[0] };

const char *compression_name(size_t index) { return index < COMPRESSIONS ? compressions[index] : NULL; }

static bool parse_compression(const char *text, struct compression *compression, struct failure *failure) {
  static const struct codec *const codecs[] = {
      NULL,
      NULL,
#define CODEC(name) &codec_##name,
#include "io/codecs.def"
#undef CODEC
  };
  size_t found = 0;
  if (!parse_option_name("--compression", text, compressions, COMPRESSIONS, &found, failure)) return false;
  *compression = (struct compression){found == 1, codecs[found]};
  return true;
}

bool input_settings_parse(const char *chunk_size, const char *max_record, const char *compression,
                          char **operands, size_t operand_count, struct input_settings *settings,
                          struct failure *failure) {
  static char standard_input[] = "-";
  static char *no_files[] = {standard_input};
  const uint64_t gibibyte = UINT64_C(1) << 30;
  settings->files = operand_count == 0 ? no_files : operands;
  settings->file_count = operand_count == 0 ? 1 : operand_count;
  settings->chunk_size = CHUNK_SIZE;
  settings->most_bytes = MOST_BYTES;
  return parse_option_number("--chunk-size", chunk_size, 1, gibibyte, &settings->chunk_size, failure) &&
         parse_option_number("--max-record", max_record, 1, gibibyte, &settings->most_bytes, failure) &&
         parse_compression(compression, &settings->compression, failure);
}

bool refuse_shared_input(const struct input_settings *settings, const char *option, const char *file,
                         const char *what, struct failure *failure) {
  for (size_t i = 0; strcmp(file, "-") == 0 && i < settings->file_count; i++) {
    if (strcmp(settings->files[i], "-") != 0) continue;
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option %s: - is standard input, where the %s come from (expected a file for one of them)", option,
        what);
  }
  return true;
}
