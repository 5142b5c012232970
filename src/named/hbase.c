/* The designs of the HBase reference guide, and the keys of HBase's own load tests. */
#include "named/table.h"

#define LETTERS PARAMETER("buckets", 4, 1, 26, "prefixes, the letters from a")
#define WIDTH(name, width, of) PARAMETER(name, width, 1, 32767, "bytes of " of)
#define PADDED \
  "Texts are padded with 0x00 to their width; one that is longer, or that ends in 0x00, is an error."

static const rowkey_named_layout layouts[] = {
    {
        .name = "hbase-salting",
        .system = "HBase guide",
        .source = "reference guide, RowKey Design, Hotspotting: Salting",
        .parameters = {LETTERS},
        .pattern = "{random() % $(buckets):a}-{key}",
        .columns = "key:text",
        .description =
            "A random letter and a hyphen in front of the key, as in a-foo0003: a read by key must try "
            "each letter. Which letter a row gets follows from rowkey's seed and the row's number.",
        .record = "foo0003",
        .key = "642d666f6f30303033",
    },
    {
        .name = "hbase-hashing",
        .system = "HBase guide",
        .source = "reference guide, RowKey Design, Hotspotting: Hashing",
        .parameters = {LETTERS},
        .pattern = "{md5(key) % $(buckets):a}-{key}",
        .columns = "key:text",
        .description =
            "As hbase-salting, but with the letter made of the key, so that a row can be found again. The "
            "guide names no hash; this is the MD5 as an unsigned big-endian number.",
        .record = "foo0003",
        .key = "632d666f6f30303033",
    },
    {
        .name = "hbase-reversing",
        .system = "HBase guide",
        .source = "reference guide, RowKey Design, Hotspotting: Reversing the Key",
        .parameters = {PARAMETER("digits", 10, 1, 20, "of the id, with leading zeros")},
        .pattern = "{reverse(id:0$(digits)d)}",
        .columns = "id:u64",
        .description =
            "The digits of an id of fixed width in reverse, so that the one that changes most comes first. "
            "Ids lose their order. An id with more digits is an error.",
        .record = "1234",
        .key = "34333231303030303030",
    },
    {
        .name = "hbase-bucketed-time",
        .system = "HBase guide",
        .source = "reference guide, case study Log Data and Timeseries Data: timestamp in the lead position",
        .parameters = {PARAMETER("buckets", 100, 1, UINT64_MAX, "remainders of the timestamp"),
                       WIDTH("host_width", 16, "the host's name"),
                       WIDTH("event_width", 8, "the event's name")},
        .pattern = "{ts % $(buckets):0$(digits of buckets-1)d}{ts:u64}{host:$(host_width)s}"
                   "{event:$(event_width)s}",
        .columns = "ts:u64,host:text,event:text",
        .description =
            "[bucket][timestamp][hostname][log-event] with bucket = timestamp % buckets, in decimal. The "
            "guide leaves the fields' forms open: the timestamp has eight big-endian bytes here. " PADDED,
        .record = "1420070425,web-07,login",
        .key = "32350000000054a48e197765622d3037000000000000000000006c6f67696e000000",
    },
    {
        .name = "hbase-reverse-timestamp",
        .system = "HBase guide",
        .source = "reference guide, RowKey Design: Reverse Timestamps",
        .parameters = {WIDTH("host_width", 16, "the host's name")},
        .pattern = "{host:$(host_width)s}{reverse_time(ts):u64}",
        .columns = "host:text,ts:i64",
        .description =
            "[key][reverse_timestamp] with Long.MAX_VALUE - timestamp in eight big-endian bytes: the newest "
            "row of a host comes first. A timestamp below 0 is an error: in Java its key sorts "
            "wrong. " PADDED,
        .record = "web-07,1420070400000",
        .key = "7765622d3037000000000000000000007ffffeb55d354fff",
    },
    {
        .name = "hbase-composite-hashes",
        .system = "HBase guide",
        .source = "reference guide, case study Log Data and Timeseries Data: variable length or fixed length "
                  "rowkeys",
        .pattern = "{md5(host)}{md5(event)}{ts:u64}",
        .columns = "host:text,event:text,ts:u64",
        .description =
            "[MD5 of the hostname][MD5 of the event type][timestamp]: 16, 16 and 8 bytes. The names cannot "
            "be read from the key.",
        .record = "web-07,login,1420070400000",
        .key = "96e249530e842efc25130693f902cc62d56b699830e77ba53855679cb1d252da0000014aa2cab000",
    },
    {
        .name = "hbase-record-types",
        .system = "HBase guide",
        .source = "reference guide, case study Customer/Order: single table with multiple record types",
        .parameters = {PARAMETER("type", 2, 0, 255,
                                 "of the record: in the guide 1 is a customer, 2 an order")},
        .pattern = "{customer:u64}{$(type):u8}{order:u64}",
        .columns = "customer:u64,order:u64",
        .description =
            "[customer number][record type][order number]. The guide leaves the fields' forms open: here "
            "they are big-endian, of 8, 1 and 8 bytes. The guide's row of a customer itself ends after the "
            "type: write the template without {order:u64} for it.",
        .record = "7,42",
        .key = "000000000000000702000000000000002a",
    },
    {
        .name = "hbase-list-data",
        .system = "HBase guide",
        .source = "reference guide, case study List Data",
        .parameters = {WIDTH("user_width", 16, "the user's name")},
        .pattern = "{user:$(user_width)s}{value:u64}",
        .columns = "user:text,value:u64",
        .description =
            "<FixedWidthUserName><FixedWidthValueId>: one row for each value of a user's list. The guide "
            "leaves the widths open: the value's id has eight big-endian bytes here. " PADDED,
        .record = "alice,42",
        .key = "616c6963650000000000000000000000000000000000002a",
    },
    {
        .name = "hbase-md5-prefix",
        .system = "HBase",
        .source = "LoadTestKVGenerator.md5PrefixedKey, the keys of HBase's load tests",
        .pattern = "{md5(id):x}-{id}",
        .columns = "id:u64",
        .description = "The MD5 of the id's decimal text in lower-case hex, a hyphen, and that text. For "
                       "spreading keys; they have no "
                       "order.",
        .record = "0",
        .key = "63666364323038343935643536356566363665376466663966393837363464612d30",
    },
};

const struct named_family rowkey_named_hbase = NAMED_FAMILY(layouts);
