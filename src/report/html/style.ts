// The stylesheet of all pages. System fonts, two palettes, one column; nothing here loads anything.

const COLOURS = `
:root {
  --paper: #fff; --wash: #f4f6f8; --ink: #18212b; --muted: #55616e; --line: #d9dfe5; --accent: #1f4e8c; --on-accent: #fff;
  --good: #1a6b3c; --fair: #27655f; --warn: #7a4f00; --poor: #97400d; --bad: #a8231c;
  --good-wash: #e9f5ee; --warn-wash: #fdf4e1; --bad-wash: #fcedec;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #11161c; --wash: #1a2129; --ink: #e7ecf1; --muted: #a3afbc; --line: #2d3742; --accent: #8fbcf5; --on-accent: #0c1a2b;
    --good: #74cf9b; --fair: #7fc9c0; --warn: #e6b65f; --poor: #f0a06f; --bad: #ff938b;
    --good-wash: #14291e; --warn-wash: #2b2312; --bad-wash: #331a19;
  }
}
`;

/** Of html, overflow-x: one cluster of combining marks can be wider than a window, and no line breaks within it. */
const BASE = `
*, ::before, ::after { box-sizing: border-box; }
html { font: 100%/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif; background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%; overflow-x: hidden; }
body { margin: 0; overflow-wrap: anywhere; overflow-x: clip; }
main, .top, .foot { width: min(56rem, 100% - 2.5rem); margin: 0 auto; }
main { padding-top: 2.5rem; padding-bottom: 4rem; outline: none; }
h1, h2, h3, h4 { line-height: 1.25; margin: 0; }
h1, h2 { text-wrap: balance; }
h1 { font-size: clamp(1.6rem, 1.2rem + 2vw, 2.25rem); letter-spacing: -.015em; }
h2 { font-size: 1.3rem; letter-spacing: -.01em; margin: 3rem 0 1rem; }
h3 { font-size: 1rem; }
section > h3 { margin: 1.75rem 0 .5rem; }
h4 { font-size: .875rem; margin: 1.5rem 0 .5rem; }
p { margin: 0 0 1rem; max-width: 42rem; }
ul, ol { margin: 0 0 1rem; padding-left: 1.25rem; }
li { margin: .25rem 0; }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: .06em; }
a:hover { text-decoration-thickness: .12em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .9em; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--wash); border: 1px solid var(--line); border-radius: 6px; padding: .75rem .9rem; line-height: 1.5; font-size: .8rem; }
pre code { font-size: inherit; }
button, input { font: inherit; color: inherit; }
summary { cursor: pointer; color: var(--accent); width: fit-content; font-size: .9375rem; }
.muted { color: var(--muted); font-size: .9375rem; }
.lead { font-size: 1.125rem; }
h1 + .lead { margin-top: .75rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; margin: 0; }
.skip { position: absolute; left: .5rem; top: -4rem; background: var(--accent); color: var(--on-accent); padding: .5rem 1rem; border-radius: 0 0 6px 6px; }
.skip:focus { top: 0; }
`;

const FRAME = `
.top { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .25rem 1.5rem; padding-top: 1.25rem; padding-bottom: 1rem; border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; letter-spacing: -.01em; color: inherit; text-decoration: none; font-size: 1.125rem; }
.top ul, .foot ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: 0; font-size: .9375rem; }
.top a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
.foot { border-top: 1px solid var(--line); padding-top: 1.5rem; padding-bottom: 2.5rem; color: var(--muted); font-size: .875rem; }
.foot a { color: inherit; }
.note { border-left: 3px solid var(--warn); background: var(--warn-wash); padding: .75rem 1rem; border-radius: 0 6px 6px 0; margin: 0 0 .75rem; max-width: none; }
.status { color: var(--muted); font-weight: 600; margin-bottom: .5rem; font-variant-numeric: tabular-nums; }
.copy { position: relative; margin: .5rem 0 1rem; }
.copy button { position: absolute; top: .4rem; right: .4rem; border: 1px solid var(--line); background: var(--paper); border-radius: 4px; padding: .15rem .6rem; font-size: .8125rem; cursor: pointer; min-height: 1.75rem; }
.copy button:hover { border-color: var(--accent); color: var(--accent); }
.copy button + pre { padding-right: 5.25rem; }
.facts { margin: 0 0 1.5rem; border-top: 1px solid var(--line); }
.facts > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0 1.5rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
.facts dt { color: var(--muted); grid-row: 1 / span 9; }
.facts dd { margin: 0; grid-column: 2; }
.facts dd + dd { color: var(--muted); font-size: .9375rem; }
.links li { padding: .3rem 0; }
`;

const REPORT = `
.hero { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 1rem 2.25rem; align-items: center; margin-bottom: 1.75rem; }
.hero p { margin: .35rem 0 0; }
.hero .headline { font-size: 1.25rem; font-weight: 600; }
.ring { width: 11rem; height: 11rem; display: block; --tone: var(--muted); }
.ring circle { fill: none; stroke-width: 8; }
.ring .track { stroke: var(--line); }
.ring .arc { stroke: var(--tone); }
.ring text { fill: var(--tone); font-size: 54px; font-weight: 700; letter-spacing: -.02em; }
.ring .two { font-size: 46px; }
.grade-a { --tone: var(--good); } .grade-b { --tone: var(--fair); } .grade-c { --tone: var(--warn); } .grade-d { --tone: var(--poor); } .grade-f { --tone: var(--bad); }
.grade-open .track { stroke-dasharray: 3 5; stroke: var(--muted); } .grade-open text { fill: var(--muted); }
.gate { margin: 0 0 1.5rem; }
.gate h2 { font-size: 1rem; margin: 1rem 0 .25rem; }
.punch { list-style-position: outside; padding-left: 1.9rem; }
.punch li { padding: 0 0 .75rem .35rem; }
.agent { margin-top: .5rem; }
p.agent { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin-top: 1.25rem; }
.punch a { font-weight: 600; }
.punch p { margin: .15rem 0 0; }
.checks { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
.check { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr) auto; gap: .25rem 1.25rem; padding: 1.1rem 0; margin: 0; border-bottom: 1px solid var(--line); --tone: var(--muted); --tint: var(--wash); scroll-margin-top: 1rem; }
.check.pass { --tone: var(--good); --tint: var(--good-wash); } .check.fail { --tone: var(--bad); --tint: var(--bad-wash); } .check.inconclusive { --tone: var(--warn); --tint: var(--warn-wash); }
.check:target h3 { text-decoration: underline; text-underline-offset: .25em; }
.check p { margin: 0; }
.verdict { color: var(--tone); font-weight: 600; font-size: .9375rem; display: flex; gap: .5rem; align-items: baseline; }
.sign { flex: none; width: 1.5rem; height: 1.5rem; line-height: 1.5rem; text-align: center; border-radius: 50%; background: var(--tint); font-size: .875rem; }
.reason { margin-top: .2rem; }
.check .codes { margin-top: .25rem; color: var(--muted); font-size: .875rem; display: flex; flex-wrap: wrap; gap: 0 .75rem; }
.worth { color: var(--muted); font-size: .9375rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.more { grid-column: 2 / -1; display: flex; flex-wrap: wrap; gap: .35rem 1.75rem; margin-top: .4rem; }
.more > details { min-width: 0; max-width: 100%; }
.more > details[open] { flex: 0 0 100%; }
.more h4:first-child { margin-top: .75rem; }
.more .inside p, .more .inside ul, .more .inside ol { margin-bottom: .75rem; }
.links, .findings, .receipts, .requests ul, .since ul { list-style: none; padding: 0; }
.findings > li { border-left: 2px solid var(--line); padding: 0 0 0 .9rem; margin: 0 0 .9rem; }
.more .findings p { margin-bottom: .35rem; }
.level { font-size: .8125rem; font-weight: 600; color: var(--tone); margin-right: .25rem; }
.level.advice, .level.note { color: var(--muted); }
.refs { font-size: .875rem; }
.refs a { margin-right: .5rem; }
.requests { font-size: .9375rem; }
.receipts { margin: 0; }
.receipts > li { margin: 0 0 1.5rem; scroll-margin-top: 1rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: .5rem 1.25rem; }
.pair > div { min-width: 0; }
.pair .label { font-size: .8125rem; color: var(--muted); margin: .5rem 0 .25rem; }
.pair .copy { margin: 0; word-break: break-all; }
.more .inside .asked, .more .inside .label { margin-bottom: .25rem; }
mark { background: var(--warn-wash); color: inherit; outline: 1px solid var(--warn); border-radius: 2px; }
.rest { margin-top: 1.5rem; }
.rest > .checks { margin-top: 1rem; }
.acts { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; margin-top: 1rem; }
.acts p { margin: 0; }
.acts .wait { font-variant-numeric: tabular-nums; }
.ask button, .again button, .agent button { border: 0; border-radius: 6px; background: var(--accent); color: var(--on-accent); padding: .6rem 1.4rem; font-weight: 600; cursor: pointer; }
.again button:disabled { background: var(--wash); color: var(--muted); cursor: default; }
.since li { border-left: 3px solid var(--muted); padding: 0 0 0 .9rem; margin: 0 0 .75rem; }
.since li.pass { border-color: var(--good); } .since li.fail { border-color: var(--bad); } .since li.inconclusive { border-color: var(--warn); }
.since li p { margin: 0; }
.live .now, .live .reason { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-height: 1.6em; }
.live > .lead { margin-top: .75rem; }
.live .now { color: var(--muted); max-width: none; }
.check.pending .what { color: var(--muted); }
section + p { margin-top: 2.5rem; }
.strip { display: block; width: 100%; height: 2.5rem; margin: 0 0 .75rem; }
.day-kept { fill: var(--good); } .day-partly { fill: var(--warn); } .day-broken { fill: var(--bad); } .day-none { fill: var(--line); }
progress { width: 100%; height: .5rem; accent-color: var(--accent); }
.ask { margin: 2rem 0 0; max-width: 34rem; }
.ask label { font-weight: 600; display: block; margin-bottom: .4rem; }
.ask > div { display: flex; gap: .5rem; }
.ask input { flex: 1; min-width: 0; padding: .6rem .8rem; border: 1px solid var(--muted); border-radius: 6px; background: var(--paper); font-size: 1.0625rem; }
.ask input::placeholder { color: var(--muted); opacity: 1; }
.ask .muted { margin-top: .5rem; }
.check-line { display: flex; gap: .6rem; align-items: baseline; margin: 0; --tone: var(--muted); --tint: var(--wash); }
.check-line .sign { color: var(--tone); font-weight: 600; }
.check-line.pass { --tone: var(--good); --tint: var(--good-wash); } .check-line.fail { --tone: var(--bad); --tint: var(--bad-wash); } .check-line.inconclusive { --tone: var(--warn); --tint: var(--warn-wash); }
@media (max-width: 40rem) {
  main { padding-top: 1.5rem; }
  .hero { grid-template-columns: minmax(0, 1fr); }
  .ring { width: 9rem; height: 9rem; }
  .check { grid-template-columns: minmax(0, 1fr) auto; gap: .5rem 1rem; }
  .check .what, .more { grid-column: 1 / -1; }
  .check .worth { grid-row: 1; grid-column: 2; }
  .facts > div { grid-template-columns: minmax(0, 1fr); }
  .facts dt { grid-row: auto; font-size: .875rem; }
  .facts dd { grid-column: 1; }
}
@media print { .skip, .top nav, button, .again { display: none; } }
`;

const HOME = `
.intro { padding: 1rem 0 .5rem; }
.intro .lead { margin-top: 1rem; max-width: 40rem; color: var(--muted); }
.example { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 1rem 2rem; align-items: start; border: 1px solid var(--line); border-radius: 8px; padding: 1.5rem; }
.example .ring { width: 8rem; height: 8rem; }
.example p { margin: 0; }
.lines { list-style: none; padding: 0; margin: .75rem 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: .25rem 1.5rem; font-size: .9375rem; }
.cards { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1.5rem 2.5rem; }
.cards li { border-top: 2px solid var(--accent); padding-top: .75rem; margin: 0; }
.cards p { margin: .35rem 0 0; }
@media (max-width: 40rem) { .example { grid-template-columns: minmax(0, 1fr); } }
`;

/** Without comments, and without the spaces that only people read by. */
const small = (...parts: string[]): string =>
  parts
    .join('')
    .replace(/\/\*.*?\*\//g, '')
    .replace(/\s*([{};,])\s*|(:)\s+/g, '$1$2')
    .replaceAll(';}', '}');

export const STYLE: string = small(COLOURS, BASE, FRAME, REPORT);
/** What the home page has beside it. */
export const HOME_STYLE: string = small(HOME);
