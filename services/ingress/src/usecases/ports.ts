import type { RequestName } from '@loyalty/accounts';
import type { EvaluateRequest, Reply } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Account, Snapshot } from '@loyalty/rules';

/** The answer that a reference was given, and the fingerprint of the body that it was given for (D15). */
export interface KeptAnswer {
  readonly fingerprint: Buffer;
  /** JSON bytes. */
  readonly answer: Buffer;
}

/** How a request ended without a result (D36). */
export interface Failure {
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** What became of references. */
export interface Answers {
  /** Of the last 24 h, from memory, in the order of the names; null proves nothing. Never throws. */
  recent(names: readonly RequestName[]): Promise<readonly (KeptAnswer | null)[]>;
  /** The truth, in the order of the names. Throws a retriable Fault when it is away. */
  stored(names: readonly RequestName[]): Promise<readonly (KeptAnswer | null)[]>;
  /** Why it failed within the last 24 h, or null. Throws a retriable Fault when the truth is away. */
  failed(name: RequestName): Promise<Failure | null>;
}

/** One receipt on its way to the engine. */
export interface EvaluateOrder {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  /** The encoded receipt. */
  readonly message: Buffer;
  /** W3C trace context. */
  readonly traceparent: string;
}

/** The engine's reply, or that none came in time: the request may yet be decided. */
export type EngineAnswer =
  { readonly outcome: 'replied'; readonly reply: Reply } | { readonly outcome: 'timeout' };

/** The engine that evaluates. Both throw a retriable Fault when the order could not be handed over. */
export interface EvaluateEngine {
  /** The bytes in which an order carries a receipt. */
  encode(request: EvaluateRequest): Buffer;
  /** Hands an order over and waits for its reply, up to the deadline. */
  ask(order: EvaluateOrder): Promise<EngineAnswer>;
  /** Hands an order over that nobody waits for; resolves once it is safe. */
  submit(order: EvaluateOrder): Promise<void>;
}

/** The engine's lane for many orders at once, which yields to tills. Both throw a retriable Fault. */
export interface BulkEngine {
  /** The bytes in which an order carries a receipt. */
  encode(request: EvaluateRequest): Buffer;
  /** Hands orders over, those of a member in their order, and waits for the replies, up to the deadline of bulk. */
  ask(orders: readonly EvaluateOrder[]): Promise<readonly EngineAnswer[]>;
  /** Hands orders over that nobody waits for; resolves once all are safe. */
  submit(orders: readonly EvaluateOrder[]): Promise<void>;
}

/** What a preview is decided from; read without locks. Throws a retriable Fault when it cannot be read. */
export interface Preview {
  /** Null for a member who is not known. */
  account(environmentId: EnvironmentId, memberKey: Buffer): Promise<Account | null>;
  /** The configuration as every answered change has left it (D33); null when there is no such environment. */
  snapshot(environmentId: EnvironmentId): Promise<Snapshot | null>;
}

export type { RequestName };
