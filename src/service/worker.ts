// A thread that judges, signs and releases, so that large documents slow neither the serving thread nor those that keep time. It sends no request.
import { setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { type Attested, attest } from '../attest/issue.ts';
import { KeyFolder } from '../attest/keys/folder.ts';
import type { LogSigner } from '../attest/log/log-signer.ts';
import type { Signer } from '../attest/sign.ts';
import { sha256 } from '../contract/digest.ts';
import { AxproofError, isOperators } from '../contract/errors.ts';
import type { Discovery, Pack, Report } from '../contract/generated/types.ts';
import { admitHere } from '../gate/admitted.ts';
import { contain } from '../gate/containment/contain.ts';
import type { GateHost } from '../gate/host.ts';
import { compareDigests, type Spec, specOf } from '../gate/spec.ts';
import { type PinnedResult, verifyPinnedWithPack } from '../gate/verify-pinned.ts';
import { jcs } from '../json/jcs.ts';
import { writtenEvidence, writtenReport } from '../report/build.ts';
import { allBytes, piecesOf, writtenExchanges } from '../report/written.ts';
import { type CheckChange, type ComparedReport, compare } from '../run/compare.ts';
import { discovery } from '../run/discovery.ts';
import { goneFrom, serveRun } from '../run/judge-port.ts';
import { type Prober, run } from '../run/run.ts';
import { openStore } from '../store/open.ts';
import type { ReleaseDraft } from '../store/release.ts';
import type { NewRunEvent, RunFault } from '../store/run.ts';
import type { Store } from '../store/store.ts';
import { registrable } from '../transport/registrable.ts';
import type { Asks, JobMessage, RunJob, WorkerSetup } from './job.ts';
import { JudgingRoom, type RoomOfRun } from './judging-room.ts';
import { logSigner } from './log-keys.ts';
import { BundledPacks } from './packs.ts';
import { type RunTally, tallyOf } from './run-end.ts';

/** Niceness: a third of the weight of a thread that is not nice. */
const BEHIND = 5;

const setup = Piscina.workerData as WorkerSetup;
const judging = new JudgingRoom(() => setup.runs);
let opened: Promise<Store> | undefined;

/** Opened when it is first needed, and anew where that failed: a database that is away comes back. */
function store(): Promise<Store> {
  const { data: folder, databaseUrl } = setup;
  opened ??= openStore({ folder, ...(databaseUrl === undefined ? {} : { databaseUrl }) }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

let logKey: LogSigner | undefined;

/** Its key is never rotated: the public half is worked out once. */
function log(): LogSigner {
  logKey ??= logSigner(setup.keys);
  return logKey;
}

const packs = await BundledPacks.load();
// What most ask for is at hand before the first asks.
await packs.standard.open();

// On Linux this is of the calling thread alone: where the cores are busy, the thread that serves comes first.
if (process.platform === 'linux') setPriority(0, BEHIND);

/** Public targets and the service itself are attested; what only this machine can reach is not. */
const signerFor = (job: RunJob): Signer | undefined => (job.reach === 'private' ? undefined : new KeyFolder(setup.keys).signer(Date.now()));

/** A spec of the store, which was found sound before it was put there. */
async function storedSpec(digest: string): Promise<unknown> {
  const stored = await (await store()).document('pack', digest);
  if (!stored) throw new AxproofError('unknown-digest', `no pack with the digest ${digest} is at hand`);
  if (stored.state === 'gone') throw new AxproofError('taken-down', 'the pack was taken down', [digest]);
  return JSON.parse(allBytes(stored.content).toString('utf8'));
}

/** What a run of the gate and one of a bundled pack have in common. */
type Options = Omit<GateHost, 'open' | 'packOf' | 'admit'>;

/** Of many at once a few are told, and of each no more than fits a line. */
const MOST_ASKS = { many: 6, url: 300 };

const fewOf = (sent: readonly Asks[]): Asks[] =>
  sent.slice(0, MOST_ASKS.many).map(({ method, url }) => ({ method, url: url.slice(0, MOST_ASKS.url) }));

/** The spec was named, paid for and validated by the thread that serves; here its digest is compared, and it is run. */
async function verifyStored(job: RunJob, transport: Prober, options: Options): Promise<PinnedResult> {
  const { target, seed, seedOrigin, packDigest, ratified } = job;
  const bundled = packs.withDigest(packDigest);
  const spec = bundled?.document ?? (await storedSpec(packDigest));
  const host: GateHost = {
    ...options,
    open: async (origin) => ({ origin, transport, loopback: false, lookUp: async () => (await import('./live-for.ts')).liveFor(job) }),
    packOf: async () => undefined,
    async admit({ text, digest }) {
      compareDigests(digest, packDigest);
      const errand = job.isNew ? 'first-run' : 'run';
      return bundled ? admitHere(await bundled.open()) : contain(text, { sound: true, errand, withoutIsolation: setup.unisolated });
    },
  };
  const named = { target, spec, ...(ratified ? { expectedDigest: packDigest } : {}) };
  return verifyPinnedWithPack({ ...named, ...(seedOrigin === 'fresh' ? {} : { seed }) }, host);
}

async function makeReport(
  { job, prober }: Judging,
  room: RoomOfRun,
  tell: (message: JobMessage) => void,
  signed: boolean,
): Promise<[Report, Pack]> {
  const { target, runId, seed, seedOrigin, packDigest, agent, kind, sealed } = job;
  const isGone = goneFrom(prober);
  // The thread that probes for this one. Secrets are opened there: here they are names.
  const transport: Prober = {
    registrable,
    ...(sealed ? { secrets: Object.keys(sealed.values) } : {}),
    probe: (run, { onCheck }) =>
      serveRun(run, prober, { isGone, admit: room.take, onCheck, onSend: (sent) => tell({ about: 'asks', runId, asks: fewOf(sent) }) }),
    close: async () => prober.close(),
  };
  const options: Options = {
    freshSeed: () => seed,
    now: () => new Date().toISOString(),
    mode: signed ? 'attested-remote' : 'advisory-local',
    ...(agent === undefined ? {} : { agent }),
    onCheck: (check) => tell({ about: 'check', runId, check }),
  };
  if (kind === 'pinned') {
    const { report, document } = await verifyStored(job, transport, options);
    return [report, document];
  }
  const pack = await packs.withDigest(packDigest)?.open();
  if (!pack) throw new AxproofError('unknown-pack', `no bundled pack has the digest ${packDigest}`);
  return [await run({ ...options, seed, seedOrigin, target, transport, pack }), pack.document];
}

/** Reasons that are nothing but our own lateness. */
const OVERLOADED: ReadonlySet<string> = new Set(['verifier-overloaded', 'robots-verifier-overloaded']);

/** What stands in the report already is not worked out again. */
function draftOf(job: RunJob, made: { report: Report } & Partial<Attested>, pack: Pack, signer: Signer | undefined): ReleaseDraft {
  const { report, digest, exchanges = writtenExchanges(report.evidence) } = made;
  const { verdict, evidence } = report;
  const [written, document] = [writtenEvidence(evidence, exchanges), writtenReport(report, exchanges)];
  const key = signer && new KeyFolder(setup.keys).ring().keys.find((one) => one.kid === signer.kid);
  return {
    reportDigest: digest ?? sha256(piecesOf(document)),
    evidenceDigest: evidence.digest ?? sha256(piecesOf(written)),
    packDigest: verdict.pack.digest,
    target: job.target,
    kind: job.kind,
    fresh: job.seedOrigin === 'fresh',
    issuedAt: Date.parse(report.issued.at),
    grade: verdict.grade,
    conclusive: verdict.conclusive,
    points: verdict.score.points,
    outOf: verdict.score.outOf,
    report: document,
    evidence: written,
    pack: () => Buffer.from(jcs(pack), 'utf8'),
    ...(key ? { key } : {}),
    runId: job.runId,
    spoiled: verdict.checks.some(({ reason }) => OVERLOADED.has(reason.code)),
    now: Date.now(),
  };
}

export interface JobResult {
  reportDigest: string;
  grade: string;
  passed?: boolean;
}

async function storedReport(digest: string): Promise<Report> {
  const found = await (await store()).document('report', digest);
  if (found?.state !== 'present') throw new AxproofError('not-found', `there is no report ${digest}`);
  return JSON.parse(allBytes(found.content).toString('utf8')) as Report;
}

export async function discover({ reportDigest }: { reportDigest: string }): Promise<Discovery> {
  const report = await storedReport(reportDigest);
  return discovery(report, await (packs.withDigest(report.verdict.pack.digest) ?? packs.standard).open());
}

/** What changed between two stored reports; nothing is told of packs that do not ship any more. */
export async function changes({ before, after }: { before: string; after: string }): Promise<readonly CheckChange[]> {
  const [was, is] = await Promise.all([before, after].map(storedReport));
  const side = async (report: Report): Promise<ComparedReport> => ({
    report,
    pack: await packs.withDigest(report.verdict.pack.digest)?.open(),
  });
  return compare(await side(was as Report), await side(is as Report));
}

/** Errors lose their code on the way between threads, so a failure of the table crosses as data. */
export type JobEnd = { done: JobResult; tally: RunTally } | { failed: RunFault };
export type SpecRead = { spec: Spec } | { failed: RunFault };

/** Throws what is no error of the table. */
function failedBy(error: unknown): { failed: RunFault } {
  if (!(error instanceof AxproofError) || isOperators(error.code)) throw error;
  return { failed: { code: error.code, message: error.message, details: [...error.details] } };
}

/** Of a spec as JSON. */
export function readSpec({ text }: { text: string }): SpecRead {
  try {
    return { spec: specOf(JSON.parse(text)) };
  } catch (error) {
    return failedBy(error);
  }
}

export interface Judging {
  job: RunJob;
  /** To the thread that probes for this run. */
  prober: MessagePort;
  /** To whoever follows the run. */
  port: MessagePort;
}

/** Entry of the pool. Rejects with what is no error of the table; nothing is told of a report before it is released. */
export default async function work(given: Judging): Promise<JobEnd> {
  const { job, prober, port } = given;
  // Whoever followed the run has given it up: nothing more is asked or judged for it.
  port.once('close', () => prober.close());
  const room = judging.enter();
  try {
    const signer = signerFor(job);
    // The end of the run is stored with all that happened before it, in the order and under the numbers in which it is told while it goes on.
    const events: NewRunEvent[] = [{ event: 'started', data: {} }];
    const tell = (message: JobMessage): void => {
      if (message.about === 'check') events.push({ event: 'check', data: message.check });
      if (message.about === 'asks') events.push({ event: 'asks', data: message.asks });
      port.postMessage(message);
    };
    const [report, pack] = await makeReport(given, room, tell, signer !== undefined);
    const draft = draftOf(job, signer ? await attest(report, signer, Date.now()) : { report }, pack, signer);
    const done = { reportDigest: draft.reportDigest, grade: draft.grade, ...('passed' in report ? { passed: report.passed } : {}) };
    await (await store()).release({ ...draft, events: [...events, { event: 'done', data: done }] }, log());
    return { done, tally: tallyOf(report) };
  } catch (error) {
    return failedBy(error);
  } finally {
    room.leave();
    prober.close();
    port.close();
  }
}
