#include "records/records.h"

const struct record_kind record_kinds[INPUT_KINDS] = {
    [INPUT_LINES] = {true, cut_lines, split_lines, load_text},
    [INPUT_CSV] = {true, cut_csv, split_csv, load_text},
    [INPUT_TSV] = {true, cut_lines, split_tsv, load_text},
    [INPUT_BINARY] = {false, cut_binary, split_binary, load_binary},
};

void batch_begin(struct batch *batch, const struct chunk *chunk, size_t at) {
  batch->base = chunk->bytes + at;
  batch->size = chunk->size - at;
  batch->rows = 0;
  batch->has_bad = false;
}
