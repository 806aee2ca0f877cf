// Tells by shape which offers a JSON body makes: x402, AXP, or a problem (RFC 9457) with offer members.
import { isObject } from '../../contract/json.ts';
import { member } from '../members.ts';
import { type OfferSpot, type Sheet, step } from './sheet.ts';
import { hasTerms, readTerms } from './terms.ts';
import { readX402Body, x402Version } from './x402.ts';

const PROBLEM_TYPE = 'application/problem+json';

interface Answer {
  status: number;
  /** Essence of the media type. */
  type: string | undefined;
  /** Whether a PAYMENT-REQUIRED header is there and could be read. */
  header: 'read' | 'unread' | 'none';
}

/** Members of RFC 9457 that no other kind of body has together. */
const problemByShape = (spot: OfferSpot): boolean =>
  typeof member(spot.value, 'title') === 'string' && typeof member(spot.value, 'status') === 'number';

function readAxp(sheet: Sheet, root: OfferSpot): void {
  const inner = step(root, 'offer');
  readTerms(sheet, 'axp-offer', !hasTerms(root.value) && isObject(inner.value) ? inner : root);
}

/** Where a problem keeps its offers: an offer object, a list of them, or its own members. */
function carriers(root: OfferSpot): OfferSpot[] {
  const one = step(root, 'offer');
  const many = step(root, 'offers');
  const found: OfferSpot[] = [];
  if (one.value !== undefined) found.push(one);
  if (Array.isArray(many.value)) found.push(...many.value.slice(0, 1001).map((_, i) => step(many, i)));
  if (found.length === 0 && hasTerms(root.value)) found.push(root);
  return found;
}

function readProblem(sheet: Sheet, root: OfferSpot, answer: Answer): void {
  const typed = answer.type === PROBLEM_TYPE;
  if (!typed && !problemByShape(root) && answer.status !== 402) return;
  const found = carriers(root);
  if (found.length === 0) return;
  for (const spot of found) readTerms(sheet, 'problem', spot);
  if (!typed) sheet.problem('media-type', { place: 'content-type', path: null });
}

export function readBody(sheet: Sheet, root: OfferSpot, answer: Answer): void {
  if (!isObject(root.value)) return;
  readX402Body(sheet, root, answer.header);
  if (member(root.value, 'type') === 'OFFER') {
    readAxp(sheet, root);
    return;
  }
  // An x402 body's own members are no terms; a problem beside it names its offers.
  if (x402Version(root.value) !== 0 && answer.type !== PROBLEM_TYPE) return;
  readProblem(sheet, root, answer);
}
