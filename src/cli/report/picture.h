/* Pictures that the library draws, as files of a directory. */
#ifndef ROWKEY_CLI_REPORT_PICTURE_H
#define ROWKEY_CLI_REPORT_PICTURE_H

#include <rowkey/pictures.h>

#include "settings/options.h"

enum picture_format { PICTURE_SVG, PICTURE_PNG };
extern const struct choice picture_formats[];

/* Whether pictures of this format can be made, and put into the directory of --pictures: to be asked before
 * the work is done. */
bool pictures_can_be_drawn(const char *directory, enum picture_format format, struct failure *failure);

/* Makes the directory, unless it is there. */
bool pictures_make_directory(const char *directory, struct failure *failure);

/* Writes a picture into a file of the directory, whose name gets the ending of the format: the whole picture,
 * or none. Frees it; NULL is the failure of drawing it, and `error` why. */
bool picture_write(char *svg, size_t size, const rowkey_error *error, const char *directory, const char *name,
                   enum picture_format format, struct failure *failure);

#endif
