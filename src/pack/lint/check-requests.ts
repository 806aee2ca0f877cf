// Checks what a pack may send: methods, URLs, bodies, headers, and what needs the consent of the target. It sends nothing.
import type { Source } from '../../contract/generated/types.ts';
import { isHeaderText } from '../../contract/header-text.ts';
import { isObject, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { isLiteral, templateOf, wholeValue } from '../compiled/template.ts';
import { KEY, type ReportFinding, valueText } from '../finding.ts';
import { METHOD_KEYS } from '../probe-shape.ts';
import { CREDENTIAL_HEADERS, FORBIDDEN_HEADERS, mcpBodyFault, mcpMergeFault } from '../request-rules.ts';
import { type ProbeUse, probesOf } from '../visit.ts';
import { placedSources } from './check-probes.ts';
import { isSecretTemplate } from './check-secrets.ts';

/** A literal URL is a path on the target; a template is all of it, or stands after the path's beginning. */
function checkUrl(text: unknown, pointer: string, report: ReportFinding): void {
  const parts = templateOf(text);
  const [first] = parts ?? [];
  if (parts === undefined || first === undefined || wholeValue(parts)) return;
  if ('path' in first) {
    report(pointer, 'bad-url', 'a template at the beginning has to be the whole URL', { value: valueText(text) });
    return;
  }
  const fixed = parts.map((p) => ('text' in p ? p.text : 'x')).join('');
  const path = fixed.split(/[?#]/, 1)[0] as string;
  const dots = path.split('/').some((s) => /^(?:\.|%2e){1,2}$/i.test(s));
  if (/^\/(?![/\\])/.test(fixed) && /^[\x21-\x7e]*$/.test(fixed) && !fixed.includes('#') && !fixed.includes('\\') && !dots) return;
  report(
    pointer,
    'bad-url',
    'a literal URL is a path on the target: it begins with one /, and has no fragment, no blanks and no dot segments',
    { value: valueText(text) },
  );
}

function checkForbidden(name: string, value: unknown, pointer: string, pack: Members, report: ReportFinding): void {
  if (pack.consent !== 'writes' || !CREDENTIAL_HEADERS.test(name))
    report(pointer, 'forbidden-header', `the header ${name} is not for a pack to set`, KEY);
  else if (typeof value === 'string' && !isSecretTemplate(value, pack))
    report(
      pointer,
      'forbidden-header',
      `the value of ${name} is one template of a probe's secret or of $.env, with at most the name of a scheme before it`,
      { value: valueText(value) },
    );
}

function checkHeaders(headers: unknown, pointer: string, accept: unknown, pack: Members, report: ReportFinding): void {
  if (!isObject(headers)) return;
  for (const [name, value] of Object.entries(headers)) {
    const here = below(pointer, name);
    if (FORBIDDEN_HEADERS.test(name)) checkForbidden(name, isObject(value) ? value.value : value, here, pack, report);
    if (name === 'accept' && accept !== undefined)
      report(here, 'idle-member', 'Accept is said twice; use the member accept or the header, not both', KEY);
    const text = isObject(value) ? value.value : value;
    if (typeof text === 'string' && !isHeaderText(text))
      report(here, 'wrong-value', 'a header is printable ASCII in one line', { value: valueText(text) });
  }
}

/** What is wrong with a POST that has no consent, or undefined. */
function postFault(source: Source): string | undefined {
  const parts = templateOf(source.post);
  if (parts && (!wholeValue(parts) || isLiteral(parts)))
    return 'the URL has to be a whole template that an answer fills, such as {{ $.item.url }}';
  const fault = mcpBodyFault(source.body);
  if (fault !== undefined) return fault;
  const merge = isObject(source.repeat) && isObject(source.repeat.merge) ? source.repeat.merge : {};
  if (merge.body !== undefined) {
    const changed = isObject(merge.body) ? mcpMergeFault(merge.body) : 'the body of a repeat is an object';
    if (changed !== undefined) return changed;
  }
  const next = merge.url === undefined ? undefined : templateOf(merge.url);
  return next && !wholeValue(next) ? 'the URL of a repeat has to be a whole template' : undefined;
}

function checkMethod(source: Source, pointer: string, consent: boolean, report: ReportFinding): void {
  for (const key of METHOD_KEYS) {
    if (source[key] === undefined) continue;
    const here = below(pointer, key);
    checkUrl(source[key], here, report);
    if (key === 'get' || key === 'head' || key === 'options') {
      for (const name of ['body', 'form'] as const)
        if (source[name] !== undefined) report(below(pointer, name), 'idle-member', `a ${key} has no ${name}`, KEY);
    } else if (consent) continue;
    else if (key !== 'post') report(here, 'needs-consent', `${key} needs consent: writes in the pack`, KEY);
    else {
      const fault = postFault(source);
      if (fault !== undefined)
        report(here, 'forbidden-method', `without consent: writes a post speaks MCP to a declared endpoint: ${fault}`, KEY);
    }
  }
}

/** What is changed is a URL that an answer gave; a literal one is written as it is meant. */
function checkDerived(source: Source, pointer: string, report: ReportFinding): void {
  const { derive } = source;
  if (!isObject(derive)) return;
  const template = templateOf(source.get ?? source.head ?? source.options);
  if (!template || !wholeValue(template) || isLiteral(template))
    report(
      below(pointer, 'derive'),
      'idle-member',
      'derive changes the URL of a get, head or options that is a whole template, such as {{ $.item.href }}',
      KEY,
    );
  const { append, replace } = derive as Members;
  const parts = [append, isObject(replace) ? replace.by : undefined];
  if (parts.some((one) => typeof one === 'string' && one.split('/').some((s) => s === '.' || s === '..')))
    report(below(pointer, 'derive'), 'bad-url', 'what a URL is continued by has no dot segments', KEY);
}

function checkSource(source: Source, pointer: string, pack: Members, report: ReportFinding): void {
  const consent = pack.consent === 'writes';
  checkMethod(source, pointer, consent, report);
  checkDerived(source, pointer, report);
  checkHeaders(source.headers, below(pointer, 'headers'), source.accept, pack, report);
  if (!isObject(source.repeat)) {
    checkConsent(source, ['form'], pointer, consent, report);
    return;
  }
  const merge = below(below(pointer, 'repeat'), 'merge');
  if (isObject(source.repeat.merge)) {
    checkUrl(source.repeat.merge.url, below(merge, 'url'), report);
    checkHeaders(source.repeat.merge.headers, below(merge, 'headers'), undefined, pack, report);
  }
  checkConsent(source.repeat, ['wait'], below(pointer, 'repeat'), consent, report);
  checkConsent(source, ['form'], pointer, consent, report);
}

function checkConsent(holder: object, names: readonly string[], pointer: string, consent: boolean, report: ReportFinding): void {
  if (consent) return;
  for (const name of names)
    if ((holder as Members)[name] !== undefined)
      report(below(pointer, name), 'needs-consent', `${name} needs consent: writes in the pack`, KEY);
}

function checkProbe(use: ProbeUse, pack: Members, report: ReportFinding): void {
  const { probe, pointer } = use;
  for (const { source, pointer: at } of placedSources(use)) checkSource(source, at, pack, report);
  if (probe.firstOf !== undefined || probe.eachOf !== undefined)
    checkHeaders(probe.headers, below(pointer, 'headers'), probe.accept, pack, report);
  checkConsent(probe, ['cleanup', 'secret'], pointer, pack.consent === 'writes', report);
}

export function checkRequests(pack: Members, report: ReportFinding): void {
  for (const use of probesOf(pack)) checkProbe(use, pack, report);
}
