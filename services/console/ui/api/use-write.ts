import type { CallOptions, Methods } from '@loyalty/client';
import { isProblem } from '@loyalty/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLoyalty } from './client.ts';

type OperationName = keyof Methods;
type ArgsOf<Id extends OperationName> = NonNullable<Parameters<Methods[Id]>[0]>;
type ResultOf<Id extends OperationName> = Awaited<ReturnType<Methods[Id]>>;
type Call<Id extends OperationName> = (args: ArgsOf<Id>, options?: CallOptions) => Promise<ResultOf<Id>>;

interface WriteOptions<Id extends OperationName> {
  /** Reads that are no longer true once it is done, with whatever arguments. */
  readonly invalidates: readonly OperationName[];
  readonly onDone?: (result: ResultOf<Id>, args: ArgsOf<Id>) => void;
}

/** Writes by an operation, in the environment that was shown when it began; then reads anew what it changed. */
export const useWrite = <Id extends OperationName>(id: Id, { invalidates, onDone }: WriteOptions<Id>) => {
  const { loyalty, tenantId, mode } = useLoyalty();
  const queries = useQueryClient();
  const call = loyalty[id] as unknown as Call<Id>;
  const readAnew = () => {
    for (const read of invalidates) void queries.invalidateQueries({ queryKey: [tenantId, mode, read] });
  };
  return useMutation({
    mutationFn: (args: ArgsOf<Id>) => call(args),
    onSuccess: (result, args) => {
      readAnew();
      onDone?.(result, args);
    },
    onError: (error) => {
      // Somebody else was there before: what is shown is old.
      if (isProblem(error) && [404, 409, 412].includes(error.status)) readAnew();
    },
  });
};
