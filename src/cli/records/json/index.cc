/* The first of the two stages in which simdjson parses, which both of its interfaces are built on: it alone
 * needs SIMD. Few columns of a record are wanted, and what is not is skipped place by place (jsonl.c),
 * which takes a quarter of the time of simdjson's On-Demand interface. */
#include "records/json/index.h"

#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include <memory>
#include <new>

namespace {
enum { LEAST_SIZE = 4096, MOST_DEPTH = 1 /* no stage here uses it */ };
}

namespace {
struct json_index {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
};

bool reserve(json_index *index, size_t size) {
  if (index->parser && size <= index->parser->capacity()) return true;
  size_t capacity = LEAST_SIZE;
  while (capacity < size) capacity *= 2;
  return simdjson::get_active_implementation()->create_dom_parser_implementation(
             capacity, MOST_DEPTH, index->parser) == simdjson::SUCCESS;
}

void *create_index() {
  json_index *index = new (std::nothrow) json_index;
  if (index != nullptr && !reserve(index, LEAST_SIZE)) {
    delete index;
    return nullptr;
  }
  return index;
}

void free_index(void *index) { delete static_cast<json_index *>(index); }

rowkey_status find_places(void *state, const uint8_t *text, size_t size, const uint32_t **places,
                          size_t *count, const char **fault) {
  json_index *index = static_cast<json_index *>(state);
  *count = 0;
  if (!reserve(index, size)) return ROWKEY_ERROR_MEMORY;
  switch (index->parser->stage1(text, size, simdjson::stage1_mode::regular)) {
    case simdjson::SUCCESS:
      *places = index->parser->structural_indexes.get();
      *count = index->parser->n_structural_indexes;
      return ROWKEY_OK;
    case simdjson::EMPTY:
      *fault = "is empty";
      break;
    case simdjson::UTF8_ERROR:
      *fault = "is not UTF-8";
      break;
    case simdjson::UNCLOSED_STRING:
      *fault = "has a string that does not end";
      break;
    case simdjson::UNESCAPED_CHARS:
      *fault = "has a control character in a string, which JSON writes as \\u and four digits";
      break;
    default:
      *fault = "is not JSON";
      break;
  }
  return ROWKEY_ERROR_SYNTAX;
}
}  // namespace

const rowkey_json_index simdjson_index = {create_index, free_index, find_places};
