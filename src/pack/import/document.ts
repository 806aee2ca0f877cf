// The documents that are imported, as far as an importer reads them: members of any shape, which it checks as it goes. It knows no pack.
import { AxproofError } from '../../contract/errors.ts';
import { isObject, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { formatFinding } from '../finding.ts';
import { readDocument } from '../read/read-document.ts';

export interface ImportedDocument {
  kind: 'PinnedSpec' | 'Suite';
  name: string;
  version: string;
  requirements: { id: string; value: Members; pointer: string }[];
  /** Variables of each environment; of a PinnedSpec none. */
  environments: Record<string, Members>;
  whole: Members;
}

const bad = (file: string, pointer: string, text: string): AxproofError => new AxproofError('bad-import', `${file}#${pointer}: ${text}`);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

function requirementsOf(whole: Members, file: string): ImportedDocument['requirements'] {
  const list = whole.requirements;
  if (!Array.isArray(list) || list.length === 0)
    throw bad(file, '/requirements', 'expected a list of at least one requirement; an empty one proves nothing');
  const seen = new Set<string>();
  return list.map((value: unknown, i) => {
    const pointer = below('/requirements', i);
    if (!isObject(value)) throw bad(file, pointer, 'a requirement is an object');
    const { id } = value;
    if (typeof id !== 'string' || id === '' || id.includes(':'))
      throw bad(file, below(pointer, 'id'), 'the id of a requirement is text without a colon');
    if (seen.has(id)) throw bad(file, below(pointer, 'id'), 'another requirement has this id');
    seen.add(id);
    return { id, value, pointer };
  });
}

function environmentsOf(whole: Members, file: string): Record<string, Members> {
  if (!isObject(whole.environments)) throw bad(file, '/environments', 'expected an object of environments');
  const out: Record<string, Members> = Object.create(null);
  for (const [name, environment] of Object.entries(whole.environments)) {
    const vars = isObject(environment) ? environment.vars : undefined;
    if (!isObject(vars)) throw bad(file, below('/environments', name), 'an environment is an object with vars');
    out[name] = vars;
  }
  return out;
}

/** Throws AxproofError bad-import for what is neither document. */
export function readImported(text: string, file: string): ImportedDocument {
  const source = readDocument(text, file, 'json');
  if (source.findings.length > 0)
    throw new AxproofError('bad-import', `${file} cannot be read`, source.findings.slice(0, 20).map(formatFinding));
  const whole = source.value;
  const kind = isObject(whole) ? whole.$type : undefined;
  if (!isObject(whole) || (kind !== 'PinnedSpec' && kind !== 'Suite')) throw bad(file, '/$type', 'expected "PinnedSpec" or "Suite"');
  return {
    kind,
    name: textOf(whole.name) ?? 'imported',
    version: textOf(whole.version) ?? (typeof whole.version === 'number' ? String(whole.version) : '0'),
    requirements: requirementsOf(whole, file),
    environments: kind === 'Suite' ? environmentsOf(whole, file) : {},
    whole,
  };
}
