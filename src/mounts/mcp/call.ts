// One call of a tool: arguments in, the service asked, an answer out. Progress is told as checks settle; a cancelled call stops waiting.

import { type CallToolResult, ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { ownAjv } from '../../contract/document-ajv.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Check } from '../../contract/generated/types.ts';
import { isObject } from '../../contract/json.ts';
import { quote } from '../../contract/quote.ts';
import { faultLines } from '../../contract/schema-words.ts';
import { packOf as packOrNone } from '../../report/result.ts';
import type { BundledPacks } from '../../service/packs.ts';
import type { Caller, GradeOutcome, RunEvent, Service, StoredReport, Waiting } from '../../service/service.ts';
import { runGoesOn } from '../../service/view.ts';
import { discoveryAnswer, errorAnswer, explainedAnswer, fixesAnswer, reportAnswer, type ToolContext } from './answers.ts';
import { INPUTS } from './schemas.ts';
import { kindOf, type ToolKind } from './tools.ts';

interface Arguments {
  domain?: string;
  target?: string;
  pack?: string;
  spec?: Record<string, unknown>;
  expectedDigest?: string;
  seed?: number;
  fixes?: boolean;
  /** Digest of a report, and the id of a check of it. */
  report?: string;
  check?: string;
}

let compiled: Map<string, ValidateFunction<Arguments>> | undefined;

function validatorOf(kind: ToolKind): ValidateFunction<Arguments> {
  if (!compiled) {
    const ajv = ownAjv({ strict: false, allErrors: true });
    compiled = new Map(Object.entries(INPUTS).map(([name, schema]) => [name, ajv.compile<Arguments>(schema)]));
  }
  return compiled.get(kind) as ValidateFunction<Arguments>;
}

/** Calls of the time before the names were one: a target for a domain, and a spec alone, which runs and never passes. */
function asBefore(kind: ToolKind, given: unknown): unknown {
  if (!isObject(given)) return given;
  const { target, ...rest } = given;
  return (kind === 'grade' || kind === 'discover') && target !== undefined && rest.domain === undefined
    ? { ...rest, domain: target }
    : given;
}

const isSpecAlone = ({ keyword, params }: { keyword: string; params: object }): boolean =>
  keyword === 'required' && (params as { missingProperty?: string }).missingProperty === 'expectedDigest';

/** The target of a call (of a check none) and the rest of its arguments. Throws bad-request with every fault. */
export function argumentsOf(kind: ToolKind, given: unknown): Arguments & { target: string } {
  const validate = validatorOf(kind);
  const value = asBefore(kind, given ?? {}) as Arguments;
  const whole: boolean = validate(value);
  const specAlone = kind === 'pinned' && (value as Arguments).spec !== undefined && validate.errors?.every(isSpecAlone) === true;
  if (!whole && !specAlone) throw new AxproofError('bad-request', 'the arguments are not what the tool takes', faultLines(validate.errors));
  const { target, domain } = value as Arguments;
  return { ...value, target: target ?? domain ?? '' };
}

/** Below the minute after which clients give up. */
const MOST_WAIT = 55_000;

/** What the tools need of a service. */
export type ToolService = Pick<Service, 'grade' | 'verify' | 'discover' | 'stored'>;

export interface CallHost {
  verifier: ToolService;
  packs: Pick<BundledPacks, 'withDigest'>;
  place: ToolContext;
  caller: Caller;
  /** Hears of our own faults; callers are told nothing of them. */
  onFault(error: unknown): void;
}

/** Tells the client of every check that settles, where it gave a token for that. What comes after an answer is lost: `flushed` ends when all is on its way. */
function progressOf({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  const sent: Promise<unknown>[] = [];
  const hear = ({ event, data }: RunEvent): void => {
    if (progressToken === undefined || event !== 'check' || mcpReq.signal.aborted) return;
    const { id, verdict } = data as Check;
    const params = { progressToken, progress: sent.length + 1, message: `${quote(id, 100)}: ${verdict}` };
    // A client that is gone hears nothing more; its call ends with its signal.
    sent.push(mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined));
  };
  return { hear, flushed: () => Promise.all(sent) };
}

function ask(kind: 'grade' | 'pinned', args: Arguments & { target: string }, host: CallHost, waiting: Waiting): Promise<GradeOutcome> {
  const { target, pack, seed, spec, expectedDigest } = args;
  const { verifier, caller } = host;
  if (kind === 'grade') return verifier.grade({ target, start: true, seed, pack }, caller, waiting);
  return verifier.verify({ target, seed, spec, expectedDigest }, caller, waiting);
}

/** The texts of the rules, where the pack at hand is the one of the report. */
function packOf({ outline }: StoredReport, { packs }: CallHost): ReturnType<typeof packOrNone> {
  const { target, pack } = outline.verdict;
  return packOrNone({ target, pack, document: packs.withDigest(pack.digest)?.document });
}

async function answerCall(kind: ToolKind, given: unknown, host: CallHost, waiting: Waiting): Promise<CallToolResult> {
  const args = argumentsOf(kind, given);
  if (kind === 'discover') return discoveryAnswer(await host.verifier.discover(args.target, host.caller, waiting));
  if (kind === 'explain') {
    const { stored } = await host.verifier.stored(args.report ?? '');
    return explainedAnswer(stored, packOf(stored, host), args.check ?? '');
  }
  const answer = await ask(kind, args, host, waiting);
  if (answer.state === 'report') return (args.fixes === true ? fixesAnswer : reportAnswer)(answer, host.place, packOf(answer.stored, host));
  return errorAnswer(runGoesOn(answer.state === 'running' ? answer.run.id : undefined), host.place);
}

/** Rejects with a protocol error for a tool that does not exist, and with the signal's reason when the call was cancelled; whatever else fails is an answer. */
export async function call(name: string, given: unknown, host: CallHost, context: ServerContext): Promise<CallToolResult> {
  const kind = kindOf(name);
  if (!kind) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${quote(name, 60)}`);
  const { signal } = context.mcpReq;
  try {
    const progress = progressOf(context);
    const answer = await answerCall(kind, given, host, { most: MOST_WAIT, signal, onEvent: progress.hear });
    await progress.flushed();
    signal.throwIfAborted();
    return answer;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AxproofError) return errorAnswer(error, host.place);
    host.onFault(error);
    return errorAnswer(new AxproofError('internal', 'the verifier failed; its operator sees why'), host.place);
  }
}
