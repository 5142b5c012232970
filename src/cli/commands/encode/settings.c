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

static const char *const emit_names[] = {"key", "key+record"};

static const struct option options[] = {
    HEADING("The layout"),
    {COMMON + FILTER_LAYOUT, "--layout", 'l', "TEMPLATE", VALUE_LAYOUT, NO_WORDS,
     "what a key is made of, for example '{md5(id) % 1000000:07d}{id:010d}', or @NAME or "
     "@NAME(PARAMETER=VALUE,...), which stands for one (rowkey layouts). A template that begins with a "
     "literal @ writes it \\x40."},
    {COMMON + FILTER_COLUMNS, "--columns", 'c', "LIST", VALUE_COLUMNS, NO_WORDS,
     "the columns of the records, by name and type, separated by commas. The name line always stands "
     "for the whole record, as text without its line end. @NAME brings its own, but not for binary "
     "records."},
    {CONSTANT, "--constant", 0, NULL, VALUE_NONE, NO_WORDS,
     "allow a layout that uses no column: all records get the same key"},
    {RECORD + RECORD_SEED, "--seed", 0, "N", VALUE_FREE, NO_WORDS,
     "start of the numbers that random() makes (0)"},
    HEADING("The input"),
    {RECORD + RECORD_INPUT, "--input", 0, "KIND", VALUE_RECORD_KIND, NO_WORDS,
     "lines: each line is one column (the default, unless the FILEs' names end in .csv, .tsv, .jsonl "
     "or .ndjson, perhaps with .gz or .zst after it)\n"
     "csv: fields as in RFC 4180, lines ending in LF or CR LF\n"
     "tsv: fields between tabs, without quoting\n"
     "jsonl: JSON objects, one a line\n"
     "binary: records of a fixed width\n"
     "In lines and tsv a CR before the line's end belongs to the data."},
    {RECORD + RECORD_HEADER, "--header", 0, NULL, VALUE_NONE, NO_WORDS,
     "the first line names the columns, the same in each FILE; --columns then lists those that the "
     "layout uses, in any order, with NAME=FIELD:TYPE for a FIELD that is not a name. Without --columns "
     "all those have the type text, or where the layout needs a number i64, or u64 or f64 where it "
     "needs that; so in jsonl. A byte order mark before the header is dropped."},
    {RECORD + RECORD_DELIMITER, "--delimiter", 'd', "BYTE", VALUE_FREE, NO_WORDS,
     "what separates the fields of csv (,) or tsv (a tab)"},
    {RECORD + RECORD_NULL, "--null", 0, "TEXT", VALUE_FREE, NO_WORDS,
     "a field of lines, csv or tsv that is exactly TEXT is null, in csv only without quotes. A null is "
     "an error, unless the layout has coalesce(column, constant)."},
    {COMMON + FILTER_MAX_RECORD, "--max-record", 0, "N", VALUE_FREE, NO_WORDS,
     "the most bytes of a record (4194304); a longer one is never skipped"},
    PARAGRAPH("Columns of lines, csv and tsv, in the order of the fields: NAME:u64, i64, f64, f32, "
              "text or bytes(16), text of 16 bytes; _ skips a field; ... at the end skips all further "
              "ones. Without it a record with more fields is an error.\n"
              "Further types: time(s), time(ms), time(us) and time(ns), an i64 since 1970 in ISO 8601, "
              "UTC or with an offset, time(ms, \"%d.%m.%Y %H:%M\") in a form of its own, epoch(ms) "
              "where the number itself is there; decimal(2), an i64 of cents; uuid and ip, 16 bytes; "
              "ipv4, a u64; hex and base64, bytes; bool and enum(a,b,c), u64 from 0; uid(FILE), the "
              "ids of names. rowkey-layout(7) says more.\n"
              "Numbers are decimal in every locale. f64 and f32: 1, -2.5, .5 or 6e-7, rounded to the "
              "nearest, and inf; not nan, and nothing that only infinity is near to.\n"
              "Columns of jsonl, in any order: NAME:TYPE is the member NAME, a.b:TYPE the member b of "
              "the object a, and NAME=PATH:TYPE gives the member at PATH a NAME; \\ stands before a "
              "dot or colon in a member's name. null and a member that is not there are null. Numbers "
              "are exact: text holds them as they are written.\n"
              "Columns of binary records, in the order of the bytes: NAME:u8, u16, u32 or u64, i8 to "
              "i64, f32 or f64, with le or be after those of several bytes; NAME:16s is text of 16 "
              "bytes, without the NUL bytes at its end; NAME:bytes(16), uuid and ip are 16 bytes as they "
              "are; NAME:time(ms)le and NAME:decimal(2)be 8; _:N skips N bytes."),
    HEADING("The output"),
    {OUTPUT, "--output", 0, "FORM", VALUE_KEY_FORM, NO_WORDS,
     "text: a key and a newline (the default); keys must not hold newlines. Where a layout makes them "
     "of bytes, they are refused in a file or a pipe, and shown as with hbase on a terminal.\n"
     "raw: keys one after the other\n"
     "hex: two digits a byte, and a newline\n"
     "hbase: \\xHH for what is not printable and for \\ \" ' and #, and a newline; keys may stand "
     "between double quotes in HBase's shell"},
    {MAX_KEY, "--max-key", 0, "N", VALUE_FREE, NO_WORDS,
     "the most bytes of a key (32767 with --output hbase, as HBase takes no longer one; else any "
     "number): a longer one is an error of its record"},
    {EMIT, "--emit", 0, "WHAT", VALUE_FREE, WORDS(emit_names),
     "key, or key+record: the key, a tab and the record as it was read"},
    {SORT, "--sort", 0, NULL, VALUE_NONE, NO_WORDS,
     "write the rows in the order of their keys' bytes, in which a table has them; those of equal keys "
     "in the order of the input"},
    {SPLITS, "--splits", 0, "FILE", VALUE_FILE, NO_WORDS,
     "with --sort and a %d in the name of --output-file: a file for each region of a table, between "
     "the split points in FILE, one a line, rising; - is standard input. %d is the region's number, "
     "from 0 on; one without rows gets an empty file."},
    OPTION_SPLITS_FORM(SPLITS_FORM, "how FILE writes them", ""),
    {COUNT_DUPLICATES, "--count-duplicates", 0, NULL, VALUE_NONE, NO_WORDS,
     "with --sort: say at the end how many rows have the key of an earlier row"},
    {MEMORY, "--memory", 0, "N", VALUE_FREE, NO_WORDS,
     "bytes of memory that --sort may take for rows, perhaps with K, M or G: 512M (a quarter of the "
     "machine's, or of what a container may have); more rows go to a file without a name meanwhile"},
    {TEMPORARY, "--temporary", 0, "DIR", VALUE_FOLDER, NO_WORDS, "where that file is (TMPDIR, or /tmp)"},
    OPTION_OUTPUT_FILE(
        COMMON + FILTER_OUTPUT_FILE,
        " With %d in its name there is a file for each of --threads, from 0 on: so threads need not "
        "wait for each other. File i of N has pieces i, i + N, … of the input. %05d writes numbers "
        "with so many digits."),
    FILTER_ROWS_BAD(COMMON, "records", "record", "record"),
    FILTER_ROWS_OTHER(COMMON, "no progress bar"),
    OPTIONS_END,
};

const struct page encode_page = {
    .synopsis = "rowkey encode --layout TEMPLATE [OPTION...] [FILE...]\n",
    .description = "Make a row key of every record of the FILEs, or of standard input without one or for -.",
    .options = options,
    .operands = VALUE_FILE,
    .exit_status = EXIT_STATUS_OF_DATA,
    .examples =
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
        "      /usr/share/unicode/UnicodeData.txt\n",
};

static bool parse_form(const char *const *values, struct encode_settings *settings, struct failure *failure) {
  struct emit_form *form = &settings->form;
  size_t emit = 0;
  form->form = &key_form_text;
  if (!key_form_parse(option_name(options, OUTPUT), values[OUTPUT], KEY_FORM_ANY, &form->form, failure) ||
      !parse_option_name(option_name(options, EMIT), values[EMIT], emit_names, 2, &emit, failure)) {
    return false;
  }
  form->with_record = emit == 1;
  form->most_key = form->form->most_key;
  settings->form_is_given = values[OUTPUT] != NULL;
  settings->most_key_is_given = values[MAX_KEY] != NULL;
  return parse_option_number(option_name(options, MAX_KEY), values[MAX_KEY], 1, UINT64_MAX, &form->most_key,
                             failure);
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
         parse_option_bytes(option_name(options, MEMORY), values[MEMORY], LEAST_MEMORY,
                            &settings->sort_memory, failure) &&
         key_form_parse(option_name(options, SPLITS_FORM), values[SPLITS_FORM], KEY_FORM_POINTS,
                        &settings->splits_form, failure) &&
         (settings->splits == NULL || refuse_shared_input(&common->input, option_name(options, SPLITS),
                                                          settings->splits, "records", failure)) &&
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
