#pragma once
#if !__has_include(<openssl/ssl.h>)
#error "A system library is missing (openssl/ssl.h). Type: Scripts/setup"
#endif
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
