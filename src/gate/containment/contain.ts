// A stranger's spec, validated and judged in a child of its own; the parent asks the target and keeps the records. It runs nothing of the spec.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../contract/digest.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Pack } from '../../contract/generated/types.ts';
import { jcs } from '../../json/jcs.ts';
import { PACKAGE_ROOT } from '../../run/package-root.ts';
import type { AdmittedPack } from '../admitted.ts';
import { ContainedChild } from './child-process.ts';
import type { Errand } from './command.ts';
import { ContainedJudge, refusalOf } from './contained-judge.ts';
import { isolation } from './isolation.ts';
import type { ToChild } from './protocol.ts';
import { fromChild } from './shapes.ts';
import { tooLarge } from './spec-size.ts';

export interface ContainOptions {
  /** The operator accepts strangers' specs where the system isolates less than is needed. */
  withoutIsolation?: boolean;
  /** The spec was found sound before: it is opened, and not validated again. */
  sound?: boolean;
  /** What the child is for; a run unless said. */
  errand?: Errand;
  /** The built child; that of the package unless a test names another. */
  script?: string;
  /** The caller leaves: a spec that is still validated is not any more. What ends a run ends its child by close. */
  signal?: AbortSignal;
}

export const CHILD_SCRIPT: string = join(PACKAGE_ROOT, 'dist', 'contained.cjs');

/** The document and its digest, from the text alone. */
function read(text: string): { document: Pack; digest: string } {
  const long = tooLarge(text);
  if (long !== undefined) throw new AxproofError('spec-too-large', long);
  let canonical: string;
  try {
    canonical = jcs(JSON.parse(text));
  } catch (error) {
    const why = error instanceof AxproofError ? [error.message] : [];
    throw new AxproofError('bad-pack', 'the spec is not plain JSON', why, { cause: error });
  }
  return { document: JSON.parse(canonical) as Pack, digest: sha256(canonical) };
}

async function childFor({ script = CHILD_SCRIPT, withoutIsolation, errand, signal }: ContainOptions): Promise<ContainedChild> {
  if (!existsSync(script)) throw new AxproofError('no-isolation', 'the contained judge was not built: npm run build makes it');
  const { ok, missing, pieces } = await isolation(CHILD_SCRIPT);
  if (!ok && !withoutIsolation) throw new AxproofError('no-isolation', `this machine does not offer: ${missing.join(', ')}`);
  signal?.throwIfAborted();
  return new ContainedChild({ script, pieces, errand });
}

async function load(child: ContainedChild, text: string, digest: string, sound: boolean): Promise<void> {
  const answer = fromChild(await child.tell({ do: 'load', text, sound } satisfies ToChild, 'validation', () => undefined));
  if (answer.is === 'refused') throw refusalOf(answer);
  if (answer.is !== 'loaded' || answer.digest !== digest)
    throw new AxproofError('containment-failed', 'the contained judge read another spec');
}

/** A child that knows the spec, and has found it to be sound unless that was known; one that has not, or that nobody waits for, is ended. */
async function validated(text: string, digest: string, options: ContainOptions): Promise<ContainedChild> {
  const { signal, sound = false } = options;
  const child = await childFor(options);
  const left = (): void => child.kill();
  signal?.addEventListener('abort', left, { once: true });
  try {
    await load(child, text, digest, sound);
    signal?.throwIfAborted();
    return child;
  } catch (error) {
    child.kill();
    await child.gone;
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', left);
  }
}

/**
 * Throws bad-pack, engine-mismatch, spec-too-large or spec-too-costly for a spec that is refused, no-isolation where nothing can be contained,
 * and containment-failed where a child did what no judge does.
 */
export async function contain(text: string, options: ContainOptions = {}): Promise<AdmittedPack> {
  const { document, digest } = read(text);
  const child = await validated(text, digest, options);
  return {
    document,
    digest,
    // In the child that holds the spec: there is one child for each slot.
    judge: (input) => ContainedJudge.start(child, { document, digest }, input),
    async close() {
      child.kill();
      await child.gone;
    },
  };
}
