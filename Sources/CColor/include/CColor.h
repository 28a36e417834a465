#pragma once
#include <stddef.h>

/* Colors of images for a printing condition, by Little CMS, and the pixels of JPEG files, by libjpeg-turbo.
   Only a print PDF that converts its images needs them: they are opened when the first image is converted. */

/* Whether both libraries are there. */
int ccolor_is_open(void);

typedef struct ccolor_transform ccolor_transform;

/* A transform of RGB pixels to the color space of an output device's profile: `components` is 4 for CMYK, 1
   for gray. Relative colorimetric, with black point compensation. It may be used by many threads.
   Null for profiles that cannot be used, and where the libraries are missing.
   - source: the profile of the pixels; null for sRGB.
   - depth: the bytes of a sample, 1 or 2 (the more significant byte first). */
ccolor_transform *ccolor_transform_create(const unsigned char *device, size_t device_count, int components,
                                          const unsigned char *source, size_t source_count, int depth);
/* Converts pixels: `to` has room for `components` samples of each. */
void ccolor_transform_apply(const ccolor_transform *transform, const unsigned char *from, unsigned char *to,
                            size_t pixels);
void ccolor_transform_free(ccolor_transform *transform);

/* The pixels of a JPEG file with three components, as RGB, in memory that the caller frees. Null for a damaged
   file, for more than `most` bytes, and where the libraries are missing. */
unsigned char *ccolor_jpeg(const unsigned char *bytes, size_t count, size_t most, int *width, int *height);
