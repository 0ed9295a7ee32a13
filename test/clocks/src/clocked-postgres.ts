import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { planPostgres, type SinglePostgres, type TiedProcess } from '@loyalty/stack';

const patienceMs = 60_000;

/** The database of the stack; it can begin again with another clock, as on a restored machine. */
export class ClockedPostgres {
  readonly #planned: SinglePostgres;
  #running: TiedProcess | null = null;

  static async start(root: string, home: string): Promise<ClockedPostgres> {
    const planned = await planPostgres(root, join(home, 'database'));
    rmSync(planned.dataDir, { recursive: true, force: true });
    await planned.prepare();
    const postgres = new ClockedPostgres(planned);
    await postgres.restart();
    return postgres;
  }

  private constructor(planned: SinglePostgres) {
    this.#planned = planned;
  }

  get url(): string {
    return this.#planned.url;
  }

  /** Resolves when it serves, with the time that it says. */
  async restart(env: Readonly<Record<string, string>> = {}): Promise<Date> {
    await this.stop();
    this.#running = this.#planned.start(env);
    const untilMs = performance.now() + patienceMs;
    for (;;) {
      const rows = await this.query<{ at: Date }>('SELECT now() AS at').catch(() => []);
      const [row] = rows;
      if (row !== undefined) return row.at;
      if (performance.now() > untilMs) throw new Error('Postgres does not serve');
      await pause(100);
    }
  }

  async query<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const db = new pg.Client({ connectionString: this.url });
    await db.connect();
    try {
      return (await db.query<Row>(sql, [...values])).rows;
    } finally {
      await db.end();
    }
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = null;
  }
}
