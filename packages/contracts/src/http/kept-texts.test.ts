import { openapiDocument } from './openapi-document.ts';

/** Free texts of callers that an erasure leaves, as D48 lists them. */
const kept: readonly (readonly [schema: string, field: string])[] = [
  ['EvaluateBody', 'transactionRef'],
  ['EventBody', 'ref'],
  ['RedeemRewardBody', 'transactionRef'],
  ['AdjustPointsBody', 'reason'],
  ['AdjustPointsBody', 'ref'],
  ['ConsentBody', 'policyVersion'],
];

interface Described {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
}

const schemas = openapiDocument.components.schemas as Readonly<Record<string, Described>>;

test.each(kept)(
  '▲ %s.%s says that it is kept for ever and names a document, not a person (D48)',
  (schema, field) => {
    const description = schemas[schema]?.properties?.[field]?.description ?? '';
    expect(description).toMatch(/kept for ever/i);
    expect(description.replace(/\s+/g, ' ')).toMatch(/documents?, not (?:a person|people)/);
  },
);
