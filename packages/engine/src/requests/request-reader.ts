import type { RequestKey } from '@loyalty/accounts';
import type { InboundRecord, Rejection } from '@loyalty/messaging';
import type { EngineRequest } from './request.ts';

/** How an engine reads the bodies of its requests. */
export interface RequestReader<Body, R extends EngineRequest<Body>> {
  /** By what a request is known (D15); asked also of one that cannot be decided. */
  nameOf(body: Body): Pick<RequestKey, 'operation' | 'ref'>;
  /** What no schema can refuse: a message from a stream was seen by no HTTP validation. Null when it is sound. */
  rejectionOf(body: Body, record: Pick<InboundRecord, 'timestamp' | 'topic'>): Rejection | null;
  /** Adds whose account it is, and which other members it names. */
  requestOf(request: AnonymousRequest<Body>, secret: Uint8Array): R;
}

/** A request whose member is not looked at yet. */
export type AnonymousRequest<Body> = Omit<EngineRequest<Body>, 'memberKey' | 'memberRef'>;
