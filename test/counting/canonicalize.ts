// canonicalize, counted.
import canonicalize from 'canonicalize';
import { calls, texts } from './counts.ts';

export default (value: unknown): string | undefined => {
  const text = canonicalize(value);
  calls.last = text as string;
  texts.add(calls.last);
  return text;
};
