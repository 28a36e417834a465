'use strict';
// The proof: pages of a book, made by `paginate proof`. Everything that comes from the book is set as
// text, never as markup.
(() => {
  const book = window.proofBook;
  const map = book.map;
  const pages = map.pages;
  const byId = (id) => document.getElementById(id);
  const stage = byId('stage');
  const state = { page: 1, mode: 'spread', zoom: 0, overlays: new Set(), marks: [], finding: null, wipe: 100 };
  const changes = new Map((book.changes || []).map((change) => [change.page, change]));
  const words = new Map();

  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key === 'class') made.className = value;
      else if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
      else made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  };
  const drawing = (name, attributes) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const say = (text) => { byId('said').textContent = text; };
  const size = (number) => book.sizes[number - 1];
  const name = (number) => `${number}.svg`;
  const page = (number) => pages[number - 1];

  // Words come in parts, as they are asked for: <script> works from file: where fetch does not.
  const partOf = (number) => Math.floor((number - 1) / book.part);
  const loading = new Map();
  window.proofWords = (part, list) => {
    list.forEach((lines, index) => words.set(part * book.part + index + 1, lines));
  };
  const load = (part) => {
    if (!loading.has(part)) {
      loading.set(part, new Promise((resolve, reject) => {
        document.head.append(element('script', {
          src: `data/words-${part}.js`, onload: resolve, onerror: reject,
        }));
      }));
    }
    return loading.get(part);
  };
  const wordsOf = async (number) => {
    await load(partOf(number));
    return words.get(number) || [];
  };

  // Spreads: the first page is a recto and stands alone.
  const isRecto = (number) => page(number) && page(number).side === 'right';
  const spreadOf = (number) => {
    if (state.mode !== 'spread') return [number];
    if (isRecto(number)) return number > 1 && !isRecto(number - 1) ? [number - 1, number] : [0, number];
    return number < pages.length && isRecto(number + 1) ? [number, number + 1] : [number, 0];
  };

  const target = (text) => {
    const wanted = text.trim();
    if (wanted.startsWith('#')) {
      const anchor = map.anchors.find((one) => one.id === wanted.slice(1));
      return anchor ? anchor.page : null;
    }
    const label = pages.find((one) => one.label === wanted);
    if (label) return label.number;
    const number = Number(wanted);
    return Number.isInteger(number) && number >= 1 && number <= pages.length ? number : null;
  };

  const go = (number, keepsHash) => {
    say('');
    state.page = Math.min(pages.length, Math.max(1, number));
    if (!keepsHash) history.replaceState(null, '', `#page=${state.page}`);
    show();
  };
  const turn = (forward) => {
    const spread = spreadOf(state.page).filter(Boolean);
    go(forward ? spread[spread.length - 1] + 1 : spread[0] - 1);
  };

  const scale = () => {
    if (state.zoom) return state.zoom;
    const spread = spreadOf(state.page);
    const own = size(spread.find(Boolean));
    const width = (stage.clientWidth - 24) / (own[0] * spread.length);
    return Math.max(0.2, Math.min(width, (stage.clientHeight - 24) / own[1]));
  };

  const picture = (number, isSmall) => {
    const own = size(number);
    const made = element('div', { class: 'page', 'data-page': number });
    made.style.aspectRatio = `${own[0]} / ${own[1]}`;
    const change = changes.get(number);
    if (change) made.classList.add(change.kind);
    made.append(element('img', {
      src: `pages/${name(number)}`, alt: `Page ${page(number).label || number}`,
      loading: isSmall ? 'lazy' : 'eager', decoding: 'async',
    }));
    return made;
  };

  const addLinks = (made, number) => {
    const own = size(number);
    for (const link of map.links) {
      if (link.page !== number || !link.rect) continue;
      const button = element('button', {
        type: 'button', class: 'link', 'aria-label': `Link: ${link.href}`, onclick: () => follow(link, number),
      });
      button.style.cssText = `left:${link.rect[0] / own[0] * 100}%;top:${link.rect[1] / own[1] * 100}%;`
        + `width:${link.rect[2] / own[0] * 100}%;height:${link.rect[3] / own[1] * 100}%`;
      made.append(button);
    }
  };

  const resolve = (href, base) => {
    const [path, id] = href.split('#');
    const from = base.split('/').slice(0, -1);
    for (const part of path ? path.split('/') : []) {
      if (part === '..') from.pop(); else if (part !== '.') from.push(part);
    }
    return { document: path ? from.join('/') : base, id };
  };
  const follow = (link, number) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(link.href)) return leave(link.href);
    const place = resolve(decodeURI(link.href), page(number).document || '');
    const anchor = map.anchors.find((one) => one.id === place.id
      && (one.document === place.document || link.href.startsWith(one.document)))
      || map.anchors.find((one) => one.id && one.id === place.id);
    const first = map.documents.find((one) => one.href === place.document);
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

  // Overlays are drawn from the words: [baseline, size, [x, width, text] or [x, width] for a space ...].
  const draw = async (made, number) => {
    const own = size(number);
    const over = drawing('svg', { class: 'over', viewBox: `0 0 ${own[0]} ${own[1]}`, 'aria-hidden': 'true' });
    const box = (rect, fill, stroke) => over.append(drawing('rect', {
      x: rect[0], y: rect[1], width: rect[2], height: rect[3], fill, stroke: stroke || 'none', 'stroke-width': 0.5,
    }));
    for (const mark of state.marks) if (mark.page === number) box(mark.rect, '#ffd84d99');
    if (['baselines', 'lines', 'words', 'spaces'].some((one) => state.overlays.has(one))) {
      (await wordsOf(number)).forEach(([y, em, items], index) => {
        if (!items.length) return;
        const left = items[0][0];
        const last = items[items.length - 1];
        const right = last[0] + last[1];
        if (state.overlays.has('baselines')) box([left, y, right - left, 0.3], '#d9480f');
        if (state.overlays.has('lines')) {
          box([left, y - em * 0.8, right - left, em * 1.05], 'none', '#1971c2');
          const label = drawing('text', { x: left - 3, y, 'font-size': 6, 'text-anchor': 'end', fill: '#1971c2' });
          label.textContent = index + 1;
          over.append(label);
        }
        for (const item of items) {
          if (item.length > 2) {
            if (state.overlays.has('words')) box([item[0], y - em * 0.75, item[1], em], 'none', '#2b8a3e');
          } else if (state.overlays.has('spaces')) {
            // A quarter of an em is what a space wants to be.
            const loose = Math.max(-1, Math.min(1, (item[1] / em - 0.25) / 0.2));
            const strength = Math.round(Math.abs(loose) * 200).toString(16).padStart(2, '0');
            box([item[0], y - em * 0.8, item[1], em], (loose > 0 ? '#e03131' : '#1971c2') + strength);
          }
        }
      });
    }
    made.append(over);
  };

  const withOld = (made, number) => {
    const change = changes.get(number);
    if (!change || !change.file || state.wipe === 100) return;
    const old = element('img', { class: 'old', src: `old/${change.file}`, alt: `As it was: page ${change.old}` });
    old.style.clipPath = `inset(0 0 0 ${state.wipe}%)`;
    made.append(old);
  };

  const showGrid = () => {
    const grid = element('div', { class: 'grid' });
    pages.forEach((one) => {
      grid.append(element('button', {
        type: 'button', 'aria-current': one.number === state.page, 'aria-label': `Page ${one.label || one.number}`,
        onclick: () => { setMode('spread'); go(one.number); },
      }, picture(one.number, true), element('span', {}, one.label || String(one.number))));
    });
    stage.replaceChildren(grid);
    grid.children[state.page - 1].scrollIntoView({ block: 'center' });
  };

  const show = () => {
    document.body.dataset.mode = state.mode;
    byId('go').value = page(state.page).label || state.page;
    byId('count').textContent = `${state.page} of ${pages.length}`;
    for (const button of document.querySelectorAll('[data-view]')) {
      button.setAttribute('aria-checked', button.dataset.view === state.mode);
    }
    if (state.mode === 'grid') return showGrid();
    const spread = element('div', { class: 'spread' });
    const factor = scale();
    for (const number of spreadOf(state.page)) {
      const own = size(number || spreadOf(state.page).find(Boolean));
      const made = number ? picture(number) : element('div', { class: 'page none' });
      made.style.width = `${own[0] * factor}px`;
      made.style.height = `${own[1] * factor}px`;
      if (number) {
        withOld(made, number);
        addLinks(made, number);
        draw(made, number);
      }
      spread.append(made);
    }
    stage.replaceChildren(spread);
    // The next spread is there before it is asked for.
    const ahead = spreadOf(state.page).filter(Boolean).pop() + 1;
    for (const number of [ahead, ahead + 1]) if (page(number)) new Image().src = `pages/${name(number)}`;
    facts();
    strip();
  };

  const facts = () => {
    if (byId('facts').hidden) return;
    const own = page(state.page);
    const rows = [
      ['Page', `${own.number}${own.label ? `, numbered ${own.label}` : ''}`], ['Side', own.side], ['Document', own.document],
      ['Begins', own.text], ['CFI', own.start && own.start.cfi], ['Ends at', own.end && own.end.cfi],
      ['Lines', own.lines], ['Full', own.fill === undefined ? '' : `${Math.round(own.fill * 100)} %`],
      ['Ends in a hyphen', own.hyphenated ? 'yes' : 'no'], ['Digest', own.digest],
    ];
    byId('fact-list').replaceChildren(...rows.filter((row) => row[1] !== undefined && row[1] !== '')
      .flatMap(([key, value]) => [element('dt', {}, key), element('dd', {}, String(value))]));
  };

  // Search: words are put together over lines and hyphens, so that a divided word is found whole.
  const textOf = (lines) => {
    let text = '';
    const places = [];
    lines.forEach(([y, em, items], index) => {
      for (const item of items) {
        if (item.length === 2) { if (!text.endsWith(' ')) text += ' '; continue; }
        places.push({ start: text.length, end: text.length + item[2].length, y, em, item });
        text += item[2];
      }
      const last = items[items.length - 1];
      if (last && last.length !== 4 && !text.endsWith(' ') && index < lines.length - 1) text += ' ';
    });
    return { text, places };
  };
  let found = [];
  const search = async (query) => {
    const wanted = query.trim().toLocaleLowerCase().replace(/\s+/g, ' ');
    const list = byId('results');
    list.replaceChildren();
    state.marks = [];
    found = [];
    if (!wanted) { byId('search-status').textContent = ''; return show(); }
    byId('search-status').textContent = 'Searching';
    for (let part = 0; part <= partOf(pages.length); part += 1) await load(part);
    let tail = '';
    for (const one of pages) {
      const { text, places } = textOf(words.get(one.number) || []);
      const lower = text.toLocaleLowerCase();
      let at = lower.indexOf(wanted);
      while (at >= 0 && found.length < 2000) {
        const end = at + wanted.length;
        const rects = places.filter((place) => place.end > at && place.start < end)
          .map(({ y, em, item }) => ({ page: one.number, rect: [item[0], y - em * 0.8, item[1], em * 1.05] }));
        found.push({ page: one.number, rects, before: text.slice(Math.max(0, at - 30), at), hit: text.slice(at, end), after: text.slice(end, end + 30) });
        at = lower.indexOf(wanted, end);
      }
      // A hit that goes on over the page's end.
      const joint = tail + ' ' + lower.slice(0, wanted.length);
      const over = joint.indexOf(wanted);
      if (tail && over >= 0 && over <= tail.length && over + wanted.length > tail.length) {
        found.push({ page: one.number - 1, rects: [], before: '', hit: query.trim(), after: '' });
      }
      tail = lower.slice(-wanted.length + 1);
    }
    state.marks = found.flatMap((one) => one.rects);
    byId('search-status').textContent = `${found.length} ${found.length === 1 ? 'place' : 'places'}`;
    found.slice(0, 500).forEach((one) => list.append(element('li', {}, element('button', {
      type: 'button', onclick: () => go(one.page),
    }, `${page(one.page).label || one.page}: ${one.before}`, element('mark', {}, one.hit), one.after))));
    if (found.length) go((found.find((one) => one.page >= state.page) || found[0]).page); else show();
  };

  // Findings: an excerpt in the message marks the spot.
  const listFindings = () => {
    const rule = byId('rule').value;
    const shown = book.findings.filter((one) => !rule || one.rule === rule);
    byId('finding-list').replaceChildren(...shown.slice(0, 1000).map((one) => element('li', {}, element('button', {
      type: 'button', onclick: (event) => visit(one, event.currentTarget),
    }, `${one.page ? `${page(one.page) ? page(one.page).label || one.page : one.page}: ` : ''}${one.rule}: ${one.message}`,
    one.place ? element('br') : '', one.place || ''))));
  };
  const visit = async (finding, button) => {
    for (const other of byId('finding-list').querySelectorAll('[aria-current]')) other.removeAttribute('aria-current');
    button.setAttribute('aria-current', 'true');
    if (!finding.page) return say('This finding is of the whole book');
    const excerpt = (finding.message.match(/"([^"]{3,})"/) || [])[1];
    const lines = await wordsOf(finding.page);
    const { text, places } = textOf(lines);
    const at = excerpt ? text.indexOf(excerpt.replace(/\s+/g, ' ').slice(0, 24)) : -1;
    state.marks = at < 0 ? [{ page: finding.page, rect: [2, 2, size(finding.page)[0] - 4, 4] }]
      : places.filter((place) => place.end > at && place.start < at + 24)
        .map(({ y, em, item }) => ({ page: finding.page, rect: [item[0], y - em * 0.8, item[1], em * 1.05] }));
    go(finding.page);
  };

  // The strip: a bar for every page as high as the page is full.
  const strip = () => {
    const canvas = byId('strip');
    const width = canvas.clientWidth || 600;
    canvas.width = width * devicePixelRatio;
    canvas.height = 34 * devicePixelRatio;
    const context = canvas.getContext('2d');
    context.scale(devicePixelRatio, devicePixelRatio);
    const step = width / pages.length;
    const flagged = new Set(book.findings.map((one) => one.page));
    const starts = new Set(map.documents.map((one) => one.firstPage));
    pages.forEach((one, index) => {
      const height = 4 + 22 * (one.fill || 0);
      context.fillStyle = changes.has(one.number) ? '#d9480f' : flagged.has(one.number) ? '#e8a200' : '#8a93a0';
      context.fillRect(index * step, 30 - height, Math.max(0.5, step * 0.8), height);
      if (starts.has(one.number)) {
        context.fillStyle = '#2b8a3e';
        context.fillRect(index * step, 31, Math.max(1, step * 0.8), 3);
      }
    });
    context.strokeStyle = '#0a58a8';
    context.lineWidth = 2;
    context.strokeRect((state.page - 1) * step - 1, 1, Math.max(3, step), 32);
  };

  const setMode = (mode) => { state.mode = mode; show(); };
  const setZoom = (zoom) => { state.zoom = zoom; show(); };
  const panel = (id, opens) => {
    const own = byId(id);
    own.hidden = opens === undefined ? !own.hidden : !opens;
    byId(`toggle-${id}`).setAttribute('aria-expanded', String(!own.hidden));
    if (!own.hidden) { const first = own.querySelector('input, select, button'); if (first) first.focus(); }
    show();
  };

  const nextChange = () => {
    const list = [...changes.keys()].sort((a, b) => a - b);
    const next = list.find((number) => number > state.page) || list[0];
    if (next) { state.wipe = 50; byId('wipe').value = 50; go(next); }
  };

  const prepare = () => {
    const title = map.title || 'Proof';
    document.title = `${title}: proof`;
    byId('title').textContent = title;
    byId('contents').append(element('ol', {}, ...map.contents.filter((one) => one.page).map((one) => {
      const button = element('button', { type: 'button', onclick: () => go(one.page) }, `${one.title}  ${one.label || one.page}`);
      button.style.paddingLeft = `${4 + 12 * ((one.level || 1) - 1)}px`;
      return element('li', {}, button);
    })));
    const rules = [...new Set(book.findings.map((one) => one.rule))].sort();
    byId('rule').append(element('option', { value: '' }, `All (${book.findings.length})`), ...rules.map((rule) => element(
      'option', { value: rule }, `${rule} (${book.findings.filter((one) => one.rule === rule).length})`)));
    listFindings();
    if (book.changes) {
      byId('toggle-changes').hidden = false;
      const count = (kind) => book.changes.filter((one) => one.kind === kind).length;
      const paged = (number) => `${number} ${number === 1 ? 'page' : 'pages'}`;
      byId('change-summary').textContent = `${paged(count('changed'))} changed, ${count('moved')} only moved, `
        + `${pages.length - book.changes.length} the same; ${paged(book.oldCount)} before, ${pages.length} now.`;
      byId('wipe').parentElement.hidden = !book.changes.some((one) => one.file);
      byId('change-notes').append(...(book.notes || []).map((note) => element('li', {}, note)));
      byId('change-list').append(...book.changes.map((one) => element('li', {}, element('button', {
        type: 'button', onclick: () => { state.wipe = 50; byId('wipe').value = 50; go(one.page); },
      }, `${page(one.page).label || one.page}: ${one.kind}${one.old ? ` (was page ${one.old})` : ' (new)'}`))));
    }
  };

  const listen = () => {
    byId('previous').onclick = () => turn(false);
    byId('next').onclick = () => turn(true);
    byId('go').onchange = (event) => {
      const number = target(event.target.value);
      if (number) go(number); else { say('There is no such page'); show(); }
    };
    for (const button of document.querySelectorAll('[data-view]')) button.onclick = () => setMode(button.dataset.view);
    byId('larger').onclick = () => setZoom(scale() * 1.25);
    byId('smaller').onclick = () => setZoom(scale() / 1.25);
    byId('fit').onclick = () => setZoom(0);
    byId('full').onclick = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    for (const id of ['contents', 'search', 'findings', 'changes', 'facts']) byId(`toggle-${id}`).onclick = () => panel(id);
    for (const box of document.querySelectorAll('[data-overlay]')) {
      box.onchange = () => {
        if (box.dataset.overlay === 'dark') document.body.classList.toggle('dark', box.checked);
        else if (box.checked) state.overlays.add(box.dataset.overlay); else state.overlays.delete(box.dataset.overlay);
        show();
      };
    }
    byId('search-form').onsubmit = (event) => { event.preventDefault(); search(byId('query').value); };
    byId('rule').onchange = listFindings;
    byId('wipe').oninput = (event) => { state.wipe = Number(event.target.value); show(); };
    byId('next-change').onclick = nextChange;
    byId('strip').onclick = (event) => go(Math.ceil(event.offsetX / event.target.clientWidth * pages.length));
    window.addEventListener('hashchange', fromHash);
    window.addEventListener('resize', show);
    stage.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      setZoom(scale() * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
    }, { passive: false });
    document.addEventListener('keydown', (event) => {
      if (['INPUT', 'SELECT', 'TEXTAREA'].includes(event.target.tagName) || event.altKey || event.metaKey || event.ctrlKey) {
        if (event.key === 'Escape') event.target.blur();
        return;
      }
      const keys = {
        ArrowRight: () => turn(true), PageDown: () => turn(true), ArrowLeft: () => turn(false), PageUp: () => turn(false),
        Home: () => go(1), End: () => go(pages.length), '+': () => setZoom(scale() * 1.25), '-': () => setZoom(scale() / 1.25),
        0: () => setZoom(0), g: () => byId('go').focus(), '/': () => panel('search', true), c: () => panel('contents'),
        f: () => panel('findings'), n: nextChange,
      };
      const action = keys[event.key];
      if (action) { event.preventDefault(); action(); }
    });
  };
  // A proof that `paginate watch` keeps: look whether there is a newer one, and open it at the text that
  // is looked at.
  const keepUp = () => {
    const ask = () => {
      const script = element('script', { src: `data/version.js?${Date.now()}`, onload: () => script.remove(), onerror: () => script.remove() });
      document.head.append(script);
    };
    window.proofVersion = (version, error) => {
      byId('problem').hidden = !error;
      byId('problem').textContent = error;
      if (error || version === book.version) return;
      const own = page(state.page);
      if (own.start) location.hash = `#at=${encodeURIComponent(own.document)}@${own.start.offset}`;
      location.reload();
    };
    setInterval(ask, 150);
  };
  const placeOf = (text) => {
    const at = text.lastIndexOf('@');
    const href = decodeURIComponent(text.slice(0, at));
    const offset = Number(text.slice(at + 1));
    const own = pages.filter((one) => one.document === href && one.start);
    const found = own.filter((one) => one.start.offset <= offset).pop() || own[0];
    return found ? found.number : 1;
  };
  const fromHash = () => {
    const place = location.hash.match(/^#at=(.+)$/);
    if (place) return go(placeOf(place[1]));
    const match = location.hash.match(/^#page=(.+)$/);
    const number = match && target(decodeURIComponent(match[1]));
    if (number && Number(match[1]) >= 1 && Number(match[1]) <= pages.length) go(Number(match[1]), true);
    else go(number || state.page, true);
  };

  prepare();
  listen();
  fromHash();
  if (book.version) keepUp();
})();
