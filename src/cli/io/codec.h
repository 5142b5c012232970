/* A compression that is undone while a file is read. codecs.def lists them; each is defined by a file in
 * codecs/. */
#ifndef ROWKEY_CLI_IO_CODEC_H
#define ROWKEY_CLI_IO_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Compressed bytes that are there, and room for what they become. codec.run moves both on. */
struct codec_piece {
  const uint8_t *in;
  size_t in_size;
  uint8_t *out;
  size_t out_size;
};

enum codec_result {
  CODEC_MORE,  /* the input is used up, or there is no room left */
  CODEC_WHOLE, /* a member (gzip) or frame (zstd) has ended: the file may end here, or the next one begins */
  CODEC_BAD,   /* the bytes are damaged; in.in is at most a little after the place */
  CODEC_MEMORY /* there is none left */
};

struct codec {
  const char *name;    /* as --compression has it */
  void *(*open)(void); /* the state of one file; NULL without memory */
  /* Decodes as much as there is input and room for, or up to the end of a member. With CODEC_BAD, *fault says
   * why: a text that lives as long as the state. */
  enum codec_result (*run)(void *state, struct codec_piece *piece, const char **fault);
  void (*close)(void *state);
};

#define CODEC(name) extern const struct codec codec_##name;
#include "io/codecs.def"
#undef CODEC

#endif
