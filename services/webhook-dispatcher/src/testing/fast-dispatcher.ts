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

/** The dispatcher in real time, on a database whose time is so many times as fast. */
export class FastDispatcher {
  readonly #house: WebhookFixture;
  readonly #times: number;
  readonly #begunMs = Date.now();
  #worker: ReturnType<WebhookFixture['worker']> | null = null;

  constructor(fixture: WebhookFixture, times: number) {
    this.#house = fixture;
    this.#times = times;
  }

  /** A new process; it works off what is due. */
  async start(): Promise<void> {
    const store = createPostgresTaskStore(this.#house.db, 'delivery');
    const worker = this.#house.worker({
      store: { ...store, claim: (asked) => store.claim({ ...asked, nowMs: this.#fast(asked.nowMs) }) },
    });
    this.#house.now = () => this.#fast(worker.databaseNowMs());
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

  /** Keeps what is recorded of each attempt; the answer reads it in order. One that ended unsent has the number of the one before it. */
  async keepTries(): Promise<() => Promise<Tried[]>> {
    await this.#house.db.query(`
      CREATE TABLE tries (id uuid, attempt int, status text, attempted_at timestamptz, next_attempt_at timestamptz);
      CREATE FUNCTION keep_try() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO tries VALUES (NEW.id, NEW.attempt, NEW.status, NEW.attempted_at, NEW.next_attempt_at); RETURN NEW; END $$;
      CREATE TRIGGER keep_try AFTER INSERT OR UPDATE ON deliveries FOR EACH ROW WHEN (NEW.attempt > 0)
        EXECUTE FUNCTION keep_try()`);
    return () =>
      this.#house.db.query<Tried>(
        `SELECT id, attempt, status, (extract(epoch FROM attempted_at) * 1000)::bigint AS "endedMs",
                (extract(epoch FROM next_attempt_at) * 1000)::bigint AS "nextMs" FROM tries ORDER BY id, attempt, attempted_at`,
      );
  }

  #fast(realMs: number): number {
    return this.#begunMs + (realMs - this.#begunMs) * this.#times;
  }
}
