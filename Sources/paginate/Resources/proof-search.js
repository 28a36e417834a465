'use strict';
// Search over the whole text of the book, over line and page ends.
(() => {
  const { byId, element, label, count, textOf, wordsOf, state } = window.proof;
  const LISTED_AT_MOST = 500;

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
  /// A text as it is compared by a search. ASCII but its capitals is compared as it is.
  const plain = (text) => text.replace(/[^ -@[-~]/gu, foldOf);
  /// The same, with places: without accents, in lower case, with straight quotation marks; `at` has the
  /// place of each of its characters in the text, and the text's end.
  const folded = (text) => {
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

  // The text of the pages as it is written, and that of the book as it is compared, with the place where each page
  // begins in it. The positions of words are not kept: they are loaded again for the pages in view.
  let texts = null;
  const loadTexts = async () => {
    const { book, pages } = window.proof;
    if (texts && texts.book === book) return;
    const found = { book, written: [], starts: [0], folded: '' };
    const parts = [];
    let length = 0;
    for (const { number } of pages) {
      const text = await textOf(number);
      const own = plain(text);
      found.written.push(text);
      parts.push(own);
      length += own.length;
      found.starts.push(length);
    }
    found.folded = parts.join('');
    texts = found;
  };
  /// The index of the first of some rising numbers that is greater than `limit`.
  const firstAfter = (numbers, limit) => {
    let low = 0;
    let high = numbers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[middle] <= limit) low = middle + 1; else high = middle;
    }
    return low;
  };
  const pageAt = (place) => firstAfter(texts.starts, place);

  // Where the text that was looked for last begins, and its length.
  let hits = null;
  const find = (wanted) => {
    const starts = [];
    for (let hit = texts.folded.indexOf(wanted); hit >= 0; hit = texts.folded.indexOf(wanted, hit + wanted.length)) starts.push(hit);
    hits = { book: texts.book, wanted, starts };
  };
  /// The marks of what was found on a page.
  const hitsOn = async (number) => {
    // Marks of a search that was closed would be taken for others.
    if (!hits || hits.book !== window.proof.book || byId('search').hidden) return [];
    const [start, end] = [texts.starts[number - 1], texts.starts[number]];
    const { starts, wanted } = hits;
    const first = firstAfter(starts, start - wanted.length);
    if (first >= starts.length || starts[first] >= end) return [];
    const places = window.proof.placesOf(await wordsOf(number), number);
    const { at } = folded(texts.written[number - 1]);
    const marks = [];
    for (let index = first; index < starts.length && starts[index] < end; index += 1) {
      const from = at[Math.max(0, starts[index] - start)];
      marks.push(...window.proof.marksOf(places, from, at[Math.min(end, starts[index] + wanted.length) - start]));
    }
    return marks;
  };
  // Whole words around a place.
  const before = (text, end) => text.slice(Math.max(0, end - 36), end).replace(end > 36 ? /^\S*\s/ : '', '');
  const behind = (text, start) => text.slice(start, start + 36).replace(start + 36 < text.length ? /\s\S*$/ : '', '');
  /// A place with the text around it, to be listed.
  const listed = (start) => {
    const number = pageAt(start);
    const last = pageAt(start + hits.wanted.length - 1);
    const own = texts.written[number - 1];
    const from = folded(own).at[start - texts.starts[number - 1]];
    const after = texts.written[last - 1];
    const to = folded(after).at[start + hits.wanted.length - texts.starts[last - 1]];
    const hit = number === last ? own.slice(from, to)
      : own.slice(from) + texts.written.slice(number, last - 1).join('') + after.slice(0, to);
    return element('li', {}, element('button', { type: 'button', onclick: () => window.proof.go(number) },
      `${label(number)}: ${before(own, from)}`, element('mark', {}, hit), behind(after, to)));
  };
  /// Goes to the next page with a place; after the last, to the first.
  const nextHit = (isAfter) => {
    const shown = window.proof.shown();
    const own = hits.starts.map(pageAt);
    const next = own.find((one) => (isAfter ? one > Math.max(...shown) : one >= Math.min(...shown))) || own[0];
    if (next) window.proof.go(next);
  };
  /// - stays: whether the page in view stays, as after a change of the book.
  const search = async (query, stays) => {
    const wanted = plain(query.trim().replace(/\s+/g, ' '));
    const list = byId('results');
    const status = byId('search-status');
    const isAgain = hits && hits.book === window.proof.book && hits.wanted === wanted;
    // Enter again goes on to the next page.
    if (isAgain && !stays && wanted) return nextHit(true);
    list.replaceChildren();
    state.marks = [];
    hits = null;
    if (!wanted) { status.textContent = ''; return window.proof.show(); }
    status.textContent = 'Searching';
    await loadTexts();
    find(wanted);
    const total = hits.starts.length;
    list.replaceChildren(...hits.starts.slice(0, LISTED_AT_MOST).map(listed));
    if (total && !stays) nextHit(false); else window.proof.show();
    const more = total > LISTED_AT_MOST ? `, the first ${LISTED_AT_MOST} are listed` : '';
    status.textContent = total ? count(total, 'place') + more : 'Not found';
  };

  window.proof.hitsOn = hitsOn;
  /// Searches again, because the book has changed.
  window.proof.searchAgain = () => { if (byId('results').firstChild) search(byId('query').value, true); };
  window.proof.listenToSearch = () => {
    byId('search-form').onsubmit = (event) => { event.preventDefault(); search(byId('query').value); };
  };
})();
