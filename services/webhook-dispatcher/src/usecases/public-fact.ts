import type { PublicFactType, TypedFact } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';

/** A fact that endpoints may be told of. */
export interface PublicFact {
  /** A UUID; the same again when the fact comes twice. */
  readonly id: string;
  readonly environmentId: EnvironmentId;
  /** Milliseconds since the epoch. */
  readonly occurredAtMs: number;
  /** The member's ledger after it; null where no points moved. */
  readonly ledgerSeq: number | null;
  readonly fact: TypedFact<PublicFactType>;
}

/** A fact as it came. Reading all of it costs ten times what its headers do, and most facts nobody is to be told of. */
export interface UnreadFact {
  readonly environmentId: EnvironmentId;
  /** Throws where its bytes are no fact. */
  read(): PublicFact;
}
