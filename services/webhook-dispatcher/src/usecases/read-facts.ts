import { textOf } from '@loyalty/kernel';
import type { Message, RejectedMessage } from '@loyalty/messaging';
import type { PublicFact, UnreadFact } from './public-fact.ts';

/** The facts of a batch. */
export interface ReadFacts {
  readonly read: readonly PublicFact[];
  /** The ids of those of the interactive lane. */
  readonly awaited: ReadonlySet<string>;
  /** Messages that could not be read as facts. */
  readonly rejected: readonly RejectedMessage[];
}

/** Reads the bodies of facts, each by itself. */
export const readFacts = (batch: readonly Message<UnreadFact>[]): ReadFacts => {
  const read: PublicFact[] = [];
  const ids = { interactive: new Set<string>(), bulk: new Set<string>() };
  const rejected: RejectedMessage[] = [];
  for (const { value, ...message } of batch) {
    try {
      const fact = value.read();
      read.push(fact);
      ids[message.lane].add(fact.id);
    } catch (failure) {
      rejected.push({ ...message, rejection: { reason: 'UNDECODABLE', detail: textOf(failure) } });
    }
  }
  return { read, awaited: ids.interactive, rejected };
};
