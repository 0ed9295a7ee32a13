import { backoffMs, type Clock } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';
import type { Decoder } from '../ports/decoder.ts';
import { tried } from './tried.ts';

export interface LearningOptions {
  readonly decoder: Pick<Decoder<unknown>, 'learn'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The wait between tries to reach a server, in milliseconds. */
export const retryBounds = { firstMs: 100, maxMs: 5_000 };

/**
 * Waits until the registry has returned the schema of a record, or has denied it for 30 s. Returns false when the partition is
 * assigned again or parked meanwhile.
 */
export const untilLearned = async (
  { decoder, clock, logger }: LearningOptions,
  { topic, schemaId }: { readonly topic: string; readonly schemaId: number },
  isCurrent: () => boolean,
): Promise<boolean> => {
  const learn = (): Promise<boolean> => decoder.learn(schemaId, topic).then(() => true);
  for (let attempt = 0; isCurrent(); attempt += 1) {
    if (await tried(logger, `learning schema ${schemaId.toString()} of ${topic}`, learn)) break;
    await clock.sleep(backoffMs(attempt, retryBounds));
  }
  return isCurrent();
};
