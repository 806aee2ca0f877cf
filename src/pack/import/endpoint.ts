// A requirement of kind endpoint: one request of its own, judged by its expect block, whose captures later requirements may use. It sends nothing.
import type { Probe } from '../../contract/generated/types.ts';
import { isObject, type Members } from '../../contract/json.ts';
import { isSafeMethod } from '../../contract/method.ts';
import { below } from '../../json/pointer.ts';
import { METHOD_KEYS, type MethodKey } from '../probe-shape.ts';
import { expectation } from './expectation.ts';
import { stepsOf, template } from './names.ts';
import { type ImportStep, nothingJudged, type StepContext } from './step.ts';

const KNOWN = new Set(['id', 'kind', 'description', 'title', 'method', 'path', 'body', 'expect', 'capture']);

const methodKey = (method: unknown): MethodKey | undefined =>
  typeof method === 'string' ? METHOD_KEYS.find((key) => key === method.toLowerCase()) : undefined;

/** Whether a requirement changes something at the target. */
export function isWrite(requirement: Members): boolean {
  const method = methodKey(requirement.method);
  return requirement.kind === 'endpoint' && method !== undefined && !isSafeMethod(method.toUpperCase());
}

const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;
const WHOLE = /^\{\{[^{}]*\}\}$/;

/** Why a text is no path of a rule, or undefined. */
function pathFault(url: string): string | undefined {
  if (WHOLE.test(url)) return undefined;
  const fixed = url.replace(/\{\{[^{}]*\}\}/g, 'x');
  if (!/^\/(?![/\\])/.test(fixed)) return 'a path begins with one /, on the target itself';
  if (!/^[\x21-\x7e]*$/.test(fixed) || /[#\\]/.test(fixed)) return 'a path has no blanks, no fragment and nothing beyond ASCII';
  return DOT_SEGMENT.test(fixed.split('?', 1)[0] as string) ? 'a path has no dot segments' : undefined;
}

function urlOf(path: unknown, pointer: string, { bound, losses }: StepContext): string | undefined {
  if (typeof path !== 'string' || path === '') return losses.lost(pointer, 'expected a path');
  const written = template(path, bound);
  if ('why' in written) return losses.lost(pointer, written.why);
  const fault = pathFault(written.text) ?? (written.text.length > 1000 ? 'the path is too long' : undefined);
  return fault === undefined ? written.text : losses.lost(pointer, fault);
}

/** A body with its names as templates; false after a loss. */
function bodyOf(value: unknown, pointer: string, context: StepContext): { value: unknown } | false {
  if (typeof value === 'string') {
    const written = template(value, context.bound);
    if ('text' in written) return { value: written.text };
    context.losses.lost(pointer, written.why);
    return false;
  }
  if (typeof value !== 'object' || value === null) return { value };
  const parts = Object.entries(value).map(([key, one]) => [key, bodyOf(one, below(pointer, key), context)] as const);
  if (parts.some(([, part]) => part === false)) return false;
  const filled = parts.map(([key, part]) => [key, (part as { value: unknown }).value] as const);
  return { value: Array.isArray(value) ? filled.map(([, one]) => one) : Object.fromEntries(filled) };
}

function probeOf(requirement: Members, pointer: string, context: StepContext): Probe | undefined {
  const { losses } = context;
  const method = methodKey(requirement.method);
  if (method === undefined) return losses.lost(below(pointer, 'method'), 'expected get, head, options, post, put, patch or delete');
  const url = urlOf(requirement.path, below(pointer, 'path'), context);
  const safe = isSafeMethod(method.toUpperCase());
  const has = requirement.body !== undefined;
  if (has && safe) return losses.lost(below(pointer, 'body'), `a ${method} has no body`);
  const body = has ? bodyOf(requirement.body, below(pointer, 'body'), context) : undefined;
  if (url === undefined || body === false) return undefined;
  return {
    [method]: url,
    accept: 'application/json',
    ...(body ? { body: body.value } : {}),
    ...(context.writes && safe ? { fresh: true } : {}),
    // Whatever the step before came to, it has been answered.
    ...(context.after ? { when: [{ select: `$.${context.after}` }] } : {}),
  } as Probe;
}

function capture(captures: unknown, pointer: string, probe: string | undefined, { bound, losses }: StepContext): void {
  if (captures === undefined) return;
  if (!isObject(captures)) {
    losses.lost(pointer, 'expected an object of names and paths');
    return;
  }
  for (const [name, path] of Object.entries(captures)) {
    const steps = typeof path === 'string' ? stepsOf(path) : undefined;
    // A name that another step gave before means the new value from here on, or nothing.
    bound.delete(name);
    if (steps === undefined) losses.lost(below(pointer, name), 'the path has parts that cannot be written here');
    else if (probe !== undefined) bound.set(name, `$.${probe}.json${steps}`);
  }
}

export function endpoint(requirement: Members, pointer: string, context: StepContext): ImportStep {
  const { losses } = context;
  for (const key of Object.keys(requirement)) if (!KNOWN.has(key)) losses.lost(below(pointer, key), `${key} is not known here`);
  const name = `step${context.number}`;
  const probe = probeOf(requirement, pointer, context);
  const judged = probe ? expectation(requirement.expect, below(pointer, 'expect'), name, context.bound, losses) : undefined;
  capture(requirement.capture, below(pointer, 'capture'), probe ? name : undefined, context);
  return probe && judged ? { ...judged, probes: { [name]: probe } } : nothingJudged();
}
