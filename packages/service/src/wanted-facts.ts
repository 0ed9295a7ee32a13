import { headers as names, type FactType } from '@loyalty/contracts';
import type { Decoded, Decoder, InboundRecord } from '@loyalty/messaging';

const skipped: Decoded<never> = { outcome: 'skipped' };

/**
 * Decodes facts of these types and skips all others. The type is in a header, so skipped facts are never decoded. Facts of types that this
 * build does not know are skipped too.
 */
export const onlyFactsOf = <T>(types: readonly FactType[], decoder: Decoder<T>): Decoder<T> => {
  const wanted = new Set<string>(types);
  return {
    decode: (record: InboundRecord) =>
      wanted.has(record.headers[names.factType]?.toString() ?? '') ? decoder.decode(record) : skipped,
    learn: (schemaId, topic) => decoder.learn(schemaId, topic),
  };
};
