#pragma once

/// How often memory was asked for so far, by all threads: malloc, calloc, realloc, aligned memory.
long allocations_so_far(void);

/// Of those, the ones asked for by libcurl and by the C library on its behalf; not by Swift.
long allocations_of_libcurl(void);
