import type { ConfigurationSource } from '@loyalty/configuration';
import type { ReplyCode } from '@loyalty/contracts';
import type { Clock } from '@loyalty/kernel';
import type { FactWriter, InboundRecord, OutgoingMessage } from '@loyalty/messaging';
import type { Cache } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';

/** The connections of an engine besides its database. */
export interface EnginePorts {
  readonly configuration: ConfigurationSource;
  readonly cache: Pick<Cache, 'getResponses' | 'putResponses'>;
  readonly writer: MessageWriter;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'count'>;
  /** Names the database's history of commits. Default: it has no name. */
  readonly epoch?: () => string;
  /**
   * Commits that the database has lost may have processed records up to this time, milliseconds since the epoch. Without this function,
   * records of any time.
   */
  readonly lostUntilMs?: () => number;
}

/** Turns replies and facts into messages. */
export interface MessageWriter extends FactWriter {
  /** Returns null when no caller waits: the request has no reply address. */
  replyTo(record: InboundRecord, reply: ReplyContent): OutgoingMessage | null;
}

/** The content of a reply. */
export interface ReplyContent {
  /** Null when processed. */
  readonly code: ReplyCode | null;
  readonly replayed: boolean;
  readonly mismatch: boolean;
  /** JSON bytes: the response, or the problem's context. */
  readonly body: Buffer | null;
}
