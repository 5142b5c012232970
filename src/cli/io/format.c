#include "io/format.h"

#include <stdio.h>
#include <string.h>

#ifdef ROWKEY_HAS_GZIP
#define GZIP &codec_gzip
#else
#define GZIP NULL
#endif
#ifdef ROWKEY_HAS_ZSTD
#define ZSTD &codec_zstd
#else
#define ZSTD NULL
#endif

#define CSV "--input csv --header "
#define HERE "\1" /* where a command has the name of the file, unless that is its end */
#define DUCKDB(read) "duckdb -c \"COPY (FROM " read "('" HERE "')) TO '/dev/stdout' (FORMAT csv)\""
#define TABLE_TO_CSV(read)                                                                          \
  "python3 -c 'import sys, pyarrow as a, pyarrow.csv as c, pyarrow.dataset as d; c.write_csv(" read \
  ", sys.stdout.buffer)'"
#define DATASET(name) TABLE_TO_CSV("d.dataset(sys.argv[1], format=\"" name "\").to_table()")
#define STREAM TABLE_TO_CSV("a.ipc.open_stream(sys.argv[1]).read_all()")

/* ---- By what a file begins with -------------------------------------------------------------- */

/* Whether a control character is among the bytes that text does not hold. */
static bool has_control(const uint8_t *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] < ' ' && strchr("\t\n\r", bytes[i]) == NULL) return true;
    if (bytes[i] == 0) return true; /* which strchr finds */
  }
  return false;
}

/* A digit for the size of blocks, then the first block, or the end of an empty file. */
static bool is_bzip2(const uint8_t *bytes, size_t size) {
  return size >= 7 && (memcmp(bytes + 1, "1AY&SY", 6) == 0 || memcmp(bytes + 1, "\x17rE8P\x90", 6) == 0);
}

/* An archive whose first name is that of the parts of an Office document, or of what they refer to. */
static bool is_xlsx(const uint8_t *bytes, size_t size) {
  enum { NAME = 26 }; /* of a local header after its magic */
  static const char *const names[] = {"[Content_T", "_rels/.rel", "docProps/", "xl/"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const size_t length = strlen(names[i]);
    if (size >= NAME + length && memcmp(bytes + NAME, names[i], length) == 0) return true;
  }
  return false;
}

/* `magic` begins the file. Where that may begin text, too, `goes_on` looks at what follows. */
static const struct signature {
  const char *magic;
  size_t size;
  struct format format;
  bool (*goes_on)(const uint8_t *bytes, size_t size);
} signatures[] = {
#define MAGIC(text) text, sizeof text - 1
    {MAGIC("\x1f\x8b\x08"), {"gzip", GZIP, "zcat", false, NULL}, NULL},
    {MAGIC("\x28\xb5\x2f\xfd"), {"zstd", ZSTD, "zstd -dc", false, NULL}, NULL},
    {MAGIC("\x50\x2a\x4d\x18"), {"zstd", ZSTD, "zstd -dc", false, NULL}, NULL}, /* a frame to be skipped */
    {MAGIC("\xfd\x37zXZ\0"), {"xz", NULL, "xz -dc", false, NULL}, NULL},
    {MAGIC("BZh"), {"bzip2", NULL, "bzip2 -dc", false, NULL}, is_bzip2},
    {MAGIC("\x04\x22\x4d\x18"), {"lz4", NULL, "lz4 -dc", false, NULL}, NULL},
    {MAGIC("\x1f\x9d"), {"compress", NULL, "zcat", false, NULL}, NULL},
    {MAGIC("PK\3\4"), {"Excel (xlsx)", NULL, DUCKDB("read_xlsx"), true, CSV}, is_xlsx},
    {MAGIC("PK\3\4"), {"zip", NULL, "unzip -p", true, NULL}, NULL},
    {MAGIC("PAR1"), {"Parquet", NULL, DUCKDB("read_parquet"), true, CSV}, has_control},
    {MAGIC("ORC"), {"ORC", NULL, DATASET("orc"), true, CSV}, has_control},
    {MAGIC("ARROW1\0\0"), {"Arrow IPC", NULL, DATASET("ipc"), true, CSV}, NULL},
    {MAGIC("\xff\xff\xff\xff"), {"Arrow IPC stream", NULL, STREAM, true, CSV}, has_control},
    {MAGIC("Obj\1"), {"Avro", NULL, "fastavro", true, "--input jsonl "}, NULL},
    {MAGIC("\xff\xfe\0\0"), {"UTF-32", NULL, "iconv -f UTF-32 -t UTF-8", false, NULL}, NULL},
    {MAGIC("\0\0\xfe\xff"), {"UTF-32", NULL, "iconv -f UTF-32 -t UTF-8", false, NULL}, NULL},
    {MAGIC("\xff\xfe"), {"UTF-16", NULL, "iconv -f UTF-16 -t UTF-8", false, NULL}, NULL},
    {MAGIC("\xfe\xff"), {"UTF-16", NULL, "iconv -f UTF-16 -t UTF-8", false, NULL}, NULL},
#undef MAGIC
};

static bool has_signature(const struct signature *signature, const uint8_t *bytes, size_t size, bool *open) {
  const size_t common = size < signature->size ? size : signature->size;
  if (memcmp(bytes, signature->magic, common) != 0) return false;
  const bool found = common == signature->size &&
                     (signature->goes_on == NULL || signature->goes_on(bytes + common, size - common));
  *open = *open || !found;
  return found;
}

/* ---- By NUL bytes between all others ----------------------------------------------------------- */

/* ASCII in units of `width` bytes, of which byte `place` is the character's and the others are NUL. */
static const struct wide {
  size_t width, place;
  struct format format;
} wides[] = {
    {4, 0, {"UTF-32 (little-endian)", NULL, "iconv -f UTF-32LE -t UTF-8", false, NULL}},
    {4, 3, {"UTF-32 (big-endian)", NULL, "iconv -f UTF-32BE -t UTF-8", false, NULL}},
    {2, 0, {"UTF-16 (little-endian)", NULL, "iconv -f UTF-16LE -t UTF-8", false, NULL}},
    {2, 1, {"UTF-16 (big-endian)", NULL, "iconv -f UTF-16BE -t UTF-8", false, NULL}},
};

/* A first character that ends a line leaves nothing open: whoever types records is not kept waiting. */
static bool is_wide(const struct wide *wide, const uint8_t *bytes, size_t size, bool *open) {
  if (bytes[0] == '\n') return false;
  for (size_t i = 0; i < size; i++) {
    if ((i % wide->width == wide->place) == (bytes[i] == 0)) return false;
  }
  *open = true;
  return size >= 2 * wide->width;
}

/* ---- Both -------------------------------------------------------------------------------------- */

const struct format *format_of(const uint8_t *bytes, size_t size, bool *open) {
  const struct format *found = NULL;
  *open = size == 0;
  if (size == 0) return NULL;
  if (size > FORMAT_SIGHT) size = FORMAT_SIGHT;
  for (size_t i = 0; found == NULL && i < sizeof signatures / sizeof signatures[0]; i++) {
    if (has_signature(&signatures[i], bytes, size, open)) found = &signatures[i].format;
  }
  for (size_t i = 0; found == NULL && i < sizeof wides / sizeof wides[0]; i++) {
    if (is_wide(&wides[i], bytes, size, open)) found = &wides[i].format;
  }
  *open = *open && size < FORMAT_SIGHT;
  return found;
}

/* Whether a shell takes the name as it is, and no command takes it for an option. */
static bool is_plain_name(const char *name) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/+,:@%-";
  return name[0] != '-' && strlen(name) < FORMAT_COMMAND_SIZE / 2 && name[strspn(name, plain)] == 0;
}

void format_command(const struct format *format, const char *file, char *out) {
  const bool is_stream = strcmp(file, "-") == 0 && !format->needs_file;
  const char *here = strstr(format->command, HERE), *name = is_plain_name(file) ? file : "FILE";
  const int before = here == NULL ? (int)strlen(format->command) : (int)(here - format->command);
  snprintf(out, FORMAT_COMMAND_SIZE, "%.*s%s%s%s | rowkey %s...", before, format->command,
           is_stream || here != NULL ? "" : " ", is_stream ? "" : name,
           here == NULL ? "" : here + strlen(HERE), format->options == NULL ? "" : format->options);
}
