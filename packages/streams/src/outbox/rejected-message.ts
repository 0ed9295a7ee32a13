import type { StoredRejectedMessage } from '@loyalty/storage';
import type { OutgoingMessage } from '../ports/broker.ts';
import { environmentInHeader } from '../ports/environment-header.ts';
import { packMessages, unpackMessages } from './packed-messages.ts';

/** Keys of members have this length; other keys belong to no member. */
const memberKeyBytes = 16;

/** Returns the stored form of a rejected message, with the fields by which an erasure finds it. */
export const rejectedMessageOf = (message: OutgoingMessage, reason: string): StoredRejectedMessage => {
  const { topic, key, value, headers } = message;
  const named = Buffer.from(key?.toString() ?? '', 'base64url');
  return {
    topic,
    reason,
    message: value ?? Buffer.alloc(0),
    head: packMessages([{ ...message, value: null }]),
    environmentId: environmentInHeader({ headers }),
    memberKey: named.length === memberKeyBytes ? named : null,
  };
};

/** Returns the message as it was, from what is stored of it. Null when its head is not stored, or the member was erased. */
export const messageOfRejected = (
  stored: Pick<StoredRejectedMessage, 'message'> & { readonly head: Buffer | null },
): OutgoingMessage | null => {
  const [message] = stored.head === null ? [] : unpackMessages(stored.head);
  return message === undefined ? null : { ...message, value: stored.message };
};
