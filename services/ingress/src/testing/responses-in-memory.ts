import type { StoredResponse } from '@loyalty/storage/redis';
import type { RequestKey } from '@loyalty/tables/transactions';
import type { RequestFailure, ResponseLookup } from '../usecases/engines/ask-engine.ts';
import type { DatedResponse, ReferencedMember } from '../usecases/engines/request-outcome.ts';

/** Stored responses set by a test; `asked` lists the kinds of reads. */
export interface ResponsesInMemory extends ResponseLookup {
  readonly asked: ('recent' | 'stored' | 'members' | 'ends' | 'failed')[];
  readonly recentByRef: Map<string, StoredResponse>;
  readonly storedByRef: Map<string, DatedResponse>;
  readonly membersByRef: Map<string, ReferencedMember>;
  readonly failedByRef: Map<string, RequestFailure>;
  /** The keys of members by the keys of their further references, in hexadecimal digits. */
  readonly endByKey: Map<string, Buffer>;
}

/** Creates an empty store. Each response has the key `operation reference`, as in `evaluate receipt-1`. */
export const createResponsesInMemory = (): ResponsesInMemory => {
  const keyOf = ({ operation, ref }: RequestKey): string => `${operation} ${ref}`;
  const asked: ResponsesInMemory['asked'] = [];
  const recentByRef = new Map<string, StoredResponse>();
  const storedByRef = new Map<string, DatedResponse>();
  const membersByRef = new Map<string, ReferencedMember>();
  const failedByRef = new Map<string, RequestFailure>();
  const endByKey = new Map<string, Buffer>();
  const from =
    <Row>(kind: (typeof asked)[number], byRef: ReadonlyMap<string, Row>) =>
    (names: readonly RequestKey[]): Promise<readonly (Row | null)[]> => {
      asked.push(kind);
      return Promise.resolve(names.map((name) => byRef.get(keyOf(name)) ?? null));
    };
  return {
    asked,
    recentByRef,
    storedByRef,
    membersByRef,
    failedByRef,
    endByKey,
    recent: from('recent', recentByRef),
    stored: from('stored', storedByRef),
    readMembers: from('members', membersByRef),
    readEnds: (_, keys) => {
      asked.push('ends');
      return Promise.resolve(keys.map((key) => endByKey.get(key.toString('hex')) ?? key));
    },
    failed: (name) => {
      asked.push('failed');
      return Promise.resolve(failedByRef.get(keyOf(name)) ?? null);
    },
  };
};
