// Reads the settings of the service from an environment, and refuses to start with one that is wrong. It reads nothing but what it is given.
import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';
import { ownAjv } from '../contract/document-ajv.ts';
import { AxproofError } from '../contract/errors.ts';
import { quote } from '../contract/quote.ts';
import { expectedWords } from '../contract/schema-words.ts';
import { Destinations } from '../run/destinations.ts';
import { type AddressFormat, SETTINGS, type Setting } from './settings.ts';

type Table = typeof SETTINGS;
type Value<S> = S extends { type: 'integer' | 'number' } ? number : S extends { type: 'boolean' } ? boolean : string;
type Given<K extends keyof Table> = Table[K]['schema'] extends { default: unknown }
  ? Value<Table[K]['schema']>
  : Value<Table[K]['schema']> | undefined;

/** Settings as they hold; cooldown is settled, the public URL and the metrics port are known only once the service listens. */
export type Config = { readonly [K in keyof Table]: K extends 'cooldown' ? number : Given<K> };

const FRESH = 60;

const FORMATS: Readonly<Record<AddressFormat, (text: string) => boolean>> = {
  address: (text) => URL.canParse(text),
  addresses: (text) => text.split(',').every((one) => URL.canParse(one)),
};

const wanted = (error: ErrorObject): string => (error.keyword === 'format' ? 'expected an address that can be read' : expectedWords(error));

function settled(ajv: Ajv2020, { name, schema, secret }: Setting, text: string | undefined, faults: string[]): unknown {
  const holder = { value: text };
  if (text === undefined || text === '') return (schema as { default?: unknown }).default;
  if (ajv.validate({ type: 'object', properties: { value: schema } }, holder)) return holder.value;
  faults.push(...(ajv.errors ?? []).map((error) => `${name}${secret ? '' : `=${quote(text, 80)}`}: ${wanted(error)}`));
  return undefined;
}

function faultsOfRanges(list: unknown): string[] {
  if (typeof list !== 'string') return [];
  try {
    new Destinations(list);
    return [];
  } catch (error) {
    return (error as AxproofError).details.map((detail) => `${SETTINGS.sharedRanges.name}: no range (CIDR): ${detail}`);
  }
}

const NAMES: ReadonlySet<string> = new Set(Object.values(SETTINGS).map(({ name }) => name));
/** Kubernetes sets AXPROOF_PORT, AXPROOF_SERVICE_HOST and more for a service that is called axproof. */
const LOOKS_LIKE_ONE = /^AXPROOF_(?!PORT|SERVICE_)/;

/** Variables that look like settings and are none, such as mistyped ones: nothing reads them. */
export const strayNames = (env: NodeJS.ProcessEnv): string[] =>
  Object.keys(env)
    .filter((name) => LOOKS_LIKE_ONE.test(name) && !NAMES.has(name))
    .sort();

/** Throws bad-config with every fault. Empty variables count as unset. */
export function readConfig(env: NodeJS.ProcessEnv, flags: { allowPrivate?: boolean; port?: number; host?: string } = {}): Config {
  const ajv = ownAjv({ coerceTypes: true, strict: false, formats: FORMATS });
  const faults: string[] = [];
  const out: Record<string, unknown> = {};
  // What is given and wrong is told as such, and not as missing too.
  const isGiven = (key: keyof Table): boolean => (env[SETTINGS[key].name] ?? '') !== '';
  for (const [key, setting] of Object.entries(SETTINGS)) {
    const value = settled(ajv, setting, env[setting.name], faults);
    if (value !== undefined) out[key] = value;
  }
  for (const [key, value] of Object.entries(flags)) if (value !== undefined) out[key] = value;
  out.cooldown ??= out.allowPrivate === true ? 0 : FRESH;
  if (typeof out.publicUrl === 'string') out.publicUrl = new URL(out.publicUrl).origin;
  if (out.engine === 'restate')
    for (const key of ['databaseUrl', 'ingress'] as const)
      if (!isGiven(key)) faults.push(`${SETTINGS.engine.name}=restate needs ${SETTINGS[key].name}`);
  const isAlone = (key: keyof Table, other: keyof Table): boolean => out[key] !== undefined && !isGiven(other);
  if (isAlone('x402Facilitator', 'x402Accepts') || isAlone('x402Accepts', 'x402Facilitator'))
    faults.push(`${SETTINGS.x402Facilitator.name} and ${SETTINGS.x402Accepts.name} go together`);
  faults.push(...faultsOfRanges(out.sharedRanges));
  if (faults.length > 0) throw new AxproofError('bad-config', 'the environment holds settings that cannot be', faults);
  return out as Config;
}
