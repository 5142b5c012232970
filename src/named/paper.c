/* The row keys of the paper on HBase bulk loads: one prefix design each, its sections III-C to III-G. */
#include "named/table.h"

#define MODULUS \
  PARAMETER("modulus", 1000000, 1, UINT64_MAX, "the paper's mod_number, whose digits are the prefix's width")
#define DIGITS PARAMETER("digits", 10, 1, 20, "the paper's id_pad_digits")
#define PREFIX_WIDTH                                                                                         \
  "The prefix is as wide as the modulus itself, not as the largest remainder: 1000000 has 7 digits, so the " \
  "first "                                                                                                   \
  "digit is always 0. Both numbers are padded with zeros; an id with more digits than `digits` is an error."

static const rowkey_named_layout layouts[] = {
    {
        .name = "paper-random",
        .system = "paper III-C",
        .source = "section III-C, random prefix",
        .parameters = {MODULUS, DIGITS},
        .pattern = "{random() % $(modulus):0$(digits of modulus)d}{id:0$(digits)d}",
        .columns = "id:u64",
        .description =
            "A random prefix, so that a key cannot be found again by its id alone. " PREFIX_WIDTH
            " The random numbers follow from rowkey's seed and the row's number, so that a run can be "
            "repeated; the paper does not say which generator it used.",
        .record = "42",
        .key = "3036303735333530303030303030303432",
    },
    {
        .name = "paper-idmod",
        .system = "paper III-D",
        .source = "section III-D, ID modulo prefix",
        .parameters = {MODULUS, DIGITS},
        .pattern = "{id % $(modulus):0$(digits of modulus)d}{id:0$(digits)d}",
        .columns = "id:u64",
        .description = "The id modulo a number in front of the id: sequential ids walk the regions in lock "
                       "step. " PREFIX_WIDTH,
        .record = "1234567",
        .key = "3032333435363730303031323334353637",
    },
    {
        .name = "paper-md5mod",
        .system = "paper III-E",
        .source = "section III-E, ID MD5 modulo prefix",
        .parameters = {MODULUS, DIGITS},
        .pattern = "{md5(id) % $(modulus):0$(digits of modulus)d}{id:0$(digits)d}",
        .columns = "id:u64",
        .description = "The MD5 of the id's plain decimal text (not of the padded one), as an unsigned "
                       "big-endian number of "
                       "128 bits, modulo a number, in front of the id. " PREFIX_WIDTH,
        .record = "1",
        .key = "3030383834313130303030303030303031",
    },
    {
        .name = "paper-linemd5",
        .system = "paper III-F",
        .source = "section III-F, line MD5 modulo prefix",
        .parameters = {MODULUS, DIGITS},
        .pattern = "{md5(line) % $(modulus):0$(digits of modulus)d}{id:0$(digits)d}",
        .columns = "id:u64,...",
        .description =
            "As paper-md5mod, but the MD5 is of the whole input line, without its line ending. " PREFIX_WIDTH,
        .record = "1",
        .key = "3030383834313130303030303030303031",
    },
    {
        .name = "paper-composite",
        .system = "paper III-G",
        .source = "section III-G, part of a composite id",
        .parameters = {PARAMETER("modulus", 1000, 1, UINT64_MAX, "whose digits are the prefix's width"),
                       PARAMETER("user_width", 16, 1, 32767, "bytes of the user's field")},
        .pattern = "{md5(user) % $(modulus):0$(digits of modulus)d}{user:$(user_width)s}{ts:u64}",
        .columns = "user:text,ts:u64",
        .description =
            "The prefix is made of one part of the id only, so that all rows of a user stand together, in "
            "the order "
            "of their time. The paper leaves the parts and their widths open; these are an example.",
        .record = "alice,1420070400",
        .key = "30333030616c69636500000000000000000000000000000054a48e00",
    },
    {
        .name = "pig-tuple",
        .system = "Apache Pig",
        .source = "the paper's listing: the key is a Pig tuple cast to bytes",
        .parameters = {MODULUS, DIGITS},
        .pattern = "({md5(id) % $(modulus):0$(digits of modulus)d},{id:0$(digits)d})",
        .columns = "id:u64",
        .description =
            "The key of paper-md5mod as Pig's HBaseStorage writes a tuple of two strings: in parentheses, "
            "with a comma. Split points begin with the parenthesis too. " PREFIX_WIDTH,
        .record = "1",
        .key = "28303038383431312c3030303030303030303129",
    },
};

const struct named_family rowkey_named_paper = NAMED_FAMILY(layouts);
