'use strict';
// The map of the book: a bar for every page, so that a bad spread is seen among all of them.
(() => {
  const { byId, state, label, count, page } = window.proof;
  const canvas = byId('strip');
  const tip = byId('strip-tip');
  const HEIGHT = 40;

  /// What the strip shows of every page.
  const marks = () => {
    const { book, map, pages, changes } = window.proof;
    const severities = new Map();
    for (const one of book.findings) {
      if (one.page && one.severity !== 'note') severities.set(one.page, severities.get(one.page) === 'error' ? 'error' : one.severity);
    }
    const starts = new Set(map.documents.map((one) => one.firstPage));
    for (const one of map.contents) if (one.page) starts.add(one.page);
    const images = new Set(map.images.map((one) => one.page));
    return pages.map((one, index) => ({
      fill: one.fill || 0, change: changes.get(one.number), severity: severities.get(one.number),
      starts: starts.has(one.number), hasImage: images.has(one.number), loose: (book.loose || [])[index] || 0,
    }));
  };
  let known = { book: null, marks: [] };
  const current = () => {
    if (known.book !== window.proof.book) known = { book: window.proof.book, marks: marks() };
    return known.marks;
  };

  window.proof.showStrip = () => {
    const width = canvas.clientWidth || 600;
    canvas.width = width * devicePixelRatio;
    canvas.height = HEIGHT * devicePixelRatio;
    const context = canvas.getContext('2d');
    context.scale(devicePixelRatio, devicePixelRatio);
    const all = current();
    const step = width / all.length;
    const dot = Math.max(1, step * 0.8);
    const bar = (index, top, height, color) => {
      context.fillStyle = color;
      context.fillRect(index * step, top, dot, height);
    };
    // Marks come after all bars: with many pages, several share a pixel.
    all.forEach((one, index) => bar(index, 28 - 20 * one.fill, 20 * one.fill, '#8a93a0'));
    all.forEach((one, index) => {
      if (one.change) bar(index, 8, 20, one.change.kind === 'moved' ? '#4dabf7' : '#d9480f');
      // One loose line on a page is common: only more of them stand out.
      const loose = Math.min(20, 2 + 3 * one.loose);
      if (one.loose) bar(index, 28 - loose, loose, one.loose < 3 ? '#e0313166' : '#e03131');
      if (one.severity) bar(index, 1, 5, one.severity === 'error' ? '#c92a2a' : '#e8a200');
      if (one.starts) bar(index, 30, 4, '#2b8a3e');
      if (one.hasImage) bar(index, 35, 4, '#7048e8');
    });
    context.strokeStyle = getComputedStyle(document.body).getPropertyValue('--accent') || '#0a58a8';
    context.lineWidth = 2;
    context.strokeRect((state.page - 1) * step - 1, 1, Math.max(4, step + 1), HEIGHT - 2);
    canvas.setAttribute('aria-valuemax', all.length);
    canvas.setAttribute('aria-valuenow', state.page);
    canvas.setAttribute('aria-valuetext', sentence(state.page));
  };
  const sentence = (number) => {
    const one = current()[number - 1];
    if (!one) return '';
    return [`Page ${label(number)}`, `${Math.round(one.fill * 100)} % full`, one.starts && 'a chapter begins', one.hasImage && 'image',
      one.loose && count(one.loose, 'loose line'), one.severity, one.change && one.change.kind].filter(Boolean).join(', ');
  };
  const numberAt = (event) => Math.min(window.proof.pages.length, Math.max(1, Math.ceil(event.offsetX / canvas.clientWidth * window.proof.pages.length)));

  window.proof.listenToStrip = () => {
    canvas.onclick = (event) => window.proof.go(numberAt(event));
    canvas.onmousemove = (event) => {
      const number = numberAt(event);
      if (!page(number)) return;
      tip.textContent = sentence(number);
      tip.hidden = false;
      tip.style.left = `${Math.max(4, Math.min(event.clientX - tip.offsetWidth / 2, innerWidth - tip.offsetWidth - 4))}px`;
    };
    canvas.onmouseleave = () => { tip.hidden = true; };
  };
})();
