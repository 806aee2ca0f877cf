// Members of an offer, read and named when they are malformed. A malformed member is left out of the offer's shape.
import type { OfferDraft, OfferProblemCode, OfferSpot, Sheet } from './sheet.ts';

/** A non-empty text; a missing one is a problem only where it is required. */
export function text(sheet: Sheet, spot: OfferSpot, required: boolean): string | undefined {
  if (spot.value === undefined || spot.value === null) {
    if (required) sheet.problem('member-missing', spot);
    return undefined;
  }
  if (typeof spot.value === 'string' && spot.value.trim() !== '') return spot.value;
  sheet.problem(spot.value === '' ? 'member-missing' : 'member-type', spot);
  return undefined;
}

/** What was read, if it is of a form. */
function formed(sheet: Sheet, spot: OfferSpot, found: string | undefined, form: RegExp, code: OfferProblemCode): string | undefined {
  if (found === undefined || form.test(found)) return found;
  sheet.problem(code, spot);
  return undefined;
}

/** An absolute http or https URL; a relative reference is resolved against the answer's URL. */
export function url(sheet: Sheet, spot: OfferSpot, required: boolean): string | undefined {
  const reference = text(sheet, spot, required);
  if (reference === undefined) return undefined;
  if (URL.canParse(reference, sheet.url)) {
    const { href, protocol } = new URL(reference, sheet.url);
    if (protocol === 'https:' || protocol === 'http:') return href;
  }
  sheet.problem('url-malformed', spot);
  return undefined;
}

const INTEGER = /^\d{1,78}$/;
const DECIMAL = /^\d{1,40}(?:\.\d{1,40})?$/;

/** An amount in the smallest unit: a text of digits, never a JSON number (x402 and Payment agree on that). */
export function atomic(sheet: Sheet, spot: OfferSpot, required: boolean): string | undefined {
  const { value } = spot;
  if (typeof value === 'number') {
    sheet.problem(Number.isInteger(value) ? 'amount-number' : 'amount-float', spot);
    return undefined;
  }
  const found = text(sheet, spot, required);
  return formed(sheet, spot, found, INTEGER, /^\d*\.\d+$/.test(found ?? '') ? 'amount-float' : 'amount-malformed');
}

/** An amount in the unit that people count in: a number or a decimal text, as text. */
export function decimal(sheet: Sheet, spot: OfferSpot, required: boolean): string | undefined {
  const { value } = spot;
  // Minus zero prints as 0; what prints with an exponent is no price.
  return formed(sheet, spot, typeof value === 'number' ? String(value) : text(sheet, spot, required), DECIMAL, 'amount-malformed');
}

const RFC3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** A point in time (RFC 3339) as it stands; nobody's clock is asked. */
export const date = (sheet: Sheet, spot: OfferSpot): string | undefined =>
  formed(sheet, spot, text(sheet, spot, false), RFC3339, 'date-malformed');

type Reader = (sheet: Sheet, spot: OfferSpot, required: boolean) => string | undefined;

/** Gives a draft a member as it stands, as a text or as what reads it has it. */
export function copy(
  draft: OfferDraft,
  name: Parameters<OfferDraft['set']>[0],
  spot: OfferSpot,
  required: boolean,
  read: Reader = text,
): void {
  draft.set(name, read(draft.sheet, spot, required), spot);
}
