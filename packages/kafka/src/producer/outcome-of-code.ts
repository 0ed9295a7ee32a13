import type { PartitionOutcome } from './brokers.ts';
import { protocolErrorOf } from '../cluster/kafkajs-internals.ts';

/** Codes with which the broker rejects the messages themselves; a retry cannot help. */
const refusals = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'CORRUPT_MESSAGE',
  'INVALID_RECORD',
  'INVALID_TIMESTAMP',
]);

const sent: PartitionOutcome = { outcome: 'sent' };

/** Returns the meaning of a partition's error code in the response to a produce request. */
export const outcomeOfCode = (code: number): PartitionOutcome => {
  if (code === 0) return sent;
  const { type, message } = protocolErrorOf(code);
  return { outcome: refusals.has(type) ? 'refused' : 'failed', reason: `${type}: ${message}` };
};
