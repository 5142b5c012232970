# cmake -DARCHIVE= -DPREFIX= -DNM= -DOBJCOPY= -P: PREFIX before each global name that the archive defines.
execute_process(COMMAND ${NM} --extern-only --defined-only --format=posix ${ARCHIVE}
  OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)[A-Za-z_][A-Za-z0-9_]* [A-Z]" names "${symbols}")
list(TRANSFORM names REPLACE "\n?([A-Za-z0-9_]+) .*" "\\1 ${PREFIX}\\1")
list(REMOVE_DUPLICATES names)
list(JOIN names "\n" names)
file(WRITE ${ARCHIVE}.names "${names}\n")
execute_process(COMMAND ${OBJCOPY} --redefine-syms=${ARCHIVE}.names ${ARCHIVE} COMMAND_ERROR_IS_FATAL ANY)
