#pragma once
#if !__has_include(<openssl/evp.h>)
#error "A system library is missing (openssl/evp.h). Type: Scripts/setup"
#endif
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
