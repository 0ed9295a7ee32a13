import type { CallOptions, Methods, Responded } from '@loyalty/client';
import { isProblem } from '@loyalty/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLoyalty } from './client.ts';

type OperationName = keyof Methods;
type ArgsOf<Id extends OperationName> = NonNullable<Parameters<Methods[Id]>[0]>;
type ResultOf<Id extends OperationName> = Awaited<ReturnType<Methods[Id]>>;
type Call<Id extends OperationName> = (
  args: ArgsOf<Id>,
  options?: CallOptions,
) => Promise<Responded<ResultOf<Id>>>;

/** Results of what an earlier request had done, by the same reference. */
const replays = new WeakSet<object>();

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

interface WriteOptions<Id extends OperationName> {
  /** Reads that are no longer true once it is done, with whatever arguments. */
  readonly invalidates: readonly OperationName[];
  /** `isReplayed` where an earlier request with the same reference had done it. */
  readonly onDone?: (result: ResultOf<Id>, args: ArgsOf<Id>, isReplayed: boolean) => void;
  /** Where no form says it. */
  readonly onFailed?: (error: unknown) => void;
}

/** Writes by an operation, in the environment that was shown when it began; then reads anew what it changed. */
export const useWrite = <Id extends OperationName>(
  id: Id,
  { invalidates, onDone, onFailed }: WriteOptions<Id>,
) => {
  const { loyalty, tenantId, mode } = useLoyalty();
  const queries = useQueryClient();
  const call = loyalty.withResponse[id] as unknown as Call<Id>;
  const readAnew = () => {
    for (const read of invalidates) void queries.invalidateQueries({ queryKey: [tenantId, mode, read] });
  };
  return useMutation<ResultOf<Id>, Error, ArgsOf<Id>>({
    mutationFn: (args) =>
      call(args).then(({ data, isReplayed }): ResultOf<Id> => {
        if (isReplayed && isObject(data)) replays.add(data);
        return data;
      }),
    onSuccess: (result, args) => {
      readAnew();
      onDone?.(result, args, isObject(result) && replays.has(result));
    },
    onError: (error) => {
      // Somebody else was there before: what is shown is old.
      if (isProblem(error) && [404, 409, 412].includes(error.status)) readAnew();
      onFailed?.(error);
    },
  });
};
