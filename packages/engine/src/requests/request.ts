import type { RequestOperation } from '@loyalty/accounts';
import type { DerivedIds, EnvironmentId } from '@loyalty/kernel';
import type { Message } from '@loyalty/messaging';

/** A message whose environment and member are known: what an engine decides. */
export interface EngineRequest<Body> {
  readonly message: Message<Body>;
  readonly operation: RequestOperation;
  readonly ref: string;
  readonly environmentId: EnvironmentId;
  /** 16 bytes; the account's name. */
  readonly memberKey: Buffer;
  /** Null for a request that enrols nobody. */
  readonly memberRef: string | null;
  /** 16 bytes of the body's hash (D15). */
  readonly fingerprint: Buffer;
  /** The key of its stored response in Redis, and its name within the batch. */
  readonly responseKey: string;
  /** The ids of what it makes; the same again after a replay. */
  readonly newId: DerivedIds;
}
