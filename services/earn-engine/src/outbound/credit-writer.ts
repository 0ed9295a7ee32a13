import { type Credit, creditCodec, headers as names, topics } from '@loyalty/contracts';
import type { SchemaId } from '@loyalty/kafka/registry';
import type { ReferrerAward } from '@loyalty/rules/earning';
import type { CreditWriter } from '../usecases/earn-writes.ts';

/**
 * Encodes credits as Avro, in the registry's wire format; `schemaId` is the registry's id of the credit
 * schema.
 */
export const createCreditWriter = (schemaId: SchemaId): CreditWriter => ({
  creditOf: ({ environmentId, ref, memberKey, awards, lane }) => ({
    topic: topics.credits,
    key: Buffer.from(memberKey.toString('base64url')),
    value: creditCodec.encode({ ref, memberKey, awards: awards.map(creditAwardOf) }, schemaId()),
    headers: {
      [names.environment]: environmentId.toString(),
      ...(lane === 'bulk' ? { [names.lane]: lane } : {}),
    },
  }),
});

const creditAwardOf = ({ pointsExpiry, ...award }: ReferrerAward): Credit['awards'][number] => ({
  ...award,
  pointsExpiry: pointsExpiry === undefined ? null : JSON.stringify(pointsExpiry),
});
