import type { StoredRejectedMessage } from '@loyalty/storage';
import type { OutgoingMessage } from '../ports/broker.ts';
import { environmentInHeader } from '../ports/environment-header.ts';

/** Keys of members have this length; what is keyed otherwise is nobody's. */
const memberKeyBytes = 16;

/** A message that Kafka refuses as it is kept, with what an erasure finds it by. */
export const rejectedMessageOf = (
  { topic, key, value, headers }: OutgoingMessage,
  reason: string,
): StoredRejectedMessage => {
  const named = Buffer.from(key?.toString() ?? '', 'base64url');
  return {
    topic,
    reason,
    message: value ?? Buffer.alloc(0),
    environmentId: environmentInHeader({ headers }),
    memberKey: named.length === memberKeyBytes ? named : null,
  };
};
