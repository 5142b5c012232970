package io.rowkey.spark

import org.apache.spark.sql.DataFrame

/**
 * What a bulk load has done.
 *
 * @param rows
 *   the rows that were loaded, or written
 * @param rejected
 *   the rows that were diverted, as they have no key or no value
 * @param duplicates
 *   the rows that were left out, as another one has their key
 * @param files
 *   the HFiles that were written
 * @param splitFiles
 *   how many more HBase made of them, as regions had been split in the meantime; 0 where it was given none
 * @param rejects
 *   the rows that were diverted, with all their columns and the reason in `rowkey_error`: reading it reads the input again
 */
final case class BulkLoadResult(
    rows: Long,
    rejected: Long,
    duplicates: Long,
    files: Int,
    splitFiles: Int,
    rejects: DataFrame
)
