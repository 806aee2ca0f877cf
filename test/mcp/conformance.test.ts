// The list of conformance scenarios and the page that explains it say the same. The runner itself is a step of .ci/run.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';

interface Scenarios {
  run: { scenario: string; except?: Record<string, string> }[];
  leftOut: { why: string; scenarios: string[] }[];
}

describe('conformance scenarios', () => {
  const { run, leftOut } = JSON.parse(readFileSync('.ci/conformance/scenarios.json', 'utf8')) as Scenarios;
  const page = readFileSync('docs/mcp.md', 'utf8');
  const named = [...page.matchAll(/`([a-z0-9-]+\*?)`/g)].map((match) => match[1] as string);
  const says = (scenario: string): boolean =>
    named.some((name) => name === scenario || (name.endsWith('*') && scenario.startsWith(name.slice(0, -1))));

  it('are all on the page', () => {
    const all = [...run.map(({ scenario }) => scenario), ...leftOut.flatMap(({ scenarios }) => scenarios)];
    expect(all).to.have.length.above(50);
    expect(all.filter((scenario) => !says(scenario))).to.deep.equal([]);
  });

  it('are run or left out, not both, and for a reason', () => {
    const left = leftOut.flatMap(({ scenarios }) => scenarios);
    expect(new Set(left).size).to.equal(left.length);
    expect(run.map(({ scenario }) => scenario).filter((scenario) => left.includes(scenario))).to.deep.equal([]);
    for (const { why } of leftOut) expect(why).to.have.length.above(20);
  });
});
