import type { StoredRejectedMessage } from '@loyalty/storage';
import type { OutgoingMessage } from '../ports/broker.ts';
import { environmentInHeader } from '../ports/environment-header.ts';

/** Keys of members have this length; other keys belong to no member. */
const memberKeyBytes = 16;

/** Returns the stored form of a rejected message, with the fields by which an erasure finds it. */
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
