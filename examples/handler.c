/* Request handlers: threads that share a layout and make a key for each request, without encoders of their
 * own. The random prefix spreads what they write over all buckets. */
#include <pthread.h>
#include <rowkey/rowkey.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, REQUESTS = 5000, BUCKETS = 100 };

struct handler {
  pthread_t thread;
  const rowkey_layout *layout;
  uint64_t first_id;
  bool wrote_to[BUCKETS];
  rowkey_error error;
  bool good;
};

static void *handle_requests(void *of) {
  struct handler *handler = of;
  handler->good = true;
  for (uint64_t i = 0; i < REQUESTS && handler->good; i++) {
    const rowkey_value record[] = {rowkey_value_u64(handler->first_id + i)};
    char key[12];
    size_t length;
    handler->good =
        rowkey_key(handler->layout, record, 1, key, sizeof key, &length, &handler->error) == ROWKEY_OK;
    if (handler->good) handler->wrote_to[(key[0] - '0') * 10 + key[1] - '0'] = true;
  }
  return NULL;
}

int main(void) {
  static const char template[] = "{random() % 100:02d}{id:010d}";
  static struct handler handlers[THREADS];
  const rowkey_column columns[] = {rowkey_column_of("id", ROWKEY_U64)};
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(template, strlen(template), columns, 1, &error);
  if (layout == NULL) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  size_t started = 0, buckets = 0;
  for (; started < THREADS; started++) {
    handlers[started].layout = layout;
    handlers[started].first_id = started * REQUESTS;
    if (pthread_create(&handlers[started].thread, NULL, handle_requests, &handlers[started]) != 0) break;
  }
  bool good = started == THREADS, wrote_to[BUCKETS] = {false};
  for (size_t i = 0; i < started; i++) {
    pthread_join(handlers[i].thread, NULL);
    if (!handlers[i].good) fprintf(stderr, "%s\n", handlers[i].error.text);
    good &= handlers[i].good;
    for (size_t bucket = 0; bucket < BUCKETS; bucket++) wrote_to[bucket] |= handlers[i].wrote_to[bucket];
  }
  for (size_t bucket = 0; bucket < BUCKETS; bucket++) buckets += wrote_to[bucket];
  printf("%d keys in %zu of %d buckets\n", THREADS * REQUESTS, buckets, BUCKETS);
  rowkey_layout_free(layout);
  return good ? 0 : 1;
}
