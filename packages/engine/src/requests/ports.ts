import type { ConfigurationSource } from '@loyalty/configuration';
import type { ReplyCode } from '@loyalty/contracts';
import type { Clock } from '@loyalty/kernel';
import type { FactWriter, InboundRecord, OutgoingMessage } from '@loyalty/messaging';
import type { Cache } from '@loyalty/storage';
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

/** Turns replies and facts into messages. */
export interface MessageWriter extends FactWriter {
  /** Null when nobody waits: the request carries no reply address. */
  replyTo(record: InboundRecord, reply: ReplyContent): OutgoingMessage | null;
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
