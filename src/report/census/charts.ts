// The charts of a census as SVG: bars, bars in parts, and columns of several censuses. Every value stands beside its colour in figures; nothing is scripted.
import { html, type Markup } from '../html/markup.ts';

/** With commas, whatever the locale. */
export const figures = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',');
/** Rounding says neither that all are so, nor that none is, where one is otherwise. */
export function percent(n: number, of: number): string {
  if (of === 0) return '0 %';
  const share = (100 * n) / of;
  if (n > 0 && share < 0.05) return '<0.1 %';
  if (n < of && share >= 99.95) return '>99.9 %';
  return `${share.toFixed(1)} %`;
}

const WIDTH = 720;
/** Room for a grade before its bar, and for figures behind it. */
const LABEL = 40;
const NOTE = 130;
const ROW = 30;
const BAR = 18;

export interface ChartPart {
  tone: string;
  word: string;
  value: number;
}

export interface Bar {
  label: string;
  parts: readonly ChartPart[];
  /** Behind the bar. */
  note: string;
}

/** Parts of one bar, with their figures where there is room. */
function rects(parts: readonly ChartPart[], { x, y, scale }: { x: number; y: number; scale: number }): Markup[] {
  let at = x;
  return parts
    .filter(({ value }) => value > 0)
    .map(({ tone, word, value }) => {
      const wide = Math.max(2, value * scale);
      const middle = (at + wide / 2).toFixed(1);
      const inside = parts.length > 1 && wide >= 12 + 9 * figures(value).length;
      const rect = html`<rect class="${tone}" x="${at.toFixed(1)}" y="${y}" width="${wide.toFixed(1)}" height="${BAR}"><title>${word}: ${figures(value)}</title></rect>${inside && html`<text class="on ${tone}" x="${middle}" y="${y + 14}" text-anchor="middle">${figures(value)}</text>`}`;
      at += wide;
      return rect;
    });
}

/** Horizontal bars; `most` is the value of a whole width, `name` says what is shown. Labels that are more than a grade stand above. */
export function bars(name: string, list: readonly Bar[], most: number): Markup {
  const above = list.some(({ label }) => label.length > 2);
  const [x, high] = above ? [0, 2 * ROW - 8] : [LABEL, ROW];
  const scale = (WIDTH - x - NOTE) / Math.max(1, most);
  const said = list.map(
    ({ label, note, parts }) => `${label}: ${parts.length > 1 ? parts.map((p) => `${p.word} ${figures(p.value)}`).join(', ') : note}`,
  );
  const row = ({ label, parts, note }: Bar, i: number): Markup => {
    const y = (i + 1) * high - ROW + 5;
    const end = x + parts.reduce((sum, { value }) => sum + value, 0) * scale;
    return html`<text class="label" x="0" y="${above ? y - 7 : y + 14}">${label}</text>${rects(parts, { x, y, scale })}<text x="${(end + 8).toFixed(1)}" y="${y + 14}">${note}</text>`;
  };
  return html`<div class="chart"><svg viewBox="0 0 ${WIDTH} ${list.length * high + 4}" role="img" aria-label="${name}. ${said.join('; ')}">${list.map(row)}</svg></div>`;
}

export const legend = (parts: readonly Pick<ChartPart, 'tone' | 'word'>[]): Markup =>
  html`<ul class="legend">${parts.map(({ tone, word }) => html`<li><svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><rect class="${tone}" width="12" height="12"/></svg> ${word}</li>`)}</ul>`;

const TALL = 220;
const GAP = 26;

/** A column of shares for each census, the oldest first; each has its parts from the top. */
export function columns(name: string, list: readonly Bar[]): Markup {
  const wide = Math.min(90, (WIDTH - GAP) / list.length - GAP);
  const said = list.map(({ label, parts }) => `${label}: ${parts.map((p) => `${p.word} ${figures(p.value)}`).join(', ')}`);
  const column = ({ label, parts, note }: Bar, i: number): Markup => {
    const whole = Math.max(
      1,
      parts.reduce((sum, { value }) => sum + value, 0),
    );
    const x = GAP + i * (wide + GAP);
    let y = 4;
    const shares = parts.map(({ tone, word, value }) => {
      const [at, high] = [y, (value / whole) * TALL];
      y += high;
      const inside =
        high >= 18 &&
        html`<text class="on" x="${(x + wide / 2).toFixed(1)}" y="${(at + high / 2 + 5).toFixed(1)}" text-anchor="middle">${word}</text>`;
      return html`<rect class="${tone}" x="${x.toFixed(1)}" y="${at.toFixed(1)}" width="${wide.toFixed(1)}" height="${high.toFixed(1)}"><title>${word}: ${figures(value)}</title></rect>${inside}`;
    });
    return html`${shares}<text class="label" x="${(x + wide / 2).toFixed(1)}" y="${TALL + 24}" text-anchor="middle">${label}</text><text x="${(x + wide / 2).toFixed(1)}" y="${TALL + 44}" text-anchor="middle">${note}</text>`;
  };
  return html`<div class="chart"><svg viewBox="0 0 ${WIDTH} ${TALL + 52}" role="img" aria-label="${name}. ${said.join('; ')}">${list.map(column)}</svg></div>`;
}
