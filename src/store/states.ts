// The states of runs as conditions. They are spelled out: SQLite uses an index of some rows only where the statement, and not a value that comes later, says so.
import { type SqlBool, sql } from 'kysely';

export const QUEUED = sql<SqlBool>`run.state = 'queued'`;
export const RUNNING = sql<SqlBool>`run.state = 'running'`;
export const ACTIVE = sql<SqlBool>`run.state in ('queued', 'running')`;
