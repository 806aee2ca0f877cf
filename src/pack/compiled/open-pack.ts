// Makes a LoadedPack out of a resolved document that is known to be good: canonical, digested, with everything resolved, frozen. It checks nothing.
import { sha256 } from '../../contract/digest.ts';
import type { Because, CoverageOf, Pack } from '../../contract/generated/types.ts';
import { jcs } from '../../json/jcs.ts';
import { isList } from '../probe-shape.ts';
import { CONTROL } from '../visit.ts';
import { Compiler } from './compiler.ts';
import { frozen } from './frozen.ts';
import { namesOfPart, type ProbeNode, probeGraph, type RuleNode, ruleNodes } from './graph.ts';
import type { CompiledCoverage, CompiledProbe, CompiledRule, LoadedPack } from './loaded-pack.ts';
import { markedBy } from './marks.ts';
import { openedByBuild } from './precompiled.ts';
import { type SchemaChecks, schemaChecks } from './schema-check.ts';
import { sourcePlans } from './source-plan.ts';
import { type Worked, workedOf } from './stored-pack.ts';
import { Weights } from './weights.ts';

/** Members in canonical order, whatever order they were written in: nothing that follows can depend on it. */
export const canonical = (document: unknown): unknown => JSON.parse(jcs(document));

/** The longest chain of probes that wait for each. nodes: sorted so that a probe stands behind all that it uses. Everything waits for the control. */
function urgencies(nodes: readonly ProbeNode[]): ReadonlyMap<string, number> {
  const out = new Map<string, number>(nodes.map((n) => [n.name, 0]));
  for (const node of [...nodes].reverse()) {
    const own = out.get(node.name) ?? 0;
    for (const used of node.uses) out.set(used, Math.max(out.get(used) ?? 0, own + 1));
  }
  return out.set(CONTROL, nodes.length);
}

function compiledProbes(pack: Pack, compiler: Compiler): CompiledProbe[] {
  const { nodes } = probeGraph(pack, compiler.texts);
  const urgency = urgencies(nodes);
  return nodes.map((node) => {
    const { accept, headers, until } = node.probe;
    return {
      ...node,
      plans: sourcePlans(node.probe, compiler, pack.consent === 'writes'),
      until: until && compiler.assertions(until, '/until'),
      list: isList(node.probe),
      sharedUses: namesOfPart({ accept, headers, until }, compiler.texts),
      urgency: urgency.get(node.name) ?? 0,
    };
  });
}

function compiledRule(node: RuleNode, compiler: Compiler): CompiledRule {
  const because = (list: readonly Because[] = []): CompiledCoverage['untold'] =>
    list.map((one) => ({ where: compiler.schema(one.where), because: one.because }));
  const covered = ({ select, where, notAskable, untold }: CoverageOf): CompiledCoverage => ({
    select: compiler.paths(select),
    where: compiler.where(where),
    notAskable: because(notAskable),
    untold: because(untold),
  });
  const { when, assert, coverage } = node.rule;
  return {
    ...node,
    when: when && compiler.assertions(when, '/when'),
    assert: compiler.assertions(assert, '/assert'),
    coverage: coverage?.map(covered),
  };
}

/** document: a pack that passed the loader. checks: see openCanonical. */
export const openPack = (document: Pack, checks?: SchemaChecks): LoadedPack => openCanonical(jcs(document), checks);

function worked(document: Pack, checks: SchemaChecks): Worked {
  const compiler = new Compiler(checks, new Weights(document.schemas));
  return {
    probes: compiledProbes(document, compiler),
    rules: ruleNodes(document, compiler.texts).map((node) => compiledRule(node, compiler)),
    operations: compiler.paths(document.operations),
  };
}

/** Whether the build opened the pack of this canonical form. */
export const isOpenedByBuild = (text: string): boolean => openedByBuild(sha256(text)) !== undefined;

/**
 * text: the canonical form of such a document, or of one that the build wrote after it passed. What the build worked out of that very text is not worked out again.
 * checks: those that it was checked with, which have compiled its schemas already.
 */
export function openCanonical(text: string, checks?: SchemaChecks): LoadedPack {
  const document = JSON.parse(text) as Pack;
  const digest = sha256(text);
  const known = checks ? undefined : openedByBuild(digest);
  return frozen({
    document,
    digest,
    ...(known ? workedOf(known.text, document, known.check) : worked(document, checks ?? schemaChecks(document.schemas ?? {}))),
    isChallenge: markedBy(document.challenges),
    isUnrouted: markedBy(document.unrouted),
  });
}
