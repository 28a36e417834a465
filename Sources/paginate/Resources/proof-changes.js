'use strict';
// Comparing with an earlier run: which pages changed, and which of their lines.
(() => {
  const { byId, state, element, drawing, label, count, page } = window.proof;
  const COLORS = { changed: '#d9480f', respaced: '#e8a200', moved: '#1971c2' };

  const isComparing = () => state.compare !== 'off';
  const nextChange = (isForward) => {
    const list = [...window.proof.changes.keys()].sort((a, b) => a - b);
    const behind = isForward === false;
    const next = behind ? list.filter((one) => one < state.page).pop() : list.find((one) => one > state.page);
    const chosen = next || list[behind ? list.length - 1 : 0];
    if (!chosen) return;
    if (!isComparing()) setCompare('lines');
    window.proof.go(chosen);
  };
  const setCompare = (mode) => {
    state.compare = mode;
    for (const radio of document.querySelectorAll('[name="compare"]')) radio.checked = radio.value === mode;
    byId('wipe-label').hidden = mode !== 'wipe';
  };

  /// Lines are [left, right, baseline, kind]. They are marked as high as their neighbours allow.
  const mark = (made, own, lines) => {
    const over = drawing('svg', { class: 'over difference', viewBox: `0 0 ${own[0]} ${own[1]}`, 'aria-hidden': 'true' });
    for (const [left, right, y, kind] of lines) {
      over.append(drawing('rect', {
        x: left - 2, y: y - 9, width: right - left + 4, height: 12, rx: 1.5, fill: COLORS[kind], 'fill-opacity': 0.22, class: kind,
      }));
      over.append(drawing('rect', { x: 4, y: y - 9, width: 3, height: 12, fill: COLORS[kind] }));
    }
    made.append(over);
  };
  const oldPicture = (change) => window.proof.pictureAt(`old/${change.old}.js`);

  const wipe = (old) => {
    old.style.clipPath = `inset(0 ${100 - state.wipe}% 0 0)`;
    old.nextElementSibling.style.left = `${state.wipe}%`;
  };

  /// The earlier page, to be shown beside the new one; nil where there is none.
  window.proof.oldPage = (number) => {
    const change = window.proof.changes.get(number);
    if (state.compare !== 'beside' || !change || !change.isShown) return null;
    const made = element('div', { class: 'page was', 'data-old': change.old });
    const picture = oldPicture(change);
    made.append(picture, element('p', { class: 'was-label' }, `Before: page ${change.oldLabel || change.old}`));
    mark(made, window.proof.size(number), change.oldLines || []);
    // The page may have had another size, which its picture knows.
    picture.loading.then(({ size }) => {
      made.ownSize = size;
      made.querySelector('svg').setAttribute('viewBox', `0 0 ${size.join(' ')}`);
      window.proof.fitPages();
    }, () => {});
    return made;
  };
  /// Marks what changed on a page.
  window.proof.addChanges = (made, number) => {
    const change = window.proof.changes.get(number);
    if (!change || !isComparing()) return;
    made.classList.add(change.kind);
    if (state.compare === 'lines' || state.compare === 'beside') mark(made, window.proof.size(number), change.lines || []);
    if (state.compare === 'wipe' && change.isShown) {
      const old = oldPicture(change);
      old.classList.add('old');
      made.append(old, element('div', { class: 'wipe-line' }), element('p', { class: 'was-label' }, 'Before'),
        element('p', { class: 'was-label now' }, 'Now'));
      wipe(old);
    }
  };

  const kinds = (change) => {
    const found = ['changed', 'respaced', 'moved'].map((kind) => [kind, (change.lines || []).filter((line) => line[3] === kind).length])
      .filter(([, number]) => number);
    return found.map(([kind, number]) => `${count(number, 'line')} ${kind}`).join(', ');
  };
  const sentence = (change) => {
    const before = change.oldLabel || change.old;
    const isSame = String(before) === label(change.page);
    const was = !change.old ? ' (new)' : isSame ? '' : ` (was page ${before})`;
    const lines = kinds(change);
    return `${label(change.page)}: ${change.kind}${was}${lines ? `: ${lines}` : ''}`;
  };
  const listed = (change) => [sentence(change), ...(change.cause ? [element('span', { class: 'cause' }, `Cause: ${change.cause}`)] : [])];
  const totals = () => {
    const { book, pages } = window.proof;
    const number = (kind) => book.changes.filter((one) => one.kind === kind).length;
    return `${count(number('changed'), 'page')} changed, ${number('moved')} only moved, `
      + `${pages.length - book.changes.length} the same; ${count(book.oldCount, 'page')} before, ${pages.length} now.`;
  };
  /// What changed, as Markdown for a pull request. Text of the book is quoted as code.
  const summary = () => {
    const { book, map } = window.proof;
    const quoted = (text) => `\`${text.replace(/[`\r\n]+/g, ' ')}\``;
    const changed = book.changes.filter((one) => one.kind === 'changed');
    const row = (one) => [`- page ${sentence(one)}`, page(one.page).text && quoted(page(one.page).text), one.cause && `cause: ${quoted(one.cause)}`]
      .filter(Boolean).join(' ');
    const rows = changed.slice(0, 50).map(row);
    if (changed.length > rows.length) rows.push(`- and ${changed.length - rows.length} more`);
    return [`**${(map.title || 'The book').replace(/[*_<>`\r\n]/g, ' ')}**: ${totals()}`, '',
      ...(book.notes || []).map((note) => `- ${quoted(note)}`), ...rows, ''].join('\n');
  };

  Object.assign(window.proof, { nextChange, setCompare, changeSummary: summary });
  window.proof.listChanges = () => {
    const { book } = window.proof;
    if (!book.changes) return;
    byId('toggle-changes').hidden = false;
    byId('change-summary').textContent = totals();
    byId('compare').hidden = !book.changes.some((one) => one.isShown);
    byId('change-notes').replaceChildren(...(book.notes || []).map((note) => element('li', {}, note)));
    byId('change-list').replaceChildren(...book.changes.map((one) => element('li', {}, element('button', {
      type: 'button', class: one.kind, onclick: () => { if (!isComparing()) setCompare('lines'); window.proof.go(one.page); },
    }, ...listed(one)))));
    setCompare(state.compare);
  };
  window.proof.listenToChanges = () => {
    byId('next-change').onclick = () => nextChange(true);
    byId('copy-summary').onclick = () => window.proof.copy(summary());
    byId('wipe').oninput = (event) => {
      state.wipe = Number(event.target.value);
      for (const old of document.querySelectorAll('.page .old')) wipe(old);
    };
    for (const radio of document.querySelectorAll('[name="compare"]')) {
      radio.onchange = () => { setCompare(radio.value); window.proof.show(); };
    }
  };
})();
