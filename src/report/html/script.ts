// The script of the pages, as the text that browsers get: buttons that copy, and a live page that fills in. Pages work without it.
// It writes text alone (textContent), and follows no address of another origin.

const COPY = `
const say = (text) => { const box = document.getElementById('said'); if (box) box.textContent = text; };
const select = (pre) => { const range = document.createRange(); range.selectNodeContents(pre); const own = getSelection(); own.removeAllRanges(); own.addRange(range); };
const copy = async (button, pre) => {
  try {
    await navigator.clipboard.writeText(pre.textContent);
    button.textContent = 'Copied';
    say('Copied');
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  } catch { select(pre); say('Selected: copy it with the keyboard'); button.textContent = 'Selected'; }
};
const said = document.createElement('p');
said.id = 'said'; said.className = 'unseen'; said.setAttribute('role', 'status');
document.querySelector('main').append(said);
for (const box of document.querySelectorAll('[data-copy]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy ' + box.dataset.copy);
  button.addEventListener('click', () => copy(button, box.querySelector('pre')));
  box.prepend(button);
}
const opened = () => {
  const at = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  const more = at && at.querySelector('details');
  if (more) more.open = true;
};
addEventListener('hashchange', opened);
opened();
`;

const LIVE = `
const live = document.querySelector('[data-events]');
const WORDS = { pass: ['✓', 'Pass'], fail: ['✕', 'Fail'], inconclusive: ['?', 'Not seen'], 'not-applicable': ['–', 'Not applicable'] };
const go = (where) => { const to = new URL(where, location.href); if (to.origin === location.origin) location.replace(to); };
const settle = (check) => {
  const row = document.getElementById('check-' + check.id);
  const words = WORDS[check.verdict];
  if (!row || !words) return;
  row.className = 'check ' + check.verdict;
  row.querySelector('.sign').textContent = words[0];
  row.querySelector('.word').textContent = words[1];
  row.querySelector('.reason').textContent = (check.reason && check.reason.text) || '';
  const bar = live.querySelector('progress');
  bar.value = live.querySelectorAll('.check:not(.pending)').length;
  live.querySelector('.count').textContent = bar.value + ' of ' + bar.max + ' checks are settled.';
};
const read = (event) => { try { return JSON.parse(event.data) || {}; } catch { return {}; } };
if (live) {
  const events = new EventSource(live.dataset.events);
  const end = (event) => {
    events.close();
    const box = document.getElementById('ended');
    const { code, message } = read(event);
    box.textContent = 'The run ended without a report: ' + (message || event.type) + (code ? ' (' + code + ')' : '');
    box.hidden = false;
    live.setAttribute('aria-busy', 'false');
  };
  events.addEventListener('check', (event) => settle(read(event)));
  events.addEventListener('done', (event) => { events.close(); const at = read(event).location; go(typeof at === 'string' ? at : live.dataset.result); });
  events.addEventListener('failed', end);
  events.addEventListener('interrupted', end);
  events.addEventListener('error', () => { if (events.readyState === EventSource.CLOSED) setTimeout(() => go(live.dataset.result), 3000); });
}
`;

export const SCRIPT = `'use strict';\n(() => {${COPY}${LIVE}})();\n`;
