import { operations, type OperationId } from '@loyalty/client';

/** A request as the log has it. */
interface LoggedRequest {
  readonly method: string;
  /** The path is as it was sent, from `/v1` on, without its query. */
  readonly path: string;
  readonly requestBody: unknown;
}

export interface LoggedCall {
  readonly operationId: OperationId;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Returns the operation and the arguments of a request; null if no operation has such a path. */
export const callOf = ({ method, path, requestBody }: LoggedRequest): LoggedCall | null => {
  const given = partsOf(placeIn(path));
  const body = requestBody === null ? [] : [['body', requestBody] as const];
  const found = (Object.keys(operations) as OperationId[])
    .filter((operationId) => operations[operationId].method === method)
    .flatMap((operationId) => {
      const values = valuesOf(partsOf(operations[operationId].path), given);
      return values === null ? [] : [{ operationId, values }];
    })
    // `/members/lookup` is that, and no member of this name.
    .sort((one, other) => one.values.length - other.values.length)[0];
  if (found === undefined) return null;
  return { operationId: found.operationId, args: Object.fromEntries([...found.values, ...body]) };
};

/** Returns a path without the part of its tenant, which is the same in all requests. */
export const placeIn = (path: string): string => path.replace(/^\/v1\/tenants\/[^/]+/, '');

/** Shortens ids in a path to their ends, so that a row also shows what follows them. */
export const shortPlaceIn = (path: string): string =>
  placeIn(path).replace(/([0-9a-f]{8})-[0-9a-f-]{23}([0-9a-f]{4})(?![0-9a-f-])/g, '$1…$2');

const partsOf = (path: string): readonly string[] => path.split('/');

/** The values of the names in a path; null where it is another path. */
const valuesOf = (
  wanted: readonly string[],
  given: readonly string[],
): readonly (readonly [string, string])[] | null => {
  if (wanted.length !== given.length) return null;
  const values: (readonly [string, string])[] = [];
  for (const [at, part] of wanted.entries()) {
    const text = given[at] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined) values.push([name, decoded(text)]);
    else if (part !== text) return null;
  }
  return values;
};

/** A caller may have sent anything. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
