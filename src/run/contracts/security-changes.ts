// What an operation asks for before it answers, in the old and the new contract: whatever sufficed has to suffice.
import { isObject, type Json } from '../../contract/json.ts';
import { entries, list, member, text } from '../../views/members.ts';
import { breaking, type ContractChange, type ContractSide, changePlace, type Pair } from './change.ts';

/** What a client has to hold, whatever the document calls it, by any of the ways that lead to it. */
interface Credential {
  ways: string[];
  scopes: string[];
}

function schemesOf({ contract }: ContractSide): Map<string, Json> {
  const { root } = contract.document;
  return new Map([...entries(member(root, 'securityDefinitions') ?? member(member(root, 'components'), 'securitySchemes'))]);
}

/** Flows of OpenAPI 3 by their names in Swagger 2.0. */
const FLOWS: { readonly [flow: string]: string } = { accessCode: 'authorizationCode', application: 'clientCredentials' };

/** What a scheme is by, apart from its name and its words: one for each flow. */
function waysOf(side: ContractSide, name: string): string[] {
  const value = side.context.follow(schemesOf(side).get(name) ?? {}, '')?.value ?? {};
  const type = text(value, 'type')?.toLowerCase();
  if (type === undefined) return [`name ${name}`];
  if (type === 'basic') return [JSON.stringify(['http', 'basic'])];
  if (type === 'oauth2') {
    const own = text(value, 'flow');
    const flows: [string, Json][] = own === undefined ? [...entries(member(value, 'flows'))] : [[FLOWS[own] ?? own, value]];
    const ways = flows.map(([flow, one]) => JSON.stringify([type, flow, text(one, 'tokenUrl'), text(one, 'authorizationUrl')]));
    return ways.length > 0 ? ways : [type];
  }
  const called = text(value, 'name');
  const where = text(value, 'in')?.toLowerCase();
  // Only names of headers, and the words of the format, have no case.
  const said = [text(value, 'scheme')?.toLowerCase(), where, where === 'header' ? called?.toLowerCase() : called];
  return [JSON.stringify([type, ...[...said, text(value, 'openIdConnectUrl')].filter((one) => one !== undefined)])];
}

/** None: nothing is needed. */
function alternativesOf(side: ContractSide): Credential[][] {
  const own = member(side.operation, 'security') === undefined ? side.contract.document.root : side.operation;
  const all = list(own, 'security').filter((one) => isObject(one));
  if (all.length === 0) return [[]];
  return all.map((one) =>
    Object.entries(one).map(([name, scopes]) => ({ ways: waysOf(side, name), scopes: Array.isArray(scopes) ? scopes.map(String) : [] })),
  );
}

const suffices = (held: Credential[], wanted: Credential[]): boolean =>
  wanted.every(({ ways, scopes }) =>
    held.some((own) => own.ways.every((way) => ways.includes(way)) && scopes.every((scope) => own.scopes.includes(scope))),
  );

export function securityChanges({ was, is }: Pair): ContractChange[] {
  const now = alternativesOf(is);
  const broken = alternativesOf(was).filter((held) => !now.some((wanted) => suffices(held, wanted)));
  if (broken.length === 0) return [];
  const open = broken.some((held) => held.length === 0);
  const text = open ? 'it asks for credentials, which it did without' : 'credentials that sufficed do not suffice any more';
  return [breaking('credentials-added', text, changePlace(is, 'security'))];
}
