import { setTimeout as pause } from 'node:timers/promises';
import type { OwnStack } from '@loyalty/stack';
import { readLags } from '../lags.ts';
import { progress } from '../say.ts';
import type { Violations } from '../violations.ts';

/** Groups catch up within seconds; a position that does not move is not worth a longer wait. */
const patienceMs = 30_000;
const lookEveryMs = 1_000;
/** One observation is not enough: a group that has not noticed the loss yet also appears to be at the end. */
const looksAtRest = 3;

/** Waits until every group has read its topics to their ends. A group that does not get there is a violation. */
export const untilCaughtUp = async (stack: OwnStack, violations: Violations): Promise<void> => {
  const untilMs = Date.now() + patienceMs;
  let atRest = 0;
  let behind = await whoIsBehind(stack);
  while (atRest < looksAtRest && Date.now() < untilMs) {
    await pause(lookEveryMs);
    behind = await whoIsBehind(stack);
    atRest = behind.length === 0 ? atRest + 1 : 0;
    progress(`${behind.length.toString()} partitions are not read to their end`);
  }
  for (const place of behind) violations.add('not read to the end', place);
};

const whoIsBehind = async (stack: OwnStack): Promise<readonly string[]> =>
  (await readLags(stack))
    .filter(({ lag }) => (lag ?? 0) > 0)
    .map(
      ({ consumerGroup, topic, partition, lag }) =>
        `${consumerGroup} ${topic}/${partition.toString()}: ${String(lag)} records`,
    );
