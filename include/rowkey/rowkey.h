/* rowkey: row keys for sorted, sharded stores, encoded in bulk.
 *
 * This header includes the whole public interface:
 *   rowkey/error.h    status codes and the error object
 *   rowkey/cpu.h      instruction sets: which there are, which is in use
 *   rowkey/kernels.h  batch functions: MD5, modulo, decimal text, packing
 *   rowkey/layout.h   key layouts: compile a template, encode columns into keys
 *   rowkey/decode.h   decoding: keys back into columns, checked
 *   rowkey/explain.h  what a layout's keys are like: widths, order, cost, plan, warnings
 *   rowkey/named.h    named layouts: the templates of known systems
 *
 * Everything is C11 and may be included from C++. No function starts a thread.
 */
#ifndef ROWKEY_ROWKEY_H
#define ROWKEY_ROWKEY_H

#define ROWKEY_VERSION_MAJOR 0
#define ROWKEY_VERSION_MINOR 2
#define ROWKEY_VERSION_PATCH 0
#define ROWKEY_VERSION_STRING "0.2.0"

#include <rowkey/cpu.h>
#include <rowkey/decode.h>
#include <rowkey/error.h>
#include <rowkey/explain.h>
#include <rowkey/kernels.h>
#include <rowkey/layout.h>
#include <rowkey/named.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that is linked, as "major.minor.patch". A static string. */
ROWKEY_API const char *rowkey_version(void);

#ifdef __cplusplus
}
#endif

#endif
