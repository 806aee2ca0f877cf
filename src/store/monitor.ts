// Monitors, their results and their alerts as every process of the service sees them. Types alone.
import type { AlertType, MonitorResult, MonitorStanding } from './monitor-result.ts';
import type { Run } from './run.ts';

export interface MonitorFacts {
  id: string;
  /** Under which its runs are metered. */
  entitlement: string;
  target: string;
  packDigest: string;
  /** Name of a bundled pack, whose newest version holds; null for a pinned spec. */
  packName: string | null;
  /** Milliseconds. */
  every: number;
  jitter: number;
  plannedAt: number;
  /** null: it runs no more. */
  dueAt: number | null;
  run: string | null;
  webhook: string | null;
  /** Secrets of its runs by name, each sealed; null where it has none, and when it runs no more. */
  sealed: { [name: string]: string } | null;
  isPublic: boolean;
  stopped: string | null;
  standing: MonitorStanding | null;
  createdAt: number;
}

export interface Armed {
  id: string;
  plannedAt: number;
  dueAt: number;
  run?: string;
}

export interface StoredMonitorResult {
  at: number;
  /** Whether the target kept what it is held to; null: the verifier could not see. */
  kept: boolean | null;
  result: MonitorResult;
}

/** `waiting` is sent when it is due; `dead` was given up; `recorded` has no webhook to go to. */
export type AlertState = 'recorded' | 'waiting' | 'delivered' | 'dead';

export interface Alert {
  id: string;
  monitor: string;
  at: number;
  type: AlertType;
  /** What is sent: JSON. */
  body: string;
  state: AlertState;
  tries: number;
  /** How the last try ended. */
  last: string | null;
}

export interface AlertChoice {
  state?: AlertState;
  types?: readonly AlertType[];
}

export interface ResultEntry {
  monitor: string;
  run: string;
  packDigest: string;
  result: StoredMonitorResult;
  standing: MonitorStanding | null;
  alerts: readonly Pick<Alert, 'id' | 'type' | 'body' | 'state'>[];
  /** It runs no more, and why. */
  stopped?: string;
}

/** How often a target kept what it is held to, of so many results that could be seen. Days since 1970. */
export interface MonitorDay {
  day: number;
  kept: number;
  results: number;
}

export interface EndedMonitor {
  monitor: MonitorFacts;
  run: Run;
}

export interface AlertTried extends Pick<Alert, 'id' | 'monitor' | 'state'> {
  last: string;
  dueAt: number | null;
  gone?: boolean;
}
