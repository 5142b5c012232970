#include "sorting/part_orders.h"

size_t part_orders_rooms(size_t threads) {
  return threads == 1 ? 1 : (threads < MOST_SORT_THREADS ? threads : MOST_SORT_THREADS) + 1;
}

/* The lock is held by who calls this, and when it returns; not in between. */
static void sort_next(struct part_orders *orders) {
  const size_t i = orders->begun++;
  struct order_slot *slot = &orders->slots[i % orders->slot_count];
  slot->order = NULL;
  slot->failed = false;
  pthread_mutex_unlock(&orders->lock);
  const uint64_t *order = row_part_sort(&orders->parts[i], orders->key_width, &slot->room, &slot->failure);
  pthread_mutex_lock(&orders->lock);
  slot->order = order;
  slot->failed = order == NULL;
  pthread_cond_broadcast(&orders->changed);
}

static void *run_thread(void *argument) {
  struct part_orders *orders = argument;
  pthread_mutex_lock(&orders->lock);
  while (!orders->stopped && orders->begun < orders->count) {
    /* Part begun - slot_count was in the slot: the caller is done with the parts before next - 1. */
    if (orders->begun + 1 < orders->next + orders->slot_count) {
      sort_next(orders);
    } else {
      pthread_cond_wait(&orders->changed, &orders->lock);
    }
  }
  pthread_mutex_unlock(&orders->lock);
  return NULL;
}

void part_orders_begin(struct part_orders *orders, const struct row_part *parts, size_t count,
                       size_t key_width, size_t threads) {
  *orders = (struct part_orders){
      .parts = parts, .count = count, .key_width = key_width, .slot_count = part_orders_rooms(threads)};
  pthread_mutex_init(&orders->lock, NULL);
  pthread_cond_init(&orders->changed, NULL);
  while (orders->running + 2 < orders->slot_count &&
         pthread_create(&orders->threads[orders->running], NULL, run_thread, orders) == 0) {
    orders->running++;
  }
}

const uint64_t *part_orders_next(struct part_orders *orders, struct failure *failure) {
  pthread_mutex_lock(&orders->lock);
  const size_t i = orders->next++;
  struct order_slot *slot = &orders->slots[i % orders->slot_count];
  pthread_cond_broadcast(&orders->changed); /* the slot of the part before is free */
  if (orders->begun == i) sort_next(orders);
  while (slot->order == NULL && !slot->failed) pthread_cond_wait(&orders->changed, &orders->lock);
  pthread_mutex_unlock(&orders->lock);
  if (slot->failed) *failure = slot->failure;
  return slot->order;
}

void part_orders_end(struct part_orders *orders) {
  pthread_mutex_lock(&orders->lock);
  orders->stopped = true;
  pthread_cond_broadcast(&orders->changed);
  pthread_mutex_unlock(&orders->lock);
  for (size_t i = 0; i < orders->running; i++) pthread_join(orders->threads[i], NULL);
  for (size_t i = 0; i < orders->slot_count; i++) sort_room_free(&orders->slots[i].room);
  pthread_mutex_destroy(&orders->lock);
  pthread_cond_destroy(&orders->changed);
}
