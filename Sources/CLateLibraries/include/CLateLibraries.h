#pragma once

// Functions of the libraries that no start needs (libcurl, OpenSSL, SQLite and others), by their own names, which their headers declare: nothing
// is declared here. A program into which they are linked loads a library, and those that it needs, at the first call of one of them.
// Only for Linux on x86 and ARM with 64 bits; elsewhere nothing is defined, and the libraries are linked as usual.
