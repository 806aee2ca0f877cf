// What does not hold of the cases of a pack, as SARIF 2.1.0: a result a problem, at its file and line. What holds is no result.
import { visible } from '../contract/quote.ts';
import type { CaseProblem, TestedPack } from './cases.ts';
import { SARIF } from './sarif.ts';
import { inFile } from './sarif-results.ts';

const MEANS: { readonly [code in CaseProblem['code']]: string } = {
  'case-fails': 'The rule says something else of the case than it expects.',
  'case-unread': 'The case, or its target, does not load.',
  'case-twice': 'Two cases of a rule have the same name.',
  'dead-route': 'No request takes the route.',
  'unknown-code': 'The rule has no such reason.',
  'reason-unshown': 'No case shows the reason.',
  'no-rule': 'The case file belongs to no rule of the pack.',
};

const AT = /^(.+?)(?::(\d+):(\d+))?$/s;

function location(at: string): object {
  const [, file = at, line, column] = AT.exec(at) ?? [];
  return inFile(file, line === undefined ? undefined : { startLine: Number(line), startColumn: Number(column) });
}

/** version: that of axproof. */
export function casesSarif({ pack, problems }: TestedPack, version: string): string {
  const run = {
    tool: {
      driver: {
        name: 'axproof',
        version,
        rules: Object.entries(MEANS).map(([id, text]) => ({ id, shortDescription: { text } })),
        properties: { pack: pack.name, packVersion: pack.version, packDigest: pack.digest },
      },
    },
    results: problems.map(({ code, rule, case: name, at, text }) => ({
      ruleId: code,
      level: 'error',
      message: { text: visible(`${rule}: ${name === undefined ? '' : `${name}: `}${text}`) },
      locations: [location(at)],
    })),
  };
  return `${JSON.stringify({ $schema: SARIF, version: '2.1.0', runs: [run] }, null, 2)}\n`;
}
