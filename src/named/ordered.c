/* Keys of stores that sort by several columns, of any length, without a hash. */
#include "named/table.h"

#define TABLE PARAMETER("table", 1, 1, INT64_MAX, "the table's or partition's id")
#define UNSIGNED_HANDLE "An UNSIGNED primary key of 2^63 and more is a negative handle, 2^64 less."

static const rowkey_named_layout layouts[] = {
    {
        .name = "tidb-row",
        .system = "TiDB",
        .source = "tablecodec.EncodeRowKeyWithHandle",
        .parameters = {TABLE},
        .pattern = "t{$(table):i64}_r{handle:i64}",
        .columns = "handle:i64",
        .description =
            "The key of a row by its integer handle: a clustered integer primary key, or _tidb_rowid. It is "
            "the key as TiDB and its tools show it. TiKV encodes it once more, in groups as :mem does, and "
            "appends a version. " UNSIGNED_HANDLE,
        .record = "42",
        .key = "7480000000000000015f72800000000000002a",
    },
    {
        .name = "tidb-index",
        .system = "TiDB",
        .source = "tablecodec.GenIndexKey, codec.EncodeKey",
        .parameters = {TABLE, PARAMETER("index", 1, 1, INT64_MAX, "the index's id")},
        .pattern = "t{$(table):i64}_i{$(index):i64}\\x01{value:mem}\\x03{handle:i64}",
        .columns = "value:text,handle:i64",
        .description =
            "The key of an entry of an index that is not unique, over one VARCHAR or VARBINARY column with a "
            "binary collation, of a table with integer handles. Other collations index a sort key in place "
            "of the value; utf8mb4_bin drops spaces at its end. " UNSIGNED_HANDLE,
        .record = "iceberg,42",
        .key = "7480000000000000015f698000000000000001016963656265726700fe03800000000000002a",
    },
    {
        .name = "cockroach-string",
        .system = "CockroachDB",
        .source = "encoding.EncodeStringAscending, keys.MakeTableIDIndexID, keys.MakeFamilyKey",
        .parameters = {PARAMETER("table", 104, 0, UINT32_MAX, "the table's id"),
                       PARAMETER("index", 1, 0, UINT32_MAX, "the index's id")},
        .pattern = "{$(table):varint(\"cockroach\")}{$(index):varint(\"cockroach\")}\\x12{key:esc}\\x88",
        .columns = "key:text",
        .description =
            "The key of column family 0 of a row, PRIMARY KEY (key) of type STRING, default collation, or "
            "BYTES, in the system tenant.",
        .record = "a\\x00b",
        .key = "f089126100ff62000188",
    },
    {
        .name = "cockroach-int",
        .system = "CockroachDB",
        .source = "encoding.EncodeVarintAscending, keys.MakeTableIDIndexID, keys.MakeFamilyKey",
        .parameters = {PARAMETER("table", 104, 0, UINT32_MAX, "the table's id"),
                       PARAMETER("index", 1, 0, UINT32_MAX, "the index's id")},
        .pattern = "{$(table):varint(\"cockroach\")}{$(index):varint(\"cockroach\")}"
                   "{key:varint(\"cockroach\")}\\x88",
        .columns = "key:i64",
        .description =
            "The key of column family 0 of a row, PRIMARY KEY (key) of type INT, in the system tenant.",
        .record = "1000000",
        .key = "f089f80f424088",
    },
    {
        .name = "kudu-key",
        .system = "Apache Kudu",
        .source = "KeyEncoder.encodePrimaryKey",
        .pattern = "{host:esc(\"\\x00\\x01\", \"\\x00\\x00\")}{ts:i64}",
        .columns = "host:text,ts:i64",
        .description =
            "The primary key of (host, ts) of types STRING or BINARY, and INT64 or UNIXTIME_MICROS. A text that "
            "is the last column of a key is written as it is, without its end. For hash partitions by one "
            "text column, see @kudu-bucket.",
        .record = "a\\x00b,1420070400000000",
        .key = "610001620000"
               "80050b8be7bf8000",
    },
    {
        .name = "accumulo-pair",
        .system = "Apache Accumulo",
        .source = "PairLexicoder of StringLexicoder and LongLexicoder, ByteUtils.escape",
        .pattern = "{name:esc(\"\\x01\\x01\", \"\\x01\\x02\", \"\\x00\")}"
                   "{reverse(reverse(\"\\x08\", between(ts, -9151314442816847872, 9151314442816847871):i64))"
                   ":esc(\"\\x01\\x01\", \"\\x01\\x02\", \"\")}",
        .columns = "name:text,ts:i64",
        .description =
            "The pair of a String and a Long: what each one's lexicoder writes, with 00 and 01 escaped as two bytes, and "
            "00 between them. The long is a length byte and eight bytes. Accumulo writes fewer for a long from "
            "2^63 - 2^56 on, or as far below 0: such a row is an error here. Ranges for conditions on ts have to be "
            "filtered.",
        .record = "web-07,1420070400000",
        .key = "7765622d3037000880010101024aa2cab00101",
    },
    {
        .name = "foundationdb-tuple",
        .system = "FoundationDB",
        .source = "tuple layer specification, Unicode string and integer",
        .pattern = "\\x02{name:esc(\"\\x00\\xff\", \"\\x00\")}{ts:varint(\"foundationdb\")}",
        .columns = "name:text,ts:u64",
        .description =
            "The packed tuple of a Unicode string and an integer, such as a time. Negative integers "
            "need the column type i64. Names are not checked for UTF-8.",
        .record = "web-07,1420070400",
        .key = "027765622d3037001854a48e00",
    },
    {
        .name = "accumulo-date",
        .system = "Apache Accumulo",
        .source = "DateLexicoder, LongLexicoder",
        .pattern = "\\x08\\x80\\x00{ts:u48}",
        .columns = "ts:u64",
        .description =
            "A Date in milliseconds since 1970, or a long from 0 to 2^48 - 1: the number of bytes, "
            "and eight with the sign bit flipped.",
        .record = "1234567890123",
        .key = "088000011f71fb04cb",
    },
    {
        .name = "ordered-composite",
        .system = "any sorted store",
        .source = "0x00 becomes 0x00 0xff, 0x00 0x01 ends a text",
        .pattern = "{a:esc}{b:esc}{number:i64}",
        .columns = "a:text,b:text,number:i64",
        .description =
            "Two texts of any bytes and any length and a number, in keys that sort by a, then b, then "
            "number, "
            "and that can be taken apart again. The design to begin with where no system fixes the form.",
        .record = "a\\x00b,,-1",
        .key = "6100ff62000100017fffffffffffffff",
    },
};

const struct named_family rowkey_named_ordered = NAMED_FAMILY(layouts);
