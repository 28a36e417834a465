'use strict';
// Overlays of the proof: drawings over a page that show how it was laid out.
(() => {
  const { state, drawing, size, wordsOf, shapesOf } = window.proof;
  const RED = '#d6336c';
  const BLUE = '#1971c2';
  const GREEN = '#2b8a3e';
  const ORANGE = '#d9480f';
  const VIOLET = '#7048e8';

  const box = (over, [x, y, width, height], attributes) => over.append(drawing('rect', {
    x, y, width: Math.max(0, width), height: Math.max(0, height), fill: 'none', 'stroke-width': 0.5, ...attributes,
  }));
  const line = (over, x1, y1, x2, y2, attributes) => over.append(drawing('line', { x1, y1, x2, y2, 'stroke-width': 0.5, ...attributes }));
  const text = (over, x, y, fill, words, attributes = {}) => over.append(drawing('text', {
    x, y, fill, 'font-size': 5.5, 'font-family': 'sans-serif', ...attributes,
  }, words));

  /// Red where something is loose and blue where it is tight, more so towards 1 and -1.
  const heat = (amount) => {
    const strength = Math.min(1, Math.abs(amount));
    return { fill: amount > 0 ? '#e03131' : BLUE, 'fill-opacity': (0.08 + 0.6 * strength).toFixed(2) };
  };
  const frame = (over, [name, ...rect]) => {
    box(over, rect, { stroke: VIOLET, 'stroke-dasharray': name === 'text' ? 'none' : '2 1.5' });
    text(over, rect[0] + 1.5, rect[1] - 1.5, VIOLET, name);
  };
  const grid = (over, shapes, number) => {
    if (!shapes.grid) return;
    const own = shapes.frames[0];
    for (let y = shapes.grid[0]; y <= own[2] + own[4] && shapes.grid[1] > 1; y += shapes.grid[1]) {
      line(over, 0, y, size(number)[0], y, { stroke: BLUE, 'stroke-opacity': 0.45, 'stroke-width': 0.3 });
    }
  };
  const ENDS = [ORANGE, RED, BLUE, '#c92a2a'];
  const lineBreak = (over, [, , , , x, width, y, end, badness]) => {
    const at = x + width + 1;
    line(over, at, y - 7, at, y + 2, { stroke: ENDS[end], 'stroke-width': 0.9 });
    if (badness >= 0) text(over, at + 2, y, ENDS[end], badness >= 10000 ? '\u221E' : badness);
  };
  /// Letter space in thousandths of a point, and glyph widths in thousandths: two percent of the size, or of
  /// the width, is as much as a style usually allows.
  const glyphs = (over, [x, y, , height, used, width, , , , , letters, stretch]) => {
    const amount = letters / 200 + stretch / 20;
    if (amount) box(over, [used, y, width, height], heat(amount));
  };
  const depth = (over, shapes, number) => {
    const last = shapes.lines.filter((one) => one[6] <= (shapes.depth || 0) + 0.5).pop();
    if (!last) return;
    const [, , , height, , , y] = last;
    line(over, 0, y, size(number)[0], y, { stroke: RED, 'stroke-width': 0.8 });
    const [, , top, , room] = shapes.frames[0];
    const rest = Math.max(0, Math.round((top + room - y) / Math.max(1, height)));
    text(over, 3, y + 6.5, RED, `depth ${(y - top).toFixed(1)} pt, ${rest} ${rest === 1 ? 'line' : 'lines'} short`);
  };

  const KINDS = {
    baselines: (over, shapes, number) => {
      grid(over, shapes, number);
      for (const [, , , , x, width, y] of shapes.lines) line(over, x, y, x + width, y, { stroke: ORANGE });
    },
    lines: (over, shapes) => shapes.lines.forEach(([x, , , , , , y], index) => text(
      over, x - 3, y, BLUE, index + 1, { 'text-anchor': 'end' })),
    boxes: (over, shapes) => {
      for (const rect of shapes.boxes) box(over, rect, { stroke: VIOLET });
      for (const one of shapes.lines) box(over, one.slice(0, 4), { stroke: BLUE, 'stroke-width': 0.25 });
    },
    frames: (over, shapes) => shapes.frames.forEach((one) => frame(over, one)),
    exclusions: (over, shapes) => shapes.exclusions.forEach((rect) => box(over, rect, {
      stroke: GREEN, fill: GREEN, 'fill-opacity': 0.12, 'stroke-width': 1,
    })),
    breaks: (over, shapes) => shapes.lines.forEach((one) => lineBreak(over, one)),
    glyphs: (over, shapes) => shapes.lines.forEach((one) => glyphs(over, one)),
    depth,
  };

  const drawWords = (over, lines, shapes) => {
    for (const [, y, em, ...numbers] of lines) {
      const own = shapes.lines.find((one) => Math.abs(one[6] - y) < 0.1 && one[4] <= numbers[0] + 0.1
        && numbers[0] <= one[4] + one[5]);
      for (let index = 0; index < numbers.length; index += 3) {
        const [x, width, length] = numbers.slice(index, index + 3);
        if (length > 0 && state.overlays.has('words')) box(over, [x, y - em * 0.75, width, em], { stroke: GREEN });
        if (length <= 0 && state.overlays.has('spaces') && own && own[9]) box(over, [x, y - em * 0.8, width, em], heat(own[9] / 100));
      }
    }
  };

  /// Draws the marks and the overlays that are on over a page.
  window.proof.draw = async (made, number) => {
    const own = size(number);
    const over = drawing('svg', { class: 'over', viewBox: `0 0 ${own[0]} ${own[1]}`, 'aria-hidden': 'true' });
    for (const mark of [...state.marks, ...await window.proof.hitsOn(number)]) {
      if (mark.page === number) box(over, mark.rect, { class: 'mark', fill: '#ffd84d', 'fill-opacity': 0.6 });
    }
    const kinds = Object.keys(KINDS).filter((kind) => state.overlays.has(kind));
    const needsWords = state.overlays.has('words') || state.overlays.has('spaces');
    const shapes = kinds.length || needsWords ? await shapesOf(number) : null;
    for (const kind of kinds) {
      const group = drawing('g', { 'data-overlay-of': kind });
      KINDS[kind](group, shapes, number);
      over.append(group);
    }
    if (needsWords) {
      const group = drawing('g', { 'data-overlay-of': 'words' });
      drawWords(group, await wordsOf(number), shapes);
      over.append(group);
    }
    for (const old of made.querySelectorAll('svg.over:not(.difference)')) old.remove();
    made.append(over);
  };
})();
