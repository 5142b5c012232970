/* The functions that fuzz/tool_host.h puts in the place of the system's: each does what the one without
 * "fuzz_" does, on the files of fuzz/host.c. */
#ifndef ROWKEY_FUZZ_HOST_CALLS_H
#define ROWKEY_FUZZ_HOST_CALLS_H

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>

typedef void host_handler(int);

extern FILE *fuzz_stdout;

int fuzz_tool_main(int argc, char **argv); /* the tool's own */

int fuzz_access(const char *path, int mode);
int fuzz_close(int number);
int fuzz_dup(int number);
int fuzz_fchmod(int number, mode_t mode);
int fuzz_fcntl(int number, int command, ...);
FILE *fuzz_fdopen(int number, const char *mode);
FILE *fuzz_fopen(const char *path, const char *mode);
pid_t fuzz_fork(void);
int fuzz_fstat(int number, struct stat *status);
int fuzz_fsync(int number);
int fuzz_isatty(int number);
int fuzz_linkat(int from_directory, const char *from, int to_directory, const char *to, int flags);
off_t fuzz_lseek(int number, off_t offset, int whence);
int fuzz_mkdir(const char *path, mode_t mode);
int fuzz_open(const char *path, int flags, ...);
int fuzz_poll(struct pollfd *polled, nfds_t count, int timeout);
int fuzz_posix_fadvise(int number, off_t from, off_t size, int advice);
ssize_t fuzz_pread(int number, void *bytes, size_t size, off_t from);
int fuzz_raise(int number);
ssize_t fuzz_read(int number, void *bytes, size_t size);
char *fuzz_realpath(const char *path, char *resolved);
int fuzz_rename(const char *from, const char *to);
int fuzz_setrlimit(int resource, const struct rlimit *limit);
int fuzz_sigaction(int number, const struct sigaction *action, struct sigaction *before);
host_handler *fuzz_signal(int number, host_handler *handler);
int fuzz_stat(const char *path, struct stat *status);
long fuzz_sysconf(int name);
FILE *fuzz_tmpfile(void);
int fuzz_unlink(const char *path);
ssize_t fuzz_write(int number, const void *bytes, size_t size);
__attribute__((noreturn)) void fuzz_exit(int status);

#endif
