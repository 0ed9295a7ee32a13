import { createPostgresTaskStore } from '@loyalty/task-queue';
import type { WebhookFixture } from './webhook-fixture.ts';

/** An attempt as it was recorded; times in milliseconds since the epoch. */
export interface Tried {
  readonly id: string;
  readonly attempt: number;
  readonly status: string;
  readonly endedMs: number;
  readonly nextMs: number | null;
}

/** Runs the dispatcher in real time, on a database whose time passes `times` as fast. */
export class FastDispatcher {
  readonly #fixture: WebhookFixture;
  readonly #times: number;
  readonly #begunMs = Date.now();
  #worker: ReturnType<WebhookFixture['worker']> | null = null;

  constructor(fixture: WebhookFixture, times: number) {
    this.#fixture = fixture;
    this.#times = times;
  }

  /** Starts a new process that runs due tasks. */
  async start(): Promise<void> {
    const store = createPostgresTaskStore(this.#fixture.db, 'delivery');
    const worker = this.#fixture.worker({
      store: { ...store, claim: (asked) => store.claim({ ...asked, nowMs: this.#fast(asked.nowMs) }) },
    });
    this.#fixture.now = () => this.#fast(worker.databaseNowMs());
    await worker.start?.();
    this.#worker = worker;
  }

  wake(): void {
    this.#worker?.wake();
  }

  async stop(): Promise<void> {
    await this.#worker?.stop?.();
    this.#worker = null;
  }

  /**
   * Stores a copy of each recorded attempt. Returns a function that reads them in order; an unsent one has
   * the number of the one before.
   */
  async keepTries(): Promise<() => Promise<Tried[]>> {
    await this.#fixture.db.query(`
      CREATE TABLE tries (id uuid, attempt int, status text, attempted_at timestamptz, next_attempt_at timestamptz);
      CREATE FUNCTION keep_try() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO tries VALUES (NEW.id, NEW.attempt, NEW.status, NEW.attempted_at, NEW.next_attempt_at); RETURN NEW; END $$;
      CREATE TRIGGER keep_try AFTER INSERT OR UPDATE ON deliveries FOR EACH ROW WHEN (NEW.attempt > 0)
        EXECUTE FUNCTION keep_try()`);
    return () =>
      this.#fixture.db.query<Tried>(
        `SELECT id, attempt, status, (extract(epoch FROM attempted_at) * 1000)::bigint AS "endedMs",
                (extract(epoch FROM next_attempt_at) * 1000)::bigint AS "nextMs" FROM tries ORDER BY id, attempt, attempted_at`,
      );
  }

  #fast(realMs: number): number {
    return this.#begunMs + (realMs - this.#begunMs) * this.#times;
  }
}
