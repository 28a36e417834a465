'use strict';
// The pictures of pages. A browser keeps every SVG image as a document with objects for each glyph, 10 to 20 MB a
// page, and keeps it for long after it was shown. So what a page's SVG draws is drawn on a canvas, which needs its
// pixels alone. A page with anything else, such as a filter or a clip, is shown as an image.
(() => {
  const { element } = window.proof;
  const LISTS_AT_MOST = 8;
  const OUTLINES_AT_MOST = 6000;
  // Above, the browser draws the tiles of an image that are in view, rather than all pixels of a canvas.
  const SETTLED = 60;
  const PIXELS_AT_MOST = 12e6;

  window.proofPage = (svg) => { document.currentScript.result = svg; };

  // Reading. The pages are written by this program, so that tags are found without a parser of XML.
  const TAGS = /<(\/?)([a-zA-Z]+)((?:[^"<>]|"[^"<]*")*?)(\/?)>/g;
  const GLYPH = '<use href="#';
  const SHAPE = ['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap'];
  const PLACE = ['x', 'y', 'width', 'height'];
  const KNOWN = {
    title: [], defs: [], a: ['href'], text: ['aria-label', 'class'], g: ['transform', 'class', 'role', 'aria-label', ...SHAPE],
    path: ['id', 'd', ...SHAPE], rect: [...PLACE, 'rx', 'shape-rendering', ...SHAPE],
    image: [...PLACE, 'preserveAspectRatio', 'href', 'transform', 'role', 'aria-label'],
  };
  const attributesOf = (text) => Object.fromEntries([...text.matchAll(/([a-zA-Z:-]+)="([^"]*)"/g)].map((one) => [one[1], one[2]]));
  const multiplied = ([a, b, c, d, e, f], [g, h, i, j, k, l]) => [
    a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
  const STEPS = {
    translate: ([x, y = 0]) => [1, 0, 0, 1, x, y], scale: ([x, y = x]) => [x, 0, 0, y, 0, 0],
    skewX: ([angle]) => [1, 0, Math.tan(angle * Math.PI / 180), 1, 0, 0], matrix: (numbers) => numbers,
  };
  /// Nil for a step that is not known.
  const matrixOf = (transform) => {
    let matrix = [1, 0, 0, 1, 0, 0];
    for (const [, name, numbers] of transform.matchAll(/([a-zA-Z]+)\(([^)]*)\)/g)) {
      const step = STEPS[name] && STEPS[name](numbers.split(/[ ,]+/).map(Number));
      if (!step) return null;
      matrix = multiplied(matrix, step);
    }
    return matrix;
  };

  // The outlines of glyphs are the same on many pages.
  const outlines = new Map();
  const outline = (d) => {
    if (!outlines.has(d)) {
      if (outlines.size >= OUTLINES_AT_MOST) outlines.clear();
      // A copy: a part of a page's text would keep all of it.
      outlines.set([...d].join(''), new Path2D(d));
    }
    return outlines.get(d);
  };
  const rectPath = ({ x = 0, y = 0, width, height, rx = 0 }, page) => {
    const path = new Path2D();
    // The paper.
    if (width === '100%') path.rect(0, 0, ...page); else path.roundRect(Number(x), Number(y), Number(width), Number(height), Number(rx));
    return path;
  };
  const imageOf = async (href) => {
    const made = new Image();
    made.src = href.replace(/&amp;/g, '&');
    await made.decode();
    return made;
  };

  /// Reads the elements of a page one after the other into a list of what is drawn.
  class Reader {
    constructor(page) {
      this.page = page;
      this.items = [];
      this.glyphs = new Map();
      this.groups = [{ matrix: [1, 0, 0, 1, 0, 0], style: {} }];
    }

    /// False for an element that cannot be drawn.
    open(name, text, isEmpty) {
      const group = this.groups[this.groups.length - 1];
      const own = attributesOf(text);
      if (!KNOWN[name] || Object.keys(own).some((key) => !KNOWN[name].includes(key))) return false;
      if ((own.fill || '').startsWith('url')) return false;
      const step = own.transform ? matrixOf(own.transform) : null;
      if (own.transform && !step) return false;
      const matrix = step ? multiplied(group.matrix, step) : group.matrix;
      const style = { ...group.style };
      for (const key of SHAPE) if (own[key] !== undefined) style[key] = own[key];
      if (name === 'g') this.groups.push({ matrix, style });
      else if (name === 'path' && own.id) this.glyphs.set(own.id, outline(own.d));
      else if (name === 'path') this.items.push({ matrix, style, path: new Path2D(own.d) });
      else if (name === 'rect') this.rect(own, matrix, style);
      else if (name === 'image') this.items.push({ matrix, image: own.href, place: PLACE.map((key) => Number(own[key])) });
      // The text of the line is a label; text with characters would be drawn.
      return name !== 'text' || isEmpty;
    }

    rect(own, matrix, style) {
      const edges = own['shape-rendering'] === 'crispEdges' && PLACE.map((key) => Number(own[key]));
      this.items.push({ matrix, style, path: rectPath(own, this.page), edges });
    }

    /// Reads the glyphs at a place, of which a page has thousands: `<use href="#a_12" x="3" y="4"/>`, without `x` or `y`
    /// if it is 0. Returns the place after them.
    glyphsAt(start, svg) {
      const { matrix, style } = this.groups[this.groups.length - 1];
      const run = { matrix, style, glyphs: [], places: [] };
      let at = start;
      const number = (name) => {
        if (!svg.startsWith(` ${name}="`, at)) return 0;
        const end = svg.indexOf('"', at + 4);
        const value = Number(svg.slice(at + 4, end));
        at = end + 1;
        return value;
      };
      while (svg.startsWith(GLYPH, at)) {
        const end = svg.indexOf('"', at + GLYPH.length);
        const glyph = this.glyphs.get(svg.slice(at + GLYPH.length, end));
        at = end + 1;
        run.places.push(number('x'), number('y'));
        if (!glyph || !svg.startsWith('/>', at)) return -1;
        run.glyphs.push(glyph);
        at += 2;
      }
      this.items.push(run);
      return at;
    }

    close(name) { if (name === 'g') this.groups.pop(); }
  }

  /// The size of a page and what is drawn on it; without items if it is to be shown as an image.
  const listOf = async (svg) => {
    const page = svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/).slice(1).map(Number);
    const list = { svg, size: page, items: null };
    const reader = new Reader(page);
    const start = svg.indexOf('>') + 1;
    const end = svg.lastIndexOf('</svg>');
    TAGS.lastIndex = start;
    for (let tag = TAGS.exec(svg); tag && tag.index < end; tag = TAGS.exec(svg)) {
      if (tag[1]) reader.close(tag[2]);
      else if (!reader.open(tag[2], tag[3], Boolean(tag[4]))) return list;
      if (svg.startsWith(GLYPH, TAGS.lastIndex)) TAGS.lastIndex = reader.glyphsAt(TAGS.lastIndex, svg);
      if (TAGS.lastIndex < 0) return list;
    }
    try {
      for (const one of reader.items) if (one.image) one.image = await imageOf(one.image);
    } catch { return list; }
    list.items = reader.items;
    return list;
  };

  // The lists of the pages that were used last.
  const lists = new Map();
  const listFor = (path) => {
    const known = lists.get(path) || { loading: window.proof.script(path).then(listOf) };
    lists.delete(path);
    lists.set(path, known);
    if (lists.size > LISTS_AT_MOST) lists.delete(lists.keys().next().value);
    known.loading.then((list) => { known.list = list; }, () => { lists.delete(path); });
    return known;
  };

  // Drawing.
  const setStyle = (context, style, isStroke) => {
    if (isStroke) {
      context.strokeStyle = style.stroke;
      context.lineWidth = Number(style['stroke-width'] || 1);
      context.lineCap = style['stroke-linecap'] || 'butt';
      context.setLineDash((style['stroke-dasharray'] || '').split(/[ ,]+/).filter(Boolean).map(Number));
    } else context.fillStyle = style.fill || '#000';
    context.globalAlpha = Number(style[isStroke ? 'stroke-opacity' : 'fill-opacity'] || 1);
  };
  const paths = (context, item, scale, paint) => {
    const [a, b, c, d, e, f] = item.matrix.map((number) => number * scale);
    if (!item.glyphs) {
      context.setTransform(a, b, c, d, e, f);
      return paint(item.path);
    }
    item.glyphs.forEach((glyph, index) => {
      const x = item.places[2 * index];
      const y = item.places[2 * index + 1];
      context.setTransform(a, b, c, d, e + a * x + c * y, f + b * x + d * y);
      paint(glyph);
    });
  };
  /// A rectangle whose edges are between pixels, so that those that touch show no seam.
  const crisp = (context, [x, y, width, height], scale) => {
    const [left, top, right, bottom] = [x, y, x + width, y + height].map((number) => Math.round(number * scale));
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillRect(left, top, right - left, bottom - top);
  };
  const isFlat = ([a, b, c, d]) => a === 1 && b === 0 && c === 0 && d === 1;
  const paint = (canvas, list, scale) => {
    // Software draws small shapes most evenly, and the same on all machines.
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    for (const item of list.items) {
      if (item.image) {
        context.setTransform(...item.matrix.map((number) => number * scale));
        context.globalAlpha = 1;
        context.drawImage(item.image, ...item.place);
        continue;
      }
      if (item.style.fill !== 'none') {
        setStyle(context, item.style, false);
        if (item.edges && isFlat(item.matrix)) crisp(context, item.edges, scale);
        else paths(context, item, scale, (path) => context.fill(path, item.style['fill-rule'] || 'nonzero'));
      }
      if (item.style.stroke && item.style.stroke !== 'none') {
        setStyle(context, item.style, true);
        paths(context, item, scale, (path) => context.stroke(path));
      }
    }
  };
  const asImage = async (made, list) => {
    if (made.querySelector('img')) return;
    const address = URL.createObjectURL(new Blob([list.svg], { type: 'image/svg+xml' }));
    const image = element('img', { src: address, alt: '' });
    await image.decode().catch(() => {});
    URL.revokeObjectURL(address);
    made.replaceChildren(image);
    made.dataset.drawn = 'image';
  };
  /// Frees the pixels of pictures that are no longer shown. A browser would keep them until it collects garbage.
  const release = (made) => {
    for (const canvas of made.querySelectorAll('canvas')) {
      canvas.width = 0;
      canvas.height = 0;
    }
  };
  const draw = (made) => {
    const { list } = made;
    const width = Math.round(made.clientWidth * devicePixelRatio);
    const height = Math.round(made.clientHeight * devicePixelRatio);
    if (!list || !width || !height) return;
    if (!list.items || width * height > PIXELS_AT_MOST) { asImage(made, list); return; }
    const old = made.querySelector('canvas');
    if (old && old.width === width && old.height === height) return;
    const canvas = element('canvas', { width, height, 'aria-hidden': 'true' });
    paint(canvas, list, width / list.size[0]);
    release(made);
    made.replaceChildren(canvas);
    made.dataset.drawn = 'canvas';
  };
  let waiting = 0;
  /// Draws what has no picture yet at once, and what has one in another size when the size stays the same for a moment:
  /// while two fingers zoom, the browser scales what is there.
  const drawPictures = () => {
    const all = [...window.proof.stage.querySelectorAll('.picture')];
    for (const one of all) if (!one.dataset.drawn) draw(one);
    clearTimeout(waiting);
    waiting = setTimeout(() => { for (const one of all) if (one.isConnected) draw(one); }, SETTLED);
  };

  const missing = (made) => {
    made.dataset.drawn = 'missing';
    made.append(element('p', {}, 'No picture of this page'));
    made.loading = Promise.reject(new Error('no picture'));
    made.loading.catch(() => {});
    return made;
  };
  /// The picture of a page, which is drawn when it is loaded and has a size.
  const pictureAt = (path) => {
    const made = element('div', { class: 'picture' });
    if (!path) return missing(made);
    const known = listFor(path);
    made.list = known.list;
    made.loading = known.loading.then((list) => {
      made.list = list;
      if (made.isConnected) draw(made);
      return list;
    });
    made.loading.catch(() => { made.dataset.drawn = 'missing'; });
    return made;
  };
  let thumbnails = Promise.resolve();
  /// A small picture, of which nothing but its pixels is kept. They are drawn one after the other, those that are
  /// out of view by then are not.
  const thumbnailAt = (path) => {
    const made = element('div', { class: 'picture' });
    if (!path) return made;
    thumbnails = thumbnails.then(async () => {
      if (!made.isConnected) return;
      const known = lists.get(path);
      made.list = (known && known.list) || await window.proof.script(path).then(listOf).catch(() => null);
      if (made.isConnected) draw(made);
      const canvas = made.firstChild;
      if (canvas) canvas.style.cssText = `width: ${canvas.width / devicePixelRatio}px; height: ${canvas.height / devicePixelRatio}px`;
      made.list = null;
    });
    return made;
  };
  Object.assign(window.proof, { pictureAt, release, thumbnailAt, drawPictures, prepare: (path) => path && listFor(path).loading.catch(() => {}), listOf, paintList: paint });
})();
