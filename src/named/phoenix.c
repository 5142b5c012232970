/* Salted tables of Apache Phoenix. */
#include "named/table.h"

#define BUCKETS PARAMETER("buckets", 16, 1, 256, "the table's SALT_BUCKETS")
#define SOURCE "SaltingUtil.getSaltingByte, and the PDataType of each column"
#define SALT "The salt is abs(Arrays.hashCode(all that follows) % buckets) in one byte. "

static const rowkey_named_layout layouts[] = {
    {
        .name = "phoenix-salted",
        .system = "Apache Phoenix",
        .source = SOURCE,
        .parameters = {BUCKETS},
        .pattern = "{abs(h31(rest) % $(buckets)):u8}{id:i64}",
        .columns = "id:i64",
        .description =
            SALT "For PRIMARY KEY (id) of type BIGINT, also DATE and TIME in milliseconds: big-endian with "
                 "the sign bit flipped.",
        .record = "1234",
        .key = "0180000000000004d2",
    },
    {
        .name = "phoenix-salted-varchar",
        .system = "Apache Phoenix",
        .source = SOURCE,
        .parameters = {BUCKETS},
        .pattern = "{abs(h31(rest) % $(buckets)):u8}{key}",
        .columns = "key:text",
        .description =
            SALT "For PRIMARY KEY (key) of type VARCHAR or VARBINARY: the last column of a key has no "
                 "separator after it. An empty key, NULL to Phoenix, is refused by it and not here.",
        .record = "\\x96\\x00\\xf6\\x00\\x13\\xfe",
        .key = "009600f60013fe",
    },
    {
        .name = "phoenix-salted-composite",
        .system = "Apache Phoenix",
        .source = SOURCE,
        .parameters = {BUCKETS},
        .pattern = "{abs(h31(rest) % $(buckets)):u8}{host}\\x00{ts:~i64}",
        .columns = "host:text,ts:i64",
        .description =
            SALT "For PRIMARY KEY (host, ts DESC) of types VARCHAR and BIGINT: a byte 0x00 after the text, "
                 "which must not hold one; all bytes of the descending number inverted. An empty host is "
                 "Phoenix's NULL.",
        .record = "web-07,1420070400000",
        .key = "0e7765622d3037007ffffeb55d354fff",
    },
};

const struct named_family rowkey_named_phoenix = NAMED_FAMILY(layouts);
