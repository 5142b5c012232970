/* How many instants a second become dates, from milliseconds: loops over one instant after the other, by a
 * divisor that the compiler knows. */
#include <time.h>

#include "kernels.h"

enum { MILLISECONDS_OF_DAY = 86400000 };

static inline int64_t day_of(int64_t instant) {
  return (instant >= 0 ? instant : instant - (MILLISECONDS_OF_DAY - 1)) / MILLISECONDS_OF_DAY;
}

struct date {
  uint32_t year, month, day;
};

/* The scalar form of Neri and Schneider 2022, figure 12. */
static inline struct date date_of_neri_schneider(int64_t day) {
  const uint32_t n = (uint32_t)(day + 719468), n1 = 4 * n + 3, century = n1 / 146097;
  const uint32_t n2 = n1 % 146097 | 3;
  const uint64_t p2 = UINT64_C(2939745) * n2;
  const uint32_t of_century = (uint32_t)(p2 >> 32), of_year = (uint32_t)p2 / 2939745 / 4;
  const uint32_t n3 = 2141 * of_year + 197913;
  const uint32_t january = of_year >= 306;
  return (struct date){100 * century + of_century + january, (n3 >> 16) - 12 * january,
                       (n3 & 0xffff) / 2141 + 1};
}

/* civil_from_days, Hinnant 2013, as libc++ has it. */
static inline struct date date_of_hinnant(int64_t day) {
  const int64_t z = day + 719468, era = (z >= 0 ? z : z - 146096) / 146097;
  const uint32_t doe = (uint32_t)(z - era * 146097);
  const uint32_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  const uint32_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
  const uint32_t month = mp < 10 ? mp + 3 : mp - 9;
  return (struct date){(uint32_t)(yoe + (uint32_t)era * 400 + (month <= 2)), month,
                       doy - (153 * mp + 2) / 5 + 1};
}

static struct date date_of_gmtime(int64_t day) {
  const time_t seconds = (time_t)(day * 86400);
  struct tm tm;
  gmtime_r(&seconds, &tm);
  return (struct date){(uint32_t)tm.tm_year + 1900, (uint32_t)tm.tm_mon + 1, (uint32_t)tm.tm_mday};
}

/* One loop for each field and peer, so that the compiler leaves out what is not asked for. */
#define DEFINE_RUNS(peer)                                                                      \
  static void year_##peer(struct shape *shape, const void *with) {                             \
    const int64_t *values = (const int64_t *)call_of(shape)->values;                           \
    uint64_t *out = (void *)shape->output;                                                     \
    (void)with;                                                                                \
    for (size_t i = 0; i < shape->rows; i++) out[i] = date_of_##peer(day_of(values[i])).year;  \
  }                                                                                            \
  static void day_##peer(struct shape *shape, const void *with) {                              \
    const int64_t *values = (const int64_t *)call_of(shape)->values;                           \
    uint64_t *out = (void *)shape->output;                                                     \
    (void)with;                                                                                \
    for (size_t i = 0; i < shape->rows; i++) out[i] = date_of_##peer(day_of(values[i])).day;   \
  }                                                                                            \
  static void month_start_##peer(struct shape *shape, const void *with) {                      \
    const int64_t *values = (const int64_t *)call_of(shape)->values;                           \
    uint64_t *out = (void *)shape->output;                                                     \
    (void)with;                                                                                \
    for (size_t i = 0; i < shape->rows; i++) {                                                 \
      const int64_t day = day_of(values[i]);                                                   \
      out[i] = (uint64_t)((day + 1 - (int64_t)date_of_##peer(day).day) * MILLISECONDS_OF_DAY); \
    }                                                                                          \
  }

DEFINE_RUNS(neri_schneider)
DEFINE_RUNS(hinnant)
DEFINE_RUNS(gmtime)

#define PEERS(field)                                                  \
  PEER("calendar/" #field, "neri-schneider", field##_neri_schneider), \
      PEER("calendar/" #field, "hinnant", field##_hinnant),           \
      PEER("calendar/" #field, "gmtime", field##_gmtime)
const struct peer peers_of_dates[] = {PEERS(year), PEERS(day), PEERS(month_start), {0}};
