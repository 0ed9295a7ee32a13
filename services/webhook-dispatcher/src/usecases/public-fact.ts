import type { TypedFact } from '@loyalty/contracts';
import type { PublicFactType } from '@loyalty/contracts/webhooks';
import { type EnvironmentId, textOf } from '@loyalty/kernel';
import type { Message, RejectedMessage } from '@loyalty/streams';

/** A fact that becomes an event. */
export interface PublicFact {
  /** A UUID; a repeated fact has the same one. */
  readonly id: string;
  readonly environmentId: EnvironmentId;
  /** Milliseconds since the epoch. */
  readonly occurredAtMs: number;
  /** The number of the member's last ledger entry after it; null if no points moved. */
  readonly ledgerSeq: number | null;
  readonly fact: TypedFact<PublicFactType>;
}

/**
 * A fact whose body is not read yet. Reading it costs ten times as much as its headers, and most facts have
 * no subscribed endpoint.
 */
export interface UnreadFact {
  readonly environmentId: EnvironmentId;
  /** Decodes the body. Throws if its bytes are no fact. */
  read(): PublicFact;
}

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
