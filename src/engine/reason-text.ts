// Fills the {{ $.finding.… }} and {{ $.coverage.… }} of a reason from the finding that gave it and from the rule's coverage. Values are quoted already.
import type { CheckCoverage } from '../contract/generated/types.ts';
import type { Detail } from './assert/judged.ts';

const QUOTED = /\{\{\s*\$\.(finding|coverage)\.([a-zA-Z.]+)\s*\}\}/g;

function detailValue(name: string, d: Detail): string | number | undefined {
  switch (name) {
    case 'request':
      return d.request ? `${d.request.method} ${d.request.url}` : undefined;
    case 'request.url':
      return d.request?.url;
    case 'request.method':
      return d.request?.method;
    case 'place':
      return d.place === undefined || d.line === undefined ? d.place : `${d.place} (line ${d.line})`;
    case 'selected':
    case 'failed':
    case 'value':
    case 'message':
    case 'part':
    case 'operation':
    case 'claimedBy':
      return d[name];
    default:
      return undefined;
  }
}

const counted = (name: string, coverage: CheckCoverage): number | undefined =>
  name === 'claimed' || name === 'askable' || name === 'asked' ? coverage[name] : undefined;

export const reasonText = (template: string, detail: Detail | undefined, coverage?: CheckCoverage): string =>
  template.replace(QUOTED, (_, root: string, name: string) => {
    const value = root === 'coverage' ? coverage && counted(name, coverage) : detail && detailValue(name, detail);
    return String(value ?? '(unknown)');
  });
