#include "CBuild.h"

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

const char *microscope_commit(void) {
#ifdef MICROSCOPE_COMMIT
    return TEXT(MICROSCOPE_COMMIT);
#else
    return NULL;
#endif
}
