/**
 * Row keys of Arrow's vectors, and vectors of row keys.
 *
 * <p>{@link io.rowkey.arrow.ArrowKeys#compile} is where to begin. Vectors go to C and come from it
 * over Arrow's C data interface: what they hold is read where it lies, and keys are not copied.
 *
 * <p>What may be null has the annotation {@code Nullable} of JSpecify, which programs do not need;
 * all else is not null.
 */
package io.rowkey.arrow;
