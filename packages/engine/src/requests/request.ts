import { headers as names, type ReplyCode, type RepeatedBody, topics } from '@loyalty/contracts';
import type { InboundRecord } from '@loyalty/kafka';
import type { DerivedIds, EnvironmentId, MemberId } from '@loyalty/kernel';
import type { ReferenceState, Snapshot } from '@loyalty/rules';
import type { LedgerPosting } from '@loyalty/rules/earning';
import type { Message, Rejection } from '@loyalty/streams';
import { authorBytesOf, sentAuthor } from '@loyalty/tables/authors';
import { isStreamTopic } from '@loyalty/tables/tenants';
import type { Purchase, RequestKey, RequestOperation } from '@loyalty/tables/transactions';

export interface EngineRequest<Body> {
  readonly message: Message<Body>;
  readonly operation: RequestOperation;
  readonly ref: string;
  readonly environmentId: EnvironmentId;
  /** The 16 bytes that identify the account within its environment. */
  readonly memberKey: Buffer;
  /** The member's reference; null for a request that enrols nobody. */
  readonly memberRef: string | null;
  /** The key of the member who referred this one; null or absent if nobody is named. */
  readonly referrerKey?: Buffer | null;
  /** The key of the referrer's reference as the request names it, if it leads to another member. */
  readonly namedReferrerKey?: Buffer;
  /** The state of the reference that the request names. If it is absent, the reference is ACTIVE. */
  readonly referenceState?: ReferenceState;
  /** The store that the request names; null or absent if it names none. */
  readonly storeRef?: string | null;
  /** The first 16 bytes of the body's hash (D15). */
  readonly fingerprint: Buffer;
  /** Returns messages with the same meaning and another wording (D125). */
  readonly otherMessages?: RepeatedBody['otherMessages'];
  /** The receipt of a return; absent for all other requests. */
  readonly receiptRef?: string | undefined;
  /** The key of its stored response in Redis; it also identifies the request within the batch. */
  readonly responseKey: string;
  /**
   * Returns the ids of the rows and facts that the request causes; they are the same if the record is read
   * again.
   */
  readonly newId: DerivedIds;
}

export interface RequestReader<Body, Request extends EngineRequest<Body>> {
  /** Identifies a request (D15). Called also for requests that cannot be decided. */
  keyOf(body: Body): Pick<RequestKey, 'operation' | 'ref'>;
  /**
   * Makes the checks that no schema can make, because no HTTP validation saw a streamed message. Returns null
   * if the request is valid.
   */
  rejectionOf(body: Body, record: Pick<InboundRecord, 'timestamp' | 'topic'>): Rejection | null;
  requestOf(request: AnonymousRequest<Body>, environment: RequestEnvironment): Request;
}

/** A reader of requests needs this of their environment. */
export type RequestEnvironment = Pick<Snapshot, 'secret' | 'currency'>;

type AnonymousRequest<Body> = Omit<EngineRequest<Body>, 'memberKey' | 'memberRef'>;

export interface RequestResult {
  readonly memberId: MemberId;
  readonly postings: readonly LedgerPosting[];
}

export type RequestDecision<Result> =
  | {
      readonly outcome: 'processed';
      readonly result: Result;
      readonly id: string;
      /** The response as JSON in bytes. */
      readonly response: Buffer;
      readonly awardTerms?: Buffer | null;
    }
  | Refusal
  /** Ignored: nothing is written, and no reply is sent. */
  | { readonly outcome: 'skipped'; readonly reason: string };

/** A refused request. Its reference is not consumed (D15). */
export interface Refusal {
  readonly outcome: 'refused';
  readonly code: ReplyCode;
  /** The context for the caller, as JSON. It is empty for most codes. */
  readonly context: Readonly<Record<string, unknown>>;
  /** True if the refusal is stored, for callers who ask for the status later (D36). */
  readonly isKept: boolean;
}

export interface ProcessedOutcome<Request, Result> {
  readonly outcome: 'processed';
  readonly request: Request;
  readonly result: Result;
  readonly id: string;
  readonly response: Buffer;
  readonly snapshot: Snapshot;
  /** The number of the request's last ledger entry; null if no points moved. */
  readonly ledgerSeq: number | null;
  readonly purchase: Purchase | null;
  /** The terms that are stored with a receipt and decide about it after a partial return (D171). */
  readonly awardTerms?: Buffer | null;
}

export type RequestOutcome<Request, Result> =
  | ProcessedOutcome<Request, Result>
  | {
      readonly outcome: 'repeated';
      readonly request: Request;
      readonly response: Buffer;
      readonly mismatch: boolean;
    }
  | (Refusal & { readonly request: Request })
  | { readonly outcome: 'skipped'; readonly request: Request; readonly reason: string };

export const requestKeyOf = ({ environmentId, operation, ref }: EngineRequest<unknown>): RequestKey => ({
  environmentId,
  operation,
  ref,
});

/**
 * Returns the author of the request (D303); null if an older build sent it. The author of a record on a
 * tenant's own topic is the topic.
 */
export const authorOf = ({ topic, headers }: Pick<InboundRecord, 'topic' | 'headers'>): Buffer | null => {
  if (isStreamTopic(topic)) return streamAuthor(topic);
  return sentAuthor(headers[names.author]) ?? (topic === topics.receipts ? streamAuthor(topic) : null);
};

const streamAuthors = new Map<string, Buffer>();

const streamAuthor = (topic: string): Buffer => {
  const known = streamAuthors.get(topic);
  if (known !== undefined) return known;
  const author = authorBytesOf({ kind: 'STREAM', id: topic });
  streamAuthors.set(topic, author);
  return author;
};

/** Returns true if a caller waits for the reply. */
export const isAwaited = ({ headers }: Pick<InboundRecord, 'headers'>): boolean =>
  headers[names.replyTopic] !== undefined;

/** True if a producer wrote the record. Ingress writes bulk calls to the shared topic, too, and waits for replies. */
export const isStreamed = ({ topic, headers }: Pick<InboundRecord, 'topic' | 'headers'>): boolean =>
  isStreamTopic(topic) || (topic === topics.receipts && !isAwaited({ headers }));

/** Creates a refusal. It is kept if no caller waits for the reply (D36). */
export const refuse = (
  record: InboundRecord,
  code: ReplyCode,
  context: Refusal['context'] = {},
): Refusal => ({ outcome: 'refused', code, context, isKept: !isAwaited(record) });
