#pragma once
#include <stddef.h>

/// The commit that the program was built from; NULL if Scripts/build-release did not build it, or outside a git repository.
const char *microscope_commit(void);
