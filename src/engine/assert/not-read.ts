// Why a body cannot be read as what it is sent as, in words for whoever wrote it. It decides nothing: views have refused the body before.
import { mediaType } from '../../contract/media-type.ts';
import type { Observation } from '../../record/observation.ts';

/** Why a body could not be read, and at which answer. */
export interface NotReadTold {
  observation: Observation;
  message: string;
  line?: number;
}

/** By its media type; where that is none, or says text alone, by the ending of its address. */
function isSentAs({ record: { source, url } }: Observation, kind: 'json' | 'yaml'): boolean {
  const type = mediaType(source?.headers['content-type'])?.essence ?? '';
  if (type !== '' && type !== 'text/plain') return type.endsWith(kind);
  return (kind === 'json' ? /\.json$/i : /\.ya?ml$/i).test(new URL(url).pathname);
}

/** The first fault of a body that begins as JSON does and is sent, or wanted, as JSON. */
export function unreadJson(observation: Observation, isWanted = false): NotReadTold | undefined {
  const { source } = observation.record;
  const isJson = isWanted || isSentAs(observation, 'json');
  if (!isJson || !source?.decoded.ok || !/^\s*[{[]/.test(source.decoded.text)) return undefined;
  const fault = observation.record.read('json').ok ? undefined : source.jsonFault;
  if (fault === undefined) return undefined;
  const told = { observation, message: `the body is no JSON that can be read: ${fault.message}` };
  return fault.line === undefined ? told : { ...told, line: fault.line };
}

/** The first fault of a body that should be YAML. */
export function unreadYaml(observation: Observation): NotReadTold | undefined {
  const reading = observation.record.read('yaml');
  if (reading.ok || reading.code !== 'syntax' || reading.message === undefined) return undefined;
  return { observation, message: `the body is no YAML that can be read: ${reading.message}` };
}

/** Of an answer that was found, and is sent as JSON or YAML. The line is among the words: the place of such a finding may be the link that led there. */
export function notReadAsSent(observation: Observation): NotReadTold | undefined {
  if (observation.outcome.is !== 'found') return undefined;
  const json = unreadJson(observation);
  if (json) return json.line === undefined ? json : { observation, message: `${json.message}, at line ${json.line}` };
  return isSentAs(observation, 'yaml') ? unreadYaml(observation) : undefined;
}
