#include "lists.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "testing.h"

enum { MOST_LINE = 200 };

struct line {
  uint8_t bytes[MOST_LINE];
  size_t size;
};

__attribute__((format(printf, 2, 3))) static void put(struct line *line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const size_t room = sizeof line->bytes - line->size;
  const int size = vsnprintf((char *)line->bytes + line->size, room, format, arguments);
  va_end(arguments);
  CHECK(size >= 0 && (size_t)size < room, "a line of more than %zu bytes", sizeof line->bytes);
  line->size += (size_t)size;
}

/* ---- Words ------------------------------------------------------------------------------------- */

static const char *const cities[] = {
    "Aachen",    "Aberdeen", "Agadir",    "Ålesund",    "Algiers",   "Århus",    "Atlanta", "Bali",
    "Bamako",    "Basel",    "Bergen",    "Berlin",     "Bern",      "Bodø",     "Boston",  "Brno",
    "Bruges",    "Brussels", "Cali",      "Chicago",    "Cologne",   "Cork",     "Curaçao", "Dakar",
    "Dallas",    "Denver",   "Dublin",    "Düsseldorf", "Erfurt",    "Évreux",   "Faro",    "Genève",
    "Goa",       "Graz",     "Göteborg",  "Houston",    "Ibiza",     "İstanbul", "Izmir",   "Jinan",
    "Kraków",    "Kyiv",     "La Paz",    "León",       "Lima",      "Linz",     "Lisbon",  "London",
    "Łódź",      "Lyon",     "Madrid",    "Malé",       "Manila",    "Miami",    "Milan",   "Nice",
    "Nîmes",     "Odense",   "Oslo",      "Ostrava",    "Paris",     "Perth",    "Porto",   "Prague",
    "Quito",     "Reno",     "Reykjavík", "Riga",       "Rome",      "Rouen",    "Salem",   "San José",
    "São Paulo", "Seoul",    "Sofia",     "Split",      "Stockholm", "Tampa",    "Tokyo",   "Tromsø",
    "Tunis",     "Turin",    "Umeå",      "Varna",      "Vienna",    "Vigo",     "Wien",    "Zürich"};
static const char *const sites[] = {"Airport",  "International Airport", "Regional Airport",
                                    "Airfield", "Municipal Airport",     "Air Base",
                                    "Heliport", "Seaplane Base"};
static const char *const stems[] = {"act",  "break", "care", "dream", "earth", "fair", "grace",
                                    "help", "ice",   "joy",  "kind",  "light", "mind", "note",
                                    "open", "part",  "rest", "sense", "time",  "use",  "view",
                                    "word", "work",  "year", "zeal",  "water"};
static const char *const before[] = {"", "", "", "un", "re", "over", "out", "mis", "pre", "anti", "sub"};
static const char *const after[] = {"",   "s",   "ed",  "ing",  "er",   "ers",     "able",  "less",
                                    "ly", "ful", "man", "ness", "like", "fulness", "fully", "lessness"};
static const char *const given_names[] = {
    "Ada",  "Ben",  "Chloé", "David", "Émile", "Fatima", "Grace", "Hugo",   "Ida",  "José", "Karen", "Liam",
    "Mary", "Noah", "Olga",  "Paul",  "Rosa",  "Søren",  "Tina",  "Ursula", "Vera", "Will", "Xi",    "Zoë"};
static const char *const family_names[] = {"Adams",  "Brown",  "Clark",  "Díaz",   "Evans",  "Fischer",
                                           "García", "Hansen", "Ito",    "Jones",  "Kim",    "Lee",
                                           "Müller", "Nguyen", "O'Hara", "Peters", "Rossi",  "Smith",
                                           "Tan",    "Ünal",   "Verne",  "White",  "Ybarra", "Zhang"};
static const char *const cyrillic[] = {"Москва", "Казань", "Омск",  "Тула",  "Пермь", "Уфа",
                                       "Самара", "Орёл",   "Псков", "Сочи",  "Тверь", "Чита",
                                       "Якутск", "Ростов", "Курск", "Брянск"};
static const char *const han[] = {"北", "京", "上", "海", "東", "大", "阪",
                                  "名", "古", "屋", "台", "南", "香", "港"};

static void put_stem(struct draw *draw, struct line *line) {
  put(line, "%s%s", DRAW_FROM(draw, before), DRAW_FROM(draw, stems));
}

static void put_airport(struct draw *draw, struct line *line) {
  put(line, "%s ", DRAW_FROM(draw, cities));
  if (draw_below(draw, 3) == 0) put(line, "%s ", DRAW_FROM(draw, family_names));
  put(line, "%s", DRAW_FROM(draw, sites));
}

static void put_place(struct draw *draw, struct line *line) {
  static const char *const directions[] = {"North", "South", "East", "West", "New", "Old"};
  if (draw_below(draw, 4) == 0) put(line, "%s ", DRAW_FROM(draw, directions));
  put(line, "%s", DRAW_FROM(draw, cities));
  if (draw_below(draw, 4) == 0) put(line, "-%s", DRAW_FROM(draw, family_names));
}

static void put_word(struct draw *draw, struct line *line) {
  put_stem(draw, line);
  put(line, "%s", DRAW_FROM(draw, after));
}

static void put_person(struct draw *draw, struct line *line) {
  put(line, "%s %s", DRAW_FROM(draw, given_names), DRAW_FROM(draw, family_names));
}

static void put_person_backwards(struct draw *draw, struct line *line) {
  put(line, "%s, %s", DRAW_FROM(draw, family_names), DRAW_FROM(draw, given_names));
}

static void put_cyrillic(struct draw *draw, struct line *line) {
  put(line, "%s", DRAW_FROM(draw, cyrillic));
  if (draw_below(draw, 2) == 0) put(line, "-%s", DRAW_FROM(draw, cyrillic));
}

static void put_han(struct draw *draw, struct line *line) {
  for (uint64_t left = 1 + draw_below(draw, 4); left > 0; left--) put(line, "%s", DRAW_FROM(draw, han));
}

static void put_two_han(struct draw *draw, struct line *line) {
  put(line, "%s%s", DRAW_FROM(draw, han), DRAW_FROM(draw, han));
}

/* In Latin-1, which is not UTF-8. */
static void put_latin1(struct draw *draw, struct line *line) {
  static const char *const names[] = {"Bj\xf6rk",    "Ren\xe9", "Zo\xeb", "\xd8yvind",
                                      "Fran\xe7ois", "Ann",     "Bob",    "\xc5sa"};
  put(line, "%s%s", DRAW_FROM(draw, names), DRAW_FROM(draw, stems));
}

/* ---- Numbers ----------------------------------------------------------------------------------- */

static void put_id(struct draw *draw, struct line *line) {
  put(line, "%" PRIu64, 1 + draw_below(draw, 10000000));
}

/* As numbers of slots, shards and buckets are. */
static void put_small_id(struct draw *draw, struct line *line) {
  put(line, "%" PRIu64, draw_below(draw, 16000));
}

/* Nine of ten have four digits. */
static void put_year(struct draw *draw, struct line *line) {
  put(line, "%" PRIu64, 1 + draw_below(draw, 9999));
}

static void put_padded_id(struct draw *draw, struct line *line) {
  put(line, "%08" PRIu64, draw_below(draw, 10000000));
}

/* Of ten digits, all of which are seconds from 2001 to 2096. */
static void put_long_id(struct draw *draw, struct line *line) {
  put(line, "%" PRIu64, 1000000000 + draw_below(draw, UINT64_C(3000000000)));
}

/* Seconds from 2001 to 2033, all of them. */
static void put_long_id_from_1(struct draw *draw, struct line *line) {
  put(line, "%" PRIu64, 1000000000 + draw_below(draw, 1000000000));
}

static void put_phone(struct draw *draw, struct line *line) {
  put(line, "+1-%03" PRIu64 "-555-%04" PRIu64, 200 + draw_below(draw, 800), draw_below(draw, 10000));
}

/* In the form of the North American plan, without signs: 212-… to 399-… look like seconds as well. */
static void put_bare_phone(struct draw *draw, struct line *line) {
  static const int areas[] = {202, 205, 206, 212, 213, 214, 215, 216, 224, 267, 305, 310, 312, 323, 347, 352};
  put(line, "%d%03" PRIu64 "%04" PRIu64, DRAW_FROM(draw, areas), 200 + draw_below(draw, 800),
      draw_below(draw, 10000));
}

static void put_isbn(struct draw *draw, struct line *line) {
  char digits[13];
  unsigned sum = 0;
  snprintf(digits, sizeof digits, "978%09" PRIu64, draw_below(draw, 1000000000));
  for (size_t i = 0; i < 12; i++) sum += (unsigned)(digits[i] - '0') * (i % 2 == 0 ? 1 : 3);
  put(line, "%s%u", digits, (10 - sum % 10) % 10);
}

static void put_date(struct draw *draw, struct line *line) {
  put(line, "%" PRIu64 "-%02" PRIu64 "-%02" PRIu64, 1990 + draw_below(draw, 35), 1 + draw_below(draw, 12),
      1 + draw_below(draw, 28));
}

static void put_instant(struct draw *draw, struct line *line) {
  put_date(draw, line);
  put(line, "T%02" PRIu64 ":%02" PRIu64 ":%02" PRIu64 "Z", draw_below(draw, 24), draw_below(draw, 60),
      draw_below(draw, 60));
}

static void put_ipv4(struct draw *draw, struct line *line) {
  put(line, "%" PRIu64 ".%" PRIu64 ".%" PRIu64 ".%" PRIu64, 1 + draw_below(draw, 223), draw_below(draw, 256),
      draw_below(draw, 256), 1 + draw_below(draw, 254));
}

/* ---- Codes and names --------------------------------------------------------------------------- */

static void put_characters(struct draw *draw, const char *from, size_t count, struct line *line) {
  const size_t all = strlen(from);
  for (; count > 0; count--) put(line, "%c", from[draw_below(draw, all)]);
}

/* As bytes: the first ones are constant, as those of a maker are. */
static void put_mac(struct draw *draw, struct line *line) {
  static const uint8_t maker[] = {0x00, 0x1b, 0x44};
  memcpy(line->bytes, maker, sizeof maker);
  for (line->size = sizeof maker; line->size < 6; line->size++)
    line->bytes[line->size] = (uint8_t)draw_u64(draw);
}

static void put_number(struct draw *draw, struct line *line) {
  const uint64_t number = draw_below(draw, 1000000);
  for (int shift = 24; shift >= 0; shift -= 8) line->bytes[line->size++] = (uint8_t)(number >> shift);
}

static void put_padded_name(struct draw *draw, struct line *line) {
  put(line, "%s", DRAW_FROM(draw, given_names));
  line->size = 8; /* the rest is 0 */
  put_number(draw, line);
}

/* A name of three letters before a number of four bytes: the first four bytes look like seconds. */
static void put_counter(struct draw *draw, struct line *line) {
  static const char *const names[] = {"cpu", "mem", "net", "hdd", "gpu", "ram"};
  put(line, "%s", DRAW_FROM(draw, names));
  put_number(draw, line);
}

static void put_iata(struct draw *draw, struct line *line) {
  put_characters(draw, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 3, line);
}

static void put_icao(struct draw *draw, struct line *line) {
  put_characters(draw, "BCEKLPRUVZ", 1, line);
  put_characters(draw, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 3, line);
}

static void put_product(struct draw *draw, struct line *line) {
  put_characters(draw, "ABCDEFGHKLMN", 2, line);
  put(line, "-%04" PRIu64 "-", draw_below(draw, 10000));
  put_characters(draw, "SMLX", 1, line);
}

static void put_mail(struct draw *draw, struct line *line) {
  static const char *const domains[] = {"example.org", "example.com", "mail.example.net"};
  put_stem(draw, line);
  put(line, ".%s%" PRIu64 "@%s", DRAW_FROM(draw, stems), draw_below(draw, 100), DRAW_FROM(draw, domains));
}

static void put_host(struct draw *draw, struct line *line) {
  static const char *const kinds[] = {"web", "db", "cache", "api", "worker"};
  static const char *const zones[] = {"eu", "us", "ap", "sa-east"};
  put(line, "%s%02" PRIu64 ".%s.example.com", DRAW_FROM(draw, kinds), draw_below(draw, 100),
      DRAW_FROM(draw, zones));
}

static void put_url(struct draw *draw, struct line *line) {
  static const char *const ends[] = {"", "/", ".html", "?page=2", "#top"};
  put(line, "https://www.");
  put_stem(draw, line);
  put(line, ".example/");
  put_word(draw, line);
  if (draw_below(draw, 2) == 0) put(line, "/%" PRIu64, draw_below(draw, 1000));
  put(line, "%s", DRAW_FROM(draw, ends));
}

static void put_path(struct draw *draw, struct line *line) {
  static const char *const roots[] = {"/usr/lib", "/usr/share", "/var/log", "/etc", "/home"};
  static const char *const ends[] = {".c", ".h", ".so", ".conf", ".log.1", ""};
  put(line, "%s", DRAW_FROM(draw, roots));
  for (uint64_t left = 1 + draw_below(draw, 3); left > 0; left--) {
    put(line, "/");
    put_word(draw, line);
  }
  put(line, "%s", DRAW_FROM(draw, ends));
}

static void put_hex(struct draw *draw, struct line *line) {
  put_characters(draw, "0123456789abcdef", 40, line);
}

static void put_base64(struct draw *draw, struct line *line) {
  put_characters(draw, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 22, line);
  put(line, "==");
}

/* Of version 4, as bytes. */
static void put_uuid(struct draw *draw, struct line *line) {
  for (size_t i = 0; i < 16; i++) line->bytes[i] = (uint8_t)draw_u64(draw);
  line->bytes[6] = (uint8_t)(0x40 | (line->bytes[6] & 0x0f));
  line->bytes[8] = (uint8_t)(0x80 | (line->bytes[8] & 0x3f));
  line->size = 16;
}

static void put_uuid_text(struct draw *draw, struct line *line) {
  struct line bytes = {.size = 0};
  put_uuid(draw, &bytes);
  for (size_t i = 0; i < bytes.size; i++)
    put(line, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", bytes.bytes[i]);
}

/* ---- All of them ------------------------------------------------------------------------------- */

const struct list lists[LISTS] = {
    {"airport names", LIST_OF_TEXT, put_airport},
    {"places", LIST_OF_TEXT, put_place},
    {"English words", LIST_OF_TEXT, put_word},
    {"names of persons", LIST_OF_TEXT, put_person},
    {"names of persons, the family first", LIST_OF_TEXT, put_person_backwards},
    {"places in Cyrillic", LIST_OF_TEXT, put_cyrillic},
    {"places in Han characters", LIST_OF_TEXT, put_han},
    {"names of two Han characters", LIST_OF_TEXT, put_two_han},
    {"names in Latin-1", LIST_OF_TEXT, put_latin1},
    {"decimal ids", LIST_OF_TEXT, put_id},
    {"small decimal ids", LIST_OF_TEXT, put_small_id},
    {"years of all times", LIST_OF_TEXT, put_year},
    {"decimal ids of eight digits", LIST_OF_TEXT, put_padded_id},
    {"decimal ids of ten digits", LIST_OF_TEXT, put_long_id},
    {"decimal ids of ten digits from 1 on", LIST_OF_TEXT, put_long_id_from_1},
    {"telephone numbers", LIST_OF_TEXT, put_phone},
    {"telephone numbers without signs", LIST_OF_TEXT, put_bare_phone},
    {"ISBNs", LIST_OF_TEXT, put_isbn},
    {"dates", LIST_OF_TEXT, put_date},
    {"dates with times", LIST_OF_TEXT, put_instant},
    {"IPv4 addresses", LIST_OF_TEXT, put_ipv4},
    {"MAC addresses", LIST_OF_BYTES, put_mac},
    {"padded names with numbers in bytes", LIST_OF_BYTES, put_padded_name},
    {"names with numbers in bytes", LIST_OF_BYTES, put_counter},
    {"airport codes of three letters", LIST_OF_TEXT, put_iata},
    {"airport codes of four letters", LIST_OF_TEXT, put_icao},
    {"product codes", LIST_OF_TEXT, put_product},
    {"e-mail addresses", LIST_OF_TEXT, put_mail},
    {"host names", LIST_OF_TEXT, put_host},
    {"URLs", LIST_OF_TEXT, put_url},
    {"file paths", LIST_OF_TEXT, put_path},
    {"hashes in hex", LIST_OF_HASHES, put_hex},
    {"tokens in base64", LIST_OF_HASHES, put_base64},
    {"UUIDs as text", LIST_OF_HASHES, put_uuid_text},
    {"UUIDs", LIST_OF_BYTES, put_uuid},
};

static int compare_lines(const void *a, const void *b) {
  const struct line *left = a, *right = b;
  const size_t common = left->size < right->size ? left->size : right->size;
  const int order = memcmp(left->bytes, right->bytes, common);
  return order != 0 ? order : (left->size > right->size) - (left->size < right->size);
}

struct listed make_list(const struct list *list, size_t rows, bool is_sorted) {
  struct draw draw = {(uint64_t)(list - lists) << 32 | rows};
  struct line *all = calloc(rows, sizeof *all);
  struct listed listed = {malloc(rows * MOST_LINE), calloc(rows + 1, sizeof(uint64_t)), {0}};
  size_t count = 0;
  for (size_t i = 0; i < rows; i++) list->put(&draw, &all[i]);
  if (is_sorted) qsort(all, rows, sizeof *all, compare_lines);
  for (size_t i = 0; i < rows; i++) {
    if (is_sorted && i > 0 && compare_lines(&all[i - 1], &all[i]) == 0) continue;
    memcpy(listed.bytes + listed.offsets[count], all[i].bytes, all[i].size);
    listed.offsets[count + 1] = listed.offsets[count] + all[i].size;
    count++;
  }
  listed.keys = rowkey_keys_of_offsets(listed.bytes, listed.offsets, count);
  free(all);
  return listed;
}

void free_list(struct listed *listed) {
  free(listed->bytes);
  free(listed->offsets);
}
