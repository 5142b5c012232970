#include "filter/common.h"

#include <rowkey/cpu.h>

const struct choice on_error_choices[] = {
    {"stop", NULL, "end at the first one"},
    {"skip", NULL, "go on, report their number at the end, and exit with status 0"},
    {NULL, NULL, NULL},
};

static bool keep_text(const struct option *option, const char *text, void *target, struct failure *failure) {
  (void)option, (void)failure;
  *(const char **)target = text;
  return true;
}

/* Those that this CPU supports. */
static struct choice isa_choice(const struct option *option, size_t index) {
  (void)option;
  for (size_t i = 0; i < rowkey_isa_count(); i++)
    if (rowkey_isa_supported(i) && index-- == 0) return (struct choice){rowkey_isa_name(i), NULL, NULL};
  return (struct choice){NULL, NULL, NULL};
}

const struct value_reader isa_reader = {.read = keep_text, .choice = isa_choice, .hides_choices = true};
