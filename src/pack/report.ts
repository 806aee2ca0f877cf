// How checks say what they found: at a JSON pointer of the pack, wherever that came from.

import type { FindingCode } from './finding.ts';
import type { Part } from './read/positions.ts';

export type Report = (pointer: string, code: FindingCode, text: string, more?: { part?: Part; value?: string }) => void;
