import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Ten times the recovery time of a slow machine. */
const patienceMs = 60_000;

/** Waits until the Postgres at this URL executes a statement. */
export const untilServes = async (url: string): Promise<void> => {
  const untilMs = Date.now() + patienceMs;
  while (!(await serves(url))) {
    if (Date.now() > untilMs) throw new Error('postgres does not serve');
    await pause(50);
  }
};

const serves = async (url: string): Promise<boolean> => {
  const db = new pg.Client({ connectionString: url });
  try {
    await db.connect();
    await db.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await db.end().catch(() => undefined);
  }
};
