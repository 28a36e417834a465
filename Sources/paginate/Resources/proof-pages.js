'use strict';
// The pages on the stage: spreads, single pages and the grid; zoom; links and notes.
(() => {
  const { byId, state, stage, element, size, label, page, say } = window.proof;
  const GAP = 12;
  // The mode before the grid, to which a page of the grid leads.
  let pageMode = 'spread';
  const note = byId('note');
  // The call whose note is shown.
  let noted = null;
  // Whether that was so when the call was touched.
  let wasNoted = false;

  /// The pages of the spread of a page, from left to right; 0 where there is none.
  const spreadOf = (number) => {
    const own = page(number);
    if (state.mode !== 'spread' || own.spread === 'center') return [number];
    const first = window.proof.isReversed ? 'right' : 'left';
    const other = own.side === first ? number + 1 : number - 1;
    const faces = page(other) && page(other).side !== own.side && page(other).spread !== 'center';
    const pair = [number, faces ? other : 0];
    return own.side === 'left' ? pair : pair.reverse();
  };
  const shown = () => spreadOf(state.page).filter(Boolean);

  const scale = () => {
    if (state.fit === 'none') return state.zoom;
    const made = [...stage.querySelectorAll('.spread > .page')];
    const columns = made.length || spreadOf(state.page).length;
    const own = size(state.page);
    const width = (stage.clientWidth - 2 * GAP) / (own[0] * columns);
    const height = (stage.clientHeight - 2 * GAP) / own[1];
    return Math.max(0.1, state.fit === 'width' ? width : Math.min(width, height));
  };
  const fitPages = () => {
    const factor = scale();
    for (const made of stage.querySelectorAll('.spread > .page')) {
      const own = made.ownSize || size(Number(made.dataset.page) || state.page);
      // Whole pixels: a picture that has to be scaled is kept twice.
      made.style.width = `${Math.round(own[0] * factor)}px`;
      made.style.height = `${Math.round(own[1] * factor)}px`;
    }
    window.proof.drawPictures();
  };
  /// Zooms so that what is under a point of the window stays there.
  const setZoom = (zoom, point) => {
    const made = stage.querySelector('.spread > .page:not(.none)');
    const bounds = stage.getBoundingClientRect();
    const at = point || { x: bounds.left + bounds.width / 2, y: bounds.top + bounds.height / 2 };
    const before = made && made.getBoundingClientRect();
    state.fit = 'none';
    state.zoom = Math.min(12, Math.max(0.1, zoom));
    fitPages();
    if (!made) return;
    const after = made.getBoundingClientRect();
    stage.scrollLeft += after.left + (at.x - before.left) / before.width * after.width - at.x;
    stage.scrollTop += after.top + (at.y - before.top) / before.height * after.height - at.y;
  };
  const setFit = (fit) => { state.fit = fit; fitPages(); };

  const picture = (number) => {
    const own = size(number);
    const made = element('div', { class: 'page', 'data-page': number, role: 'group', 'aria-label': `Page ${label(number)}` });
    made.style.aspectRatio = `${own[0]} / ${own[1]}`;
    return made;
  };
  const image = (number) => window.proof.pictureAt(window.proof.picturePath(number));

  /// The page's text for screen readers: the picture has none.
  const addText = async (made, number) => {
    const text = await window.proof.textOf(number);
    made.append(element('p', { class: 'hidden text', lang: window.proof.map.language || 'en' }, text.trim() || 'This page is blank.'));
  };

  // Links and notes.
  const NOTES = /\b(footnote|endnote|rearnote|note)s?\b/;
  const resolve = (href, base) => {
    const [path, id] = href.split('#');
    const from = base.split('/').slice(0, -1);
    for (const part of path ? path.split('/') : []) {
      if (part === '..') from.pop(); else if (part !== '.') from.push(part);
    }
    return { document: path ? from.join('/') : base, id };
  };
  const decoded = (href) => { try { return decodeURI(href); } catch { return href; } };
  const anchorOf = (link, number) => {
    const { map } = window.proof;
    const place = resolve(decoded(link.href), page(number).document || '');
    const anchor = map.anchors.find((one) => one.id && one.id === place.id
      && (one.document === place.document || link.href.startsWith(one.document)))
      || map.anchors.find((one) => one.id && one.id === place.id);
    return { anchor, first: map.documents.find((one) => one.href === place.document) };
  };
  const follow = (link, number) => {
    hideNote();
    if (/^[a-z][a-z0-9+.-]*:/i.test(link.href)) return leave(link.href);
    const { anchor, first } = anchorOf(link, number);
    if (anchor) {
      state.marks = anchor.rect ? [{ page: anchor.page, rect: anchor.rect }] : [];
      go(anchor.page);
    } else if (first) go(first.firstPage);
    else say(`Nothing in the book is called ${link.href}`);
  };
  const leave = (href) => {
    byId('leave-target').textContent = href;
    const dialog = byId('leave');
    dialog.onclose = () => {
      if (dialog.returnValue === 'open' && /^(https?|mailto):/i.test(href)) window.open(href, '_blank', 'noopener,noreferrer');
    };
    dialog.showModal();
  };
  const isNote = (anchor, number) => NOTES.test(anchor.types || '')
    || (page(number).notes || []).some((one) => (one.href || '').endsWith(`#${anchor.id}`));
  /// The text of a note: the lines from its place to that of the next note, at most thirty.
  const noteText = async (anchor) => {
    const top = anchor.rect ? anchor.rect[1] : 0;
    const ends = window.proof.map.anchors.filter((one) => one.page === anchor.page && one.rect
      && one.rect[1] > top + 1 && isNote(one, anchor.page)).map((one) => one.rect[1]);
    const bottom = Math.min(Infinity, ...ends);
    const text = await window.proof.textOf(anchor.page);
    const lines = await window.proof.wordsOf(anchor.page);
    const own = lines.map(([start, y], index) => [y, text.slice(start, index + 1 < lines.length ? lines[index + 1][0] : undefined)])
      .filter(([y]) => y > top && y < bottom);
    return own.slice(0, 30).map((line) => line[1]).join('').trim();
  };
  const showNote = async (button, link, number) => {
    const { anchor } = anchorOf(link, number);
    if (!anchor || !isNote(anchor, number)) return;
    const text = await noteText(anchor);
    if (!text || !button.matches(':hover, :focus')) return;
    note.textContent = text;
    note.hidden = false;
    noted = button;
    button.setAttribute('aria-describedby', 'note');
    const place = button.getBoundingClientRect();
    const own = note.getBoundingClientRect();
    note.style.left = `${Math.max(4, Math.min(place.left, innerWidth - own.width - 4))}px`;
    note.style.top = `${place.bottom + own.height + 8 > innerHeight ? Math.max(4, place.top - own.height - 4) : place.bottom + 4}px`;
  };
  const hideNote = () => {
    note.hidden = true;
    noted = null;
  };
  /// A finger cannot rest over a call: the first tap shows its note, the second goes there.
  const tap = async (event, button, link, number) => {
    if (event.pointerType === 'touch' && !wasNoted) {
      await showNote(button, link, number);
      if (noted === button) return;
    }
    follow(link, number);
  };

  const addLinks = (made, number) => {
    const own = size(number);
    for (const link of window.proof.map.links) {
      if (link.page !== number || !link.rect) continue;
      const button = element('button', { type: 'button', class: 'link', 'aria-label': `Link: ${link.href}` });
      button.onpointerdown = () => { wasNoted = noted === button; };
      button.onclick = (event) => tap(event, button, link, number);
      button.onmouseenter = () => showNote(button, link, number);
      button.onfocus = () => showNote(button, link, number);
      // The note of the call that has the focus stays.
      button.onmouseleave = () => { if (!button.matches(':focus')) hideNote(); };
      button.onblur = hideNote;
      button.style.left = `${link.rect[0] / own[0] * 100}%`;
      button.style.top = `${link.rect[1] / own[1] * 100}%`;
      button.style.width = `${link.rect[2] / own[0] * 100}%`;
      button.style.height = `${link.rect[3] / own[1] * 100}%`;
      made.append(button);
    }
  };

  // The grid: pictures of the pages in view.
  let watching = null;
  const showGrid = () => {
    if (watching) watching.disconnect();
    watching = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const number = Number(target.dataset.page);
        if (!isIntersecting) {
          window.proof.release(target);
          target.replaceChildren();
        } else if (!target.firstChild) target.append(window.proof.thumbnailAt(window.proof.picturePath(number)));
      }
    }, { root: stage, rootMargin: '300px' });
    const grid = element('div', { class: 'grid' });
    for (const one of window.proof.pages) {
      const made = picture(one.number);
      made.removeAttribute('role');
      made.removeAttribute('aria-label');
      const change = window.proof.changes.get(one.number);
      if (change) made.classList.add(change.kind);
      watching.observe(made);
      grid.append(element('button', {
        type: 'button', 'aria-current': one.number === state.page, 'aria-label': `Page ${label(one.number)}`,
        onclick: () => { setMode(pageMode); go(one.number); },
      }, made, element('span', { 'aria-hidden': 'true' }, label(one.number))));
    }
    window.proof.release(stage);
    stage.replaceChildren(grid);
    if (grid.children[state.page - 1]) grid.children[state.page - 1].scrollIntoView({ block: 'center' });
  };

  const showSpread = () => {
    const spread = element('div', { class: 'spread' });
    const numbers = state.compare === 'beside' ? [state.page] : spreadOf(state.page);
    for (const number of numbers) {
      if (!number) { spread.append(element('div', { class: 'page none' })); continue; }
      const made = picture(number);
      made.append(image(number));
      window.proof.addChanges(made, number);
      addLinks(made, number);
      const old = window.proof.oldPage(number);
      if (old) spread.append(old);
      spread.append(made);
      window.proof.draw(made, number);
      addText(made, number);
    }
    window.proof.release(stage);
    stage.replaceChildren(spread);
    fitPages();
    prepareNeighbours(spread);
  };
  /// Loads the pages before and after a spread before they are asked for, but after those of the spread.
  const prepareNeighbours = async (spread) => {
    await Promise.allSettled([...spread.querySelectorAll('.picture')].map((one) => one.loading));
    await new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); });
    if (!spread.isConnected) return;
    const own = shown();
    for (const number of [Math.max(...own) + 1, Math.max(...own) + 2, Math.min(...own) - 1]) {
      if (page(number)) window.proof.prepare(window.proof.picturePath(number));
    }
  };
  const show = () => {
    hideNote();
    document.body.dataset.mode = state.mode;
    byId('go').value = label(state.page);
    byId('count').textContent = `${state.page} of ${window.proof.pages.length}`;
    for (const button of document.querySelectorAll('[data-view]')) {
      button.setAttribute('aria-pressed', String(button.dataset.view === state.mode));
    }
    if (state.mode === 'grid') showGrid(); else showSpread();
    window.proof.showFacts();
    window.proof.showStrip();
  };
  const go = (number, keepsAddress) => {
    say('');
    state.page = Math.min(window.proof.pages.length, Math.max(1, number));
    if (!keepsAddress) history.replaceState(null, '', `#page=${state.page}`);
    show();
    say(`Page ${label(state.page)}`);
  };
  const turn = (isForward) => {
    const own = state.compare === 'beside' ? [state.page] : shown();
    go(isForward ? Math.max(...own) + 1 : Math.min(...own) - 1);
  };
  const setMode = (mode) => {
    if (state.mode !== 'grid') pageMode = state.mode;
    state.mode = mode;
    show();
  };

  // Pinching, Ctrl and the wheel, and swiping.
  const distance = (touches) => Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
  const listenToStage = () => {
    let pinch = null;
    let swipe = null;
    stage.addEventListener('wheel', (event) => {
      if (!event.ctrlKey || state.mode === 'grid') return;
      event.preventDefault();
      setZoom(scale() * Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 250), { x: event.clientX, y: event.clientY });
    }, { passive: false });
    stage.addEventListener('touchstart', (event) => {
      const { touches } = event;
      if (touches.length === 2 && state.mode !== 'grid') {
        pinch = { distance: distance(touches), scale: scale() };
        swipe = null;
      } else if (touches.length === 1) swipe = { x: touches[0].clientX, y: touches[0].clientY };
    }, { passive: true });
    stage.addEventListener('touchmove', (event) => {
      if (!pinch || event.touches.length !== 2) return;
      event.preventDefault();
      const [one, other] = event.touches;
      setZoom(pinch.scale * distance(event.touches) / Math.max(1, pinch.distance), {
        x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2,
      });
    }, { passive: false });
    stage.addEventListener('touchend', (event) => {
      const end = event.changedTouches[0];
      // A page that is wider than the stage is moved by a finger, not turned.
      const isTurn = swipe && !pinch && state.mode !== 'grid' && stage.scrollWidth <= stage.clientWidth + 1
        && Math.abs(end.clientX - swipe.x) > 60 && Math.abs(end.clientY - swipe.y) < 40;
      if (isTurn) turn((end.clientX < swipe.x) !== window.proof.isReversed);
      if (event.touches.length < 2) pinch = null;
      swipe = null;
    });
  };
  Object.assign(window.proof, { show, go, turn, setMode, setZoom, setFit, scale, fitPages, shown, spreadOf, listenToStage });
})();
