// What monitors quote of a report: the text of the first check that fails, what a run left behind, keys about to end. It goes with the report; what they hold of a target beside that are digests.
import type { FailingCheck } from '../contract/generated/types.ts';
import { jcs } from '../json/jcs.ts';
import type { Writing } from './database.ts';
import { type MonitorResult, TAKEN } from './monitor-result.ts';

const withoutText = ({ id }: FailingCheck): FailingCheck => ({ id, text: TAKEN });

const resultWithoutQuotes = ({ first, left, ...result }: MonitorResult): MonitorResult => ({
  ...result,
  ...(first ? { first: withoutText(first) } : {}),
  ...(left ? { left: { ...left, requests: [] } } : {}),
});

interface AlertBody {
  data: { first?: FailingCheck; requests?: string[]; what?: string };
}

function bodyWithoutQuotes(body: string): string {
  const { data, ...envelope } = JSON.parse(body) as AlertBody;
  const { first, requests, what, ...facts } = data;
  const rest = {
    ...(first ? { first: withoutText(first) } : {}),
    ...(requests ? { requests: [] } : {}),
    ...(what === undefined ? {} : { what: TAKEN }),
  };
  return JSON.stringify({ ...envelope, data: { ...facts, ...rest } });
}

/** A row that quotes a report names its digest. */
const naming = (digest: string): string => `%${digest}%`;

/** Within the transaction that takes the report down. Alerts that wait are sent without what they quoted. */
export async function forgetQuotes(tx: Writing, reportDigest: string): Promise<void> {
  const monitors = tx
    .selectFrom('monitor')
    .where('target', 'in', tx.selectFrom('release').where('reportDigest', '=', reportDigest).select('target'))
    .select('id');
  const results = await tx
    .selectFrom('monitorResult')
    .where('monitor', 'in', monitors)
    .where('result', 'like', naming(reportDigest))
    .select(['number', 'result'])
    .execute();
  for (const { number, result } of results)
    await tx
      .updateTable('monitorResult')
      .set({ result: jcs(resultWithoutQuotes(JSON.parse(result) as MonitorResult)) })
      .where('number', '=', number)
      .execute();
  const alerts = await tx
    .selectFrom('monitorAlert')
    .where('monitor', 'in', monitors)
    .where('body', 'like', naming(reportDigest))
    .select(['number', 'body'])
    .execute();
  for (const { number, body } of alerts)
    await tx
      .updateTable('monitorAlert')
      .set({ body: bodyWithoutQuotes(body) })
      .where('number', '=', number)
      .execute();
}

/** Within the transaction that settles a run: its report may have been taken down since it was read, and a takedown under way is waited for. */
export async function forgetIfTaken(tx: Writing, reportDigest: string | undefined): Promise<void> {
  if (reportDigest === undefined) return;
  const held = await tx
    .updateTable('release')
    .set((e) => ({ taken: e.ref('taken') }))
    .where('reportDigest', '=', reportDigest)
    .returning('taken')
    .executeTakeFirst();
  if (held?.taken === 1) await forgetQuotes(tx, reportDigest);
}
