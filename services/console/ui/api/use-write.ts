import type { CallOptions, Methods } from '@loyalty/client';
import { isProblem, LoyaltyUnreachable } from '@loyalty/client';
import { type MutateOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLoyalty } from './client.ts';

type OperationName = keyof Methods;
type ArgsOf<Id extends OperationName> = NonNullable<Parameters<Methods[Id]>[0]>;
type ResultOf<Id extends OperationName> = Awaited<ReturnType<Methods[Id]>>;
type Call<Id extends OperationName> = (args: ArgsOf<Id>, options?: CallOptions) => Promise<ResultOf<Id>>;

interface WriteOptions<Id extends OperationName> {
  /** Reads that are no longer true once it is done, with whatever arguments. */
  readonly invalidates: readonly OperationName[];
  readonly onDone?: (result: ResultOf<Id>, args: ArgsOf<Id>) => void;
  /** Arguments or result hold a secret: they are forgotten with the dialog that they belong to. */
  readonly isSecret?: boolean;
}

/** Writes by an operation, in the environment that was shown when it began; then reads anew what it changed. */
export const useWrite = <Id extends OperationName>(
  id: Id,
  { invalidates, onDone, isSecret = false }: WriteOptions<Id>,
) => {
  const { loyalty, tenantId, mode } = useLoyalty();
  const queries = useQueryClient();
  const call = loyalty[id] as unknown as Call<Id>;
  const readAnew = () => {
    for (const read of invalidates) void queries.invalidateQueries({ queryKey: [tenantId, mode, read] });
  };
  // A second press comes before the page knows that the first one is on its way.
  const isUnderWay = useRef(false);
  const mutation = useMutation<ResultOf<Id>, Error, ArgsOf<Id>>({
    mutationFn: (args) =>
      call(args).finally(() => {
        isUnderWay.current = false;
      }),
    ...(isSecret ? { gcTime: 0 } : {}),
    onSuccess: (result, args) => {
      readAnew();
      onDone?.(result, args);
    },
    onError: (error) => {
      if (isOld(error)) readAnew();
    },
  });
  const send = mutation.mutate as Mutate<Id>;
  const mutate: Mutate<Id> = (args, options) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    send(args, options);
  };
  return { ...mutation, mutate };
};

type Mutate<Id extends OperationName> = (
  args: ArgsOf<Id>,
  options?: MutateOptions<ResultOf<Id>, Error, ArgsOf<Id>>,
) => void;

/** Somebody else was there before, or it may have been done although no response says so: the page is old. */
const isOld = (error: unknown): boolean =>
  isProblem(error)
    ? error.isOutcomeUnknown || [404, 409, 412].includes(error.status)
    : error instanceof LoyaltyUnreachable && error.isOutcomeUnknown;
