import { Fault } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import {
  type ChangeStreamOutResult,
  findStreamOut,
  type StreamOut,
  streamOutsMax,
} from '@loyalty/tables/tenants';
import type { EnvironmentName } from '../arguments.ts';
import { requireEnvironmentId } from '../environments.ts';

/** Throws a Fault if the environment never had a stream out. */
export const requireStreamOut = async (db: Database, name: EnvironmentName): Promise<StreamOut> => {
  const stream = await findStreamOut(db, await requireEnvironmentId(db, name));
  if (stream === null) throw refusal('NO_STREAM_OUT');
  return stream;
};

export const refusal = (reason: Extract<ChangeStreamOutResult, { outcome: 'refused' }>['reason']): Fault => {
  switch (reason) {
    case 'TOO_MANY_STREAMS':
      return new Fault(
        reason,
        `There are ${streamOutsMax.toString()} streams out already: a further one needs another cell.`,
      );
    case 'ENVIRONMENT_NOT_FOUND':
      return new Fault(reason, 'The environment no longer exists.');
    case 'NO_STREAM_OUT':
      return new Fault(
        reason,
        'The environment has no stream out: enable one with «loyaltyctl stream enable-out».',
      );
    case 'OLDER_PROCESS':
      return new Fault(
        reason,
        'A process of an older release is running, which would leave its events out. Finish the rollout («loyaltyctl wait-for»), then run this command again.',
      );
  }
};
