// A thread of the service that probes: it sends what judges in other threads ask for, and keeps the time. It reads no document, so that none stops its clock.
import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Transport } from '../contract/transport.ts';
import { drive } from '../run/drive.ts';
import { FarRun } from '../run/judge-port.ts';
import { heeding } from '../run/opt-out.ts';
import type { Vault } from '../run/secrets/vault.ts';
import type { JobMessage, RunJob, WorkerSetup } from './job.ts';
import { announcing, liveFor } from './live-for.ts';

export interface Probing {
  job: RunJob;
  /** To the judge of the run. */
  judge: MessagePort;
  /** To whoever follows the run. */
  port: MessagePort;
}

/** Opened here, for the time of one run; what fails here has sent nothing. */
async function vaultFor({ sealed, seed }: RunJob): Promise<{ vault?: Vault }> {
  if (!sealed) return {};
  const { keys } = Piscina.workerData as Pick<WorkerSetup, 'keys'>;
  return { vault: (await import('./open-secrets.ts')).openSecrets(keys, sealed, seed) };
}

/** Entry of the pool. How it went is told to the judge. */
export default async function probe({ job, judge: end, port }: Probing): Promise<void> {
  const { runId, target, reach, deadline, agent } = job;
  const run = new FarRun(end);
  const ask = (path: string): void => port.postMessage({ about: 'self-ask', runId, path } satisfies JobMessage);
  const heed = { origin: target, file: true, ...(agent === undefined ? {} : { agent }) };
  let transport: Transport | undefined;
  try {
    transport = liveFor(job);
    const vault = await vaultFor(job);
    await drive(run, { ...vault, transport: reach === 'own' ? announcing(transport, ask) : heeding(transport, heed), deadline });
    run.end();
  } catch (error) {
    run.end(error);
  } finally {
    await transport?.close();
    port.close();
  }
}
