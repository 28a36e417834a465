#include "CRsvg.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  double x, y, width, height;
} viewport;

/* What is used of librsvg 2.46 and later, GObject and cairo. */
static struct {
  void *(*handle_from_data)(const unsigned char *, size_t, void **);
  int (*render)(void *handle, void *context, const viewport *, void **error);
  void (*unref)(void *);
  void *(*surface_create)(int format, int width, int height);
  unsigned char *(*surface_data)(void *);
  int (*surface_stride)(void *);
  int (*surface_status)(void *);
  void (*surface_flush)(void *);
  void (*surface_destroy)(void *);
  void *(*context_create)(void *surface);
  void (*context_destroy)(void *);
  void *(*pdf_create)(int (*write)(void *, const unsigned char *, unsigned), void *, double, double);
  void (*pdf_restrict)(void *surface, int version);
  void (*set_resolution)(void *surface, double x, double y);
  void (*surface_finish)(void *);
} library;
static int is_open;
static pthread_once_t opened = PTHREAD_ONCE_INIT;

static void open_library(void) {
  void *rsvg = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
  void *cairo = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  void *object = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!rsvg || !cairo || !object) return;
  is_open = 1;
#define FIND(field, from, name) is_open &= (*(void **)&library.field = dlsym(from, name)) != NULL
  FIND(handle_from_data, rsvg, "rsvg_handle_new_from_data");
  FIND(render, rsvg, "rsvg_handle_render_document");
  FIND(unref, object, "g_object_unref");
  FIND(surface_create, cairo, "cairo_image_surface_create");
  FIND(surface_data, cairo, "cairo_image_surface_get_data");
  FIND(surface_stride, cairo, "cairo_image_surface_get_stride");
  FIND(surface_status, cairo, "cairo_surface_status");
  FIND(surface_flush, cairo, "cairo_surface_flush");
  FIND(surface_destroy, cairo, "cairo_surface_destroy");
  FIND(context_create, cairo, "cairo_create");
  FIND(context_destroy, cairo, "cairo_destroy");
  FIND(pdf_create, cairo, "cairo_pdf_surface_create_for_stream");
  FIND(pdf_restrict, cairo, "cairo_pdf_surface_restrict_to_version");
  FIND(set_resolution, cairo, "cairo_surface_set_fallback_resolution");
  FIND(surface_finish, cairo, "cairo_surface_finish");
}

crsvg_picture *crsvg_draw(const unsigned char *bytes, size_t count, int width, int height) {
  pthread_once(&opened, open_library);
  if (!is_open) return NULL;
  void *handle = library.handle_from_data(bytes, count, NULL);
  if (!handle) return NULL;
  void *surface = library.surface_create(0 /* CAIRO_FORMAT_ARGB32 */, width, height);
  void *context = library.context_create(surface);
  viewport whole = {0, 0, width, height};
  int done = library.render(handle, context, &whole, NULL);
  library.context_destroy(context);
  library.unref(handle);
  if (!done || library.surface_status(surface) != 0) {
    library.surface_destroy(surface);
    return NULL;
  }
  library.surface_flush(surface);
  return surface;
}

const unsigned char *crsvg_pixels(const crsvg_picture *picture) {
  return library.surface_data((void *)picture);
}
int crsvg_stride(const crsvg_picture *picture) { return library.surface_stride((void *)picture); }
void crsvg_free(crsvg_picture *picture) { library.surface_destroy(picture); }

/* A file that grows up to a limit. */
typedef struct {
  unsigned char *bytes;
  size_t count, room, most;
} file;

static int append(void *closure, const unsigned char *bytes, unsigned count) {
  file *target = closure;
  if (count > target->most - target->count) return 11 /* CAIRO_STATUS_WRITE_ERROR */;
  if (count > target->room - target->count) {
    size_t room = (target->count + count) * 2;
    unsigned char *grown = realloc(target->bytes, room);
    if (!grown) return 11;
    target->bytes = grown;
    target->room = room;
  }
  memcpy(target->bytes + target->count, bytes, count);
  target->count += count;
  return 0;
}

unsigned char *crsvg_pdf(const unsigned char *bytes, size_t count, int width, int height,
                         size_t most, size_t *size) {
  pthread_once(&opened, open_library);
  if (!is_open) return NULL;
  void *handle = library.handle_from_data(bytes, count, NULL);
  if (!handle) return NULL;
  file target = {NULL, 0, 0, most};
  void *surface = library.pdf_create(append, &target, width, height);
  library.pdf_restrict(surface, 0 /* CAIRO_PDF_VERSION_1_4 */);
  /* One pixel a unit, where cairo draws pixels. */
  library.set_resolution(surface, 72, 72);
  void *context = library.context_create(surface);
  viewport whole = {0, 0, width, height};
  int done = library.render(handle, context, &whole, NULL);
  library.context_destroy(context);
  library.unref(handle);
  library.surface_finish(surface);
  done = done && library.surface_status(surface) == 0;
  library.surface_destroy(surface);
  if (!done) {
    free(target.bytes);
    return NULL;
  }
  *size = target.count;
  return target.bytes;
}
