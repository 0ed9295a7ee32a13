import type { RequestOperation } from '@loyalty/accounts';
import type { DerivedIds, EnvironmentId } from '@loyalty/kernel';
import type { Message } from '@loyalty/messaging';

/** A message with its environment and member, ready to be decided. */
export interface EngineRequest<Body> {
  readonly message: Message<Body>;
  readonly operation: RequestOperation;
  readonly ref: string;
  readonly environmentId: EnvironmentId;
  /** 16 bytes; identifies the account within its environment. */
  readonly memberKey: Buffer;
  /** Null for a request that enrols nobody. */
  readonly memberRef: string | null;
  /** 16 bytes of the body's hash (D15). */
  readonly fingerprint: Buffer;
  /** The key of its stored response in Redis; it also identifies the request within the batch. */
  readonly responseKey: string;
  /** Returns the ids of the rows and facts that it causes; the same ones when the record is read again. */
  readonly newId: DerivedIds;
}
