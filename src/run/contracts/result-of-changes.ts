// Changes between two contracts as a result for the reporters: a line for each operation, with what breaks its clients and what cannot be told.
import { countOf } from '../../contract/count-of.ts';
import type { Finding } from '../../contract/generated/types.ts';
import { quote } from '../../contract/quote.ts';
import { tokensOf } from '../../json/pointer.ts';
import type { FileNotes, Result, ResultLine } from '../../report/result.ts';
import type { ContractChange } from './change.ts';
import type { OperationChanges } from './changes.ts';
import { type Contract, infoOf } from './read-contract.ts';

type Sides = { readonly [side in ContractChange['side']]: Contract };

function finding(id: string, { code, text, side, place }: ContractChange, sides: Sides): Finding {
  const { name, line } = sides[side];
  const at = line(tokensOf(place));
  return {
    code,
    level: 'must',
    message: quote(text, 400),
    place: quote(`${name}#${place}`, 400),
    operation: quote(id, 200),
    ...(at === undefined ? {} : { line: at }),
  };
}

const verdictOf = ({ changes }: OperationChanges): ResultLine['verdict'] =>
  changes.some(({ effect }) => effect === 'breaking') ? 'fail' : changes.length > 0 ? 'inconclusive' : 'pass';

const REASONS = {
  fail: ['breaking', 'Clients that were made from the old document break.'],
  inconclusive: ['unknown', 'Whether clients break cannot be told from the documents.'],
  pass: ['compatible', 'Clients that were made from the old document are served as before.'],
} as const;
const ADDED = ['added', 'The operation is new.'] as const;

function line(one: OperationChanges, sides: Sides): ResultLine {
  const verdict = verdictOf(one);
  const [code, text] = one.is === 'added' ? ADDED : REASONS[verdict as keyof typeof REASONS];
  // What is certain first.
  const changes = [...one.changes].sort((a, b) => Number(a.effect === 'unknown') - Number(b.effect === 'unknown'));
  const id = quote(one.id, 200);
  return {
    id,
    title: `Clients of ${id}`,
    verdict,
    reason: { code, text },
    findings: changes.map((change) => finding(one.id, change, sides)),
  };
}

/** The new document is held against the old one, as a target is against a pack. */
export function resultOfChanges(all: readonly OperationChanges[], sides: Sides): Result & { notes: FileNotes } {
  const lines = all.map((one) => line(one, sides));
  const of = (verdict: ResultLine['verdict']): number => lines.filter((one) => one.verdict === verdict).length;
  const version = infoOf(sides.old, 'version');
  const open = of('inconclusive') === 0 ? '' : `, of ${of('inconclusive')} it cannot be told`;
  const headline = `${of('fail')} of ${countOf(lines.length, 'operation')} ${of('fail') === 1 ? 'breaks' : 'break'} clients${open}`;
  return { target: sides.new.name, pack: { name: sides.old.name, version: quote(String(version ?? ''), 60) }, notes: { headline, lines } };
}
