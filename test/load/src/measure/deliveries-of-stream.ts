import { setTimeout as pause } from 'node:timers/promises';
import type { Receiver } from '../receiver/start-receiver.ts';
import type { BenchRun } from './bench-run.ts';
import type { StreamReport } from './measure-stream.ts';
import { readMetrics, sumOfSeries } from './service-metrics.ts';

/** The endpoint that gets one delivery for each receipt. */
export interface StreamEndpoint {
  readonly receiver: Receiver;
  readonly path: string;
}

/** The first attempts of deliveries until now, by where they waited. */
interface Places {
  readonly submitted: number;
  /** They got rows at once, or after they had waited in memory. */
  readonly inRows: number;
}

const readPlaces = async ({ stack }: BenchRun): Promise<Places> => {
  const texts = await readMetrics(stack, ['webhook-dispatcher']);
  const atOnce = sumOfSeries(texts, 'loyalty_tasks_submitted_total', 'place="rows"');
  return {
    submitted: sumOfSeries(texts, 'loyalty_tasks_submitted_total'),
    inRows: atOnce + sumOfSeries(texts, 'loyalty_tasks_released_total'),
  };
};

const quietMs = 1_000;

/** Waits until nothing of an earlier load arrives, and forgets what did. */
const untilQuiet = async ({ receiver, path }: StreamEndpoint): Promise<void> => {
  for (;;) {
    await receiver.take(path);
    await pause(quietMs);
    if ((await receiver.take(path)).requests === 0) return;
  }
};

export interface DeliveriesWatch {
  /**
   * Waits for the last delivery of the stream, and notes the rate from the first arrival to the last. loyaltyctl ends long after
   * the last receipt is stored, so the last delivery is compared with the time that storing took.
   */
  note(title: string, stream: StreamReport): Promise<void>;
}

export const watchDeliveries = async (run: BenchRun, endpoint: StreamEndpoint): Promise<DeliveriesWatch> => {
  await untilQuiet(endpoint);
  const before = await readPlaces(run);
  return {
    note: async (title, { stored, secondsToStore }) => {
      const { firstMs, lastMs } = await endpoint.receiver.until(endpoint.path, stored);
      const seconds = (lastMs - firstMs) / 1_000;
      const perSecond = stored / seconds;
      const behindSeconds = Math.max(0, seconds - secondsToStore);
      const { submitted, inRows } = await readPlaces(run);
      const share = (inRows - before.inRows) / Math.max(1, submitted - before.submitted);
      run.figures.add('engine', { title: `${title}: deliveries`, unit: '/s' }, perSecond);
      run.figures.add('engine', { title: `${title}: last delivery behind it`, unit: 's' }, behindSeconds);
      run.figures.add('engine', { title: `${title}: deliveries that became rows`, unit: '%' }, share * 100);
      run.say(
        `           delivered at ${Math.round(perSecond).toString()}/s, the last ${behindSeconds.toFixed(1)} s behind, ${(share * 100).toFixed(1)} % by rows`,
      );
    },
  };
};
