// All rows of the lab, in the order in which they are run.

import { CALLER_ROWS } from './callers/rows.ts';
import { GUARD_ROWS } from './guard/rows.ts';
import { KILL_ROWS } from './kills/rows.ts';
import type { Row } from './row.ts';
import { SOAK_ROWS } from './soak.ts';
import { TARGET_ROWS } from './targets/rows.ts';

export const ROWS: readonly Row[] = [...TARGET_ROWS, ...CALLER_ROWS, ...KILL_ROWS, ...GUARD_ROWS, ...SOAK_ROWS];
