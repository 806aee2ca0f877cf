// Checks the marks of challenges, and of what no route takes: patterns are RE2, and no entry fits an answer that any honest server gives. It does not say what marks a challenge.
import type { Challenge } from '../../contract/generated/types.ts';
import { isObject, listOf, type Members } from '../../contract/json.ts';
import { tryRe2 } from '../../contract/re2.ts';
import { below } from '../../json/pointer.ts';
import { type Marked, markedBy } from '../compiled/marks.ts';
import { type ReportFinding, valueText } from '../finding.ts';
import { NOT_RE2 } from './check-schemas.ts';

const ORDINARY_STATUSES = [200, 201, 202, 204, 206, 400, 401, 402, 403, 404, 405, 406, 409, 410, 422, 429, 500, 501, 502, 503];
const ORDINARY_BODIES: readonly [type: string, body: string][] = [
  ['application/json', '{"error":"not found","message":"forbidden","status":"unauthorized","code":"1","ok":true,"data":[],"items":[]}'],
  ['application/problem+json', '{"type":"about:blank","title":"Forbidden","status":403,"detail":"Access to this resource is denied"}'],
  [
    'text/html',
    '<!DOCTYPE html>\n<html lang="en">\r\n<head><meta charset="utf-8"><title>403 Forbidden</title></head><body><h1>Forbidden</h1><p>404 Not Found</p><center>nginx</center><script></script></body></html>',
  ],
  ['text/plain', 'Forbidden Not Found Unauthorized Too Many Requests Service Unavailable Method Not Allowed'],
  ['text/markdown', '# Title\n\n> Summary\n'],
];

/** Headers that servers send of themselves: their mere presence tells nothing. */
const ordinaryHeaders = (type: string, server: string): Marked['headers'] => ({
  'content-type': `${type}; charset=utf-8`,
  'content-length': '120',
  date: 'Sun, 22 Nov 2026 00:00:00 GMT',
  server,
  connection: 'keep-alive',
  vary: 'Accept, Accept-Encoding',
  'cache-control': 'no-store, max-age=0',
  'access-control-allow-origin': '*',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'set-cookie': 'session=1; Path=/; HttpOnly',
  etag: '"1"',
  allow: 'GET, HEAD',
  'retry-after': '1',
  'x-request-id': '00000000-0000-0000-0000-000000000000',
});

/** What sites that are in nobody's way answer, whichever server or network stands in front of them. */
const ordinary = (): Marked[] =>
  ['nginx', 'cloudflare', 'CloudFront', 'AkamaiGHost', 'awselb/2.0'].flatMap((server) =>
    ORDINARY_STATUSES.flatMap((status) =>
      ORDINARY_BODIES.map(([type, body]) => ({ status, headers: ordinaryHeaders(type, server), type, bytes: Buffer.from(body) })),
    ),
  );

function patternsHold(entry: Members, pointer: string, report: ReportFinding): boolean {
  let good = true;
  for (const [name, pattern] of Object.entries(isObject(entry.headers) ? entry.headers : {})) {
    const at = below(pointer, 'headers', name);
    const value = valueText(pattern);
    const compiled = tryRe2(String(pattern));
    const tells = compiled?.test('') === false;
    good &&= tells;
    if (!compiled) report(at, 'bad-pattern', NOT_RE2, { value });
    else if (!tells) report(at, 'bad-challenge', 'the pattern fits a header without a value, so it tells nothing', { value });
  }
  return good;
}

function checkEntry(entry: Members, pointer: string, answers: readonly Marked[], report: ReportFinding): void {
  if (!entry.status && !entry.headers && !entry.body) {
    report(pointer, 'bad-challenge', 'a challenge, or what no route takes, is told by at least one of status, headers and body');
    return;
  }
  if (!patternsHold(entry, pointer, report)) return;
  const taken = answers.find(markedBy([entry as Challenge]));
  if (taken)
    report(pointer, 'bad-challenge', `the marks fit an ordinary answer (${taken.status}, ${taken.type}) too; add one that does not`);
}

/** Read only where every part has its shape. */
export function checkMarks(pack: Members, report: ReportFinding): void {
  const placed = ['challenges', 'unrouted'].flatMap((list) =>
    listOf(pack[list]).map((entry, i) => ({ entry, pointer: below('', list, i) })),
  );
  const answers = placed.length > 0 ? ordinary() : [];
  for (const { entry, pointer } of placed) if (isObject(entry)) checkEntry(entry, pointer, answers, report);
}
