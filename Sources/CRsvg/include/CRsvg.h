#pragma once
#include <stddef.h>

/* Drawings as pixels or as vectors, by librsvg and cairo. They bring thirty libraries with them and few books need
   them: they are opened when the first drawing is drawn. */

typedef struct crsvg_picture crsvg_picture;

/* Draws an SVG file as premultiplied pixels of 4 bytes: blue, green, red, alpha. Null for a file that
   cannot be drawn, and where the libraries are missing. Nothing beside the file is read. */
crsvg_picture *crsvg_draw(const unsigned char *bytes, size_t count, int width, int height);
const unsigned char *crsvg_pixels(const crsvg_picture *picture);
/* Bytes from one row of pixels to the next. */
int crsvg_stride(const crsvg_picture *picture);
void crsvg_free(crsvg_picture *picture);

/* Draws an SVG file as a PDF file (version 1.4) of one page, with vectors and text, in memory that the
   caller frees. Null for a file that cannot be drawn, where the libraries are missing, and for more
   than `most` bytes. */
unsigned char *crsvg_pdf(const unsigned char *bytes, size_t count, int width, int height, size_t most,
                         size_t *size);
