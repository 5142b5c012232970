#include "commands/encode/settings.h"

#include "io/numbered.h"
#include "settings/memory.h"

enum {
  OUTPUT,
  MAX_KEY,
  EMIT,
  CONSTANT,
  SORT,
  MEMORY,
  TEMPORARY,
  COUNT_DUPLICATES,
  SPLITS,
  SPLITS_FORM,
  RECORD,
  COMMON = RECORD + RECORD_OPTIONS,
  OPTIONS = COMMON + FILTER_OPTIONS
};

enum { LEAST_MEMORY = 1 << 20 }; /* of rows that are sorted */

static const struct option options[OPTIONS] = {
    [OUTPUT] = OPTION_OUTPUT,
    [MAX_KEY] = {"--max-key", 0, true},
    [EMIT] = {"--emit", 0, true},
    [CONSTANT] = {"--constant", 0, false},
    [SORT] = {"--sort", 0, false},
    [MEMORY] = {"--memory", 0, true},
    [TEMPORARY] = {"--temporary", 0, true},
    [COUNT_DUPLICATES] = {"--count-duplicates", 0, false},
    [SPLITS] = OPTION_SPLITS,
    [SPLITS_FORM] = OPTION_SPLITS_FORM,
    RECORD_OPTION_ROWS(RECORD),
    FILTER_OPTION_ROWS(COMMON),
};

const char encode_help[] =
    "Usage: rowkey encode --layout TEMPLATE [OPTION...] [FILE...]\n"
    "Make a row key of every record of the FILEs, or of standard input without one or for -.\n"
    "\n"
    "The layout\n"
    "  -l, --layout TEMPLATE  what a key is made of, for example '{md5(id) % 1000000:07d}{id:010d}', or\n"
    "                         @NAME or @NAME(PARAMETER=VALUE,...), which stands for one (rowkey layouts).\n"
    "                         A template that begins with a literal @ writes it \\x40.\n"
    "  -c, --columns LIST     the columns of the records, by name and type, separated by commas. The name\n"
    "                         line always stands for the whole record, as text without its line end.\n"
    "                         @NAME brings its own, but not for binary records.\n"
    "      --constant         allow a layout that uses no column: all records get the same key\n"
    "      --seed N           start of the numbers that random() makes (0)\n"
    "\n"
    "The input\n"
    "      --input KIND       lines: each line is one column (the default, unless the FILEs' names end in .csv,\n"
    "                         .tsv, .jsonl or .ndjson, perhaps with .gz or .zst after it)\n"
    "                         csv: fields as in RFC 4180, lines ending in LF or CR LF\n"
    "                         tsv: fields between tabs, without quoting\n"
    "                         jsonl: JSON objects, one a line\n"
    "                         binary: records of a fixed width\n"
    "                         In lines and tsv a CR before the line's end belongs to the data.\n"
    "      --header           the first line names the columns, the same in each FILE; --columns then lists those\n"
    "                         that the layout uses, in any order, with NAME=FIELD:TYPE for a FIELD that is no\n"
    "                         name. Without --columns all those have the type text, or where the layout needs\n"
    "                         a number i64, or u64 or f64 where it needs that; so in jsonl. A byte order mark\n"
    "                         before the header is dropped.\n"
    "  -d, --delimiter BYTE   what separates the fields of csv (,) or tsv (a tab)\n"
    "      --null TEXT        a field of lines, csv or tsv that is exactly TEXT is null, in csv only without\n"
    "                         quotes. A null is an error, unless the layout has coalesce(column, constant).\n"
    "      --max-record N     the most bytes of a record (4194304); a longer one is never skipped\n"
    "\n"
    "  Columns of lines, csv and tsv, in the order of the fields: NAME:u64, i64, f64, f32 or text; _ skips a\n"
    "  field; ... at the end skips all further ones. Without it a record with more fields is an error.\n"
    "  Further types: time(s), time(ms), time(us) and time(ns), an i64 since 1970 in ISO 8601, UTC or with an\n"
    "  offset, time(ms, \"%d.%m.%Y %H:%M\") in a form of its own, epoch(ms) where the number itself is there;\n"
    "  decimal(2), an i64 of cents; uuid and ip, 16 bytes; ipv4, a u64; hex and base64, bytes; bool and\n"
    "  enum(a,b,c), u64 from 0; uid(FILE), the ids of names. doc/layouts.md says more.\n"
    "  Numbers are decimal in every locale. f64 and f32: 1, -2.5, .5 or 6e-7, rounded to the nearest, and inf;\n"
    "  not nan, and nothing that only infinity is near to.\n"
    "  Columns of jsonl, in any order: NAME:TYPE is the member NAME, a.b:TYPE the member b of the object a, and\n"
    "  NAME=PATH:TYPE gives the member at PATH a NAME; \\ stands before a dot or colon in a member's name. null\n"
    "  and a member that is not there are null. Numbers are exact: text holds them as they are written.\n"
    "  Columns of binary records, in the order of the bytes: NAME:u8, u16, u32 or u64, i8 to i64, f32 or f64,\n"
    "  with le or be after those of several bytes; NAME:16s is text of 16 bytes, without the NUL bytes at its\n"
    "  end; NAME:uuid and NAME:ip are 16 bytes; NAME:time(ms)le and NAME:decimal(2)be 8; _:N skips N bytes.\n"
    "\n"
    "The output\n"
    "      --output FORM      text: a key and a newline (the default); keys must not hold newlines. Where a\n"
    "                         layout makes them of bytes, they are refused in a file or a pipe, and shown as\n"
    "                         with hbase on a terminal.\n"
    "                         raw: keys one after the other\n"
    "                         hex: two digits a byte, and a newline\n"
    "                         hbase: \\xHH for what is not printable and for \\ \" ' and #, and a newline; keys\n"
    "                         may stand between double quotes in HBase's shell\n"
    "      --max-key N        the most bytes of a key (32767 with --output hbase, as HBase takes no longer one;\n"
    "                         else any number): a longer one is an error of its record\n"
    "      --emit WHAT        key, or key+record: the key, a tab and the record as it was read\n"
    "      --sort             write the rows in the order of their keys' bytes, in which a table has them; those\n"
    "                         of equal keys in the order of the input\n"
    "      --splits FILE      with --sort and a %d in the name of --output-file: a file for each region of a\n"
    "                         table, between the split points in FILE, one a line, rising; - is standard input.\n"
    "                         %d is the region's number, from 0 on; one without rows gets an empty file.\n"
    "      --splits-form FORM how FILE writes them: hbase (the default), text, hex, or list_regions: what\n"
    "                         HBase's shell prints for that\n"
    "      --count-duplicates with --sort: say at the end how many rows have the key of an earlier row\n"
    "      --memory N         bytes of memory that --sort may take for rows, perhaps with K, M or G: 512M (a\n"
    "                         quarter of the machine's, or of what a container may have); more rows go to a\n"
    "                         file without a name meanwhile\n"
    "      --temporary DIR    where that file is (TMPDIR, or /tmp)\n"
    FILTER_HELP_OUTPUT_FILE
    "                         With %d in its name there is a file for each of --threads, from 0 on: so threads\n"
    "                         need not wait for each other. File i of N has pieces i, i + N, … of the input.\n"
    "                         %05d writes numbers with so many digits.\n"
    "\n"
    FILTER_HELP_BAD("records", "record", "record")
    "\n"
    FILTER_HELP_OTHER("no progress bar")
    "\n"
    "Examples:\n"
    "  seq 0 3999999 | rowkey encode -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64\n"
    "  rowkey encode -l '{md5(user) % 1000:04d}{user:16s}{ts:u64}' -c user:text,ts:u64 --input csv --header \\\n"
    "      --output hbase events.csv\n"
    "  rowkey encode -l '{md5(line) % 1000000:07d}' --emit key+record access.log -o access.tsv --threads 4\n"
    "  rowkey encode -l '{md5(host)}{ts:u64}' -c host:16s,ts:u64le --input binary --output raw log.bin -o keys\n"
    "  rowkey encode -l '{coalesce(host, \"-\"):8s}{load:f64}' -c host:text,load:f64 --input csv --null '' \\\n"
    "      --output hex loads.csv\n"
    "  rowkey encode -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64 ids.txt --sort --splits splits.txt \\\n"
    "      -o 'part-%05d'\n"
    "  rowkey encode -l '{md5(name) % 100:02d}-{code}' -c 'code:text,name:text,...' --input csv -d ';' \\\n"
    "      /usr/share/unicode/UnicodeData.txt\n";

static bool parse_form(const char *const *values, struct encode_settings *settings, struct failure *failure) {
  static const char *const emit_names[] = {"key", "key+record"};
  struct emit_form *form = &settings->form;
  size_t emit = 0;
  form->form = &key_form_text;
  if (!key_form_parse(options[OUTPUT].name, values[OUTPUT], KEY_FORM_ANY, &form->form, failure) ||
      !parse_option_name(options[EMIT].name, values[EMIT], emit_names, 2, &emit, failure)) {
    return false;
  }
  form->with_record = emit == 1;
  form->most_key = form->form->most_key;
  settings->form_is_given = values[OUTPUT] != NULL;
  settings->most_key_is_given = values[MAX_KEY] != NULL;
  return parse_option_number(options[MAX_KEY].name, values[MAX_KEY], 1, UINT64_MAX, &form->most_key, failure);
}

/* A quarter of what there is, where somebody says how much that is. */
static uint64_t usual_memory(void) {
  const uint64_t quarter = usable_memory() / 4;
  return quarter > LEAST_MEMORY ? quarter : LEAST_MEMORY;
}

/* A file for each region needs names for them, and sorted rows have no other use for numbers. */
static bool check_files(const struct encode_settings *settings, const struct filter_settings *common,
                        struct failure *failure) {
  if (settings->splits != NULL && !common->output_is_numbered) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option --splits needs --output-file with a %%d in the name: part-%%d, for example, makes "
        "a file for each region");
  }
  if (settings->sort && settings->splits == NULL && common->output_is_numbered) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option --output-file: %s has a %%d: with --sort it needs --splits, which says which rows "
        "go to which file",
        common->output);
  }
  return true;
}

static bool parse_sort(const char *const *values, struct encode_settings *settings,
                       struct filter_settings *common, struct failure *failure) {
  settings->sort = values[SORT] != NULL;
  settings->temporary = values[TEMPORARY];
  settings->count_duplicates = values[COUNT_DUPLICATES] != NULL;
  settings->splits = values[SPLITS];
  settings->splits_form = &key_form_hbase;
  common->output_is_numbered = common->output != NULL && name_is_numbered(common->output);
  if (settings->sort && values[MEMORY] == NULL) settings->sort_memory = usual_memory();
  return (settings->sort || REFUSE_OPTIONS(options, values, "needs --sort: nothing else keeps rows", failure,
                                           MEMORY, TEMPORARY, COUNT_DUPLICATES, SPLITS)) &&
         (settings->splits != NULL ||
          REFUSE_OPTIONS(options, values, "needs --splits", failure, SPLITS_FORM)) &&
         parse_option_bytes(options[MEMORY].name, values[MEMORY], LEAST_MEMORY, &settings->sort_memory,
                            failure) &&
         key_form_parse(options[SPLITS_FORM].name, values[SPLITS_FORM], KEY_FORM_POINTS,
                        &settings->splits_form, failure) &&
         (settings->splits == NULL ||
          refuse_shared_input(&common->input, options[SPLITS].name, settings->splits, "records", failure)) &&
         check_files(settings, common, failure);
}

/* Options that make no sense together. */
static bool check_together(const struct encode_settings *settings, struct failure *failure) {
  if (settings->form.with_record && !settings->records.input->is_text) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --emit key+record: binary records cannot stand in a line");
  }
  if (settings->form.with_record && !settings->form.form->is_lines) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option --emit key+record: nothing separates raw keys from records (use --output text, hex or "
        "hbase)");
  }
  return true;
}

bool encode_settings_parse(char **arguments, size_t count, struct filter_settings *common,
                           struct encode_settings *settings, struct failure *failure) {
  const char *values[OPTIONS];
  size_t operands;
  if (!parse_options(options, OPTIONS, arguments, count, values, &operands, failure)) return false;
  settings->constant = values[CONSTANT] != NULL;
  return filter_settings_parse("encode", values + COMMON, arguments, operands, common, failure) &&
         record_settings_parse(values + RECORD, arguments, operands, &settings->records, failure) &&
         parse_form(values, settings, failure) && parse_sort(values, settings, common, failure) &&
         check_together(settings, failure);
}
