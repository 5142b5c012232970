/* Ends what begin_target.h began. */
#ifdef V_TARGET
#ifdef __clang__
V_PRAGMA(clang attribute pop)
#else
V_PRAGMA(GCC pop_options)
#endif
#endif
