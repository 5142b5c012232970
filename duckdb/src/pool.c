#include "pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* An encoder takes up to 400 KB: idle ones stay below 26 MB. */
enum { MOST_IDLE = 64 };

struct pool {
  pthread_mutex_t mutex;
  struct kept *idle; /* the last one given back first */
  size_t idle_count;
  void (*destroy)(void *object);
  atomic_uint_least64_t rows;
};

struct pool *pool_create(void (*destroy)(void *object)) {
  struct pool *pool = calloc(1, sizeof *pool);
  if (pool == NULL) return NULL;
  pool->destroy = destroy;
  atomic_init(&pool->rows, 0);
  if (pthread_mutex_init(&pool->mutex, NULL) == 0) return pool;
  free(pool);
  return NULL;
}

static void free_kept(const struct pool *pool, struct kept *kept) {
  if (kept->object != NULL) pool->destroy(kept->object);
  free(kept);
}

void pool_free(void *argument) {
  struct pool *pool = argument;
  if (pool == NULL) return;
  for (struct kept *kept = pool->idle, *next; kept != NULL; kept = next) {
    next = kept->next;
    free_kept(pool, kept);
  }
  pthread_mutex_destroy(&pool->mutex);
  free(pool);
}

struct kept *pool_take(struct pool *pool, const void *key, size_t size) {
  pthread_mutex_lock(&pool->mutex);
  struct kept **at = &pool->idle;
  while (*at != NULL && ((*at)->key_size != size || memcmp((*at)->key, key, size) != 0)) at = &(*at)->next;
  struct kept *kept = *at;
  if (kept != NULL) {
    *at = kept->next;
    pool->idle_count--;
  }
  pthread_mutex_unlock(&pool->mutex);
  if (kept != NULL) return kept;
  kept = malloc(sizeof *kept + size);
  if (kept == NULL) return NULL;
  *kept = (struct kept){.key_size = size};
  memcpy(kept->key, key, size);
  return kept;
}

/* Takes the last one off a list that has more than it may. The mutex is held. */
static struct kept *take_oldest(struct pool *pool) {
  if (pool->idle_count <= MOST_IDLE) return NULL;
  struct kept **at = &pool->idle;
  while ((*at)->next != NULL) at = &(*at)->next;
  struct kept *oldest = *at;
  *at = NULL;
  pool->idle_count--;
  return oldest;
}

void pool_give(struct pool *pool, struct kept *kept) {
  if (kept->object == NULL) {
    free(kept);
    return;
  }
  pthread_mutex_lock(&pool->mutex);
  kept->next = pool->idle;
  pool->idle = kept;
  pool->idle_count++;
  struct kept *oldest = take_oldest(pool);
  pthread_mutex_unlock(&pool->mutex);
  if (oldest != NULL) free_kept(pool, oldest);
}

uint64_t pool_number_rows(struct pool *pool, uint64_t rows) { return atomic_fetch_add(&pool->rows, rows); }
