#pragma once

// Waits until all that was written to the file system of an open file is on the disk: once for thousands of files, where waiting for each would
// take seconds. Swift's modules of the C library do not have syncfs, which is an extension of GNU.
//
// Where there is none (macOS), it waits for the file or directory itself.
//
// Returns 0; -1 with errno.
int synchronize_file_system(int descriptor);
