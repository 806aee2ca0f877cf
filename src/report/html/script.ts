// The script of the pages, as the text that browsers get: buttons that copy, a countdown, and a live page that fills in. Pages work without it.
// It writes text alone (textContent), and follows no address of another origin.

const COPY = `
const say = (text) => { const box = document.getElementById('said'); if (box) box.textContent = text; };
const select = (pre) => { const range = document.createRange(); range.selectNodeContents(pre); const own = getSelection(); own.removeAllRanges(); own.addRange(range); };
const textAt = async (url) => { const answer = await fetch(url); if (!answer.ok) throw answer; return answer.text(); };
const copy = async (button, word, pre, link) => {
  try {
    await navigator.clipboard.writeText(pre ? pre.textContent : await textAt(link.href));
    button.textContent = 'Copied';
    say('Copied');
    setTimeout(() => { button.textContent = word; }, 2000);
  } catch {
    if (!pre) return location.assign(link.href);
    select(pre); say('Selected: copy it with the keyboard'); button.textContent = 'Selected';
  }
};
const said = document.createElement('p');
said.id = 'said'; said.className = 'unseen'; said.setAttribute('role', 'status');
document.querySelector('main').append(said);
for (const box of document.querySelectorAll('[data-copy]')) {
  const button = document.createElement('button');
  button.type = 'button';
  const [pre, whole] = [box.querySelector('pre'), 'Copy ' + box.dataset.copy];
  const word = pre ? 'Copy' : whole;
  button.textContent = word;
  button.setAttribute('aria-label', whole);
  button.addEventListener('click', () => copy(button, word, pre, box.querySelector('a')));
  box.prepend(button);
}
const opened = () => {
  const at = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (!at) return;
  const more = at.querySelector('details');
  if (more) more.open = true;
  for (let fold = at.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
  at.scrollIntoView();
};
addEventListener('hashchange', opened);
opened();
`;

const AGAIN = `
const issued = document.querySelector('.hero time');
if (issued) {
  const seconds = Math.max(0, (Date.now() - Date.parse(issued.dateTime)) / 1000);
  const [n, unit] = seconds < 90 ? [seconds, 'second'] : seconds < 5400 ? [seconds / 60, 'minute'] : seconds < 129600 ? [seconds / 3600, 'hour'] : [seconds / 86400, 'day'];
  const many = Math.round(n);
  document.querySelector('.hero .ago').textContent = ' · ' + many + ' ' + unit + (many === 1 ? '' : 's') + ' ago';
}
const wait = document.querySelector('.acts [data-from]');
if (wait) {
  const button = document.querySelector('.again button');
  const tick = () => {
    const left = Math.ceil((Date.parse(wait.dataset.from) - Date.now()) / 1000);
    button.disabled = left > 0;
    wait.textContent = left > 0 ? 'in ' + left + ' s' : '';
    if (left > 0) setTimeout(tick, 1000);
  };
  tick();
}
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
const now = (text) => { live.querySelector('.now').textContent = text; };
const read = (event) => { try { return JSON.parse(event.data) || {}; } catch { return {}; } };
if (live) {
  const events = new EventSource(live.dataset.events);
  events.addEventListener('started', () => now('The target is being asked.'));
  events.addEventListener('asks', (event) => {
    const [first, ...more] = [read(event)].flat();
    if (first && first.url) now('Asking ' + first.method + ' ' + first.url + (more.length > 0 ? ' and ' + more.length + ' more' : ''));
  });
  events.addEventListener('check', (event) => settle(read(event)));
  events.addEventListener('done', (event) => { events.close(); now('The report is ready.'); const at = read(event).location; go(typeof at === 'string' ? at : live.dataset.result); });
  for (const name of ['failed', 'interrupted']) events.addEventListener(name, () => { events.close(); go(live.dataset.result); });
  events.addEventListener('error', () => { if (events.readyState === EventSource.CLOSED) setTimeout(() => go(live.dataset.result), 3000); });
}
`;

const whole = (text: string): string => `'use strict';\n(() => {${text}})();\n`;

export const SCRIPT: string = whole(COPY + AGAIN);
export const LIVE_SCRIPT: string = whole(LIVE);
