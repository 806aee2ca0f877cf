// What people paste where a domain is asked for. It looks nothing up.
import type { Service } from '../../service/service.ts';

/** Spaces, and what stands around an address in a text. */
const AROUND = /[\s\u200b-\u200f\u2060\ufeff]+|^[<("'`]+|[>)"'`,;.]+$/g;

function addressOf(text: string): URL | undefined {
  const bare = text.replace(AROUND, '');
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(bare) ? bare : `http://${bare}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

/** The target that is meant: of an address its host. An international name becomes the name that stands in the DNS. Throws bad-domain. */
export function pastedTarget(text: string, service: Pick<Service, 'checkTarget'>): string {
  const address = addressOf(text);
  const target = address && /^https?:$/.test(address.protocol) ? address.host : text.trim();
  // A port that is not the usual one makes it another target, and so does https where http is usual.
  const origin = service.checkTarget(target);
  return address?.protocol === 'https:' && origin.startsWith('http:') ? service.checkTarget(address.origin) : target;
}
