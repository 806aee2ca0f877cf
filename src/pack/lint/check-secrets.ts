// Checks what a pack keeps secret: places that can be taken out of an answer, and credentials that are never literal. It knows no value.
import type { Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { nameOf, pathOf } from '../compiled/path.ts';
import type { ParsedPath, Segment } from '../compiled/path-types.ts';
import { templateOf } from '../compiled/template.ts';
import type { ReportFinding } from '../finding.ts';
import { type ProbeUse, probesOf } from '../visit.ts';

/** Steps that say by themselves whether they lead to a place. */
const plain = (segment: Segment): boolean =>
  !segment.descendant && segment.selectors.every((s) => s.kind === 'name' || s.kind === 'wild' || (s.kind === 'index' && s.index >= 0));

function canBeTakenOut({ segments: [root, view, ...rest] }: ParsedPath): boolean {
  if (nameOf(root) !== 'self') return false;
  const member = nameOf(view);
  if (member === 'json') return rest.every(plain);
  const [only, ...more] = rest;
  const name = nameOf(only);
  if (more.length > 0 || name === undefined) return false;
  return member === 'text' ? name === 'text' : member === 'headers' && !/^(?:set-cookie2?|location|content-type)$/.test(name);
}

/** The paths of a probe's secrets, as others name them: $.self becomes $.name or $.name[*]. */
function captures(uses: readonly ProbeUse[]): ReadonlySet<string> {
  const out = new Set<string>();
  for (const { name, probe } of uses)
    for (const text of Array.isArray(probe.secret) ? probe.secret : []) {
      const path = pathOf(text);
      if (path) out.add(shape([{ descendant: false, selectors: [{ kind: 'name', name }] }, ...path.segments.slice(1)]));
    }
  return out;
}

/** Of indexes only that they are there: which exchange of a list, or item of an array, is no matter. */
const shape = (segments: readonly Segment[]): string =>
  JSON.stringify(segments.flatMap((s) => s.selectors.map((one) => (one.kind === 'name' ? one.name : 0))));

const SCHEME = /^[A-Za-z][A-Za-z0-9-]{0,19} $/;

/** Whether the value of a header is made of a secret capture or a variable, behind at most the name of a scheme. */
export function isSecretTemplate(text: string, pack: Members): boolean {
  const parts = templateOf(text) ?? [];
  const [first, last] = parts.length === 1 ? [undefined, parts[0]] : parts;
  if (parts.length > 2 || !last || !('path' in last)) return false;
  if (first && (!('text' in first) || !SCHEME.test(first.text))) return false;
  const { segments } = last.path;
  if (nameOf(segments[0]) === 'env') return segments.length === 2;
  const known = captures(probesOf(pack));
  // An exchange of a list is named with its index, which no capture has.
  return known.has(shape(segments)) || known.has(shape(segments.filter((_, i) => i !== 1)));
}

export function checkSecrets(pack: Members, report: ReportFinding): void {
  for (const { probe, pointer } of probesOf(pack)) {
    if (!Array.isArray(probe.secret)) continue;
    for (const [i, text] of probe.secret.entries()) {
      const path = pathOf(text);
      if (path && !canBeTakenOut(path))
        report(
          below(below(pointer, 'secret'), i),
          'bad-secret',
          'name a place of the answer: $.self.json and plain steps, $.self.headers.NAME (not set-cookie), or $.self.text.text',
          { value: String(text) },
        );
    }
  }
}
