#include "io/input_settings.h"

#include <string.h>

#include "settings/readers.h"

static const struct choice compressions[] = {
    {"auto", NULL,
     "undo gzip and zstd where a FILE begins as they do, and refuse what is not text by its first bytes, such "
     "as xz or Parquet; but binary records and raw keys are taken as they are"},
    {"none", NULL, "take the bytes of each FILE as they are"},
#define CODEC(name) {#name, NULL, "undo it in each FILE"},
#include "io/codecs.def"
#undef CODEC
    {NULL, NULL, NULL},
};

static struct choice compression_choice(const struct option *option, size_t index) {
  (void)option;
  return compressions[index];
}

static bool read_compression(const struct option *option, const char *text, void *target,
                             struct failure *failure) {
  static const struct codec *const codecs[] = {
      NULL,
      NULL,
#define CODEC(name) &codec_##name,
#include "io/codecs.def"
#undef CODEC
  };
  size_t found;
  if (!find_choice(option, compression_choice, text, &found, failure)) return false;
  *(struct compression *)target = (struct compression){found == 1, codecs[found]};
  return true;
}

const struct value_reader compression_reader = {.read = read_compression, .choice = compression_choice};

void input_take_files(struct input_settings *settings, const struct given *given) {
  static char standard_input[] = "-";
  static char *no_files[] = {standard_input};
  settings->files = given->operand_count == 0 ? no_files : given->operands;
  settings->file_count = given->operand_count == 0 ? 1 : given->operand_count;
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
