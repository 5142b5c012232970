/* The options that several commands have, and their rows. A command that has one of them has a struct
 * common_settings named `common` among its settings. What a row says there that others do not, among it its
 * text, is an argument of the macro. */
#ifndef ROWKEY_CLI_FILTER_COMMON_H
#define ROWKEY_CLI_FILTER_COMMON_H

#include "base/system.h"
#include "io/input_settings.h"
#include "layouts/layout_option.h"
#include "settings/readers.h"

enum on_error { ON_ERROR_STOP, ON_ERROR_SKIP };

struct common_settings {
  struct layout_option layout; /* do not copy it */
  const char *columns;         /* NULL when not given */
  const char *output;          /* NULL for standard output */
  bool output_is_numbered;     /* its name stands for those of several files; only where a command says so */
  uint64_t threads;
  const char *isa; /* NULL to choose by itself */
  enum on_error on_error;
  const char *rejects; /* NULL when not given */
  bool quiet;
  struct input_settings input; /* its files by input_take_files */
};

extern const struct choice on_error_choices[];
extern const struct value_reader isa_reader;

#define OPTION_LAYOUT(...) \
  OPTION("--layout", "TEMPLATE", .letter = 'l', LAYOUT(common.layout), USUAL, __VA_ARGS__)
#define OPTION_COLUMNS(...) OPTION("--columns", "LIST", .letter = 'c', COLUMNS(common.columns), __VA_ARGS__)
/* Of records whose values are apart: decoded, or given as arguments. */
#define OPTION_VALUE_COLUMNS(what, end, ...)                                                          \
  OPTION_COLUMNS(.is_usual = true, .line = what,                                                      \
                 .more =                                                                              \
                     ": NAME:u64, i64, f64, f32, text or a type such as time(ms), decimal(2), uuid, " \
                     "ip or enum(a,b), separated by commas (see rowkey encode --help); without it "   \
                     "there is one, line:text" end,                                                   \
                 __VA_ARGS__)
#define OPTION_OUTPUT_FILE(end, ...)                                              \
  OPTION("--output-file", "FILE", .letter = 'o', FILE_NAME(common.output), USUAL, \
         .line = "write to FILE instead of standard output",                      \
         .more = ". The file gets its name only when it is complete and on the disk." end, __VA_ARGS__)
#define OPTION_ISA                                                                                        \
  OPTION("--isa", "NAME", READ(isa_reader, const char *, common.isa), .line = "use this instruction set", \
         .more = " (rowkey cpu lists them); the output is the same")
#define OPTION_QUIET(what) OPTION("--quiet", NULL, .letter = 'q', FLAG(common.quiet), .line = what)
#define OPTION_THREADS(...) \
  OPTION("--threads", "N", .letter = 't', NUMBER(common.threads, 1, MOST_THREADS), __VA_ARGS__)
#define OPTION_MAX_RECORD(...)                                                                              \
  OPTION("--max-record", "N", NUMBER(common.input.most_bytes, 1, MOST_INPUT_BYTES), .otherwise = "4194304", \
         __VA_ARGS__)
#define OPTION_CHUNK_SIZE(...)                                                      \
  OPTION("--chunk-size", "N", NUMBER(common.input.chunk_size, 1, MOST_INPUT_BYTES), \
         .otherwise = USUAL_CHUNK_SIZE, __VA_ARGS__)
#define OPTION_COMPRESSION(...) \
  OPTION("--compression", "FORM", COMPRESSION(common.input.compression), .otherwise = "auto", __VA_ARGS__)
#define OPTION_ON_ERROR(...) \
  OPTION("--on-error", "ACTION", CHOICE(common.on_error, on_error_choices), .otherwise = "stop", __VA_ARGS__)
#define OPTION_REJECTS(...) OPTION("--rejects", "FILE", FILE_NAME(common.rejects), __VA_ARGS__)
#define NEEDS_SKIP NEEDS_VALUE("--on-error", "skip", "")
/* main.c answers it; commands list it for what is made of their rows. */
#define OPTION_HELP                                                                          \
  OPTION("--help", NULL, .letter = 'h', .reader = &help_reader, USUAL, .line = "print this", \
         .more = "; -h prints the options that are used most")

/* Of a command that reads records or keys and writes something for each: `bad` names them, `each` one of
 * them, `what` is kept of it, and `quiet` says what is left out. */
#define OPTIONS_BAD(bad, each, what)                                                  \
  HEADING("Bad " bad), OPTION_ON_ERROR(.line = "what becomes of bad " bad),           \
      OPTION_REJECTS(.rules = {NEEDS_SKIP}, .line = "with skip, keep each bad " each, \
                     .more = ": a line '# FILE:LINE: REASON' and the " what)
#define OPTIONS_OTHER(quiet)                                                                         \
  HEADING("Other options"),                                                                          \
      OPTION_THREADS(.otherwise = "1", .is_usual = true, .line = "share the work between N threads", \
                     .more = "; the output is the same"),                                            \
      OPTION_ISA, OPTION_QUIET(quiet), OPTION_COMPRESSION(.line = "how the FILEs are compressed"),   \
      OPTION_CHUNK_SIZE(.line = "bytes read at a time, for tests and tuning"), OPTION_HELP

#endif
