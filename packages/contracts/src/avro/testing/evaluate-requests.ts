import fc from 'fast-check';
import type { EvaluateRequest } from '../../generated/avro.ts';

export const orNull = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(values, { nil: null });

interface Values {
  readonly text: fc.Arbitrary<string>;
  readonly long: fc.Arbitrary<number>;
  readonly double: fc.Arbitrary<number>;
  readonly int: fc.Arbitrary<number>;
}

export const evaluateRequestsOf = ({ text, long, double, int }: Values): fc.Arbitrary<EvaluateRequest> =>
  fc.record({
    transactionRef: text,
    memberRef: text,
    amountCents: long,
    storeRef: orNull(text),
    currency: orNull(text),
    occurredAt: orNull(long),
    products: fc.array(
      fc.record({
        sku: text,
        quantity: double,
        unitPriceCents: long,
        categories: fc.array(text, { maxLength: 4 }),
      }),
      { maxLength: 5 },
    ),
    attributes: fc.array(fc.record({ name: text, value: text }), { maxLength: 3 }),
    lineAmounts: fc.array(fc.record({ line: int, amountCents: long }), { maxLength: 3 }),
  });
