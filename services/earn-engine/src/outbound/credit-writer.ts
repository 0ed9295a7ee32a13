import { type Credit, creditCodec, headers as names, topics } from '@loyalty/contracts';
import type { SchemaId } from '@loyalty/kafka/registry';
import type { ReferrerAward } from '@loyalty/rules/earning';
import type { CreditWriter } from '../usecases/earn-writes.ts';

export const createCreditWriter = (schemaId: SchemaId): CreditWriter => ({
  creditOf: ({ environmentId, ref, memberKey, awards, lane, author }) => ({
    topic: topics.credits,
    key: Buffer.from(memberKey.toString('base64url')),
    value: creditCodec.encode({ ref, memberKey, awards: awards.map(creditAwardOf) }, schemaId()),
    headers: {
      [names.environment]: environmentId.toString(),
      ...(author === null ? {} : { [names.author]: author }),
      ...(lane === 'bulk' ? { [names.lane]: lane } : {}),
    },
  }),
});

const creditAwardOf = ({ pointsExpiry, ...award }: ReferrerAward): Credit['awards'][number] => ({
  ...award,
  pointsExpiry: pointsExpiry === undefined ? null : JSON.stringify(pointsExpiry),
});
