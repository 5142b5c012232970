/* Files that the tool has within it; src/cli/CMakeLists.txt says which. */
#ifndef ROWKEY_CLI_MANUAL_EMBEDDED_H
#define ROWKEY_CLI_MANUAL_EMBEDDED_H

extern const char embedded_layouts[]; /* doc/layouts.md */
extern const char embedded_bash[];    /* completion/rowkey.bash and so on */
extern const char embedded_zsh[];
extern const char embedded_fish[];

#endif
