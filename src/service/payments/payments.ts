// Runs that are paid for one by one: a payment that is good becomes an entitlement to one run, which the store counts like every other. It is settled when the run was admitted, and before it begins.
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Entitlement } from '../../attest/entitlement.ts';
import { secondsOf } from '../../attest/instant.ts';
import { sha256 } from '../../contract/digest.ts';
import { ownAjv } from '../../contract/document-ajv.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Payment, PaymentRequirements } from '../../contract/generated/types.ts';
import { parsedJson } from '../../contract/json.ts';
import { faultLines } from '../../contract/schema-words.ts';
import { DAY_S } from '../../contract/units.ts';
import { jcs } from '../../json/jcs.ts';
import type { Store } from '../../store/store.ts';
import type { Config } from '../config.ts';
import { type Capability, paid } from '../entitlements.ts';
import { schemaDefinitions } from '../schema-files.ts';
import type { Facilitator } from './facilitator.ts';
import { acceptedOf, decoded, encoded, paymentId, paymentRequired } from './x402.ts';

/** What one payment can buy: capabilities whose unit is one run that somebody waits for. */
const PAYABLE: ReadonlySet<string> = new Set<Capability>(['functional-tests']);
/** For so long a payment whose run came to nothing by our fault buys another. */
const GOOD_FOR = 30 * DAY_S;

function shapes(): { requirements: ValidateFunction<PaymentRequirements[]>; payment: ValidateFunction<Payment> } {
  const definitions = schemaDefinitions();
  const ajv = ownAjv({ strict: false });
  const many = { type: 'array', minItems: 1, maxItems: 10, items: definitions.PaymentRequirements };
  return { requirements: ajv.compile<PaymentRequirements[]>(many), payment: ajv.compile<Payment>(definitions.Payment as object) };
}

export interface Bought {
  entitlement: Entitlement;
  /** Asked for once, by whoever has admitted the run. Throws payment-required where it is refused, and busy where nobody was asked. */
  settle(): Promise<void>;
}

export interface PaymentsParts {
  store: Store;
  facilitator: Facilitator;
  now(): number;
  log(message: string, facts: Record<string, unknown>): void;
}

export class Payments {
  readonly #accepts: readonly PaymentRequirements[];
  readonly #isPayment: ValidateFunction<Payment>;

  /** Throws bad-config for requirements that are none. */
  constructor(
    { x402Accepts = '' }: Pick<Config, 'x402Accepts'>,
    private readonly parts: PaymentsParts,
  ) {
    const { requirements, payment } = shapes();
    const accepts = parsedJson(x402Accepts);
    if (!requirements(accepts))
      throw new AxproofError(
        'bad-config',
        'AXPROOF_X402_ACCEPTS is no list of payment requirements of x402, version 2',
        faultLines(requirements.errors),
      );
    this.#accepts = accepts;
    this.#isPayment = payment;
  }

  /** The PAYMENT-REQUIRED header of a 402; nothing where the capability is not sold by the run. */
  required(offer: string, url: string, error: string): string | undefined {
    return PAYABLE.has(offer) ? paymentRequired(this.#accepts, url, error) : undefined;
  }

  /** Reads a PAYMENT-SIGNATURE header and asks nobody. Throws bad-request, and payment-required for what was not asked for. */
  read(header: string, capability: Capability): { payment: Payment; accepted: PaymentRequirements } {
    if (!PAYABLE.has(capability)) throw paid(capability, 'it is not sold by the run; nothing was settled');
    const payment = decoded(header);
    if (!this.#isPayment(payment)) throw new AxproofError('bad-request', 'PAYMENT-SIGNATURE holds no payment of x402, version 2');
    const accepted = acceptedOf(payment, this.#accepts);
    if (!accepted) throw paid(capability, 'the payment is for other requirements than these; nothing was settled');
    return { payment, accepted };
  }

  /** `onReceipt` hears the PAYMENT-RESPONSE header. */
  async buy(header: string, capability: Capability, origin: string, onReceipt: (receipt: string) => void): Promise<Bought> {
    const { payment, accepted } = this.read(header, capability);
    const { store, facilitator, now, log } = this.parts;
    const jti = paymentId(payment);
    if (jti === undefined)
      throw new AxproofError('bad-request', 'PAYMENT-SIGNATURE holds no authorization that its scheme and network know');
    const known = await store.entitlement(jti);
    // Its name is public once its contract took it: only who shows it as it was shown is believed without the facilitator.
    const shown = sha256(jcs(payment.payload));
    const isShownAgain = known !== undefined && (JSON.parse(known.claims) as { shown?: string }).shown === shown;
    // One that was used buys nothing more; its caller may still ask for what it bought, by an Idempotency-Key. One that was settled for a run that came to nothing is good.
    const verified =
      isShownAgain && (known.used > 0 || known.paidAt !== null)
        ? ({ ok: true, payer: 'known' } as const)
        : await facilitator.verify(payment, accepted);
    if (!verified.ok) throw paid(capability, `the payment is not good: ${verified.why}; nothing was settled`);
    const iat = secondsOf(now());
    const { host } = new URL(origin);
    const entitlement = { jti, sub: `x402 ${verified.payer}`, scope: capability, targets: [host], ceiling: 1, iat, exp: iat + GOOD_FOR };
    if (!known) await this.#put(entitlement, shown);
    return {
      entitlement,
      settle: async () => {
        // Read by whoever has used it up, and nobody else at the same time.
        if ((await store.entitlement(jti))?.paidAt != null) return;
        // Before the facilitator is asked: a process that dies while it is loses no money of the caller's.
        await store.paid(jti, now());
        const settled = await facilitator.settle(payment, accepted).catch(async (error: unknown) => {
          await store.paid(jti, null);
          throw error;
        });
        if (settled.state === 'unknown') {
          // Who has paid is never sent away for it.
          log('a facilitator did not say whether it settled: the run goes on', { payment: jti, why: settled.why });
          return;
        }
        onReceipt(encoded(settled.said));
        if (settled.state === 'settled') return;
        await store.paid(jti, null);
        throw paid(capability, `the payment was not settled: ${settled.said.errorReason ?? 'no reason was given'}; nothing was begun`);
      },
    };
  }

  /** Two calls with one payment may come at once: the row is the same. */
  async #put(entitlement: Entitlement, shown: string): Promise<void> {
    const { store } = this.parts;
    const { jti: id, ceiling, iat, exp } = entitlement;
    const row = { id, claims: jcs({ ...entitlement, shown }), ceiling, issuedAt: iat * 1000, expiresAt: exp * 1000 };
    await store.putEntitlement(row).catch(async (error: unknown) => {
      if (!(await store.entitlement(id))) throw error;
    });
  }
}
