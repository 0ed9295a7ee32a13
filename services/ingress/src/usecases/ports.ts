import type { PreviewedSegment, RequestKey, Scope } from '@loyalty/accounts';
import type {
  EvaluateRequest,
  MemberEventRequest,
  PayloadValidator,
  RedeemRequest,
  Reply,
} from '@loyalty/contracts';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { ErasureToPublish, Publication } from '@loyalty/messaging';
import type { SegmentRules } from '@loyalty/configuration';
import type {
  DecisionContext,
  FieldFault,
  MemberState,
  Mode,
  RedemptionContext,
  RedemptionOrder,
} from '@loyalty/rules';
import type { Database, StoredResponse, Transaction } from '@loyalty/storage';

/** A stored response with the time of its record, by the broker's clock in milliseconds since the epoch. */
export interface DatedResponse extends StoredResponse {
  readonly atMs: number;
}

/** The reason why a request ended without a result (D36). */
export interface Failure {
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** Finds the responses and failures of references. */
export interface ResponseLookup {
  /** Reads responses of the last 24 h from the cache, in the order of the names. A null proves nothing. Never throws. */
  recent(names: readonly RequestKey[]): Promise<readonly (StoredResponse | null)[]>;
  /** Reads responses from Postgres, in the order of the names. Throws a retriable Fault when it is unreachable. */
  stored(names: readonly RequestKey[]): Promise<readonly (DatedResponse | null)[]>;
  /** Returns why it failed within the last 24 h, or null. Throws a retriable Fault when Postgres is unreachable. */
  failed(name: RequestKey): Promise<Failure | null>;
}

/** One request on its way to an engine. */
export interface RequestEnvelope {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  /** The encoded request. */
  readonly message: Buffer;
  /** W3C trace context. */
  readonly traceparent: string;
  /** The revision of the event definition that checked the request; absent without a definition. */
  readonly definitionRevision?: number;
}

/** The engine's reply, or a time-out: the request may yet be decided. */
export type EngineReply =
  { readonly outcome: 'replied'; readonly reply: Reply } | { readonly outcome: 'timeout' };

/** An engine that decides requests of one kind. Both calls throw a retriable Fault when the request could not be sent. */
export interface Engine<Request> {
  /** Returns the bytes in which a request travels. */
  encode(request: Request): Buffer;
  /** Sends a request and waits for its reply, up to the deadline. */
  ask(engineRequest: RequestEnvelope): Promise<EngineReply>;
  /** Sends a request that no caller waits for. Resolves once it is stored in Kafka. */
  submit(engineRequest: RequestEnvelope): Promise<void>;
}

export type EvaluateEngine = Engine<EvaluateRequest>;
export type EventEngine = Engine<MemberEventRequest>;
/** A redeem with a waiting caller carries its deadline; a submitted one has none (D42). */
export type RedeemEngine = Engine<RedeemRequest>;

/** The engine's lane for many requests at once, which yields to tills. Both calls throw a retriable Fault. */
export interface BulkEngine {
  /** Returns the bytes in which a receipt travels. */
  encode(request: EvaluateRequest): Buffer;
  /** Sends requests, those of a member in their order, and waits for the replies, up to the bulk deadline. */
  ask(engineRequests: readonly RequestEnvelope[]): Promise<readonly EngineReply[]>;
  /** Sends requests that no caller waits for. Resolves once all are stored in Kafka. */
  submit(engineRequests: readonly RequestEnvelope[]): Promise<void>;
}

/** One receipt to preview. */
export interface PreviewCall {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  readonly request: EvaluateRequest;
  readonly nowMs: number;
  readonly newId: DecisionContext['newId'];
}

/**
 * Reads the context of a preview without locks: account, counts, budgets, and the configuration with every confirmed change
 * (D33). Returns null when there is no such environment. Throws a retriable Fault when it cannot be read.
 */
export type Preview = (call: PreviewCall) => Promise<DecisionContext | null>;

/** One redemption to check without effect. */
export interface RedemptionCall {
  readonly environmentId: EnvironmentId;
  /** 16 bytes; null when no account is needed. */
  readonly memberKey: Buffer | null;
  readonly asked: Pick<RedemptionOrder, 'campaignId' | 'storeRef'>;
  readonly nowMs: number;
}

/**
 * Reads the context of a quote without locks: account, budgets, and the configuration with every confirmed change (D33).
 * Returns null when there is no such environment. Throws a retriable Fault when it cannot be read.
 */
export type RedemptionPreview = (call: RedemptionCall) => Promise<RedemptionContext | null>;

/** An event definition as it is now, with its compiled validator. */
export interface CompiledDefinition {
  readonly key: string;
  readonly version: number;
  readonly revision: number;
  readonly state: 'ACTIVE' | 'ARCHIVED';
  /** The payload field that names the member. */
  readonly identityProperty: string;
  /** The payload field that names the referring member. */
  readonly referrerProperty: string;
  readonly lifecycleType: string;
  readonly validate: PayloadValidator;
}

/** Event definitions with every confirmed change (D33). Throws a retriable Fault when they cannot be read. */
export interface Definitions {
  /** Returns null when the environment has none of this key. */
  find(environmentId: EnvironmentId, key: string): Promise<CompiledDefinition | null>;
}

/** The fields of a member that an event needs. */
export interface EventMember {
  readonly id: string;
  readonly externalRef: string;
  readonly state: MemberState;
}

/** Members by their internal ids. Throws a retriable Fault when they cannot be read. */
export interface Members {
  /** Returns null when the environment has none of this id, or the text is no id. */
  find(scope: Scope, memberId: string): Promise<EventMember | null>;
}

export type { RequestKey, Scope, StoredResponse };

/** Rules to preview, with a checked shape. */
export interface SegmentPreviewCall {
  readonly environmentId: EnvironmentId;
  readonly rules: SegmentRules;
  /** The most members to name. */
  readonly sampleSize: number;
}

/** The outcome of a preview; `too-slow`: the count takes longer than allowed, and nothing is estimated. */
export type SegmentPreviewOutcome =
  | { readonly outcome: 'previewed'; readonly preview: PreviewedSegment }
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldFault[] }
  | { readonly outcome: 'too-slow' };

/**
 * Counts the members that meet some rules, or reports that it takes too long. Throws a retriable Fault when the database is
 * unreachable.
 */
export type CountPreview = (call: SegmentPreviewCall) => Promise<SegmentPreviewOutcome>;

/** The owner of a URL. */
export interface TargetOwner {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly isHttpAllowed: boolean;
}

/**
 * Returns what is wrong with a caller's URL, as a sentence that reveals nothing about the internal network. Returns null when
 * it may be registered.
 */
export type JudgeTarget = (url: string, owner: TargetOwner) => string | null;

/** A write, and the publication of its messages. */
export interface PublishedWrite {
  /** Null when there is nothing to publish. */
  readonly publication: Publication | null;
}

/**
 * Runs a write and resolves once it survives the loss of its commit: Kafka has its messages, and the database was still in the
 * same epoch afterwards. Otherwise throws a retriable Fault `WRITE_UNCONFIRMED`; the write may stand, and may be repeated.
 */
export type ConfirmWrite = <T extends PublishedWrite>(write: () => Promise<T>) => Promise<T>;

/** Publishes an erasure in the transaction that makes it true. A repeated erasure publishes its record alone. */
export type PublishErasure = (
  tx: Transaction,
  erasure: ErasureToPublish & { readonly outcome: 'erased' | 'already' },
) => Promise<Publication>;

/** The entity that a call writes. */
export interface ManagedEntity {
  readonly kind: 'campaign' | 'tier' | 'segment' | 'event-definition' | 'webhook';
  /** Default: the id of the created record. */
  readonly id?: string;
}

/** The credential that writes. */
export interface ManagementActor {
  readonly kind: 'key' | 'token';
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
}

/**
 * Returns the database for one management call. Its transaction publishes a fact of the stored record, by its outcome (created,
 * changed or deleted). The call returns once Kafka has the fact, or after a moment. A lost commit can then be listed.
 */
export type Managed = (actor: ManagementActor, entity: ManagedEntity) => Database;

/** Work that may have compiled a schema, and how long that schema is. */
export interface Compiling<T> {
  readonly result: T;
  /** 0 when nothing was compiled. */
  readonly bytes: number;
}

/** Turns at compiling the schemas of events, which takes the one thread that serves all environments. */
export interface CompileTurns {
  /** Runs the work in its environment's turn. Throws a retriable Fault `ENVIRONMENT_BUSY` when that does not come in time. */
  run<T>(environmentId: EnvironmentId, work: () => Promise<Compiling<T>>): Promise<T>;
}
