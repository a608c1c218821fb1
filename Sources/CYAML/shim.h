#pragma once
#if !__has_include(<yaml.h>)
#error "A system library is missing (yaml.h). Type: Scripts/setup"
#endif
#include <yaml.h>
