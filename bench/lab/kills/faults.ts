// The ways in which a database breaks: stopped and started, refusing, and full. A full disk is injected: no disk is filled.
import { execFileSync } from 'node:child_process';
import type { Fault } from './broken.ts';
import { within } from './place.ts';

/** The largest file that the process may write: for it, the disk is full. */
const sized = (pid: number, bytes: string): void => void execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);

/** 53100 is PostgreSQL's own code for a full disk. */
const FULL = `
create or replace function lab_full() returns trigger language plpgsql as $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$;
do $$ declare t record; begin for t in select tablename from pg_tables where schemaname = 'public' loop
  execute format('create trigger lab_full before insert or update on %I for each statement execute function lab_full()', t.tablename);
end loop; end $$`;
const ROOM = `
do $$ declare t record; begin for t in select tablename from pg_tables where schemaname = 'public' loop
  execute format('drop trigger if exists lab_full on %I', t.tablename);
end loop; end $$`;

export const FULL_DISK: Fault = {
  break: async (_place, { pid }) => sized(pid, '4096'),
  mend: async (_place, { pid }) => sized(pid, 'unlimited'),
};

export const FULL_DATABASE: Fault = {
  async break(place) {
    for (let left = 20; ; left--)
      try {
        return void (await within(place, FULL));
      } catch (error) {
        // Triggers on all tables and what the service writes wait for each other now and then.
        if ((error as { code?: string }).code !== '40P01' || left === 0) throw error;
      }
  },
  mend: async (place) => void (await within(place, ROOM)),
};

/** At once: connections are cut, and what was not written is recovered from its log. */
export const RESTARTED: Fault = {
  break: async ({ server }) => server?.stop('SIGQUIT'),
  mend: async ({ server }) => server?.start(),
};

export const REFUSING: Fault = {
  async break(place) {
    await place.administer('alter database {database} allow_connections false');
    await place.administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '{database}'`);
  },
  mend: (place) => place.administer('alter database {database} allow_connections true'),
};
