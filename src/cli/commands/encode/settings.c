#include "commands/encode/settings.h"

#include "base/system.h"
#include "io/writer.h"

#define SETTINGS struct encode_settings
#define NEEDS_SORT NEEDS("--sort", ": nothing else keeps rows")

enum { LEAST_MEMORY = 1 << 20 }; /* of rows that are sorted */

static const struct choice emit_choices[] = {
    {"key", NULL, "the key alone"},
    {"key+record", NULL, "the key, a tab and the record as it was read"},
    {NULL, NULL, NULL},
};

static const struct option options[] = {
    HEADING("The layout"),
    OPTION_LAYOUT(.missing = "", .line = "what a key is made of",
                  .more =
                      ", for example '{md5(id) % 1000000:07d}{id:010d}', or @NAME or "
                      "@NAME(PARAMETER=VALUE,...), which stands for one (rowkey layouts). A template that "
                      "begins with a literal @ writes it \\x40."),
    OPTION_COLUMNS(
        USUAL, .line = "the columns of the records",
        .more =
            ", by name and type, separated by commas. The column line is always there: the whole record, as text without its line end. "
            "@NAME brings its own, but not for binary records."),
    OPTION("--constant", NULL, FLAG(constant), .line = "allow a layout that uses no column",
           .more = ": all records get the same key"),
    OPTION_SEED(.line = "start of the numbers that random() makes"),
    HEADING("The input"),
    OPTION_RECORD_KIND(
        USUAL, .line = "what the records are",
        .more = "\nWithout it the FILEs' names say it, which end in .csv, .tsv, .jsonl, .ndjson or .json, "
                "perhaps with .gz or .zst after it; else the records are lines. A CR before the "
                "line's end belongs to no record."),
    OPTION_HEADER(
        USUAL, .line = "the first line names the columns",
        .more =
            ", the same in each FILE; --columns then lists those that the layout uses, in any order, with "
            "NAME=FIELD:TYPE for a FIELD that is not a name. Without --columns every column that "
            "the layout uses is text, unless the layout needs a number; then it is i64, or u64 or "
            "f64 if only that fits. The same holds for jsonl. A byte order mark before the header "
            "is dropped."),
    OPTION_DELIMITER(.line = "what separates the fields of csv (,) or tsv (a tab)"),
    OPTION_NULL(.line = "a field of lines, csv or tsv that is exactly TEXT is null",
                .more = ", in csv only without quotes. A null is an error, unless the layout has "
                        "coalesce(column, constant)."),
    OPTION_COMMENT(.line = "lines of lines, csv or tsv that begin with TEXT, such as #, are left out",
                   .more = ", before the header, too. In csv, what stands in quotes does not begin a line."),
    OPTION_MAX_RECORD(.line = "the most bytes of a record", .more = "; a longer one is never skipped"),
    PARAGRAPH(
        "Columns of lines, csv and tsv, in the order of the fields: NAME:u64, i64, f64, f32, "
        "text or bytes(16), text of 16 bytes; _ skips a field; ... at the end skips all further "
        "ones. Without it a record with more fields is an error.\n"
        "Further types: time(s), time(ms), time(us) and time(ns), an i64 since 1970 in ISO 8601, "
        "UTC or with an offset, time(ms, \"%d.%m.%Y %H:%M\") in a form of its own, epoch(ms) "
        "where the number itself is there; decimal(2), an i64 of cents; uuid and ip, 16 bytes; "
        "ipv4, a u64; hex and base64, bytes; bool and enum(a,b,c), u64 from 0; uid(FILE), the "
        "ids of names. rowkey-layout(7) says more.\n"
        "ts:time(ms) = date + \" \" + clock is read from the joined texts of text columns before it and "
        "of texts in double quotes, of csv, tsv and jsonl. It is null where one of them is.\n"
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
    OPTION(
        "--output", "FORM", KEY_OUTPUT(form.form), .otherwise = "text", USUAL,
        .line = "how the keys are written",
        .more =
            "\nWhere a layout makes keys of bytes, text is refused in a file or a pipe, and shown as with hbase "
            "on a terminal. What hbase writes may stand between double quotes in HBase's shell."),
    OPTION(
        "--max-key", "N", NUMBER(form.most_key, 1, UINT64_MAX), .line = "the most bytes of a key",
        .more =
            " (32767 with --output hbase, as HBase takes no longer one; else any number): a longer one is an "
            "error of its record"),
    OPTION("--emit", "WHAT", CHOICE(emit, emit_choices), .otherwise = "key", USUAL,
           .line = "what is written of each record"),
    OPTION("--sort", NULL, FLAG(sort), USUAL, .line = "write the rows in the order of their keys' bytes",
           .more = ", as a table has them; rows of equal keys stay in the order of the input"),
    OPTION(
        "--splits", "FILE", FILE_NAME(splits), .rules = {NEEDS_SORT},
        .line = "with --sort and a %d in the name of --output-file: a file for each region of a table",
        .more =
            ", between the split points in FILE, one a line, rising; - is standard input. %d is the region's "
            "number, from 0 on; one without rows gets an empty file."),
    OPTION_SPLITS_FORM(splits_form, "how FILE writes them", "", .rules = {NEEDS("--splits", "")}),
    OPTION("--count-duplicates", NULL, FLAG(count_duplicates), .rules = {NEEDS_SORT},
           .line = "with --sort: say at the end how many rows have the key of an earlier row"),
    OPTION("--memory", "N", BYTES(sort_memory, LEAST_MEMORY), .rules = {NEEDS_SORT},
           .line = "bytes of memory that --sort may take for rows, perhaps with K, M or G",
           .more = ": 512M (a quarter of the memory of the machine or container). Further rows are kept in a "
                   "temporary file without a name."),
    OPTION("--temporary", "DIR", FOLDER(temporary), .rules = {NEEDS_SORT},
           .line = "where the temporary file is (TMPDIR, or /tmp)"),
    OPTION_OUTPUT_FILE(
        " With %d in its name there is a file for each of --threads, from 0 on: so threads need not "
        "wait for each other. File i of N has pieces i, i + N, … of the input. %05d writes numbers "
        "with so many digits."),
    OPTIONS_BAD("records", "record", "record"),
    OPTIONS_OTHER("no progress bar"),
    OPTIONS_END,
};

const struct page encode_page = {
    .name = "encode",
    .summary = "make a row key of every record of its input",
    .synopsis = "rowkey encode --layout TEMPLATE [OPTION...] [FILE...]\n",
    .description = "Make a row key of every record of the FILEs, or of standard input without one or for -.",
    .options = options,
    .operands = OFFER_FILES,
    .most_operands = ANY_OPERANDS,
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

/* A quarter of what there is, where somebody says how much that is. */
static uint64_t usual_memory(void) {
  const uint64_t quarter = usable_memory() / 4;
  return quarter > LEAST_MEMORY ? quarter : LEAST_MEMORY;
}

/* A file for each region needs names for them, and sorted rows have no other use for numbers. */
static bool check_files(const struct encode_settings *settings, struct failure *failure) {
  const struct common_settings *common = &settings->common;
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
  return settings->splits == NULL ||
         refuse_shared_input(&common->input, "--splits", settings->splits, "records", failure);
}

/* What can stand beside a record in a line. */
static bool check_form(const struct encode_settings *settings, struct failure *failure) {
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

bool encode_settings_read(char **arguments, size_t count, struct encode_settings *settings,
                          struct failure *failure) {
  struct common_settings *common = &settings->common;
  struct given given;
  if (!options_read(&encode_page, arguments, count, settings, &given, failure)) return false;
  input_take_files(&common->input, &given);
  common->output_is_numbered = common->output != NULL && name_is_numbered(common->output);
  settings->form_is_given = given_text(&given, "--output") != NULL;
  settings->most_key_is_given = given_text(&given, "--max-key") != NULL;
  if (!settings->most_key_is_given) settings->form.most_key = settings->form.form->most_key;
  settings->form.with_record = settings->emit == ENCODE_KEY_AND_RECORD;
  if (given_text(&given, "--memory") == NULL) settings->sort_memory = usual_memory();
  return record_settings_check(&settings->records, given.operands, given.operand_count, failure) &&
         check_files(settings, failure) && check_form(settings, failure);
}
