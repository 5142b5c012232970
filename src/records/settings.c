#include "records/settings.h"

#include <string.h>

#include "base/error.h"
#include "text/buffer.h"

static const struct record_kind *const kinds[] = {
#define RECORD_KIND(name) &rowkey_record_kind_##name,
#include "records/kinds.def"
#undef RECORD_KIND
};

const struct record_kind *rowkey_record_kind_functions(rowkey_records_kind kind) {
  return (size_t)kind < sizeof kinds / sizeof *kinds ? kinds[kind] : NULL;
}

const rowkey_record_kind *rowkey_record_kind_of(rowkey_records_kind kind) {
  const struct record_kind *found = rowkey_record_kind_functions(kind);
  return found == NULL ? NULL : &found->about;
}

#define FAIL(...) rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, __VA_ARGS__)

static rowkey_status check_header(const rowkey_records_settings *settings, const rowkey_record_kind *kind,
                                  rowkey_error *error) {
  if (settings->has_header && !kind->is_text)
    return FAIL("option %sheader: binary records have no header line", option_of(settings));
  if (settings->has_header && kind->has_members)
    return FAIL("option %sheader: the members of JSON have their names in each record", option_of(settings));
  return ROWKEY_OK;
}

static rowkey_status check_delimiter(const rowkey_records_settings *settings, const rowkey_record_kind *kind,
                                     rowkey_error *error) {
  const uint8_t delimiter = settings->delimiter;
  if (delimiter != 0 && kind->delimiter == 0)
    return FAIL("option %sdelimiter needs %sinput csv or tsv", option_of(settings), option_of(settings));
  if (delimiter == '"' || delimiter == '\r' || delimiter == '\n')
    return FAIL("option %sdelimiter: a quote or line end separates no fields", option_of(settings));
  return ROWKEY_OK;
}

static rowkey_status check_null(const rowkey_records_settings *settings, const rowkey_record_kind *kind,
                                uint8_t delimiter, rowkey_error *error) {
  const char *text = settings->null;
  if (text == NULL) return ROWKEY_OK;
  if (!kind->is_text)
    return FAIL("option %snull: binary records have a value in every column", option_of(settings));
  if (kind->has_members)
    return FAIL("option %snull: JSON has null for a member without a value", option_of(settings));
  const bool separated = delimiter != 0 && strchr(text, delimiter) != NULL;
  if (strpbrk(text, kind->not_in_null) == NULL && !separated) return ROWKEY_OK;
  char shown[QUOTED_SIZE];
  return FAIL("option %snull: no field can be %s (expected text without %s)", option_of(settings),
              rowkey_quoted(shown, text, strlen(text)), kind->not_in_null_names);
}

static rowkey_status check_comment(const rowkey_records_settings *settings, const rowkey_record_kind *kind,
                                   uint8_t delimiter, rowkey_error *error) {
  const char *text = settings->comment;
  if (text == NULL) return ROWKEY_OK;
  if (!kind->is_text || kind->has_members)
    return FAIL("option %scomment needs %sinput lines, csv or tsv", option_of(settings), option_of(settings));
  const bool quoted = !kind->newline_ends_record && text[0] == '"';
  if (text[0] != 0 && strpbrk(text, "\r\n") == NULL && !quoted &&
      (delimiter == 0 || text[0] != (char)delimiter))
    return ROWKEY_OK;
  char shown[QUOTED_SIZE];
  return FAIL(
      "option %scomment: %s cannot begin comments (expected text such as # that has no line end, and does not "
      "begin with a quote or delimiter)",
      option_of(settings), rowkey_quoted(shown, text, strlen(text)));
}

static rowkey_status check_width(const rowkey_records_settings *settings, const rowkey_record_kind *kind,
                                 rowkey_error *error) {
  if (settings->width != 0 && (kind->is_text || settings->columns != NULL))
    return FAIL("a width is given, which is that of binary records without columns");
  return ROWKEY_OK;
}

rowkey_status rowkey_records_check(const rowkey_records_settings *settings, rowkey_error *error) {
  if (!rowkey_is_given(settings, "settings", error)) return ROWKEY_ERROR_ARGUMENT;
  const struct record_kind *kind = rowkey_record_kind_functions(settings->kind);
  if (kind == NULL)
    return FAIL("%u is not a rowkey_records_kind (expected 0 to %zu)", (unsigned)settings->kind,
                sizeof kinds / sizeof *kinds - 1);
  const rowkey_record_kind *about = &kind->about;
  const uint8_t delimiter = delimiter_of(settings, kind);
  rowkey_status status = ROWKEY_CHECK_RESERVED(settings, "rowkey_records_settings", error);
  if (status == ROWKEY_OK) status = check_header(settings, about, error);
  if (status == ROWKEY_OK) status = check_delimiter(settings, about, error);
  if (status == ROWKEY_OK) status = check_null(settings, about, delimiter, error);
  if (status == ROWKEY_OK) status = check_comment(settings, about, delimiter, error);
  return status == ROWKEY_OK ? check_width(settings, about, error) : status;
}
