import type { FactType } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';
import type { InboundRecord, OutgoingMessage } from '@loyalty/messaging';
import type { ReferrerAward, Snapshot } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';

/** The configuration of environments, by version. */
export interface Programme {
  /** The environment whose receipts a tenant's own topic brings; null when its name names none. */
  ofStream(topic: string): Promise<EnvironmentId | null>;
  /** Any version that is in memory, or the newest; null when there is no such environment. */
  anyOf(environmentId: EnvironmentId): Promise<Snapshot | null>;
  /** This version or a newer one. */
  atLeast(environmentId: EnvironmentId, version: number): Promise<Snapshot | null>;
  /** The versions as committed now; always the last read before deciding (D33). */
  versionsOf(
    tx: Transaction,
    environmentIds: readonly EnvironmentId[],
  ): Promise<ReadonlyMap<EnvironmentId, number>>;
  /** Makes a change that this transaction has made to the configuration visible; its last statement. */
  raiseVersion(tx: Transaction, environmentId: EnvironmentId): Promise<void>;
}

/** What a caller is told. */
export interface ReplyContent {
  /** Null when processed, otherwise a code of the error catalogue. */
  readonly code: string | null;
  readonly replayed: boolean;
  readonly mismatch: boolean;
  /** JSON bytes: the answer, or the problem's context. */
  readonly body: Buffer | null;
}

/** Something that happened to one member, or to a campaign. */
export interface FactContent {
  readonly id: string;
  readonly type: FactType;
  readonly snapshot: Snapshot;
  /** The Kafka key, so that facts of one member, or of one campaign, stay in order. */
  readonly key: string;
  readonly occurredAtMs: number;
  readonly ledgerSeq: number | null;
  readonly data: unknown;
}

/** Puts what was decided into messages. */
export interface Announcer {
  /** Null when nobody waits: the request carries no reply address. */
  replyTo(record: InboundRecord, reply: ReplyContent): OutgoingMessage | null;
  factOf(fact: FactContent): OutgoingMessage;
  creditOf(credit: CreditContent): OutgoingMessage;
}

/** Points owed to another member. */
export interface CreditContent {
  readonly environmentId: EnvironmentId;
  /** The operation and the reference of what caused it. */
  readonly ref: string;
  /** 16 bytes. */
  readonly memberKey: Buffer;
  readonly awards: readonly ReferrerAward[];
}
