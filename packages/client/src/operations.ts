import { type Operation, type OperationId, operationLines } from './generated/operations.ts';

export type { Operation, OperationId };

const methods = { g: 'GET', p: 'POST', a: 'PATCH', u: 'PUT', d: 'DELETE' } as const;

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
