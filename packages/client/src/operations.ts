import { operationLines } from './generated/operation-lines.ts';
import type { Methods } from './generated/methods.ts';

/** The name of an operation of a tenant. */
export type OperationId = keyof Methods;

const methods = { g: 'GET', p: 'POST', a: 'PATCH', u: 'PUT', d: 'DELETE' } as const;

/** One operation, as the contract has it. */
export interface Operation {
  readonly method: (typeof methods)[keyof typeof methods];
  /** Below `/tenants/{tenantId}`; names of parameters stand in braces. */
  readonly path: string;
  /** `safe`: sent again as it is. `reference`: only with its reference. `never`: not by itself. */
  readonly retry: 'safe' | 'reference' | 'never';
  /** The field of the body, or of each of its items, that holds the reference. */
  readonly reference: string | undefined;
  /** The name of the list that a page holds. */
  readonly list: string | undefined;
  /** As long as a response may take, where that is more than usual; otherwise 0. */
  readonly takesSeconds: number;
  /** Changes nothing, whatever its method is. */
  readonly isRead: boolean;
  /** A till asks for it while its customer waits. */
  readonly isCheckout: boolean;
  /** May be accepted with 202, and done later. */
  readonly canAccept: boolean;
  /** Returns nothing: what it deletes is gone. */
  readonly isEmpty: boolean;
}

/** Marks, name and path, the name of its list, its reference, and seconds; what is empty at the end is absent. */
type Line = [
  marks: string,
  id: OperationId,
  path: string,
  list?: string,
  reference?: string,
  seconds?: string,
];

/** One text packs tighter than objects. */
const operationIn = (line: string): [OperationId, Operation] => {
  const [marks, operationId, path, list, reference, seconds] = line.split(' ') as Line;
  const is = (mark: string): boolean => marks.includes(mark);
  return [
    operationId,
    {
      method: methods[marks[0] as keyof typeof methods],
      path,
      retry: reference ? 'reference' : is('n') ? 'never' : 'safe',
      reference,
      list: list === '' ? undefined : list,
      takesSeconds: Number(seconds ?? 0),
      isRead: is('g') || is('r'),
      isCheckout: is('t'),
      canAccept: is('c'),
      isEmpty: is('e'),
    },
  ];
};

/** Every operation of a tenant, by its name. */
export const operations = /* @__PURE__ */ Object.fromEntries(
  operationLines.split('\n').map(operationIn),
) as Readonly<Record<OperationId, Operation>>;
