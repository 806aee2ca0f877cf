// What an operation asks for before it answers, in the old and the new contract: whatever sufficed has to suffice.
import { isObject, type Json } from '../../contract/json.ts';
import { entries, list, member, text } from '../../views/members.ts';
import { breaking, type ContractChange, type ContractSide, changePlace, type Pair } from './change.ts';

/** One credential: what a client has to hold, whatever the document calls it. */
type Alternative = Map<string, Set<string>>;

function schemesOf({ contract }: ContractSide): Map<string, Json> {
  const { root } = contract.document;
  return new Map([...entries(member(root, 'securityDefinitions') ?? member(member(root, 'components'), 'securitySchemes'))]);
}

/** What a scheme is by, apart from its name and its words. */
function definition(side: ContractSide, name: string): string {
  const value = side.context.follow(schemesOf(side).get(name) ?? {}, '')?.value;
  const where = text(value, 'in');
  // Only names of headers, and the words of the format, have no case.
  const said = ['type', 'in', 'name', 'scheme', 'openIdConnectUrl', 'tokenUrl', 'authorizationUrl'].map((one) => {
    const written = text(value, one) ?? null;
    return /Url$/.test(one) || (one === 'name' && where !== 'header') ? written : (written?.toLowerCase() ?? null);
  });
  const flows = [...entries(member(value, 'flows'))].map(([flow, one]) => [
    flow,
    text(one, 'tokenUrl') ?? '',
    text(one, 'authorizationUrl') ?? '',
  ]);
  return said[0] === null ? `name ${name}` : JSON.stringify([...said, flows.sort()]);
}

/** None: nothing is needed. */
function alternativesOf(side: ContractSide): Alternative[] {
  const own = member(side.operation, 'security') === undefined ? side.contract.document.root : side.operation;
  const all = list(own, 'security').filter((one) => isObject(one));
  if (all.length === 0) return [new Map()];
  return all.map(
    (one) =>
      new Map(
        Object.entries(one).map(([name, scopes]) => [definition(side, name), new Set(Array.isArray(scopes) ? scopes.map(String) : [])]),
      ),
  );
}

const suffices = (held: Alternative, wanted: Alternative): boolean =>
  [...wanted].every(([scheme, scopes]) => {
    const own = held.get(scheme);
    return own !== undefined && [...scopes].every((scope) => own.has(scope));
  });

export function securityChanges({ was, is }: Pair): ContractChange[] {
  const now = alternativesOf(is);
  const broken = alternativesOf(was).filter((held) => !now.some((wanted) => suffices(held, wanted)));
  if (broken.length === 0) return [];
  const open = broken.some((held) => held.size === 0);
  const text = open ? 'it asks for credentials, which it did without' : 'credentials that sufficed do not suffice any more';
  return [breaking('credentials-added', text, changePlace(is, 'security'))];
}
