#include "encode_settings.h"

#include <string.h>

#include "escape.h"
#include "options.h"
#include "pipeline.h"

enum {
  LAYOUT,
  COLUMNS,
  INPUT,
  HEADER,
  DELIMITER,
  OUTPUT,
  EMIT,
  OUTPUT_FILE,
  THREADS,
  ISA,
  SEED,
  ON_ERROR,
  REJECTS,
  QUIET,
  CHUNK_SIZE,
  MAX_RECORD,
  HELP,
  OPTIONS
};

static const struct option options[OPTIONS] = {
    [LAYOUT] = {"--layout", 'l', true},
    [COLUMNS] = {"--columns", 'c', true},
    [INPUT] = {"--input", 0, true},
    [HEADER] = {"--header", 0, false},
    [DELIMITER] = {"--delimiter", 'd', true},
    [OUTPUT] = {"--output", 0, true},
    [EMIT] = {"--emit", 0, true},
    [OUTPUT_FILE] = {"--output-file", 'o', true},
    [THREADS] = {"--threads", 't', true},
    [ISA] = {"--isa", 0, true},
    [SEED] = {"--seed", 0, true},
    [ON_ERROR] = {"--on-error", 0, true},
    [REJECTS] = {"--rejects", 0, true},
    [QUIET] = {"--quiet", 'q', false},
    [CHUNK_SIZE] = {"--chunk-size", 0, true},
    [MAX_RECORD] = {"--max-record", 0, true},
    [HELP] = {"--help", 'h', false}, /* seen to before; here so that a misspelt one is told */
};

const char encode_help[] =
    "Usage: rowkey encode --layout TEMPLATE [OPTION...] [FILE...]\n"
    "Make a row key of every record of the FILEs, or of standard input without one or for -.\n"
    "\n"
    "The layout\n"
    "  -l, --layout TEMPLATE  what a key is made of, for example '{md5(id) % 1000000:07d}{id:010d}'\n"
    "  -c, --columns LIST     the columns of the records, by name and type, separated by commas. The name\n"
    "                         line always stands for the whole record, as text without its line end.\n"
    "      --seed N           start of the numbers that random() makes (0)\n"
    "\n"
    "The input\n"
    "      --input KIND       lines: each line is one column (the default)\n"
    "                         csv: fields as in RFC 4180, lines ending in LF or CR LF\n"
    "                         tsv: fields between tabs, without quoting\n"
    "                         binary: records of a fixed width\n"
    "                         In lines and tsv a CR before the line's end belongs to the data.\n"
    "      --header           the first line of each FILE names the columns; --columns then lists those "
    "that\n"
    "                         the layout uses, in any order. A byte order mark before it is dropped.\n"
    "  -d, --delimiter BYTE   what separates the fields of csv (,) or tsv (a tab)\n"
    "      --max-record N     the most bytes of a record (4194304); a longer one is never skipped\n"
    "\n"
    "  Columns of lines, csv and tsv, in the order of the fields: NAME:u64, NAME:i64 or NAME:text; _ skips "
    "a\n"
    "  field; ... at the end skips all further ones. Without it a record with more fields is an error.\n"
    "  Columns of binary records, in the order of the bytes: NAME:u8, u16, u32 or u64, and i8 to i64, with "
    "le\n"
    "  or be behind those of several bytes; NAME:16s is text of 16 bytes, without the NUL bytes at its end;\n"
    "  _:N skips N bytes.\n"
    "\n"
    "The output\n"
    "      --output FORM      text: a key and a newline (the default); keys must not hold newlines\n"
    "                         raw: keys one behind the other\n"
    "                         hex: two digits a byte, and a newline\n"
    "                         hbase: as HBase's shell writes them, \\xHH for what is not printable, a "
    "newline\n"
    "      --emit WHAT        key, or key+record: the key, a tab and the record as it was read\n"
    "  -o, --output-file FILE write to FILE instead of standard output. It appears under its name when it "
    "is\n"
    "                         complete.\n"
    "\n"
    "Bad records\n"
    "      --on-error ACTION  stop at the first one (the default), or skip it: go on, tell their number at "
    "the\n"
    "                         end, and exit with status 0\n"
    "      --rejects FILE     with skip, keep each bad record: a line '# FILE:LINE: REASON' and the record\n"
    "\n"
    "Other options\n"
    "  -t, --threads N        share the work between N threads (1); the output is the same\n"
    "      --isa NAME         use this instruction set (rowkey cpu lists them); the output is the same\n"
    "  -q, --quiet            no progress bar\n"
    "      --chunk-size N     bytes read at a time, for tests and tuning (262144)\n"
    "  -h, --help             print this\n"
    "\n"
    "Exit status: 0 success, 1 bad data, 2 bad usage, 3 input or output failed.\n"
    "\n"
    "Examples:\n"
    "  seq 0 3999999 | rowkey encode -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64\n"
    "  rowkey encode -l '{md5(user) % 1000:04d}{user:16s}{ts:u64}' -c user:text,ts:u64 --input csv --header "
    "\\\n"
    "      --output hbase events.csv\n"
    "  rowkey encode -l '{md5(line) % 1000000:07d}' --emit key+record access.log -o access.tsv --threads 4\n"
    "  rowkey encode -l '{md5(host)}{ts:u64}' -c host:16s,ts:u64le --input binary --output raw log.bin -o "
    "keys\n"
    "  rowkey encode -l '{md5(name) % 100:02d}-{code}' -c 'code:text,name:text,...' --input csv -d ';' \\\n"
    "      /usr/share/unicode/UnicodeData.txt\n";

static bool parse_delimiter(const char *text, struct encode_settings *settings, struct failure *failure) {
  settings->delimiter = settings->input == INPUT_TSV ? '\t' : ',';
  if (text == NULL) return true;
  if (settings->input != INPUT_CSV && settings->input != INPUT_TSV) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --delimiter needs --input csv or tsv");
  }
  const bool tab = strcmp(text, "\\t") == 0;
  if ((strlen(text) != 1 && !tab) || strchr("\"\r\n", text[0]) != NULL) {
    char shown[QUOTED_SIZE];
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option --delimiter: %s (expected one byte, but not a quote or a line end; \\t is a tab)",
        quoted(shown, text, strlen(text)));
  }
  settings->delimiter = tab ? (uint8_t)'\t' : (uint8_t)text[0];
  return true;
}

static bool parse_names(const char *const *values, struct encode_settings *settings,
                        struct failure *failure) {
  static const char *const emit_names[] = {"key", "key+record"};
  static const char *const error_names[] = {"stop", "skip"};
  size_t input = INPUT_LINES, form = OUTPUT_TEXT, emit = 0, on_error = 0;
  const bool done =
      parse_option_name("--input", values[INPUT], input_kind_names, INPUT_KINDS, &input, failure) &&
      parse_option_name("--output", values[OUTPUT], output_form_names, OUTPUT_FORMS, &form, failure) &&
      parse_option_name("--emit", values[EMIT], emit_names, 2, &emit, failure) &&
      parse_option_name("--on-error", values[ON_ERROR], error_names, 2, &on_error, failure);
  settings->input = (enum input_kind)input;
  settings->form = (struct emit_form){(enum output_form)form, emit == 1};
  settings->skip_bad = on_error == 1;
  return done;
}

static bool parse_numbers(const char *const *values, struct encode_settings *settings,
                          struct failure *failure) {
  const uint64_t gibibyte = UINT64_C(1) << 30;
  settings->threads = 1;
  settings->seed = 0;
  settings->chunk_size = 256 << 10;
  settings->most_bytes = 4 << 20;
  return parse_option_number("--threads", values[THREADS], 1, MOST_THREADS, &settings->threads, failure) &&
         parse_option_number("--seed", values[SEED], 0, UINT64_MAX, &settings->seed, failure) &&
         parse_option_number("--chunk-size", values[CHUNK_SIZE], 1, gibibyte, &settings->chunk_size,
                             failure) &&
         parse_option_number("--max-record", values[MAX_RECORD], 1, gibibyte, &settings->most_bytes, failure);
}

/* Options that make no sense together. */
static bool check_together(const struct encode_settings *settings, struct failure *failure) {
  if (settings->has_header && settings->input == INPUT_BINARY) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --header: binary records have no header line");
  }
  if (settings->form.with_record && settings->input == INPUT_BINARY) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --emit key+record: binary records cannot stand in a line");
  }
  if (settings->form.with_record && settings->form.form == OUTPUT_RAW) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option --emit key+record: raw keys cannot be told from records (use --output text, hex or "
        "hbase)");
  }
  if (settings->rejects != NULL && !settings->skip_bad) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --rejects needs --on-error skip");
  }
  return true;
}

bool encode_settings_parse(char **arguments, size_t count, struct encode_settings *settings,
                           struct failure *failure) {
  const char *values[OPTIONS];
  size_t operands;
  *settings = (struct encode_settings){0};
  if (!parse_options(options, OPTIONS, arguments, count, values, &operands, failure)) return false;
  if (values[LAYOUT] == NULL) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --layout is missing (rowkey encode --help explains it)");
  }
  static char standard_input[] = "-";
  static char *no_files[] = {standard_input};
  settings->layout = values[LAYOUT];
  settings->columns = values[COLUMNS];
  settings->has_header = values[HEADER] != NULL;
  settings->output = values[OUTPUT_FILE];
  settings->isa = values[ISA];
  settings->rejects = values[REJECTS];
  settings->quiet = values[QUIET] != NULL;
  settings->files = operands == 0 ? no_files : arguments;
  settings->file_count = operands == 0 ? 1 : operands;
  return parse_names(values, settings, failure) && parse_delimiter(values[DELIMITER], settings, failure) &&
         parse_numbers(values, settings, failure) && check_together(settings, failure);
}
