'use strict';
// Starts the proof: the toolbar, the keyboard, the address, and following `paginate watch`.
(() => {
  const { byId, state, page, say, toggle, go, show, turn, setZoom, setFit, scale } = window.proof;

  const setDark = (isDark) => {
    document.body.classList.toggle('dark', isDark);
    byId('dark').checked = isDark;
    window.proof.showStrip();
  };
  const listenToBar = () => {
    byId('previous').onclick = () => turn(false);
    byId('next').onclick = () => turn(true);
    byId('go').onchange = (event) => {
      const number = window.proof.target(event.target.value);
      if (number) go(number); else { show(); say('There is no such page'); }
    };
    for (const button of document.querySelectorAll('[data-view]')) button.onclick = () => window.proof.setMode(button.dataset.view);
    byId('larger').onclick = () => setZoom(scale() * 1.25);
    byId('smaller').onclick = () => setZoom(scale() / 1.25);
    byId('fit').onclick = () => setFit('page');
    byId('fit-width').onclick = () => setFit('width');
    byId('full').onclick = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    byId('show-keys').onclick = showKeys;
    for (const box of document.querySelectorAll('[data-overlay]')) {
      box.onchange = () => {
        if (box.checked) state.overlays.add(box.dataset.overlay); else state.overlays.delete(box.dataset.overlay);
        show();
      };
    }
    byId('dark').onchange = (event) => setDark(event.target.checked);
    const prefers = matchMedia('(prefers-color-scheme: dark)');
    prefers.onchange = () => setDark(prefers.matches);
    setDark(prefers.matches);
    document.addEventListener('click', (event) => {
      const menu = document.querySelector('.menu');
      if (menu.open && !menu.contains(event.target)) menu.open = false;
    });
    window.addEventListener('resize', () => { window.proof.fitPages(); window.proof.showStrip(); });
  };

  const showKeys = () => {
    document.querySelector('.menu').open = false;
    byId('keys').showModal();
  };
  const escape = () => {
    const menu = document.querySelector('.menu');
    const all = [...document.querySelectorAll('.panel:not([hidden])')];
    // The one with the focus; the last one if the pages have it.
    const open = all.find((one) => one.contains(document.activeElement))
      || ([document.body, window.proof.stage].includes(document.activeElement) && all.pop());
    if (menu.open) { menu.open = false; menu.querySelector('summary').focus(); } else if (open) window.proof.closePanel(open);
    else if (document.activeElement) document.activeElement.blur();
  };
  const forward = () => turn(!window.proof.isReversed);
  const backward = () => turn(window.proof.isReversed);
  const KEYS = {
    ArrowRight: forward, ArrowLeft: backward, PageDown: () => turn(true), PageUp: () => turn(false),
    Home: () => go(1), End: () => go(window.proof.pages.length), '+': () => setZoom(scale() * 1.25), '-': () => setZoom(scale() / 1.25),
    0: () => setFit('page'), w: () => setFit('width'), g: () => byId('go').focus(), '/': () => toggle('search', true), c: () => toggle('contents'),
    f: () => toggle('findings'), i: () => toggle('facts'), '?': showKeys, n: () => window.proof.nextChange(true), p: () => window.proof.nextChange(false),
  };
  const listenToKeys = () => document.addEventListener('keydown', (event) => {
    // A dialog has its own keys.
    if (document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape') return escape();
    const isText = ['INPUT', 'SELECT', 'TEXTAREA'].includes(event.target.tagName) && event.target.type !== 'checkbox';
    if (isText || event.altKey || event.metaKey || event.ctrlKey) return;
    const isWide = window.proof.stage.scrollWidth > window.proof.stage.clientWidth + 1;
    // Arrows move a page that is wider than the window.
    if (isWide && event.target === window.proof.stage && /^Arrow/.test(event.key)) return;
    const action = KEYS[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  // The address: #page=37, a label, or the id of an element as #page=%23id.
  const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
  const fromAddress = () => {
    const match = location.hash.match(/^#page=(.+)$/);
    const number = match && Number(match[1]);
    const isNumber = Number.isInteger(number) && number >= 1 && number <= window.proof.pages.length;
    const found = isNumber ? number : match && window.proof.target(decoded(match[1]));
    go(found || state.page, true);
    if (match && !found) say('There is no such page');
  };

  // A proof that `paginate watch` keeps: shows a newer one at the text that is looked at.
  const placeOf = (place) => {
    if (!place) return state.page;
    const own = window.proof.pages.filter((one) => one.document === place.document && one.start);
    const found = own.filter((one) => one.start.offset <= place.offset).pop() || own[0];
    return found ? found.number : state.page;
  };
  const follow = async (version) => {
    const own = page(state.page);
    const place = own.start && { document: own.document, offset: own.start.offset };
    await window.proof.reload(version);
    state.marks = [];
    const number = placeOf(place);
    // The pages of before are shown until those of now can be drawn.
    await Promise.all(window.proof.spreadOf(number).filter(Boolean).map((one) => window.proof.prepare(window.proof.picturePath(one))));
    prepare();
    go(number);
    window.proof.searchAgain();
  };
  const keepUp = () => {
    let isBusy = false;
    let seen = window.proof.book.version;
    window.proofVersion = (version, error) => {
      byId('problem').hidden = !error;
      byId('problem').textContent = error;
      if (isBusy) return;
      seen = version;
      if (error || version === window.proof.book.version) return;
      isBusy = true;
      // While a folder is replaced a file may be missing for a moment: the next question finds it.
      follow(version).catch(() => { seen = 0; }).finally(() => { isBusy = false; });
    };
    // A server answers when there is a version after the one that was seen. In a folder, the page looks.
    const isServed = location.protocol === 'http:';
    const pause = (isAnswered) => {
      if (document.hidden || (isServed && !isAnswered)) return 1000;
      return isServed && !isBusy ? 0 : 40;
    };
    const ask = async () => {
      const after = isServed && !document.hidden ? `after=${seen}&` : '';
      const isAnswered = await window.proof.script(`data/version.js?${after}${Date.now()}`).then(() => true, () => false);
      setTimeout(ask, pause(isAnswered));
    };
    // Before the page is loaded, a question without an answer would keep it loading.
    if (document.readyState === 'complete') ask(); else window.addEventListener('load', () => setTimeout(ask));
  };

  const prepare = () => {
    const title = window.proof.map.title || 'Proof';
    document.title = `${title}: proof`;
    byId('title').textContent = title;
    window.proof.preparePanels();
    window.proof.listChanges();
    // A run's pages have neither findings nor geometry.
    const { isRun } = window.proof.book;
    byId('toggle-findings').hidden = Boolean(isRun);
    for (const box of document.querySelectorAll('[data-overlay]')) box.disabled = Boolean(isRun) && box.dataset.overlay !== 'words';
  };
  // Two pages side by side are too small for a telephone.
  if (innerWidth <= 600) state.mode = 'single';
  prepare();
  listenToBar();
  listenToKeys();
  window.proof.listenToStage();
  window.proof.listenToPanels();
  window.proof.listenToSearch();
  window.proof.listenToChanges();
  window.proof.listenToStrip();
  window.addEventListener('hashchange', fromAddress);
  fromAddress();
  if (window.proof.book.version) keepUp();
})();
