/* rowkey: row keys for sorted, sharded stores, encoded in bulk. This header includes the stable headers and,
 * where ROWKEY_EXPERIMENTAL is defined before it, the experimental ones as well. Including an experimental
 * header by itself without that macro is a compile error.
 *
 *     if (rowkey_version_number() < ROWKEY_VERSION_NUMBER)
 *       fprintf(stderr, "the library, rowkey %s, is older than the headers\n", rowkey_version());
 *
 * Stable:
 *   rowkey/rowkey.h   this header: it includes the others, and has the version
 *   rowkey/error.h    status codes and the error object
 *   rowkey/cpu.h      instruction sets: which ones the build has, and which one is in use
 *   rowkey/layout.h   key layouts: compile a template
 *   rowkey/values.h   values and columns of values, with tags that say what they are
 *   rowkey/keys.h     keys in memory
 *   rowkey/encode.h   encoding: columns of records into row keys
 *   rowkey/decode.h   decoding: keys back into columns, checked
 *   rowkey/flat.h     encoding and decoding for other languages, without structs
 *   rowkey/named.h    named layouts: the templates of known systems
 *   rowkey/splits.h   split points of regions, from a layout or HBase's algorithms
 *   rowkey/route.h    routing: which region a key belongs to
 * Stable functions, whose returned structs may grow:
 *   rowkey/ranges.h   scan ranges: where the rows that meet conditions lie
 *   rowkey/explain.h  what a layout's keys are like: widths, order, cost, plan, warnings
 * Experimental:
 *   rowkey/arrow.h    keys from Arrow's columns and back
 *   rowkey/conditions.h    conditions for scan ranges as text: "ts >= 17, ts < 18"
 *   rowkey/column_types.h  times, UUIDs, addresses and the like, from text and to text
 *   rowkey/schema.h   the columns of records as text: "host:text,ts:time(ms)"
 *   rowkey/records.h  records of CSV, JSON lines and the like, as columns of values
 *   rowkey/fields.h   where each field lies in a key
 *   rowkey/dictionary.h    names to dense ids and back, in a file that grows (POSIX systems)
 *   rowkey/load.h     load: how evenly a stream of rows falls on the regions
 *   rowkey/simulation.h    the rows of several writers and layouts on regions and servers
 *   rowkey/made.h     rows that are made: sequential, random, timestamps, zipf, matrix
 *   rowkey/sort.h     the order of keys, and keys in that order
 *   rowkey/sketch.h   split points from a sample of keys
 *   rowkey/profile.h  what the columns of records are like, and a sample of the records
 *   rowkey/advise.h   which layout a table should have
 *   rowkey/pictures.h     pictures of loads and of designs, as SVG
 *   rowkey/infer.h    a layout that makes the keys of an unknown table
 *   rowkey/kernels.h  batch functions: hashes, modulo, decimal text, packing
 *
 * The headers are C11 and C++. No function starts a thread. Any thread may create, free and pass on objects;
 * the comment of a type says whether several threads may use an object at the same time.
 *
 * fork. The child owns copies of all objects, and uses and frees them as the parent does. One exception: if
 * another thread of the parent was in a call on an object, the child must not use its copy, not even to free
 * it. A dictionary in the child works as in any other process that uses the same file. Copies of an encoder
 * share its seed, so their random() gives the same numbers.
 *
 * NULL and lengths. A pointer may be NULL only where its comment says so, or where the count or length beside
 * it is 0. Any other NULL, and any count or length too large for memory, is ROWKEY_ERROR_ARGUMENT, and the
 * error's text names the argument. A function that has no status returns 0, false or NULL instead, or what
 * its comment states. `error` may be NULL everywhere. Functions whose names end in _free free what the
 * library has allocated; they accept NULL.
 *
 * Sizes. Capacities, widths, lengths and the rows of a batch are size_t. Offsets of keys and strings are
 * arrays of uint64_t or uint32_t, as in Arrow. Rows of the whole input are uint64_t. ROWKEY_NONE means no
 * row, no column, no place or no limit. A bound too large for size_t is SIZE_MAX, which cannot be allocated.
 *
 * Room to grow. Structs that the caller fills end in `reserved` members, which must be 0: designated
 * initializers, the headers' constructors and ROWKEY_ZERO set them to 0. A reserved member that is not 0 is
 * ROWKEY_ERROR_ARGUMENT, and the error names it: an older library never ignores what a newer program asks
 * for. The library writes 0 to the reserved members of structs that it fills. Callers must not copy or
 * allocate structs that the library returns by pointer.
 *
 * Versions. A minor version may add functions and enum values; give a meaning to reserved members, where 0
 * keeps today's meaning; and add members to the end of structs that only the library allocates. In the stable
 * headers it may not change a signature, a number or a documented behaviour. No version changes the bytes of
 * a key. Experimental headers may change with any minor version.
 *
 * Symbols. On ELF systems the stable functions of the shared library have the symbol version of its SONAME,
 * such as ROWKEY_1. The experimental functions have a symbol version that changes with each minor version,
 * such as ROWKEY_EXPERIMENTAL_1.0: the loader refuses a program that uses the experimental functions of
 * another minor version, before the program calls one that has changed. */
#ifndef ROWKEY_ROWKEY_H
#define ROWKEY_ROWKEY_H

/* The version of the headers. rowkey_version() returns the library's. */
#define ROWKEY_VERSION_MAJOR 1
#define ROWKEY_VERSION_MINOR 0
#define ROWKEY_VERSION_PATCH 0
#define ROWKEY_VERSION_STRING "1.0.0-rc.1"

/* One number that grows with the version: major * 10000 + minor * 100 + patch. */
#define ROWKEY_VERSION_NUMBER \
  (ROWKEY_VERSION_MAJOR * 10000 + ROWKEY_VERSION_MINOR * 100 + ROWKEY_VERSION_PATCH)

#include <rowkey/cpu.h>
#include <rowkey/decode.h>
#include <rowkey/encode.h>
#include <rowkey/error.h>
#include <rowkey/explain.h>
#include <rowkey/flat.h>
#include <rowkey/keys.h>
#include <rowkey/layout.h>
#include <rowkey/named.h>
#include <rowkey/ranges.h>
#include <rowkey/route.h>
#include <rowkey/splits.h>
#include <rowkey/values.h>

#ifdef ROWKEY_EXPERIMENTAL
#include <rowkey/advise.h>
#include <rowkey/arrow.h>
#include <rowkey/column_types.h>
#include <rowkey/conditions.h>
#include <rowkey/dictionary.h>
#include <rowkey/fields.h>
#include <rowkey/infer.h>
#include <rowkey/kernels.h>
#include <rowkey/load.h>
#include <rowkey/made.h>
#include <rowkey/pictures.h>
#include <rowkey/profile.h>
#include <rowkey/records.h>
#include <rowkey/schema.h>
#include <rowkey/simulation.h>
#include <rowkey/sketch.h>
#include <rowkey/sort.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the linked library, as "major.minor.patch", and "-rc.1" after it for a first
 * candidate. A static string. */
ROWKEY_API const char *rowkey_version(void);

/* The version of the linked library as a number, like ROWKEY_VERSION_NUMBER: 10000 for 1.0.0. */
ROWKEY_API uint32_t rowkey_version_number(void);

#ifdef __cplusplus
}
#endif

#endif
