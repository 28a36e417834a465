#pragma once
#include <fribidi.h>

static inline const char *shim_fribidi_version(void) { return FRIBIDI_VERSION; }
