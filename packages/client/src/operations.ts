import { type Operation, type OperationId, operationLines } from './generated/operations.ts';

export type { Operation, OperationId };

const methods = { g: 'GET', p: 'POST', a: 'PATCH', u: 'PUT', d: 'DELETE' } as const;

/** Marks, name, path, the name of the list, the reference, and seconds; empty parts at the end are absent. */
type Line = [
  marks: string,
  id: OperationId,
  path: string,
  list?: string,
  reference?: string,
  seconds?: string,
];

/** Reads a line of the table, because one text packs smaller than objects. */
const operationIn = (line: string): [OperationId, Operation] => {
  const [marks, operationId, path, list, reference, seconds] = line.split(' ') as Line;
  const is = (mark: string): boolean => marks.includes(mark);
  return [
    operationId,
    {
      method: methods[marks[0] as keyof typeof methods],
      path,
      retry: reference ? 'reference' : is('k') ? 'key' : 'safe',
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

/** All operations of a tenant, by name. */
export const operations = /* @__PURE__ */ Object.fromEntries(
  operationLines.split('\n').map(operationIn),
) as Readonly<Record<OperationId, Operation>>;
