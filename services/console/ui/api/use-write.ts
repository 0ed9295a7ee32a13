import type { CallOptions, Methods, Responded } from '@loyalty/client';
import { isProblem, LoyaltyUnreachable } from '@loyalty/client';
import { type MutateOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLoyalty } from './client.ts';

type OperationName = keyof Methods;
type ArgsOf<Id extends OperationName> = NonNullable<Parameters<Methods[Id]>[0]>;
type ResultOf<Id extends OperationName> = Awaited<ReturnType<Methods[Id]>>;
type Call<Id extends OperationName> = (
  args: ArgsOf<Id>,
  options?: CallOptions,
) => Promise<Responded<ResultOf<Id>>>;

/** Results of what an earlier request had done, with the same reference or for the same member. */
const replays = new WeakSet<object>();

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

interface WriteOptions<Id extends OperationName> {
  /** Reads that are no longer true once it is done, with whatever arguments. */
  readonly invalidates: readonly OperationName[];
  /** `isReplayed` where an earlier request with the same reference had done it, or enrolled the same member. */
  readonly onDone?: (result: ResultOf<Id>, args: ArgsOf<Id>, isReplayed: boolean) => void;
  /** It is called if no form shows the error. */
  readonly onFailed?: (error: unknown) => void;
  /**
   * True for a form that keeps what was typed: once it has shown that somebody else changed the record, the next try
   * overwrites that change.
   */
  readonly canInsist?: boolean;
  /** Arguments or result hold a secret: they are forgotten with the dialog that they belong to. */
  readonly isSecret?: boolean;
}

/** `ifMatch` is the version that was shown, if the record has one, so that nobody's change is overwritten unseen. */
type WriteArgs<Id extends OperationName> = ArgsOf<Id> & { readonly ifMatch?: string | undefined };

/**
 * Writes by an operation, in the environment that was shown when the write began, and then reads again what
 * it changed.
 */
export const useWrite = <Id extends OperationName>(
  id: Id,
  { invalidates, onDone, onFailed, canInsist = false, isSecret = false }: WriteOptions<Id>,
) => {
  const { loyalty, tenantId, mode } = useLoyalty();
  const queries = useQueryClient();
  const call = loyalty.withResponse[id] as unknown as Call<Id>;
  const readAnew = () => {
    // Whatever is changed leaves an entry of the audit log (D208), which a member's timeline shows, too.
    for (const read of [...invalidates, 'listAuditEntries', 'listMemberTimeline'] as const)
      void queries.invalidateQueries({ queryKey: [tenantId, mode, read] });
  };
  // A second press comes before the page knows that the first one is on its way.
  const isUnderWay = useRef(false);
  /** The version that the form said was stored. */
  const newerTag = useRef<string | undefined>(undefined);
  const mutation = useMutation<ResultOf<Id>, Error, WriteArgs<Id>>({
    mutationFn: async ({ ifMatch, ...args }): Promise<ResultOf<Id>> => {
      try {
        const options = { ifMatch: newerTag.current ?? ifMatch };
        // Without the version they are the operation's own again.
        const { data, isReplayed, status } = await call(args, options);
        // Who enrols a member again gets the one who is there, with 200 instead of 201.
        const isKnown = id === 'createMember' && status === 200;
        if ((isReplayed || isKnown) && isObject(data)) replays.add(data);
        return data;
      } finally {
        isUnderWay.current = false;
      }
    },
    ...(isSecret ? { gcTime: 0 } : {}),
    onSuccess: (result, args) => {
      newerTag.current = undefined;
      readAnew();
      onDone?.(result, args, isObject(result) && replays.has(result));
    },
    onError: (error) => {
      if (canInsist && isProblem(error, 'PRECONDITION_FAILED')) newerTag.current = error.context.etag;
      if (isOld(error)) readAnew();
      onFailed?.(error);
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
  args: WriteArgs<Id>,
  options?: MutateOptions<ResultOf<Id>, Error, WriteArgs<Id>>,
) => void;

/** Somebody else was there before, or it may have been done although no response says so: the page is old. */
const isOld = (error: unknown): boolean =>
  isProblem(error)
    ? error.isOutcomeUnknown || [404, 409, 412].includes(error.status)
    : error instanceof LoyaltyUnreachable && error.isOutcomeUnknown;
