#pragma once
#include <stddef.h>

// What is used of librsvg 2.46 and later and of cairo, declared here: their own headers bring GLib's
// with them, whose compiler flags a Swift package may not use.
typedef struct _RsvgHandle RsvgHandle;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo cairo_t;
typedef struct {
  double x, y, width, height;
} RsvgRectangle;
RsvgHandle *rsvg_handle_new_from_data(const unsigned char *data, size_t count, void **error);
int rsvg_handle_render_document(RsvgHandle *handle, cairo_t *context,
                                const RsvgRectangle *viewport, void **error);
void g_object_unref(void *object);
cairo_surface_t *cairo_image_surface_create(int format, int width, int height);
unsigned char *cairo_image_surface_get_data(cairo_surface_t *surface);
int cairo_image_surface_get_stride(cairo_surface_t *surface);
int cairo_surface_status(cairo_surface_t *surface);
void cairo_surface_flush(cairo_surface_t *surface);
void cairo_surface_destroy(cairo_surface_t *surface);
cairo_t *cairo_create(cairo_surface_t *target);
void cairo_destroy(cairo_t *context);

/// Draws an SVG file as premultiplied ARGB pixels, 4 bytes each; the caller destroys the surface.
/// Null for a file that cannot be drawn. Nothing beside the file is read.
static inline cairo_surface_t *shim_rsvg_draw(const unsigned char *bytes, size_t count, int width,
                                              int height) {
  RsvgHandle *handle = rsvg_handle_new_from_data(bytes, count, NULL);
  if (!handle) return NULL;
  cairo_surface_t *surface = cairo_image_surface_create(0 /* CAIRO_FORMAT_ARGB32 */, width, height);
  cairo_t *context = cairo_create(surface);
  RsvgRectangle viewport = {0, 0, (double)width, (double)height};
  int done = rsvg_handle_render_document(handle, context, &viewport, NULL);
  cairo_destroy(context);
  g_object_unref(handle);
  if (!done || cairo_surface_status(surface) != 0) {
    cairo_surface_destroy(surface);
    return NULL;
  }
  cairo_surface_flush(surface);
  return surface;
}
