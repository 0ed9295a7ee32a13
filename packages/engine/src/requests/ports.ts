import type { ReplyCode, TypedFact } from '@loyalty/contracts';
import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { InboundRecord, OutgoingMessage } from '@loyalty/messaging';
import type { Snapshot } from '@loyalty/rules';
import type { Cache, Transaction } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';

/** What an engine needs besides its database. */
export interface EnginePorts {
  readonly configuration: ConfigurationSource;
  readonly cache: Pick<Cache, 'getResponses' | 'putResponses'>;
  readonly writer: MessageWriter;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'count'>;
  /** Names the history that the database stands on. Default: it has no name. */
  readonly epoch?: () => string;
  /**
   * Until when requests may have been answered by commits that the database has lost, milliseconds since the epoch; not there: any
   * may.
   */
  readonly lostUntilMs?: () => number;
}

/** The configuration of environments, by version. */
export interface ConfigurationSource {
  /** The environment whose receipts a tenant's own topic brings; null when its name names none. */
  findEnvironmentOfStream(topic: string): Promise<EnvironmentId | null>;
  /** Any version that is in memory, or the newest; null when there is no such environment. */
  loadAny(environmentId: EnvironmentId): Promise<Snapshot | null>;
  /** This version or a newer one. */
  loadAtLeast(environmentId: EnvironmentId, version: number): Promise<Snapshot | null>;
  /**
   * The same of all environments of a batch that holds its locks; those that there are not are left out. Throws NewerConfiguration
   * where some have to be read first: {@link loadMissed} then does, before the next attempt.
   */
  findBehindLocks(
    versions: ReadonlyMap<EnvironmentId, number>,
  ): Promise<ReadonlyMap<EnvironmentId, Snapshot>>;
  /** Reads the configurations for which attempts were rolled back. */
  loadMissed(): Promise<void>;
  /** The versions as committed now; always the last read before deciding (D33). */
  readVersions(
    tx: Transaction,
    environmentIds: readonly EnvironmentId[],
  ): Promise<ReadonlyMap<EnvironmentId, number>>;
  /** Makes a change that this transaction has made to the configuration visible; its last statement. */
  raiseVersion(tx: Transaction, environmentId: EnvironmentId): Promise<void>;
}

/** Puts what was decided into messages. */
export interface MessageWriter {
  /** Null when nobody waits: the request carries no reply address. */
  replyTo(record: InboundRecord, reply: ReplyContent): OutgoingMessage | null;
  factOf(fact: FactContent): OutgoingMessage;
}

/** What a caller is told. */
export interface ReplyContent {
  /** Null when processed. */
  readonly code: ReplyCode | null;
  readonly replayed: boolean;
  readonly mismatch: boolean;
  /** JSON bytes: the answer, or the problem's context. */
  readonly body: Buffer | null;
}

/** Something that happened to one member, or to a campaign. */
export interface FactContent {
  readonly id: string;
  readonly fact: TypedFact;
  /** Whose it is. */
  readonly snapshot: Pick<Snapshot, 'environmentId' | 'tenantId'>;
  /** The Kafka key, so that facts of one member, or of one campaign, stay in order. */
  readonly key: string;
  readonly occurredAtMs: number;
  readonly ledgerSeq: number | null;
}
