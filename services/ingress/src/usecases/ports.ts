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

/** A stored response with the time of the record that was answered: by the broker's clock, milliseconds since the epoch. */
export interface DatedResponse extends StoredResponse {
  readonly atMs: number;
}

/** How a request ended without a result (D36). */
export interface Failure {
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** What became of references. */
export interface ResponseLookup {
  /** Of the last 24 h, from memory, in the order of the names; null proves nothing. Never throws. */
  recent(names: readonly RequestKey[]): Promise<readonly (StoredResponse | null)[]>;
  /** The truth, in the order of the names. Throws a retriable Fault when it is away. */
  stored(names: readonly RequestKey[]): Promise<readonly (DatedResponse | null)[]>;
  /** Why it failed within the last 24 h, or null. Throws a retriable Fault when the truth is away. */
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
  /** By which revision of its event definition the request was judged; absent where none was involved. */
  readonly definitionRevision?: number;
}

/** The engine's reply, or that none came in time: the request may yet be decided. */
export type EngineReply =
  { readonly outcome: 'replied'; readonly reply: Reply } | { readonly outcome: 'timeout' };

/** An engine that decides requests of one kind. Both throw a retriable Fault when the request could not be handed over. */
export interface Engine<Request> {
  /** The bytes in which a request travels. */
  encode(request: Request): Buffer;
  /** Hands a request over and waits for its reply, up to the deadline. */
  ask(engineRequest: RequestEnvelope): Promise<EngineReply>;
  /** Hands a request over that nobody waits for; resolves once it is safe. */
  submit(engineRequest: RequestEnvelope): Promise<void>;
}

export type EvaluateEngine = Engine<EvaluateRequest>;
export type EventEngine = Engine<MemberEventRequest>;
/** A redeem that is asked for carries the deadline of its caller, one that is submitted has none (D42). */
export type RedeemEngine = Engine<RedeemRequest>;

/** The engine's lane for many requests at once, which yields to tills. Both throw a retriable Fault. */
export interface BulkEngine {
  /** The bytes in which a receipt travels. */
  encode(request: EvaluateRequest): Buffer;
  /** Hands requests over, those of a member in their order, and waits for the replies, up to the deadline of bulk. */
  ask(engineRequests: readonly RequestEnvelope[]): Promise<readonly EngineReply[]>;
  /** Hands requests over that nobody waits for; resolves once all are safe. */
  submit(engineRequests: readonly RequestEnvelope[]): Promise<void>;
}

/** One receipt to be previewed. */
export interface PreviewCall {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  readonly request: EvaluateRequest;
  readonly nowMs: number;
  readonly newId: DecisionContext['newId'];
}

/**
 * What a preview is decided from: account, counts, budgets, and the configuration as every answered change has left it
 * (D33), read without locks; null when there is no such environment. Throws a retriable Fault when it cannot be read.
 */
export type Preview = (call: PreviewCall) => Promise<DecisionContext | null>;

/** One redemption to be judged without effect. */
export interface RedemptionCall {
  readonly environmentId: EnvironmentId;
  /** 16 bytes; null where nobody's account is asked for. */
  readonly memberKey: Buffer | null;
  readonly asked: Pick<RedemptionOrder, 'campaignId' | 'storeRef'>;
  readonly nowMs: number;
}

/**
 * What a quote is judged on: account, budgets, and the configuration as every answered change has left it (D33), read without
 * locks; null when there is no such environment. Throws a retriable Fault when it cannot be read.
 */
export type RedemptionPreview = (call: RedemptionCall) => Promise<RedemptionContext | null>;

/** An event definition as it is now, with what judges payloads by it. */
export interface CompiledDefinition {
  readonly key: string;
  readonly version: number;
  readonly revision: number;
  readonly state: 'ACTIVE' | 'ARCHIVED';
  /** The payload field that names the member. */
  readonly identityProperty: string;
  /** The payload field that names the member who referred. */
  readonly referrerProperty: string;
  readonly lifecycleType: string;
  readonly validate: PayloadValidator;
}

/** Event definitions, as every answered change has left them (D33). Throws a retriable Fault when they cannot be read. */
export interface Definitions {
  /** Null when the environment has none of this key. */
  find(environmentId: EnvironmentId, key: string): Promise<CompiledDefinition | null>;
}

/** A member as far as an event needs them. */
export interface EventMember {
  readonly id: string;
  readonly externalRef: string;
  readonly state: MemberState;
}

/** Members by their internal ids. Throws a retriable Fault when they cannot be read. */
export interface Members {
  /** Null when the environment has none of this id, also for a text that is no id. */
  find(scope: Scope, memberId: string): Promise<EventMember | null>;
}

export type { RequestKey, Scope, StoredResponse };

/** Rules to try, their shape checked. */
export interface SegmentPreviewCall {
  readonly environmentId: EnvironmentId;
  readonly rules: SegmentRules;
  /** How many members to name at most. */
  readonly sampleSize: number;
}

/** What a preview comes to; `too-slow`: the count takes longer than it may, and nothing is guessed. */
export type SegmentPreviewOutcome =
  | { readonly outcome: 'previewed'; readonly preview: PreviewedSegment }
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldFault[] }
  | { readonly outcome: 'too-slow' };

/** Counts who meets some rules, or says that it takes too long. Throws a retriable Fault when the database is away. */
export type CountPreview = (call: SegmentPreviewCall) => Promise<SegmentPreviewOutcome>;

/** Whose URL it is. */
export interface TargetOwner {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly isHttpAllowed: boolean;
}

/** What is wrong with a URL that a stranger chose, as a sentence that says nothing of what is inside; null when it may be registered. */
export type JudgeTarget = (url: string, owner: TargetOwner) => string | null;

/** A write, and what tells of it. */
export interface PublishedWrite {
  /** Null where there is nothing to tell. */
  readonly publication: Publication | null;
}

/**
 * Does a write and resolves with it once it outlives the loss of its commit: Kafka has what tells of it, and the database that took it was
 * still there after that. A retriable Fault `WRITE_UNCONFIRMED` where that is not known; the write may stand, and is done again.
 */
export type ConfirmWrite = <T extends PublishedWrite>(write: () => Promise<T>) => Promise<T>;

/** Tells of an erasure in the transaction that makes it true; of one that was told of before, its record alone. */
export type PublishErasure = (
  tx: Transaction,
  erasure: ErasureToPublish & { readonly outcome: 'erased' | 'already' },
) => Promise<Publication>;

/** What of an environment's configuration a call writes. */
export interface ManagedEntity {
  readonly kind: 'campaign' | 'tier' | 'segment' | 'event-definition' | 'webhook';
  /** Default: that of the record which is made. */
  readonly id?: string;
}

/** Who writes. */
export interface ManagementActor {
  readonly kind: 'key' | 'token';
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
}

/**
 * The database for one management call: its transaction leaves a fact of what it has stored, by the outcome that it resolves with (created,
 * changed or deleted), and the call is answered once Kafka has it, or a moment later. A commit that the database loses can then be listed.
 */
export type Managed = (actor: ManagementActor, entity: ManagedEntity) => Database;
