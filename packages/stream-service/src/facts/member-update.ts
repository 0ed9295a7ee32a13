import { headers as names, type FactType } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';
import { environmentInHeader, type Decoded, type Decoder, type InboundRecord } from '@loyalty/messaging';
import { onlyFactsOf } from './wanted-facts.ts';

/** That something of a member has changed: whoever is told looks at the member, not at the fact. */
export interface MemberUpdate<Change> {
  readonly environmentId: EnvironmentId;
  /** 16 bytes. */
  readonly memberKey: Buffer;
  /** What has changed, as the reader names it. */
  readonly change: Change;
}

const memberKeyBytes = 16;

const rejected = (reason: string, detail: string): Decoded<never> => ({
  outcome: 'rejected',
  rejection: { reason, detail },
});

/** Why a fact is nobody's. */
export const withoutEnvironment = rejected(
  'UNKNOWN_ENVIRONMENT',
  'a fact without the header of its environment',
);

/**
 * Reads facts as news of their member, from the headers and the key alone: `changes` says which types are wanted, and what each
 * changes. Neither Avro nor JSON is decoded.
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
