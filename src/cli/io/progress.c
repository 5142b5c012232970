#include "io/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)
enum { BAR_WIDTH = 24 };

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
}

static void draw_line(const char *line) {
  const ssize_t written = write(STDERR_FILENO, line, strlen(line));
  (void)written;
}

void progress_begin(struct progress *progress, uint64_t total_bytes, bool quiet) {
  *progress = (struct progress){.enabled = !quiet && isatty(STDERR_FILENO), .total_bytes = total_bytes};
  progress->begun = now();
}

void progress_update(struct progress *progress, uint64_t bytes, uint64_t rows) {
  if (!progress->enabled) return;
  const uint64_t time = now();
  if (time - progress->begun < SECOND || time - progress->drawn < SECOND / 5) return;
  progress->drawn = time;
  progress->shown = true;
  const double seconds = (double)(time - progress->begun) / (double)SECOND;
  char bar[BAR_WIDTH + 64] = "";
  char left[32] = "";
  if (progress->total_bytes > 0) {
    const double share = bytes < progress->total_bytes ? (double)bytes / (double)progress->total_bytes : 1.0;
    char marks[BAR_WIDTH + 1];
    for (int i = 0; i < BAR_WIDTH; i++) marks[i] = i < (int)(share * (double)BAR_WIDTH) ? '#' : '-';
    marks[BAR_WIDTH] = 0;
    snprintf(bar, sizeof bar, "%3d%% [%s] ", (int)(share * 100), marks);
    const uint64_t remaining = share > 0 ? (uint64_t)(seconds / share - seconds) : 0;
    snprintf(left, sizeof left, ", %" PRIu64 ":%02u left", remaining / 60, (unsigned)(remaining % 60));
  }
  char line[256];
  snprintf(line, sizeof line, "\r%s%" PRIu64 " rows, %.1f M rows/s%s\033[K", bar, rows,
           (double)rows / seconds / 1e6, left);
  draw_line(line);
}

void progress_end(struct progress *progress) {
  if (progress->shown) draw_line("\r\033[K");
  progress->shown = false;
}
