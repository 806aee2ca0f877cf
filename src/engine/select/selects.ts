// Which members of a container a selector selects, by RFC 9535: own members only, arrays by index, objects by name. It walks nothing.
import { isObject, type Json } from '../../contract/json.ts';
import type { Selector } from '../../pack/compiled/path-types.ts';

function sliceHas(s: { start?: number; end?: number; step?: number }, length: number, index: number): boolean {
  const by = s.step ?? 1;
  if (by === 0) return false;
  const norm = (v: number): number => (v >= 0 ? v : length + v);
  const clamp = (v: number, low: number, high: number): number => Math.min(Math.max(v, low), high);
  if (by > 0) {
    const from = clamp(norm(s.start ?? 0), 0, length);
    return index >= from && index < clamp(norm(s.end ?? length), 0, length) && (index - from) % by === 0;
  }
  const from = clamp(norm(s.start ?? length - 1), -1, length - 1);
  const to = s.end === undefined ? -1 : clamp(norm(s.end), -1, length - 1);
  return index <= from && index > to && (from - index) % -by === 0;
}

/** Whether the selector selects the member at `key` of the container (RFC 9535, 2.3). */
export function selects(s: Selector, container: Json, key: string | number): boolean {
  if (Array.isArray(container)) {
    if (typeof key !== 'number' || key < 0 || key >= container.length) return false;
    if (s.kind === 'index') return key === (s.index >= 0 ? s.index : container.length + s.index);
    return s.kind === 'wild' || (s.kind === 'slice' && sliceHas(s, container.length, key));
  }
  if (!isObject(container) || !Object.hasOwn(container, key)) return false;
  return s.kind === 'wild' || (s.kind === 'name' && s.name === key);
}

export const child = (container: Json, key: string | number): Json => (container as { [key: string]: Json })[key] as Json;
