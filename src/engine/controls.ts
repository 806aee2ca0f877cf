// The controls of a run: what the target says to paths that cannot exist, asked at its beginning, beside what was found, and at its end.
import { onceMoreName, repetitionName } from '../contract/exchange-name.ts';
import type { Request } from '../contract/generated/types.ts';
import { LIMITS } from '../contract/limits.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { CONTROL } from '../pack/visit.ts';
import { baselineFor, type Control, type ControlRequest } from '../record/baseline.ts';
import type { Observation } from '../record/observation.ts';
import { bears, type Likeness, type Outcome, outcome, ownOutcome } from '../record/outcome.ts';
import type { Record } from '../record/record.ts';
import { blanketRefusal, pageOf, refusalOf } from '../record/refusals.ts';
import { type AskSomething, isDone, type Ticket } from './asking.ts';
import { runNonce } from './probe/chance.ts';
import type { Templates } from './probe/templates.ts';
import { isOneAnswer, saysOneThing } from './same-answers.ts';

/** Who judges by which words: a run, as far as its controls know it. */
type OfRun = Readonly<{ pack: LoadedPack; seed: number; nonce: string }>;

interface Asking {
  ticket: Ticket;
  nonce: string;
}

/** Requests of one shape. */
interface Shape {
  name: string;
  asked: ControlRequest[];
  asking: Asking[];
}

/** What answers are held against. */
interface Known {
  baseline: ReturnType<typeof baselineFor>;
  refusals: readonly ReturnType<typeof refusalOf>[];
}

/** Characters of the word of a second control, fewer than those of the first: what a page counts of its path differs, as what changes by itself does. */
const SECOND_WORD = 24;

/** Refusals that ask for something: a login, a payment. Whether all that lies in a folder asks for it is no word on what is there. */
const ASKS: ReadonlySet<number> = new Set([401, 402, 403, 407]);

const URGENT = Number.MAX_SAFE_INTEGER;
/** Behind the pack's own control, before everything else. */
const ORDER = [-1, 1_000];

export class Controls {
  readonly #shapes: Shape[];
  readonly #folders: Shape[] = [];
  #last?: Asking;
  #count = 0;
  #known: Known | undefined;

  /** observations: the exchanges of the pack's control probe, all answered. What is found where nothing can be is asked for once more, to see what changes by itself. */
  constructor(
    observations: readonly Observation[],
    private readonly run: OfRun,
    private readonly send: AskSomething,
  ) {
    const { nonce } = run;
    this.#shapes = observations.map(({ name, record }) => ({ name, asked: [{ record, nonce }], asking: [] }));
    for (const shape of this.#shapes) this.#askSecond(shape);
  }

  /** All that was asked has been answered. */
  advance(): boolean {
    const open = [...this.#shapes, ...this.#folders].flatMap((shape) => shape.asking);
    if (![...open, ...(this.#last ? [this.#last] : [])].every(({ ticket }) => isDone(ticket))) return false;
    const shapes = [...this.#shapes, ...this.#folders];
    for (const shape of shapes) this.#take(shape);
    if (this.#folders.some(({ asked: [control] }) => control && this.#isFound(control.record))) this.#askPage();
    return shapes.every((shape) => shape.asking.length === 0) && (this.#last === undefined || isDone(this.#last.ticket));
  }

  /** Takes what was answered. What is found where nothing can be is asked for once more. */
  #take(shape: Shape): void {
    if (shape.asking.length === 0) return;
    for (const { ticket, nonce } of shape.asking) if (ticket.state === 'recorded') shape.asked.push({ record: ticket.record, nonce });
    shape.asking = [];
    this.#known = undefined;
    this.#askSecond(shape);
  }

  #askSecond(shape: Shape): void {
    const [first] = shape.asked;
    if (!first || shape.asked.length > 1 || !this.#isFound(first.record)) return;
    const nonce = this.#nextNonce().slice(0, SECOND_WORD);
    const { request } = first.record;
    shape.asking.push({
      ticket: this.#ask(onceMoreName(shape.name, 'twin'), { ...request, url: request.url.replaceAll(first.nonce, nonce) }),
      nonce,
    });
  }

  /** The next word that stands in paths that cannot exist; the first was $.run.nonce. */
  #nextNonce(): string {
    return runNonce(this.run.seed, ++this.#count);
  }

  #ask(name: string, request: Request): Ticket {
    const { bytes = LIMITS.defaultBodyBytes, redirects: follow = LIMITS.defaultRedirects } = this.run.pack.document.control;
    return this.send({
      name,
      order: [...ORDER, this.#count],
      urgency: URGENT,
      request,
      literal: true,
      bytes,
      follow,
      fresh: CONTROL,
    });
  }

  get #controls(): Control[] {
    return [...this.#shapes, ...this.#folders].filter((shape) => shape.asked.length > 0).map((shape) => shape.asked);
  }

  /** What the controls gave so far. */
  get #answered(): Known {
    const controls = this.#controls;
    this.#known ??= { baseline: baselineFor(controls, this.run.pack.isChallenge), refusals: controls.flat().map(refusalOf) };
    return this.#known;
  }

  /** The outcome of an exchange against the controls that speak of it. */
  outcome(record: Record): Outcome {
    return outcome(record, this.#answered.baseline(record), this.run.pack.isChallenge);
  }

  /** Whether the answer is one that a path gets that cannot exist, success or refusal. */
  likeness(record: Record): Likeness {
    const { baseline, refusals } = this.#answered;
    if (this.#isFound(record)) return baseline(record).same(record);
    return refusals.some((isSame) => isSame(record)) ? 'same' : 'different';
  }

  /** Asks the last controls: one below each folder of claims, and the first control again if a refusal of everything may have begun. */
  close(all: readonly Observation[], templates: Templates): void {
    const claimed = all.filter(({ item }) => item !== undefined);
    for (const [folder, observation] of this.#foldersOf(claimed, templates)) {
      const nonce = this.#nextNonce();
      const shape: Shape = { name: repetitionName(CONTROL, this.#folders.length + 1), asked: [], asking: [] };
      shape.asking.push({ ticket: this.#ask(shape.name, { ...observation.record.request, url: folder + nonce }), nonce });
      this.#folders.push(shape);
    }
    if (all.some((observation) => this.#mayBeBlanket(observation))) this.#askLast();
    else if (saysOneThing(claimed)) this.#askPage();
  }

  #askLast(): void {
    const [first] = this.#shapes;
    const control = first?.asked[0];
    if (!first || !control || this.#last) return;
    const nonce = this.#nextNonce();
    const { request } = control.record;
    this.#last = {
      ticket: this.#ask(onceMoreName(first.name, 'last'), { ...request, url: request.url.replaceAll(control.nonce, nonce) }),
      nonce,
    };
  }

  /** The same where one page for everything may have begun in the middle of the run: the first control was told that there is nothing. */
  #askPage(): void {
    const first = this.#shapes[0]?.asked[0];
    if (first && this.#isAbsent(first.record)) this.#askLast();
  }

  #isFound(record: Record): boolean {
    return ownOutcome(record, this.run.pack.isChallenge).is === 'found';
  }

  #isAbsent(record: Record): boolean {
    return ownOutcome(record, this.run.pack.isChallenge).is === 'absent';
  }

  /** Whether a refusal of everything that began in the middle of the run may have answered: of what nobody claimed, by a refusal that no control had. */
  #mayBeBlanket({ item, outcome: { is }, record }: Observation): boolean {
    if (item !== undefined) return is === 'refused' || is === 'method-refused' || is === 'unclear';
    return is === 'refused' && this.likeness(record) === 'different';
  }

  /**
   * Folders of claims, by the media types that were asked for there; each with one of its exchanges. Those in which something was found come
   * first, since all that is found there may be what every path gets; then those of most claims. A target that negotiates says to an unknown
   * path what it is asked for. At the origin's root the pack's own controls stand. What was said to two questions alike is held against one.
   */
  #foldersOf(claimed: readonly Observation[], templates: Templates): [string, Observation][] {
    const folders = new Map<string, [string, Observation[]]>();
    const atRoot = new Set(this.#shapes.flatMap(({ asked }) => asked.map(({ record }) => acceptOf(record.request))));
    const isSaid = answersAlike(claimed, atRoot);
    for (const observation of claimed) {
      const { request } = observation.record;
      if (!this.#isOpen(observation) || request.method !== 'GET' || isSaid(observation.record)) continue;
      const folder = freeFolder(request.url, templates) ?? (atRoot.has(acceptOf(request)) ? undefined : rootFolder(request.url, templates));
      if (folder === undefined) continue;
      const key = `${folder} ${acceptOf(request)}`;
      folders.set(key, [folder, [...(folders.get(key)?.[1] ?? []), observation]]);
    }
    const found = (of: readonly Observation[]): number => of.filter(({ outcome: { is } }) => is === 'found').length;
    return [...folders]
      .sort(([a, [, of]], [b, [, others]]) => found(others) - found(of) || others.length - of.length || (a < b ? -1 : 1))
      .slice(0, LIMITS.prefixControls)
      .map(([, [folder, [observation]]]) => [folder, observation as Observation]);
  }

  /** Found, or absent or faulted in words that no control has yet: a control of its own folder may say the same. */
  #isOpen({ outcome: { is }, record }: Observation): boolean {
    if (is === 'found') return true;
    const says = is === 'absent' || (is === 'refused' && !ASKS.has(record.answer.status as number));
    return says && this.likeness(record) === 'different';
  }

  /** Why an answer to everything hides what was asked for: a refusal of all, the root too, or what began in the middle of the run. root: the exchange of the target's root. isServed: something was found there, so that what a gateway says of no route is no wall. */
  blanketAnswers(root: Record | undefined, isServed: boolean): (record: Record) => 'walled' | 'walled-since' | undefined {
    const isNoRoute = root !== undefined && isServed && bears(root, this.run.pack.isUnrouted);
    const always = isNoRoute ? undefined : blanketRefusal(this.#controls, root);
    const began = this.#begun();
    return (record) => (always?.(record) ? 'walled' : began?.(record) ? 'walled-since' : undefined);
  }

  /** Whether an answer is the refusal, or the page in place of a 404, that paths which cannot exist get at the end and did not get at first. */
  #begun(): ((record: Record) => boolean) | undefined {
    const { ticket, nonce } = this.#last ?? {};
    const first = this.#shapes[0]?.asked[0];
    if (ticket?.state !== 'recorded' || !nonce || !first || refusalOf(first)(ticket.record)) return undefined;
    const last = { record: ticket.record, nonce };
    return this.#isAbsent(first.record) && this.#isFound(last.record) ? pageOf(last) : blanketRefusal([[last]], last.record);
  }
}

/** What a request asks for; nothing where it leaves that to the target. */
const acceptOf = ({ headers }: Request): string => headers.accept ?? '';

/** Whether another type was asked for at an address that says the same to what the pack's own controls ask. */
function answersAlike(claimed: readonly Observation[], atRoot: ReadonlySet<string>): (record: Record) => boolean {
  const plain = new Map<string, Record>();
  for (const { record } of claimed)
    if (record.request.method === 'GET' && atRoot.has(acceptOf(record.request))) plain.set(record.request.url, record);
  return (record) => {
    const other = plain.get(record.request.url);
    return other !== undefined && !atRoot.has(acceptOf(record.request)) && isOneAnswer(record, other);
  };
}

/** The origin's root, beside an address that lies right below it, or is well known. The root itself speaks for itself. */
function rootFolder(url: string, templates: Templates): string | undefined {
  const { origin, pathname } = new URL(url);
  return pathname !== '/' && !templates.holds(`${origin}/x`) ? `${origin}/` : undefined;
}

/** The deepest folder of an address in which something that cannot exist can be asked for; undefined where that is the origin's root. */
function freeFolder(url: string, templates: Templates): string | undefined {
  const { origin, pathname } = new URL(url);
  const segments = pathname.replace(/\/$/, '').split('/').slice(1, -1);
  for (; segments.length > 0; segments.pop()) {
    const folder = `${origin}/${segments.join('/')}/`;
    if (segments[0] === '.well-known') return undefined;
    if (!templates.holds(`${folder}x`)) return folder;
  }
  return undefined;
}
