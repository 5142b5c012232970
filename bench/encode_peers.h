/* The keys of encode/ as one writes them without this library. */
#ifndef ROWKEY_BENCH_ENCODE_PEERS_H
#define ROWKEY_BENCH_ENCODE_PEERS_H

#include <stdio.h>

#include "kernels/kernel_table.h"
#include "records.h"

/* Writes the key of one record and returns its length; may write a NUL after it. */
typedef size_t plain_key(const struct records *records, size_t row, char *key);

plain_key plain_paper_md5mod, plain_paper_idmod, plain_paper_random, plain_paper_linemd5, plain_pig_tuple,
    plain_paper_composite, plain_composite_hashes, plain_hbase_hashing;

/* Writes the keys of records 0 … rows-1, one after the other, and where keys differ in length their offsets,
 * of which there is one more. */
typedef void tuned_keys(const struct records *records, size_t rows, char *keys, uint64_t *offsets);

/* ---- paper_peers.c */
tuned_keys tuned_paper_random, tuned_paper_idmod, tuned_paper_md5mod, tuned_paper_linemd5,
    tuned_paper_composite, tuned_pig_tuple;

/* ---- hbase_peers.c */
tuned_keys tuned_hbase_salting, tuned_hbase_hashing, tuned_hbase_reversing, tuned_hbase_bucketed_time,
    tuned_hbase_reverse_timestamp, tuned_hbase_composite_hashes, tuned_hbase_record_types,
    tuned_hbase_list_data, tuned_hbase_md5_prefix;

/* ---- salted_peers.c: of other systems, none of which has MD5 */
tuned_keys tuned_u64, tuned_finra, tuned_gbif, tuned_phoenix_salted, tuned_phoenix_varchar, tuned_hbasewd,
    tuned_opentsdb;

/* ---- bucket_peers.c */
tuned_keys tuned_kafka_partition, tuned_pulsar_partition, tuned_iceberg_bucket_string,
    tuned_iceberg_bucket_long, tuned_spark_bucket_long, tuned_hive_bucket_string, tuned_cassandra_murmur3;

/* ---- function_peers.c */
plain_key plain_interleave, plain_lower;
tuned_keys tuned_bit_reverse, tuned_interleave, tuned_snowflake, tuned_xor, tuned_nulls, tuned_scaled,
    tuned_prefix4, tuned_slice, tuned_trim, tuned_lower, tuned_reverse_labels, tuned_utf16le, tuned_length,
    tuned_hash_tag, tuned_counted, tuned_spaced, tuned_zfill, tuned_prefix4_mixed, tuned_slice_mixed,
    tuned_trim_mixed, tuned_lower_mixed, tuned_utf16le_mixed, tuned_counted_mixed, tuned_spaced_mixed,
    tuned_zfill_mixed;

struct encode_peers {
  const char *name; /* of the layout */
  plain_key *plain; /* NULL: nobody wrote it */
  const char *plain_name;
  tuned_keys *tuned;
  const char *tuned_name;
};

/* NULL when there are none. */
const struct encode_peers *encode_peers_find(const char *name);

#endif
