#pragma once
#if !__has_include(<openssl/ssl.h>)
#error "A system library is missing (openssl/ssl.h). Type: Scripts/setup"
#endif
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Swift imports no macros that take arguments, and OpenSSL's typed stacks are made of them: one inline function for each.

static inline int tls_certificate_count(const STACK_OF(X509) *_Nullable chain) {
    return chain ? sk_X509_num(chain) : 0;
}

/// Borrowed from the chain.
static inline X509 *_Nullable tls_certificate(const STACK_OF(X509) *_Nonnull chain, int index) {
    return sk_X509_value(chain, index);
}

/// As RFC 2253 says, but for letters beyond ASCII, which stay readable.
static inline int tls_print_name(BIO *_Nonnull stream, const X509_NAME *_Nullable name) {
    return X509_NAME_print_ex(stream, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
}

/// Owned by the caller; nil without that extension, or when it is malformed.
static inline GENERAL_NAMES *_Nullable tls_alternative_names(X509 *_Nonnull certificate) {
    return (GENERAL_NAMES *)X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
}

static inline int tls_name_count(const GENERAL_NAMES *_Nonnull names) { return sk_GENERAL_NAME_num(names); }

/// Borrowed from the list.
static inline GENERAL_NAME *_Nullable tls_name(const GENERAL_NAMES *_Nonnull names, int index) {
    return sk_GENERAL_NAME_value(names, index);
}

/// Borrowed from the stream.
static inline long tls_stream_bytes(BIO *_Nonnull stream, char *_Nullable *_Nonnull start) {
    return BIO_get_mem_data(stream, start);
}

static inline void tls_free_text(char *_Nullable text) { OPENSSL_free(text); }

/// A place in every connection for a pointer of ours, freed by the function when the connection is.
static inline int tls_new_connection_slot(CRYPTO_EX_free *_Nonnull release) {
    return SSL_get_ex_new_index(0, NULL, NULL, NULL, release);
}

static inline long tls_set_maximum_version(SSL_CTX *_Nonnull context, int version) {
    return SSL_CTX_set_max_proto_version(context, version);
}
