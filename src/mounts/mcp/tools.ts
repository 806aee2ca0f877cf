// The tools as tools/list gives them: names, titles and descriptions of the service's one description, and the schemas. Constant: nothing of a target comes in.
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { TOOLS } from '../../service/description.ts';
import { INPUTS, OUTPUTS } from './schemas.ts';

export type ToolKind = keyof typeof INPUTS;

const KINDS = new Map<string, ToolKind>([
  ['verify_domain', 'grade'],
  ['discover_domain', 'discover'],
  ['explain_check', 'explain'],
  ['verify_pinned_spec', 'pinned'],
]);

/** undefined for a name that is no tool. */
export const kindOf = (name: string): ToolKind | undefined => KINDS.get(name);

/** They change nothing at the target and nothing of the caller's; a hosted verifier keeps the report. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };

export const LISTED: ListedTool[] = TOOLS.map(({ name, title, description }) => {
  const kind = kindOf(name);
  if (!kind) throw new Error(`the description names a tool ${name} that nothing answers`);
  const inputSchema = INPUTS[kind] as unknown as ListedTool['inputSchema'];
  return { name, title, description, inputSchema, outputSchema: OUTPUTS[kind], annotations: { title, ...ANNOTATIONS } };
});
