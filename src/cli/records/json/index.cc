/* The first of the two stages in which simdjson parses, which both of its interfaces are built on: it alone
 * needs SIMD. Few columns of a record are wanted, and what is not is skipped place by place (members.c),
 * which takes a quarter of the time of simdjson's On-Demand interface. */
#include "records/json/index.h"

#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include <memory>
#include <new>

namespace {
enum { LEAST_SIZE = 4096, MOST_DEPTH = 1 /* no stage here uses it */ };
}

struct json_index {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
};

static bool reserve(json_index *index, size_t size) {
  if (index->parser && size <= index->parser->capacity()) return true;
  size_t capacity = LEAST_SIZE;
  while (capacity < size) capacity *= 2;
  return simdjson::get_active_implementation()->create_dom_parser_implementation(
             capacity, MOST_DEPTH, index->parser) == simdjson::SUCCESS;
}

json_index *json_index_create(void) {
  json_index *index = new (std::nothrow) json_index;
  if (index != nullptr && !reserve(index, LEAST_SIZE)) {
    delete index;
    return nullptr;
  }
  return index;
}

void json_index_free(json_index *index) { delete index; }

json_index_result json_index_find(json_index *index, const uint8_t *text, size_t size,
                                  const uint32_t **places, size_t *count, const char **fault) {
  *count = 0;
  if (!reserve(index, size)) return JSON_INDEX_MEMORY;
  switch (index->parser->stage1(text, size, simdjson::stage1_mode::regular)) {
    case simdjson::SUCCESS:
      *places = index->parser->structural_indexes.get();
      *count = index->parser->n_structural_indexes;
      return JSON_INDEX_OK;
    case simdjson::EMPTY:
      *fault = "is empty";
      return JSON_INDEX_BAD;
    case simdjson::UTF8_ERROR:
      *fault = "is not UTF-8";
      return JSON_INDEX_BAD;
    case simdjson::UNCLOSED_STRING:
      *fault = "has a string that does not end";
      return JSON_INDEX_BAD;
    case simdjson::UNESCAPED_CHARS:
      *fault = "has a control character in a string, which JSON writes as \\u and four digits";
      return JSON_INDEX_BAD;
    default:
      *fault = "is not JSON";
      return JSON_INDEX_BAD;
  }
}
