// A facilitator of x402: says whether a payment is good, and settles it. Its answers are hostile input; it decides nothing about runs.
import { AxproofError } from '../../contract/errors.ts';
import type { Answer, Failure, Payment, PaymentRequirements, Settlement } from '../../contract/generated/types.ts';
import { isObject, parsedJson } from '../../contract/json.ts';
import { quote } from '../../contract/quote.ts';
import type { Transport } from '../../contract/transport.ts';
import { within } from '../../run/within.ts';

export type VerifyOutcome = { ok: true; payer: string } | { ok: false; why: string };
/** `unknown`: it was asked and gave no answer that can be read; it may have settled. */
export type SettleOutcome = { state: 'settled' | 'refused'; said: Settlement } | { state: 'unknown'; why: string };

export interface Facilitator {
  /** Throws busy where it cannot be asked. */
  verify(payment: Payment, accepted: PaymentRequirements): Promise<VerifyOutcome>;
  /** Throws busy where it was surely not asked. */
  settle(payment: Payment, accepted: PaymentRequirements): Promise<SettleOutcome>;
}

const BYTES = 16 * 1024;
const MOST_WORDS = 200;
const LATE = 10_000;
/** Nothing had been sent when it failed in one of these: the same code, of TLS say, may also come after the message. */
const BEFORE_SENDING: ReadonlySet<Failure['phase']> = new Set(['dns', 'connect', 'tls']);

const words = (text: unknown, otherwise: string): string => (typeof text === 'string' ? quote(text, MOST_WORDS) : otherwise);

const away = (): AxproofError =>
  new AxproofError('busy', 'payments cannot be looked at now: nothing was settled and nothing begun', [], { remedy: { retryAfter: 30 } });

export function httpFacilitator(base: string, open: (target: URL) => Promise<Transport>): Facilitator {
  const ask = async (step: 'verify' | 'settle', payment: Payment, accepted: PaymentRequirements): Promise<Answer> => {
    const url = `${base.replace(/\/$/, '')}/${step}`;
    const transport = await open(new URL(url));
    const body = JSON.stringify({ x402Version: 2, paymentPayload: payment, paymentRequirements: accepted });
    const request = { method: 'POST', url, headers: { accept: 'application/json', 'content-type': 'application/json' }, body } as const;
    try {
      return await within(LATE, undefined, (over) => transport.send({ key: step, hop: 0, request, bytes: BYTES }, over));
    } finally {
      await transport.close();
    }
  };
  return {
    async verify(payment, accepted) {
      const said = readAnswer(await ask('verify', payment, accepted));
      if (typeof said?.isValid !== 'boolean') throw away();
      return said.isValid ? { ok: true, payer: words(said.payer, 'unknown') } : { ok: false, why: words(said.invalidReason, 'invalid') };
    },
    async settle(payment, accepted) {
      const answer = await ask('settle', payment, accepted);
      if (answer.failure && BEFORE_SENDING.has(answer.failure.phase)) throw away();
      const said = readAnswer(answer);
      if (typeof said?.success !== 'boolean') return { state: 'unknown', why: answer.failure?.code ?? `it answered ${answer.status}` };
      const { success, errorReason, payer, transaction, network } = said;
      const told = Object.entries({ errorReason, payer, transaction, network }).filter(([, value]) => typeof value === 'string');
      const inWords = Object.fromEntries(told.map(([name, value]) => [name, words(value, '')]));
      return { state: success ? 'settled' : 'refused', said: { success, ...inWords } };
    },
  };
}

/** A facilitator also says no with 4xx; a 5xx says nothing. */
function readAnswer({ status = 0, failure, truncated, body }: Answer): { [name: string]: unknown } | undefined {
  const said = failure || truncated || status >= 500 ? undefined : parsedJson(body?.text ?? '');
  return isObject(said) ? said : undefined;
}
