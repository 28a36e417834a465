'use strict';
// The proof: pages of a book, made by `paginate proof`. Everything that comes from the book is set as
// text, never as markup. These are plain scripts, because browsers load no modules from file: addresses.
// This one: the book's data, loaded in parts, and what the other scripts share.
window.proof = (() => {
  const byId = (id) => document.getElementById(id);
  const state = {
    page: 1, mode: 'spread', fit: 'page', zoom: 1, overlays: new Set(), marks: [], compare: 'off', wipe: 50,
  };
  // Words and shapes by page, and what is under way for them, by file.
  const parts = { words: new Map(), shapes: new Map() };
  const loading = new Map();
  const shared = { byId, state, stage: byId('stage') };

  const use = (book) => {
    shared.book = book;
    shared.map = book.map;
    shared.pages = book.map.pages;
    shared.changes = new Map((book.changes || []).map((change) => [change.page, change]));
    shared.isReversed = shared.pages.length > 0 && shared.pages[0].side === 'left';
    parts.words.clear();
    parts.shapes.clear();
    loading.clear();
  };
  use(window.proofBook);

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

  // <script> works from file: where fetch does not.
  const script = (source) => new Promise((resolve, reject) => {
    const made = shared.element('script', { src: source });
    made.onload = () => { made.remove(); resolve(); };
    made.onerror = () => { made.remove(); reject(new Error(source)); };
    document.head.append(made);
  });
  const fresh = (path) => (shared.book.version ? `${path}?${shared.book.version}` : path);
  const keep = (map) => (part, list) => {
    list.forEach((one, index) => map.set(part * shared.book.part + index + 1, one));
  };
  window.proofWords = keep(parts.words);
  window.proofShapes = keep(parts.shapes);

  const load = (kind, part) => {
    const path = `data/${kind}-${part}.js`;
    if (!loading.has(path)) loading.set(path, script(fresh(path)).catch(() => loading.delete(path)));
    return loading.get(path);
  };
  const partOf = (number) => Math.floor((number - 1) / shared.book.part);
  /// The lines of a page: [baseline, size, [[x, width, text], [x, width] for a space, ...]].
  shared.wordsOf = async (number) => {
    await load('words', partOf(number));
    return parts.words.get(number) || [];
  };
  /// The frames, boxes, exclusions and lines of a page, as they were laid out.
  shared.shapesOf = async (number) => {
    await load('shapes', partOf(number));
    const own = parts.shapes.get(number) || {};
    return { frames: [], boxes: [], exclusions: [], lines: [], ...own };
  };
  shared.loadAllWords = async () => {
    for (let part = 0; part <= partOf(shared.pages.length); part += 1) await load('words', part);
  };
  shared.picturePath = (number) => {
    const version = shared.book.drawn ? `?${shared.book.drawn[number - 1]}` : '';
    return `pages/${number}.svg${version}`;
  };
  /// The book of a newer version, from the same folder.
  shared.reload = async (version) => {
    await script(`data/book.js?${version}`);
    use(window.proofBook);
  };
  shared.script = script;

  // Where a line ends without a space: after a dash or a slash, and between the characters of Chinese and Japanese.
  const GOES_ON = /[ \-\u2010\u2012-\u2015/\u2E80-\u312F\u31A0-\uA4CF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF]$/;
  /// The text of lines, and where each word is in it. Words that are divided at a line end are whole.
  shared.textOf = (lines, number) => {
    let text = '';
    const places = [];
    for (const [y, em, items] of lines) {
      for (const item of items) {
        if (item.length === 2) { if (!text.endsWith(' ')) text += ' '; continue; }
        const rect = [item[0], y - em * 0.8, item[1], em * 1.05];
        places.push({ start: text.length, end: text.length + item[2].length, page: number, rect });
        text += item[2];
      }
      const last = items[items.length - 1];
      if (last && last.length !== 4 && !GOES_ON.test(text)) text += ' ';
    }
    return { text, places };
  };
  // What is not looked for: soft hyphens and characters without width. Marks are no part of their letters.
  const UNSEEN = /[\u00AD\u034F\u200B-\u200F\u2060\uFEFF]/;
  const ALIKE = { '\u2018': "'", '\u2019': "'", '\u201A': "'", '\u201B': "'", '\u201C': '"', '\u201D': '"', '\u201E': '"', '\u00AB': '"',
    '\u00BB': '"', '\u2010': '-', '\u2011': '-', '\u2012': '-', '\u2013': '-', '\u2014': '-', '\u2015': '-' };
  const folds = new Map();
  const foldOf = (char) => {
    if (!folds.has(char)) {
      const plain = UNSEEN.test(char) ? '' : ALIKE[char] || char.normalize('NFKD').replace(/\p{M}+/gu, '').toLowerCase();
      folds.set(char, plain.replace(/\s+/g, ' '));
    }
    return folds.get(char);
  };
  /// A text as it is compared by a search: without accents, in lower case, with straight quotation marks; `at` has the
  /// place of each of its characters in the text, and the text's end.
  shared.folded = (text) => {
    let folded = '';
    const at = [];
    let index = 0;
    for (const char of text) {
      const own = foldOf(char);
      for (let count = 0; count < own.length; count += 1) at.push(index);
      folded += own;
      index += char.length;
    }
    at.push(text.length);
    return { text: folded, at };
  };
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
