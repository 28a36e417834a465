'use strict';
// The panels of the proof: contents, findings, and the facts of the page.
(() => {
  const { byId, state, element, label, page, size, say, count, textOf, wordsOf, shapesOf } = window.proof;

  // What is listed in a panel that is closed is listed when it is opened.
  const stale = new Set();
  const whenOpen = (id, list) => { if (byId(id).hidden) stale.add(id); else list(); };
  const listContents = () => {
    const { map } = window.proof;
    const entries = map.contents.filter((one) => one.page);
    const listed = entries.length ? entries : map.documents.filter((one) => one.firstPage)
      .map((one) => ({ title: one.title || one.href, page: one.firstPage }));
    byId('contents').replaceChildren(element('ol', {}, ...listed.map((one) => {
      const button = element('button', { type: 'button', onclick: () => window.proof.go(one.page) },
        element('span', {}, one.title), element('span', {}, one.label || label(one.page)));
      button.style.paddingLeft = `${4 + 12 * ((one.level || 1) - 1)}px`;
      return element('li', {}, button);
    })));
  };

  const FINDINGS_AT_MOST = 1000;

  // Findings.
  const findingText = (one) => `${one.page ? `${label(one.page)}: ` : ''}${one.rule}: ${one.message}`;
  const listFindings = () => {
    const rule = byId('rule').value;
    const severity = byId('severity').value;
    const shown = window.proof.book.findings.filter((one) => (!rule || one.rule === rule) && (!severity || one.severity === severity));
    const more = shown.length > FINDINGS_AT_MOST ? `, the first ${FINDINGS_AT_MOST} are listed` : '';
    byId('finding-status').textContent = count(shown.length, 'finding') + more;
    byId('finding-list').replaceChildren(...shown.slice(0, FINDINGS_AT_MOST).map((one) => {
      const button = element('button', { type: 'button', class: one.severity }, element('b', {}, one.severity), ` ${findingText(one)}`);
      if (one.place) button.append(element('br'), element('small', {}, one.place));
      button.onclick = () => visit(one, button);
      return element('li', {}, button);
    }));
  };
  const fill = (id, values, name) => {
    const select = byId(id);
    const chosen = select.value;
    const all = window.proof.book.findings;
    select.replaceChildren(element('option', { value: '' }, `All (${all.length})`), ...values.map((value) => element(
      'option', { value }, `${value} (${all.filter((one) => one[name] === value).length})`)));
    select.value = values.includes(chosen) ? chosen : '';
  };
  const prepareFindings = () => {
    const all = window.proof.book.findings;
    fill('rule', [...new Set(all.map((one) => one.rule))].sort(), 'rule');
    fill('severity', ['error', 'warning', 'note'].filter((value) => all.some((one) => one.severity === value)), 'severity');
    byId('toggle-findings').textContent = all.length ? `Findings (${all.length})` : 'Findings';
    whenOpen('findings', listFindings);
  };
  /// The text that a finding quotes, else the line at its place in the source, else the top of the page.
  const marksOf = async (finding) => {
    const excerpt = (finding.message.match(/["\u201C]([^"\u201D]{3,})["\u201D]/) || [])[1];
    const text = await textOf(finding.page);
    const quoted = excerpt && excerpt.replace(/\s+/g, ' ').slice(0, 24);
    const at = quoted ? text.indexOf(quoted) : -1;
    if (at >= 0) {
      const places = window.proof.placesOf(await wordsOf(finding.page), finding.page);
      return window.proof.marksOf(places, at, at + quoted.length);
    }
    const { lines } = await shapesOf(finding.page);
    const isBefore = (one) => one[12] && (one[12] < finding.line || (one[12] === finding.line && one[13] <= finding.column));
    const line = finding.line ? lines.filter(isBefore).pop() || lines.find((one) => one[12]) : null;
    if (line) return [{ page: finding.page, rect: [line[4], line[1], line[5], line[3]] }];
    return [{ page: finding.page, rect: [2, 2, size(finding.page)[0] - 4, 4] }];
  };
  const visit = async (finding, button) => {
    for (const other of byId('finding-list').querySelectorAll('[aria-current]')) other.removeAttribute('aria-current');
    button.setAttribute('aria-current', 'true');
    if (!page(finding.page)) return say('This finding is of the whole book');
    state.marks = await marksOf(finding);
    window.proof.go(finding.page);
  };

  // Facts.
  const lastWords = (text) => text.trim().split(' ').slice(-5).join(' ');
  const copyButton = (text, name) => element('button', {
    type: 'button', class: 'copy', 'aria-label': `Copy ${name}`, onclick: () => window.proof.copy(text),
  }, 'Copy');
  const showFacts = async () => {
    if (byId('facts').hidden) return;
    const number = state.page;
    const own = page(number);
    const shapes = await shapesOf(number);
    const text = await textOf(number);
    if (number !== state.page) return;
    const worst = Math.max(-1, ...shapes.lines.map((one) => one[8]));
    const source = shapes.lines.find((one) => one[12]);
    const rows = [
      ['Page', `${own.number}${own.label ? `, numbered ${own.label}` : ''}`], ['Side', own.side], ['Document', own.document],
      ['Source', source ? `${shapes.path || own.document}:${source[12]}:${source[13]}` : '', true], ['Begins', own.text], ['Ends', lastWords(text)],
      ['CFI of its start', own.start && own.start.cfi, true], ['CFI of its end', own.end && own.end.cfi, true],
      ['Lines', own.lines], ['Full', own.fill === undefined ? '' : `${Math.round(own.fill * 100)} %`],
      ['Worst badness', worst < 0 ? '' : worst], ['Ends in a hyphen', own.hyphenated ? 'yes' : 'no'], ['Digest', own.digest, true],
    ].filter((row) => row[1] !== undefined && row[1] !== '' && row[1] !== null);
    byId('fact-list').replaceChildren(...rows.flatMap(([key, value, isCopied]) => {
      const detail = element('dd', {}, element('span', {}, String(value)));
      if (isCopied) detail.append(' ', copyButton(String(value), key));
      return [element('dt', {}, key), detail];
    }));
  };

  /// As many panels as leave the pages twice the width of one.
  const mostPanels = () => (innerWidth <= 700 ? 1 : Math.max(1, Math.floor((innerWidth - 2 * 310) / 310)));
  /// Opens or closes a panel, and closes others if there is no room for them.
  const toggle = (id, opens) => {
    const own = byId(id);
    const isOpen = opens === undefined ? own.hidden : opens;
    const others = [...document.querySelectorAll('.panel:not([hidden])')].filter((one) => one !== own);
    // The contents are on the other side: they go last.
    if (isOpen) while (others.length >= mostPanels()) close(others.pop());
    own.hidden = !isOpen;
    if (isOpen && stale.delete(id)) LISTS[id]();
    byId(`toggle-${id}`).setAttribute('aria-expanded', String(isOpen));
    if (isOpen) {
      const first = own.querySelector('input, select, button');
      if (first) first.focus();
    }
    window.proof.show();
  };
  const close = (own) => {
    own.hidden = true;
    byId(`toggle-${own.id}`).setAttribute('aria-expanded', 'false');
  };

  const LISTS = { contents: listContents, findings: listFindings };
  window.proof.preparePanels = () => { whenOpen('contents', listContents); prepareFindings(); };
  window.proof.showFacts = showFacts;
  window.proof.toggle = toggle;
  window.proof.closePanel = (own) => { close(own); byId(`toggle-${own.id}`).focus(); window.proof.show(); };
  window.proof.listenToPanels = () => {
    for (const id of ['contents', 'search', 'findings', 'changes', 'facts']) byId(`toggle-${id}`).onclick = () => toggle(id);
    byId('rule').onchange = listFindings;
    byId('severity').onchange = listFindings;
  };
})();
