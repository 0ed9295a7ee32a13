import type { PublicFactType, TypedFact } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';

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

/** A fact whose body is not read yet. Reading it costs ten times as much as its headers, and most facts have no subscribed endpoint. */
export interface UnreadFact {
  readonly environmentId: EnvironmentId;
  /** Decodes the body. Throws if its bytes are no fact. */
  read(): PublicFact;
}
