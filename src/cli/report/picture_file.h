/* Pictures as files of a directory: complete ones, or none. */
#ifndef ROWKEY_CLI_REPORT_PICTURE_FILE_H
#define ROWKEY_CLI_REPORT_PICTURE_FILE_H

#include "report/picture.h"

/* Whether pictures can be drawn, and put into the directory of --pictures: to be asked before the work is
 * done. */
bool pictures_can_be_drawn(const char *directory, struct failure *failure);

/* Makes the directory, unless it is there. */
bool pictures_make_directory(const char *directory, struct failure *failure);

/* Writes a script for gnuplot. */
typedef void draw_picture(const struct picture *picture);

/* Draws into a file of the directory, whose name gets the ending of the picture's format. */
bool picture_draw(const struct picture *picture, draw_picture *draw, const char *directory, const char *name,
                  struct failure *failure);

#endif
