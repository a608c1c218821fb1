#pragma once

// The functions of libcurl and libmicrohttpd that a program calls, by their own names, which their headers declare: nothing stands here.
// A program into which they are linked loads the library, and the dozen or two that this one needs, at the first call of one of them.
// Only for Linux; elsewhere nothing is defined, and the libraries are linked as usual.
