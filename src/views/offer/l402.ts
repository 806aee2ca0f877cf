// L402 and its older spelling LSAT: a token and a Lightning invoice whose readable part (BOLT 11) tells network and amount.
import type { HttpChallenge } from './challenges.ts';
import { text } from './fields.ts';
import { challengeSpot } from './payment.ts';
import { type Sheet, step } from './sheet.ts';

/** Prefix, amount, multiplier; then at least timestamp, signature and checksum in bech32. */
const INVOICE = /^ln(bcrt|bc|tbs|tb|sb)(?:([1-9]\d{0,17})([munp])?)?1([02-9ac-hj-np-z]{117,7089})$/;
const NETWORKS = new Map([
  ['bc', 'bitcoin'],
  ['tb', 'testnet'],
  ['tbs', 'signet'],
  ['sb', 'simnet'],
  ['bcrt', 'regtest'],
]);
/** Decimal places of a bitcoin that one unit of the multiplier stands for. */
const SHIFT = new Map([
  ['m', 3],
  ['u', 6],
  ['n', 9],
  ['p', 12],
]);

/** Digits shifted by decimal places, exactly. */
function shifted(digits: string, places: number): string {
  if (places === 0) return digits;
  const padded = digits.padStart(places + 1, '0');
  const fraction = padded.slice(-places).replace(/0+$/, '');
  return fraction === '' ? padded.slice(0, -places) : `${padded.slice(0, -places)}.${fraction}`;
}

function readInvoice(invoice: string): { network: string; amount?: string } | null {
  // Bech32 is all lower or all upper case.
  const match = INVOICE.exec(invoice === invoice.toUpperCase() ? invoice.toLowerCase() : invoice);
  if (!match) return null;
  const [, prefix, digits, multiplier] = match;
  if (multiplier === 'p' && !digits!.endsWith('0')) return null;
  const network = NETWORKS.get(prefix!)!;
  return digits === undefined ? { network } : { network, amount: shifted(digits, SHIFT.get(multiplier ?? '') ?? 0) };
}

export function readL402(sheet: Sheet, challenge: HttpChallenge, place: string): void {
  const spot = challengeSpot(challenge, place);
  const draft = sheet.offer('l402', spot);
  if (challenge.malformed || challenge.token68 !== undefined) sheet.problem('header-malformed', spot);
  text(sheet, step(spot, challenge.params.has('macaroon') ? 'macaroon' : 'token'), true);
  draft.set('scheme', challenge.scheme.toUpperCase(), spot);
  draft.set('method', 'lightning', spot);
  const bill = step(spot, 'invoice');
  const invoice = text(sheet, bill, true);
  if (invoice === undefined) return;
  const read = readInvoice(invoice);
  if (!read) {
    sheet.problem('invoice-malformed', bill);
    return;
  }
  draft.set('payTo', invoice, bill);
  draft.set('network', read.network, bill);
  if (read.amount === undefined) return;
  draft.set('amount', read.amount, bill);
  draft.set('currency', 'BTC', bill);
}
