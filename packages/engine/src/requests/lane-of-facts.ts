import { headers as names } from '@loyalty/contracts';
import type { Lane, Message } from '@loyalty/messaging';

/**
 * Returns the lane of the facts that follow from a message: its own. A credit travels in the interactive lane, and has the lane of the
 * receipt that caused it in a header. Nobody gains by forging it: only engines write credits, and it can only put facts behind.
 */
export const laneOfFacts = ({
  lane,
  record: { headers },
}: Pick<Message<unknown>, 'lane' | 'record'>): Lane =>
  lane === 'bulk' || headers[names.lane]?.toString() === 'bulk' ? 'bulk' : 'interactive';
