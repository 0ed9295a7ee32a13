import type { Clock, EnvironmentId } from '@loyalty/kernel';
import { createShareSlots, noSlot } from '@loyalty/kernel/shares';
import type { DatabaseShares } from '@loyalty/storage';
import type { History } from '@loyalty/storage/history';
import {
  pollDeliveries,
  type PolledDeliveries,
  type PollPosition,
} from '@loyalty/tables/webhooks/management';

interface PollCall {
  readonly environmentId: EnvironmentId;
  readonly webhookId: string;
  readonly after: PollPosition | null;
  readonly limit: number;
  readonly waitSeconds: number;
  /** Ends the wait when the caller leaves. */
  readonly signal: AbortSignal;
}

/** Returns the events after a place. If there are none, it waits for the first one. */
export type PollEvents = (call: PollCall) => Promise<PolledDeliveries>;

interface PollEventsOptions {
  readonly db: DatabaseShares;
  readonly clock: Clock;
  readonly history: Pick<History, 'present'>;
  /** Every wait ends when this signal is aborted, because the process stops. */
  readonly stopping: AbortSignal;
}

/** A waiting poll reads an index once a second. One beyond these limits does not wait. */
const limits = { share: 10, whole: 100, waitingMax: 0, waitMs: 0 };
const everyMs = 1_000;

export const createPollEvents = ({ db, clock, history, stopping }: PollEventsOptions): PollEvents => {
  const slots = createShareSlots(limits);
  const read = ({ environmentId, ...poll }: PollCall): Promise<PolledDeliveries> =>
    pollDeliveries(db.of(environmentId), { ...poll, epoch: history.present?.epoch ?? '' });
  const waitFor = async (call: PollCall): Promise<PolledDeliveries> => {
    const ending = AbortSignal.any([stopping, call.signal]);
    const untilMs = clock.now() + call.waitSeconds * 1_000;
    for (;;) {
      const found = await read(call);
      if (found.events.length > 0 || ending.aborted || clock.now() + everyMs > untilMs) return found;
      await clock.sleep(everyMs, ending);
    }
  };
  return async (call) => {
    if (call.waitSeconds === 0) return read(call);
    const found = await slots.run(call.environmentId, () => waitFor(call));
    return found === noSlot ? read(call) : found;
  };
};
