/* What the tool's sources are compiled with for fuzzing: every way out of the process leads to fuzz/host.c,
 * whose files lie in memory. Included before any other header, so that those declare the new names. */
#ifndef ROWKEY_FUZZ_TOOL_HOST_H
#define ROWKEY_FUZZ_TOOL_HOST_H

/* They would give the functions the names that they have in the C library: the tool would write into real
 * files. */
#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE

#define main fuzz_tool_main

#define access fuzz_access
#define close fuzz_close
#define dup fuzz_dup
#define fchmod fuzz_fchmod
#define fcntl fuzz_fcntl
#define fdopen fuzz_fdopen
#define fopen fuzz_fopen
#define fork fuzz_fork
#define fstat fuzz_fstat
#define fsync fuzz_fsync
#define isatty fuzz_isatty
#define linkat fuzz_linkat
#define lseek fuzz_lseek
#define mkdir fuzz_mkdir
#define open fuzz_open
#define poll fuzz_poll
#define posix_fadvise fuzz_posix_fadvise
#define pread fuzz_pread
#define raise fuzz_raise
#define read fuzz_read
#define realpath fuzz_realpath
#define rename fuzz_rename
#define setrlimit fuzz_setrlimit
#define sigaction fuzz_sigaction
#define signal fuzz_signal
#define stat fuzz_stat
#define sysconf fuzz_sysconf
#define tmpfile fuzz_tmpfile
#define unlink fuzz_unlink
#define write fuzz_write
#define _exit fuzz_exit

/* Not every C library lets stdout be set: what prints through it prints through a stream of fuzz/host.c. */
#include <stdio.h>
extern FILE *fuzz_stdout;
#undef stdout
#define stdout fuzz_stdout
#define printf(...) fprintf(stdout, __VA_ARGS__)
#define putchar(byte) putc(byte, stdout)
#define puts(text) fprintf(stdout, "%s\n", text)

#endif
