// Checks the form of probes beyond their shape: names, what has no effect, what nothing bounds, the control. Requests themselves are checked elsewhere.
import type { Probe, Source } from '../../contract/generated/types.ts';
import { isObject, type Members, textsIn } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { namesOfProbe, RESERVED } from '../compiled/graph.ts';
import { isLiteral, templateOf } from '../compiled/template.ts';
import { KEY, type ReportFinding, valueText } from '../finding.ts';
import { METHOD_KEYS, sourcesOf } from '../probe-shape.ts';
import { CONTROL, type ProbeUse, probesOf } from '../visit.ts';

/** The sources of a probe with their pointers; entries of a wrong shape are left out. */
export function placedSources({ probe, pointer }: ProbeUse): { source: Source; pointer: string }[] {
  const key = (['firstOf', 'eachOf'] as const).find((k) => probe[k] !== undefined);
  if (key === undefined) return sourcesOf(probe as Probe).map((source) => ({ source, pointer }));
  const list = Array.isArray(probe[key]) ? (probe[key] as unknown[]) : [];
  return list.flatMap((source, i) => (isObject(source) ? [{ source: source as Source, pointer: below(below(pointer, key), i) }] : []));
}

function checkNames(uses: readonly ProbeUse[], report: ReportFinding): void {
  const seen = new Map<string, ProbeUse>();
  for (const use of uses) {
    if (use.pointer !== '/control' && (RESERVED.has(use.name) || use.name === CONTROL)) {
      report(use.pointer, 'reserved-name', `a probe may not be called ${use.name}; paths use that name for something else`, KEY);
    }
    const first = seen.get(use.name);
    if (!first) seen.set(use.name, use);
    else if (use.pointer !== '/control' && use.name !== CONTROL) {
      const where = first.owner === null ? 'in pack.yaml' : `in the rule ${first.owner}`;
      report(use.pointer, 'probe-twice', `a probe called ${use.name} stands ${where} already; names hold for the whole pack`, KEY);
    }
  }
}

/** Members that only a source may have; beside a list of sources nobody reads them. */
const OF_SOURCES = ['select', 'where', 'take', 'value', 'derive', 'when', 'body', 'form', 'repeat', ...METHOD_KEYS] as const;

function checkList(use: ProbeUse, key: 'firstOf' | 'eachOf', report: ReportFinding): void {
  const { probe, pointer } = use;
  for (const name of OF_SOURCES) {
    if (probe[name] !== undefined)
      report(below(pointer, name), 'idle-member', `${name} beside ${key} has no effect; put it on the sources`, KEY);
  }
  if (key === 'firstOf' && probe.sample !== undefined)
    report(
      below(pointer, 'sample'),
      'idle-member',
      'sample beside firstOf has no effect; it deals places round the sources of eachOf',
      KEY,
    );
}

function checkUntil(use: ProbeUse, report: ReportFinding): void {
  const { probe, pointer } = use;
  const sources = placedSources(use);
  const polls = sources.some(({ source }) => source.repeat !== undefined);
  if (probe.until !== undefined && probe.firstOf === undefined && !polls) {
    report(below(pointer, 'until'), 'idle-member', 'until chooses among firstOf, or ends a repeat; here is neither', KEY);
  }
  const polling = probe.until !== undefined && probe.firstOf === undefined;
  for (const { source, pointer: at } of sources) {
    if (source.repeat === undefined || polling) continue;
    if (!isObject(source.repeat) || !hasPath(source.repeat.merge)) {
      report(
        below(at, 'repeat'),
        'idle-member',
        'a repeat goes on while a template of its merge resolves, or until the until of its probe holds; this one has neither',
        KEY,
      );
    }
  }
}

/** Whether a template anywhere in the value names what an answer gave. */
const hasPath = (value: unknown): boolean => textsIn(value).some((text) => !isLiteral(templateOf(text) ?? []));

function checkSelection(use: ProbeUse, report: ReportFinding): void {
  const dealt = use.probe.eachOf !== undefined && use.probe.sample !== undefined;
  for (const { source, pointer } of placedSources(use)) {
    if (source.select !== undefined && source.take === undefined && source.sample === undefined && !dealt) {
      report(below(pointer, 'select'), 'unbounded', 'a selection needs take or sample, or the eachOf around it needs sample', KEY);
    }
    if (dealt && source.sample !== undefined) {
      report(below(pointer, 'sample'), 'idle-member', 'the sample of the whole eachOf draws; use take here, or no bound', KEY);
    }
    // The probe itself as its only source: the schema says so for the sources of a list.
    for (const name of ['where', 'take', 'sample', 'value', 'besides'] as const) {
      if (pointer === use.pointer && source[name] !== undefined && source.select === undefined)
        report(below(pointer, name), 'idle-member', `${name} needs select beside it`, KEY);
    }
  }
}

/** A probe that needs one which is sent when all else is done would wait for ever. */
function checkCleanup(uses: readonly ProbeUse[], report: ReportFinding): void {
  const late = new Set(uses.filter((u) => u.probe.cleanup === true).map((u) => u.name));
  if (late.size === 0) return;
  for (const use of uses) {
    const needed = use.probe.cleanup === true ? undefined : namesOfProbe(use).find((name) => late.has(name));
    if (needed !== undefined)
      report(use.pointer, 'late-probe', `${use.name} needs ${needed}, which is sent when all else is done; make it a cleanup too`, KEY);
  }
}

/** Requests that take places of another sample are counted there: they may cost no more than a place. */
function checkIncluding({ probe, pointer }: ProbeUse, uses: readonly ProbeUse[], report: ReportFinding): void {
  if (probe.including === undefined) return;
  const here = below(pointer, 'including');
  const found = uses.find(({ name }) => name === probe.including)?.probe;
  const places = (one: Members): number => (one.eachOf !== undefined && typeof one.sample === 'number' ? one.sample : Number.NaN);
  const fault = (text: string): void => report(here, 'bad-sample', text, { value: valueText(probe.including) });
  if (!(places(probe) > 0)) fault('only a probe that draws from its whole eachOf has places to share');
  else if (!found) return;
  else if (found.including !== undefined) fault('the probe that takes places includes another one itself');
  else if (!(places(found) <= places(probe))) fault(`the probe that takes places draws from its whole eachOf, at most ${places(probe)}`);
  else if (['redirects', 'bytes', 'fresh', 'cleanup'].some((name) => found[name] !== probe[name]))
    fault('both probes have the same redirects and bytes, so that an equal request is one');
  else if (
    [found, probe].some((one) => placedSources({ probe: one, pointer: '' } as ProbeUse).some(({ source }) => source.repeat !== undefined))
  )
    fault('a source that repeats takes more than one place');
}

const CONTROL_MEMBERS = new Set(['eachOf', 'get', 'accept', 'headers', 'bytes', 'redirects']);

function checkControl(use: ProbeUse, report: ReportFinding): void {
  for (const name of Object.keys(use.probe)) {
    if (!CONTROL_MEMBERS.has(name))
      report(below(use.pointer, name), 'bad-control', `the control has no ${name}; it is one GET request, or eachOf of them`, KEY);
  }
  for (const { source, pointer } of placedSources(use)) {
    const { get } = source;
    if (typeof get !== 'string') report(pointer, 'bad-control', 'each request of the control is a get');
    else if (!/\{\{\s*\$\.run\.nonce\s*\}\}/.test(get))
      report(below(pointer, 'get'), 'bad-control', 'the path holds {{ $.run.nonce }}, so that it cannot exist');
    for (const name of ['select', 'when', 'repeat', 'body', 'form'] as const) {
      if (source[name] !== undefined && pointer !== use.pointer)
        report(below(pointer, name), 'bad-control', `a request of the control has no ${name}`, KEY);
    }
    if (hasPath([source.get, source.accept, source.headers])) report(pointer, 'bad-control', 'the control may name nothing but $.run');
  }
}

/** Names, lists, loops, bounds and the control. */
export function checkProbes(pack: Members, report: ReportFinding): void {
  const uses = probesOf(pack);
  checkNames(uses, report);
  checkCleanup(uses, report);
  for (const use of uses) {
    if (use.pointer === '/control') {
      checkControl(use, report);
      continue;
    }
    if (use.probe.firstOf !== undefined) checkList(use, 'firstOf', report);
    else if (use.probe.eachOf !== undefined) checkList(use, 'eachOf', report);
    checkUntil(use, report);
    checkSelection(use, report);
    checkIncluding(use, uses, report);
  }
}
