import { headers as names, type FactType } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';
import {
  environmentInHeader,
  type Decoded,
  type Decoder,
  type InboundRecord,
  type RejectionReason,
} from '@loyalty/messaging';
import { onlyFactsOf } from './wanted-facts.ts';

/** A change of a member. A follower reads the member's present state, not the fact. */
export interface MemberUpdate<Change> {
  readonly environmentId: EnvironmentId;
  /** 16 bytes. */
  readonly memberKey: Buffer;
  /** The change, in the follower's terms. */
  readonly change: Change;
}

const memberKeyBytes = 16;

const rejected = (reason: RejectionReason, detail: string): Decoded<never> => ({
  outcome: 'rejected',
  rejection: { reason, detail },
});

/** The rejection of a fact without an environment. */
export const withoutEnvironment = rejected(
  'UNKNOWN_ENVIRONMENT',
  'a fact without the header of its environment',
);

/**
 * Creates a decoder that reads facts as updates of their member, from the headers and the key alone, without decoding Avro or JSON.
 * `changes` names the wanted types, and the change of each.
 */
export const memberUpdateDecoder = <Change>(
  changes: Readonly<Partial<Record<FactType, Change>>>,
): Decoder<MemberUpdate<Change>> => {
  const byType = new Map<string, Change>(Object.entries(changes));
  const decode = (record: InboundRecord): Decoded<MemberUpdate<Change>> => {
    const change = byType.get(record.headers[names.factType]?.toString() ?? '');
    const environmentId = environmentInHeader(record);
    const memberKey = Buffer.from(record.key?.toString() ?? '', 'base64url');
    if (change === undefined || environmentId === null) return withoutEnvironment;
    return memberKey.length === memberKeyBytes
      ? { outcome: 'decoded', value: { environmentId, memberKey, change } }
      : rejected('NOT_OF_A_MEMBER', 'the key is not that of a member');
  };
  return onlyFactsOf(Object.keys(changes) as FactType[], { decode, learn: () => Promise.resolve() });
};
