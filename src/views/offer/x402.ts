// x402: the 402 body of version 1, the PAYMENT-REQUIRED header of version 2, and bodies that repeat the latter.
import { isObject, type Json } from '../../contract/json.ts';
import { readBase64 } from '../../json/base64.ts';
import { readJsonText } from '../../json/read-strict.ts';
import { member } from '../members.ts';
import { atomic, copy, text, url } from './fields.ts';
import { type OfferSpot, type Sheet, step } from './sheet.ts';

export const PAYMENT_REQUIRED = 'payment-required';
const CAIP2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;

const looksLikeAccept = (value: Json): boolean => ['maxAmountRequired', 'payTo'].some((name) => member(value, name) !== undefined);

/** 1 or 2 for a payment requirement of x402, by its version or, where that is missing, by its members; 0 for anything else. */
export function x402Version(value: Json | undefined): 0 | 1 | 2 {
  if (!isObject(value)) return 0;
  const version = member(value, 'x402Version');
  if (version === 1 || version === 2) return version;
  const accepts = member(value, 'accepts');
  const entries = Array.isArray(accepts) ? accepts.slice(0, 100) : [];
  if (version === undefined && !entries.some(looksLikeAccept)) return 0;
  return entries.some((entry) => member(entry, 'amount') !== undefined) || isObject(member(value, 'resource')) ? 2 : 1;
}

function number(sheet: Sheet, spot: OfferSpot): void {
  if (spot.value === undefined) sheet.problem('member-missing', spot);
  else if (typeof spot.value !== 'number') sheet.problem('member-type', spot);
}

function readAccept(sheet: Sheet, version: 1 | 2, spot: OfferSpot, root: OfferSpot): void {
  const draft = sheet.offer(version === 1 ? 'x402-v1' : 'x402-v2', spot);
  if (!isObject(spot.value)) {
    sheet.problem('member-type', spot);
    return;
  }
  const resource = version === 1 ? step(spot, 'resource') : step(step(root, 'resource'), 'url');
  const description = step(version === 1 ? spot : step(root, 'resource'), 'description');
  const amount = step(spot, version === 1 ? 'maxAmountRequired' : 'amount');
  const network = step(spot, 'network');
  for (const name of ['scheme', 'asset', 'payTo'] as const) copy(draft, name, step(spot, name), true);
  const named = text(sheet, network, true);
  draft.set('network', named, network);
  if (version === 2 && named !== undefined && !CAIP2.test(named)) sheet.problem('network-malformed', network);
  const value = atomic(sheet, amount, true);
  draft.set('amount', value, amount);
  // "upto" authorises a maximum; what is settled may be less.
  if (member(spot.value, 'scheme') === 'upto') draft.set('ceiling', value, amount);
  number(sheet, step(spot, 'maxTimeoutSeconds'));
  if (version === 1) copy(draft, 'resource', resource, true, url);
  else draft.set('resource', URL.canParse(String(resource.value), sheet.url) ? url(sheet, resource, false) : undefined, resource);
  if (version === 1) copy(draft, 'description', description, true);
  else if (typeof description.value === 'string') draft.set('description', description.value, description);
}

function readResource(sheet: Sheet, spot: OfferSpot): void {
  const target = step(spot, 'url');
  if (spot.value === undefined) sheet.problem('member-missing', spot);
  else if (!isObject(spot.value)) sheet.problem('member-type', spot);
  else {
    const found = text(sheet, target, true);
    if (found !== undefined && !URL.canParse(found, sheet.url)) sheet.problem('url-malformed', target);
  }
}

function readX402(sheet: Sheet, root: OfferSpot, version: 1 | 2): void {
  sheet.kind(version === 1 ? 'x402-v1' : 'x402-v2');
  const stated = step(root, 'x402Version');
  if (stated.value === undefined) sheet.problem('member-missing', stated);
  else if (stated.value !== version) sheet.problem(typeof stated.value === 'number' ? 'version-unknown' : 'member-type', stated);
  if (version === 1) text(sheet, step(root, 'error'), true);
  else readResource(sheet, step(root, 'resource'));
  const accepts = step(root, 'accepts');
  if (accepts.value === undefined) sheet.problem('member-missing', accepts);
  else if (!Array.isArray(accepts.value)) sheet.problem('member-type', accepts);
  else if (accepts.value.length === 0) sheet.problem('terms-missing', accepts);
  else for (let i = 0; i < accepts.value.length; i++) readAccept(sheet, version, step(accepts, i), root);
}

/** The header: base64 of JSON; the URL-safe alphabet and missing padding are read too, as clients do. True when it could be read. */
export function readX402Header(sheet: Sheet, header: string): boolean {
  const spot: OfferSpot = { value: undefined, place: PAYMENT_REQUIRED, path: null };
  sheet.kind('x402-v2');
  const read = readBase64(header.trim());
  const reading = read && readJsonText(Buffer.from(read.bytes).toString('utf8'));
  if (!reading) sheet.problem('encoding', spot);
  else if (!reading.ok) sheet.problem('not-json', spot);
  else if (!isObject(reading.value)) sheet.problem('member-type', spot);
  else {
    readX402(sheet, { ...spot, value: reading.value }, 2);
    return true;
  }
  return false;
}

/** What a body of version 2 repeats of the header. */
export function readX402Repetition(sheet: Sheet, root: OfferSpot): void {
  if (x402Version(root.value) === 2) readX402(sheet, root, 2);
}

/** A body of version 2: the header carries the offer, so a body alone is a problem and beside it a repetition. */
export function readX402Body(sheet: Sheet, root: OfferSpot, header: 'read' | 'unread' | 'none'): void {
  const version = x402Version(root.value);
  if (version === 0 || (version === 2 && header === 'read')) return;
  if (version === 2 && header === 'none') sheet.problem('header-missing', { place: PAYMENT_REQUIRED, path: null });
  readX402(sheet, root, version);
}
