// The one function for canonical forms, counted: did canonicalize write what it gave?
import { jcs as real } from '../../src/json/jcs.ts';
import { calls, counts } from './counts.ts';

export const jcs: typeof real = (value, depth) => {
  calls.last = '';
  const text = real(value, depth);
  counts.texts++;
  if (calls.last === text) counts.written++;
  return text;
};
