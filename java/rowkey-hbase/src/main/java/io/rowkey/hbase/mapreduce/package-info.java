/**
 * Jobs of MapReduce, and RDDs of Spark, over tables whose keys follow a layout: the layout in the
 * settings of a job, an input format for salted tables, and a mapper of ImportTsv for keys in
 * hexadecimal digits.
 *
 * <p>It needs the jar {@code hbase-mapreduce}.
 */
package io.rowkey.hbase.mapreduce;
