import type { RequestKey } from '@loyalty/accounts';
import type { InboundRecord, Rejection } from '@loyalty/messaging';
import type { EngineRequest } from './request.ts';

/** Reads the bodies of an engine's requests. */
export interface RequestReader<Body, Request extends EngineRequest<Body>> {
  /** Returns the operation and reference that identify a request (D15). Called also for requests that cannot be decided. */
  keyOf(body: Body): Pick<RequestKey, 'operation' | 'ref'>;
  /** Makes the checks that no schema can: no HTTP validation saw a message from a stream. Returns null for a valid one. */
  rejectionOf(body: Body, record: Pick<InboundRecord, 'timestamp' | 'topic'>): Rejection | null;
  /** Adds the member's key and reference, and any other members that the body names. */
  requestOf(request: AnonymousRequest<Body>, secret: Uint8Array): Request;
}

/** A request whose member is not read yet. */
export type AnonymousRequest<Body> = Omit<EngineRequest<Body>, 'memberKey' | 'memberRef'>;
