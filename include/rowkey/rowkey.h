/* rowkey: row keys for sorted, sharded stores, encoded in bulk.
 *
 * This header includes the whole public interface:
 *   rowkey/error.h    status codes and the error object
 *   rowkey/cpu.h      instruction sets: which there are, which is in use
 *   rowkey/kernels.h  batch functions: MD5, modulo, decimal text, packing
 *   rowkey/layout.h   key layouts: compile a template
 *   rowkey/keys.h     keys in memory
 *   rowkey/encode.h   encoding: columns of records into row keys
 *   rowkey/decode.h   decoding: keys back into columns, checked
 *   rowkey/explain.h  what a layout's keys are like: widths, order, cost, plan, warnings
 *   rowkey/named.h    named layouts: the templates of known systems
 *   rowkey/splits.h   split points of regions, from a layout or HBase's algorithms
 *   rowkey/sketch.h   split points from a sample of keys
 *   rowkey/ranges.h   scan ranges: where the rows lie that meet conditions
 *   rowkey/route.h    routing: which region a key belongs to
 *   rowkey/load.h     load: how evenly a stream of rows falls on the regions
 *
 * Everything is C11 and may be included from C++. No function starts a thread. Objects may be made, freed and
 * handed from thread to thread anywhere; which of them several threads may use at the same time is said where
 * their type is. NULL for an object, where it is not said to be allowed, is ROWKEY_ERROR_ARGUMENT of
 * functions that report errors, and not allowed to the others.
 */
#ifndef ROWKEY_ROWKEY_H
#define ROWKEY_ROWKEY_H

#define ROWKEY_VERSION_MAJOR 0
#define ROWKEY_VERSION_MINOR 3
#define ROWKEY_VERSION_PATCH 0
#define ROWKEY_VERSION_STRING "0.3.0"

#include <rowkey/cpu.h>
#include <rowkey/decode.h>
#include <rowkey/encode.h>
#include <rowkey/error.h>
#include <rowkey/explain.h>
#include <rowkey/kernels.h>
#include <rowkey/keys.h>
#include <rowkey/layout.h>
#include <rowkey/load.h>
#include <rowkey/named.h>
#include <rowkey/ranges.h>
#include <rowkey/route.h>
#include <rowkey/sketch.h>
#include <rowkey/splits.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that is linked, as "major.minor.patch". A static string. */
ROWKEY_API const char *rowkey_version(void);

#ifdef __cplusplus
}
#endif

#endif
