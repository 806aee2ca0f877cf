// The names of exchanges in evidence and reports: the probe, which of its requests, and how often it was sent. Nothing else makes or reads them.

/** Why a request was sent once more, beside the repetitions that its probe asks for. */
type OnceMore = 'again' | 'last' | 'twin';

/** A request of a probe: api, api[2], tools[0.1]. */
export const requestName = (probe: string, ...at: readonly number[]): string => (at.length === 0 ? probe : `${probe}[${at.join('.')}]`);

/** The nth repetition of a request; the 0th is the request itself. */
export const repetitionName = (request: string, n: number): string => (n === 0 ? request : `${request}/${n}`);

export const onceMoreName = (exchange: string, why: OnceMore): string => `${exchange}/${why}`;

interface ExchangeName {
  probe: string;
  /** The place of the request among those of its probe. */
  at: number[];
  /** The request without its repetitions. */
  request: string;
  repetition: number;
  onceMore?: OnceMore;
}

const NAME = /^(?<request>(?<probe>[^[/]*)(?:\[(?<at>[\d.]+)\])?)(?:\/(?<repetition>\d+))?(?:\/(?<onceMore>again|last|twin))?/;

export function readExchangeName(name: string): ExchangeName {
  const { request = name, probe = name, at, repetition = 0, onceMore } = NAME.exec(name)?.groups ?? {};
  const places = at === undefined ? [] : at.split('.').map(Number);
  return { probe, at: places, request, repetition: Number(repetition), ...(onceMore ? { onceMore: onceMore as OnceMore } : {}) };
}

export const probeOf = (name: string): string => readExchangeName(name).probe;
