/**
 * Row keys for HBase and other sorted stores, encoded in bulk from layout templates, and back.
 *
 * <p>{@link io.rowkey.RowKeyLayout} is where to begin. Keys are made by a library in C, which the
 * jar brings along.
 *
 * <p>What may be null has the annotation {@code Nullable} of JSpecify, which programs do not need;
 * all else is not null.
 */
package io.rowkey;
