import { creditCodec, headers as names, topics } from '@loyalty/contracts';
import type { CreditWriter } from '../usecases/ports.ts';

/** Credits as Avro, in the registry's wire format; `schemaId` is that of the credit schema in the registry. */
export const createCreditWriter = (schemaId: number): CreditWriter => ({
  creditOf: ({ environmentId, ref, memberKey, awards }) => ({
    topic: topics.credits,
    key: Buffer.from(memberKey.toString('base64url')),
    value: creditCodec.encode({ ref, memberKey, awards }, schemaId),
    headers: { [names.environment]: environmentId.toString() },
  }),
});
