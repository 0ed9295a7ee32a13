import { openapiDocument, type OperationObject } from '@loyalty/contracts/http';

/** Returns the parameters of path and query, those of the path first. The tenant and headers are left out. */
export const documentedParameters = ({ parameters = [] }: OperationObject) => {
  const known = openapiDocument.components.parameters;
  const all = parameters.flatMap(({ $ref }) => known[$ref.split('/').at(-1) ?? ''] ?? []);
  const placed = (place: 'path' | 'query') =>
    all.filter((one) => one.in === place && one.name !== 'tenantId');
  return [...placed('path'), ...placed('query')];
};
