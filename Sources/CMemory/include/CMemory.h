/* The allocators of the executable; see memory.c. The target has no functions to call. */
#pragma once
