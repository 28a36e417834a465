'use strict';
// The proof: pages of a book, made by `paginate proof`. Everything that comes from the book is set as
// text, never as markup. These are plain scripts, because browsers load no modules from file: addresses.
// This one: the book's data, loaded in parts, and what the other scripts share.
window.proof = (() => {
  const byId = (id) => document.getElementById(id);
  const state = {
    page: 1, mode: 'spread', fit: 'page', zoom: 1, overlays: new Set(), marks: [], compare: 'off', wipe: 50,
  };
  const PARTS_AT_MOST = 6;
  const shared = { byId, state, stage: byId('stage') };

  const use = (book) => {
    shared.book = book;
    shared.map = book.map;
    shared.pages = book.map.pages;
    shared.changes = new Map((book.changes || []).map((change) => [change.page, change]));
    shared.isReversed = shared.pages.length > 0 && shared.pages[0].side === 'left';
  };
  // Data is JSON in a text: browsers read that in less time and memory than a program.
  window.proofData = (json) => use(JSON.parse(json));

  shared.element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key === 'class') made.className = value;
      else if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
      else made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  };
  shared.drawing = (name, attributes, text) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  shared.say = (text) => { byId('said').textContent = text; };
  shared.page = (number) => shared.pages[number - 1];
  shared.size = (number) => shared.book.sizes[number - 1];
  shared.label = (number) => (shared.page(number) && shared.page(number).label) || String(number);
  shared.count = (number, one, many) => `${number} ${number === 1 ? one : many || `${one}s`}`;

  // <script> works from file: where fetch does not. What it brings, it leaves in its element.
  const script = (source) => new Promise((resolve, reject) => {
    const made = shared.element('script', { src: source });
    made.onload = () => { made.remove(); resolve(made.result); };
    made.onerror = () => { made.remove(); reject(new Error(source)); };
    document.head.append(made);
  });
  window.proofPart = (json) => { document.currentScript.result = JSON.parse(json); };

  const partOf = (number) => Math.floor((number - 1) / shared.book.part);
  /// The version in which a part changed: text and words, with the pictures of its pages; geometry, with each version,
  /// because it has places in the source.
  const versionOf = (kind, part) => {
    const { version, drawn, part: size } = shared.book;
    if (!version) return '';
    return `?${kind !== 'shapes' ? Math.max(...drawn.slice(part * size, (part + 1) * size)) : version}`;
  };
  // The parts that were used last.
  const parts = new Map();
  const load = (kind, part) => {
    const path = `data/${kind}-${part}.js${versionOf(kind, part)}`;
    const loading = parts.get(path) || script(path);
    parts.delete(path);
    parts.set(path, loading);
    loading.catch(() => parts.delete(path));
    if (parts.size > PARTS_AT_MOST) parts.delete(parts.keys().next().value);
    return loading;
  };
  const rowOf = async (kind, number) => {
    const list = await load(kind, partOf(number)).catch(() => []);
    return list[(number - 1) % shared.book.part];
  };
  /// The text of a page; words that are divided at a line end are in one piece.
  shared.textOf = async (number) => await rowOf('text', number) || '';
  /// The lines of a page: [start, baseline, size, x, width, length, ...]. The length is that of a word in the text; that of
  /// a space is -1, or 0 if it is not in the text.
  shared.wordsOf = async (number) => await rowOf('words', number) || [];
  /// The frames, boxes, exclusions and lines of a page, as they were laid out.
  shared.shapesOf = async (number) => ({ frames: [], boxes: [], exclusions: [], lines: [], ...await rowOf('shapes', number) });
  /// Null for a page of which there is only a record.
  shared.picturePath = (number) => {
    if (shared.book.undrawn && shared.book.undrawn.includes(number)) return null;
    const version = shared.book.drawn ? `?${shared.book.drawn[number - 1]}` : '';
    return `pages/${number}.js${version}`;
  };
  /// The book of a newer version, from the same folder.
  shared.reload = async (version) => {
    await script(`data/book.js?${version}`);
  };
  shared.script = script;

  /// The words of lines: where they are in the text of their page, and on it.
  shared.placesOf = (lines, number) => lines.flatMap(([first, y, em, ...numbers]) => {
    const places = [];
    let start = first;
    for (let index = 0; index < numbers.length; index += 3) {
      const [x, width, length] = numbers.slice(index, index + 3);
      if (length > 0) places.push({ start, end: start + length, page: number, rect: [x, y - em * 0.8, width, em * 1.05] });
      start += Math.abs(length);
    }
    return places;
  });
  shared.marksOf = (places, start, end) => places.filter((place) => place.end > start && place.start < end)
    .map(({ page, rect }) => ({ page, rect }));

  /// The page that a text names: its label, its number, or `#` and the id of an element.
  shared.target = (text) => {
    const wanted = text.trim();
    if (wanted.startsWith('#')) {
      const anchor = shared.map.anchors.find((one) => one.id === wanted.slice(1));
      return anchor ? anchor.page : null;
    }
    const label = shared.pages.find((one) => one.label === wanted);
    if (label) return label.number;
    const number = Number(wanted);
    return Number.isInteger(number) && number >= 1 && number <= shared.pages.length ? number : null;
  };
  shared.copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      shared.say('Copied');
    } catch {
      shared.say('The browser does not let this page copy: select the text');
    }
  };
  return shared;
})();
