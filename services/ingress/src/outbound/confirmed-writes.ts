import { Fault, systemClock } from '@loyalty/kernel';
import type { Database, History } from '@loyalty/storage';
import type { ConfirmWrite } from '../usecases/ports.ts';

export interface ConfirmWriteOptions {
  readonly db: Pick<Database, 'query'>;
  readonly history: Pick<History, 'present'>;
  /** How long a caller waits, in milliseconds. Default 5,000. */
  readonly patienceMs?: number;
}

const usualPatienceMs = 5_000;

export const createConfirmWrite =
  ({ db, history, patienceMs = usualPatienceMs }: ConfirmWriteOptions): ConfirmWrite =>
  async (write) => {
    const epoch = history.present?.epoch;
    const written = await write();
    const { publication } = written;
    if (publication === null) return written;
    if (!(await within(patienceMs, publication.acknowledged)))
      throw unconfirmed('Kafka has not acknowledged its messages');
    // This query is in the present history. When it has changed, the next epoch reads again what Kafka accepted before its end.
    await db.query('SELECT');
    if (history.present?.epoch !== epoch) throw unconfirmed('the database has entered a new epoch meanwhile');
    return written;
  };

const within = async (ms: number, acknowledged: Promise<boolean>): Promise<boolean> => {
  const waiting = new AbortController();
  const silence = systemClock.sleep(ms, waiting.signal).then(() => false);
  return Promise.race([acknowledged, silence]).finally(() => {
    waiting.abort();
  });
};

const unconfirmed = (why: string): Fault =>
  new Fault('WRITE_UNCONFIRMED', `a write is not confirmed: ${why}`, { retry: true });
