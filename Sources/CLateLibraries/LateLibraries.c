#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include "LateLibrary.h"

// A function that is missing here only makes its library load at the start.

#define LATE(function) LATE_FUNCTION(curl, function)
static struct late_library curl = {.names = {"libcurl.so.4", "libcurl.so"}, .package = "libcurl4"};
LATE(curl_global_init) LATE(curl_version) LATE(curl_version_info) LATE(curl_free) LATE(curl_slist_append) LATE(curl_slist_free_all)
LATE(curl_easy_init) LATE(curl_easy_cleanup) LATE(curl_easy_reset) LATE(curl_easy_pause) LATE(curl_easy_strerror) LATE(curl_easy_setopt)
LATE(curl_easy_getinfo) LATE(curl_multi_init) LATE(curl_multi_cleanup) LATE(curl_multi_add_handle) LATE(curl_multi_remove_handle)
LATE(curl_multi_perform) LATE(curl_multi_poll) LATE(curl_multi_wakeup) LATE(curl_multi_info_read) LATE(curl_multi_assign)
LATE(curl_multi_socket_action) LATE(curl_multi_setopt) LATE(curl_url) LATE(curl_url_set) LATE(curl_url_get)
#undef LATE

#define LATE(function) LATE_FUNCTION(microhttpd, function)
static struct late_library microhttpd = {.names = {"libmicrohttpd.so.12", "libmicrohttpd.so"}, .package = "libmicrohttpd12"};
LATE(MHD_start_daemon) LATE(MHD_stop_daemon) LATE(MHD_suspend_connection) LATE(MHD_resume_connection) LATE(MHD_get_connection_values_n)
LATE(MHD_lookup_connection_value) LATE(MHD_create_response_from_buffer) LATE(MHD_create_response_from_callback)
LATE(MHD_add_response_header) LATE(MHD_queue_response) LATE(MHD_destroy_response) LATE(MHD_create_post_processor) LATE(MHD_post_process)
LATE(MHD_destroy_post_processor)
#undef LATE

#define LATE(function) LATE_FUNCTION(crypto, function)
static struct late_library crypto = {.names = {"libcrypto.so.3", "libcrypto.so"}, .package = "libssl3"};
LATE(ASN1_INTEGER_to_BN) LATE(ASN1_TIME_to_tm) LATE(BIO_ctrl) LATE(BIO_free) LATE(BIO_new) LATE(BIO_new_mem_buf) LATE(BIO_s_mem)
LATE(BN_bin2bn) LATE(BN_bn2binpad) LATE(BN_bn2hex) LATE(BN_free) LATE(CRYPTO_free) LATE(CRYPTO_get_ex_new_index) LATE(ECDSA_SIG_free)
LATE(ECDSA_SIG_get0_r) LATE(ECDSA_SIG_get0_s) LATE(ECDSA_SIG_new) LATE(ECDSA_SIG_set0) LATE(ERR_clear_error) LATE(ERR_get_error)
LATE(ERR_reason_error_string) LATE(EVP_CIPHER_CTX_free) LATE(EVP_CIPHER_CTX_new) LATE(EVP_CIPHER_fetch) LATE(EVP_CIPHER_free)
LATE(EVP_CipherFinal_ex) LATE(EVP_CipherInit_ex) LATE(EVP_CipherUpdate) LATE(EVP_Digest) LATE(EVP_DigestFinal_ex) LATE(EVP_DigestInit_ex)
LATE(EVP_DigestSign) LATE(EVP_DigestSignInit) LATE(EVP_DigestUpdate) LATE(EVP_DigestVerify) LATE(EVP_DigestVerifyInit)
LATE(EVP_MAC_CTX_free) LATE(EVP_MAC_CTX_new) LATE(EVP_MAC_fetch) LATE(EVP_MAC_final) LATE(EVP_MAC_free) LATE(EVP_MAC_init)
LATE(EVP_MAC_update) LATE(EVP_MD_CTX_free) LATE(EVP_MD_CTX_new) LATE(EVP_PKEY_free) LATE(EVP_PKEY_get_bits) LATE(EVP_PKEY_get_size)
LATE(EVP_PKEY_is_a) LATE(EVP_md5) LATE(EVP_sha1) LATE(EVP_sha256) LATE(EVP_sha384) LATE(EVP_sha512) LATE(GENERAL_NAMES_free)
LATE(GENERAL_NAME_print) LATE(OPENSSL_sk_num) LATE(OPENSSL_sk_value) LATE(OSSL_PARAM_construct_end) LATE(OSSL_PARAM_construct_utf8_string)
LATE(OpenSSL_version) LATE(PEM_read_bio_PUBKEY) LATE(PEM_read_bio_PrivateKey) LATE(X509_NAME_print_ex) LATE(X509_digest)
LATE(X509_get0_notAfter) LATE(X509_get0_notBefore) LATE(X509_get0_serialNumber) LATE(X509_get_ext_d2i) LATE(X509_get_issuer_name)
LATE(X509_get_subject_name) LATE(d2i_ECDSA_SIG) LATE(i2d_ECDSA_SIG)
#undef LATE

#define LATE(function) LATE_FUNCTION(ssl, function)
static struct late_library ssl = {.names = {"libssl.so.3", "libssl.so"}, .package = "libssl3"};
LATE(SSL_CIPHER_standard_name) LATE(SSL_get_current_cipher) LATE(SSL_get_ex_data) LATE(SSL_get_peer_cert_chain) LATE(SSL_get_version)
LATE(SSL_set_ex_data)
#undef LATE

#define LATE(function) LATE_FUNCTION(sqlite, function)
static struct late_library sqlite = {.names = {"libsqlite3.so.0", "libsqlite3.so"}, .package = "libsqlite3-0"};
LATE(sqlite3_bind_blob) LATE(sqlite3_bind_int64) LATE(sqlite3_bind_null) LATE(sqlite3_bind_text) LATE(sqlite3_bind_zeroblob)
LATE(sqlite3_busy_timeout) LATE(sqlite3_close_v2) LATE(sqlite3_column_blob) LATE(sqlite3_column_bytes) LATE(sqlite3_column_int64)
LATE(sqlite3_column_text) LATE(sqlite3_column_type) LATE(sqlite3_errmsg) LATE(sqlite3_errstr) LATE(sqlite3_exec)
LATE(sqlite3_extended_result_codes) LATE(sqlite3_finalize) LATE(sqlite3_last_insert_rowid) LATE(sqlite3_open_v2) LATE(sqlite3_prepare_v2)
LATE(sqlite3_step)
#undef LATE

#define LATE(function) LATE_FUNCTION(pcre2, function)
static struct late_library pcre2 = {.names = {"libpcre2-8.so.0", "libpcre2-8.so"}, .package = "libpcre2-8-0"};
LATE(pcre2_code_free_8) LATE(pcre2_compile_8) LATE(pcre2_get_error_message_8) LATE(pcre2_get_ovector_pointer_8) LATE(pcre2_jit_compile_8)
LATE(pcre2_jit_stack_assign_8) LATE(pcre2_jit_stack_create_8) LATE(pcre2_jit_stack_free_8) LATE(pcre2_match_8)
LATE(pcre2_match_context_create_8) LATE(pcre2_match_context_free_8) LATE(pcre2_match_data_create_from_pattern_8)
LATE(pcre2_match_data_free_8) LATE(pcre2_pattern_info_8) LATE(pcre2_set_heap_limit_8) LATE(pcre2_set_match_limit_8)
LATE(pcre2_set_offset_limit_8)
#undef LATE

#define LATE(function) LATE_FUNCTION(uchardet, function)
static struct late_library uchardet = {.names = {"libuchardet.so.0", "libuchardet.so"}, .package = "libuchardet0"};
LATE(uchardet_data_end) LATE(uchardet_delete) LATE(uchardet_get_charset) LATE(uchardet_handle_data) LATE(uchardet_new)
#undef LATE

#define LATE(function) LATE_FUNCTION(zlib, function)
static struct late_library zlib = {.names = {"libz.so.1", "libz.so"}, .package = "zlib1g"};
LATE(crc32_z) LATE(deflate) LATE(deflateBound) LATE(deflateEnd) LATE(deflateInit2_)
#undef LATE

#endif
