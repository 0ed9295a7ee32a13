import pg from 'pg';

/** A session advisory lock, held on a connection of its own for as long as that connection lives. */
export interface AdvisoryLock {
  /** True while the session that holds it is alive. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** Tries to take the lock (lockClass, key) without waiting; null when somebody else holds it. */
export const tryAdvisoryLock = async (
  url: string,
  lockClass: number,
  key: number,
): Promise<AdvisoryLock | null> => {
  const client = new pg.Client({ connectionString: url, application_name: 'loyalty-lock', keepAlive: true });
  let alive = true;
  // The session is the lock: once it is gone, so is the lock, and the holder asks isHeld before relying on it.
  client.on('error', () => {
    alive = false;
  });
  client.on('end', () => {
    alive = false;
  });
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
    lockClass,
    key,
  ]);
  if (rows[0]?.taken !== true) {
    await client.end();
    return null;
  }
  return { isHeld: () => alive, release: () => client.end() };
};
