// Fills the {{ $.finding.… }} of a reason from the finding that gave it. Values are quoted already.
import type { Detail } from './assert/judged.ts';

const QUOTED = /\{\{\s*\$\.finding\.([a-zA-Z.]+)\s*\}\}/g;

function detailValue(name: string, d: Detail): string | number | undefined {
  switch (name) {
    case 'request':
      return d.request ? `${d.request.method} ${d.request.url}` : undefined;
    case 'request.url':
      return d.request?.url;
    case 'request.method':
      return d.request?.method;
    case 'selected':
    case 'failed':
    case 'value':
    case 'message':
    case 'place':
    case 'operation':
    case 'claimedBy':
      return d[name];
    default:
      return undefined;
  }
}

export const reasonText = (template: string, detail: Detail | undefined): string =>
  template.replace(QUOTED, (_, name: string) => String((detail && detailValue(name, detail)) ?? '(unknown)'));
