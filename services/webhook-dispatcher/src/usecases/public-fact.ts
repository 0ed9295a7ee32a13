import type { TypedFact } from '@loyalty/contracts';
import type { PublicFactType } from '@loyalty/contracts/webhooks';
import { type EnvironmentId, textOf } from '@loyalty/kernel';
import type { Message, RejectedMessage } from '@loyalty/streams';

export interface PublicFact {
  /** A UUID. A repeated fact has the same one. */
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly occurredAtMs: number;
  /** The number of the member's last ledger entry after it; null if no points moved. */
  readonly ledgerSeq: number | null;
  readonly fact: TypedFact<StreamedFactType>;
  /** The place of the streamed receipt whose outcome it is, as `topic/partition/offset`. */
  readonly source?: string;
}

/** What records of streams out are made of. No webhook is sent what is not public (D352). */
export type StreamedFactType = PublicFactType | 'receipt.repeated';

/** A fact from which an event of webhooks is made. */
export interface WebhookFact extends PublicFact {
  readonly fact: TypedFact<PublicFactType>;
}

export const isWebhookFact = (fact: PublicFact): fact is WebhookFact => fact.fact.type !== 'receipt.repeated';

/**
 * A fact whose body is not read yet. Reading the body costs ten times as much as reading the headers, and
 * most facts have no subscribed endpoint.
 */
export interface UnreadFact {
  readonly environmentId: EnvironmentId;
  /** Reads the fact. Throws if its bytes are not a fact. */
  read(): PublicFact;
}

export interface ReadFacts {
  readonly read: readonly PublicFact[];
  /** The ids of facts of the interactive lane. */
  readonly awaited: ReadonlySet<string>;
  readonly rejected: readonly RejectedMessage[];
}

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
