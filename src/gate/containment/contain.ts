// A stranger's spec, validated and judged in a child of its own; the parent asks the target and checks all that the child says. It runs nothing of the spec.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../contract/digest.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Pack } from '../../contract/generated/types.ts';
import { jcs } from '../../contract/jcs.ts';
import { PACKAGE_ROOT } from '../../package-root.ts';
import type { JudgeInput, RunJudge } from '../../run.ts';
import { ContainedChild } from './child-process.ts';
import { ContainedJudge } from './contained-judge.ts';
import { isolation } from './isolation.ts';
import { CONTAINED } from './limits.ts';
import { refusalOf } from './refusal.ts';
import { fromChild } from './shapes.ts';

export interface ContainOptions {
  /** The operator accepts strangers' specs where the system isolates less than is needed. */
  withoutIsolation?: boolean;
  /** The built child; that of the package unless a test names another. */
  script?: string;
}

/** A spec that a child has validated. It fits what the gate takes as an admitted pack. */
export interface Contained {
  /** Plain data; the child found that it is a pack. */
  document: Pack;
  digest: string;
  name: string;
  version: string;
  title: string;
  /** The spec wants to write, which needs the target's consent. */
  consent: boolean;
  /** A judge of one run. The first one uses the child that validated the spec, each further one has a child of its own. */
  judge(input: JudgeInput): Promise<RunJudge>;
  close(): Promise<void>;
}

export const CHILD_SCRIPT: string = join(PACKAGE_ROOT, 'dist', 'contained.cjs');

/** The document and its digest, from the text alone. */
function read(text: string): { document: Pack; digest: string } {
  const size = Buffer.byteLength(text, 'utf8');
  if (size > CONTAINED.specBytes)
    throw new AxproofError('spec-too-large', `a spec has at most ${CONTAINED.specBytes} bytes, and this has ${size}`);
  let canonical: string;
  try {
    canonical = jcs(JSON.parse(text));
  } catch (error) {
    const why = error instanceof AxproofError ? [error.message] : [];
    throw new AxproofError('bad-pack', 'the spec is not plain JSON', why, { cause: error });
  }
  return { document: JSON.parse(canonical) as Pack, digest: sha256(canonical) };
}

async function validated(text: string, digest: string, options: ContainOptions): Promise<ContainedChild> {
  const script = options.script ?? CHILD_SCRIPT;
  if (!existsSync(script)) throw new AxproofError('no-isolation', 'the contained judge was not built: npm run build makes it');
  const { ok, missing, pieces } = await isolation(CHILD_SCRIPT);
  if (!ok && !options.withoutIsolation) throw new AxproofError('no-isolation', `this machine does not offer: ${missing.join(', ')}`);
  const child = new ContainedChild({ script, pieces });
  const answer = fromChild(await child.tell({ do: 'load', text }, 'validation', () => undefined));
  const wrong =
    answer.is === 'refused'
      ? refusalOf(answer)
      : answer.is !== 'loaded' || answer.digest !== digest
        ? new AxproofError('containment-failed', 'the contained judge read another spec')
        : undefined;
  if (!wrong) return child;
  child.kill();
  throw wrong;
}

/**
 * Throws bad-pack, engine-mismatch, spec-too-large or spec-too-costly for a spec that is refused, no-isolation where nothing can be contained,
 * and containment-failed where a child did what no judge does.
 */
export async function contain(text: string, options: ContainOptions = {}): Promise<Contained> {
  const { document, digest } = read(text);
  const children = new Set<ContainedChild>();
  let ready: ContainedChild | undefined = await validated(text, digest, options);
  children.add(ready);
  return {
    document,
    digest,
    name: document.name,
    version: document.version,
    title: document.title,
    consent: document.consent === 'writes',
    async judge(input) {
      const child = ready ?? (await validated(text, digest, options));
      ready = undefined;
      children.add(child);
      return ContainedJudge.start(child, { document, digest }, input);
    },
    async close() {
      for (const child of children) child.kill();
      await Promise.all([...children].map((child) => child.gone));
    },
  };
}
