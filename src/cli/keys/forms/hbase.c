/* The escapes that HBase's Bytes.toBytesBinary reads, as its shell and its files of split points have them.
 */
#include <string.h>

#include "keys/escape.h"
#include "keys/key_form.h"
#include "text/escapes.h"

/* The longest row key that HBase takes: Short.MAX_VALUE. */
enum { HBASE_MOST_KEY = 32767 };

static size_t escape_blank(uint8_t *out) {
  static const char blank[] = "\\x20";
  memcpy(out, blank, sizeof blank - 1);
  return sizeof blank - 1;
}

/* Some versions of HBase's shell strip blanks at the ends of a line, others the line end alone: as escapes
 * they survive both. */
static size_t write_point(const uint8_t *point, size_t size, uint8_t *out) {
  const size_t begins = size > 0 && point[0] == ' ', ends = size > 1 && point[size - 1] == ' ';
  size_t used = 0;
  if (begins) used += escape_blank(out);
  used += escape_hbase(point + begins, size - begins - ends, out + used);
  if (ends) used += escape_blank(out + used);
  return used;
}

const struct key_form key_form_hbase = {
    .name = "hbase",
    .read_as = "as HBase's shell writes them, \\xHH for what is not printable, a key a line",
    .written_as = "\\xHH for what is not printable and for \\ \" ' and #, and a newline",
    .is_lines = true,
    .refuses_empty = "a byte or more with --output hbase: HBase has no such row",
    .most_key = HBASE_MOST_KEY,
    .expansion = 4,
    .write = escape_hbase,
    .read = rowkey_read_escaped,
    .write_point = write_point,
};
