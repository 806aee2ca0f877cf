// The "Payment" HTTP authentication scheme (MPP): one challenge is one offer; its request is base64url JSON.
import { isObject, type Json } from '../../contract/json.ts';
import { readBase64 } from '../../json/base64.ts';
import { readJsonText } from '../../json/read-strict.ts';
import { member } from '../members.ts';
import type { HttpChallenge } from './challenges.ts';
import { atomic, copy, date, text } from './fields.ts';
import { type OfferSpot, type Sheet, step } from './sheet.ts';

/** The challenge's parameters as an object, so that they are read as members are. */
function parameters(challenge: HttpChallenge): { [name: string]: Json } {
  const object: { [name: string]: Json } = Object.create(null);
  for (const [name, value] of challenge.params) object[name] = value;
  return object;
}

export function challengeSpot(challenge: HttpChallenge, place: string): OfferSpot {
  return { value: parameters(challenge), place, path: null };
}

function request(sheet: Sheet, spot: OfferSpot): OfferSpot | null {
  const encoded = text(sheet, spot, true);
  if (encoded === undefined) return null;
  const read = readBase64(encoded);
  if (!read) {
    sheet.problem('encoding', spot);
    return null;
  }
  if (read.form !== 'url' || read.padded) sheet.problem('encoding', spot);
  const reading = readJsonText(Buffer.from(read.bytes).toString('utf8'));
  if (!reading.ok || !isObject(reading.value)) {
    sheet.problem('not-json', spot);
    return null;
  }
  return { ...spot, value: reading.value };
}

export function readPayment(sheet: Sheet, challenge: HttpChallenge, place: string): void {
  const spot = challengeSpot(challenge, place);
  const draft = sheet.offer('payment', spot);
  if (challenge.malformed || challenge.token68 !== undefined) sheet.problem('header-malformed', spot);
  copy(draft, 'id', step(spot, 'id'), true);
  text(sheet, step(spot, 'realm'), true);
  copy(draft, 'method', step(spot, 'method'), true);
  copy(draft, 'scheme', step(spot, 'intent'), true);
  copy(draft, 'description', step(spot, 'description'), false);
  copy(draft, 'expires', step(spot, 'expires'), false, date);
  const asked = request(sheet, step(spot, 'request'));
  if (!asked) return;
  // A session or a subscription may leave the amount to later; a charge may not.
  const charge = member(spot.value, 'intent') === 'charge';
  copy(draft, 'amount', step(asked, 'amount'), charge, atomic);
  copy(draft, 'currency', step(asked, 'currency'), charge);
  copy(draft, 'payTo', step(asked, 'recipient'), false);
}
