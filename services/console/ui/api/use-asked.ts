import type { CallOptions, Methods } from '@loyalty/client';
import { keepPreviousData, useIsFetching, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { tellOfSession } from '../app/sign-in.tsx';
import { useLoyalty } from './client.ts';
import { useDebounced } from './use-debounced.ts';

/** Operations that judge what somebody is still typing. */
type AskedId = 'previewSegment' | 'explainTransaction';
type ArgsOf<Id extends AskedId> = Parameters<Methods[Id]>[0];
type ResultOf<Id extends AskedId> = Awaited<ReturnType<Methods[Id]>>;

export interface Asked<Result> {
  /** The newest that ended well; it stays while the next is on its way. */
  readonly result: Result | null;
  /** This is the error of the newest that has ended, if it failed. */
  readonly error: unknown;
  /** True until what is typed now has been asked. */
  readonly isPending: boolean;
  readonly again: () => void;
}

/**
 * Asks about what is typed, null for nothing yet, once the typing pauses and nothing older is on its way: an environment
 * has one such question at a time.
 */
export const useAsked = <Id extends AskedId>(
  id: Id,
  args: ArgsOf<Id> | null,
  { waitMs, attemptsMax }: { readonly waitMs: number } & Pick<CallOptions, 'attemptsMax'>,
): Asked<ResultOf<Id>> => {
  const { loyalty, tenantId, mode } = useLoyalty();
  const call = loyalty[id] as (args: ArgsOf<Id>, options: CallOptions) => Promise<ResultOf<Id>>;
  const newest = useRef<ResultOf<Id> | null>(null);
  const isAsking = useIsFetching({ queryKey: [tenantId, mode, id] }) > 0;
  const typed = args === null ? null : JSON.stringify(args);
  const rested = useDebounced(typed, waitMs, isAsking);
  const { data, isFetching, refetch } = useQuery({
    queryKey: [tenantId, mode, id, rested],
    queryFn: async () => {
      try {
        newest.current = await call(JSON.parse(rested ?? '') as ArgsOf<Id>, { attemptsMax });
        return { result: newest.current, error: null };
      } catch (error) {
        tellOfSession(error);
        return { result: newest.current, error };
      }
    },
    enabled: rested !== null,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const { result, error } = (typed === null ? undefined : data) ?? { result: null, error: null };
  const isPending = typed !== null && (typed !== rested || isFetching);
  return { result, error, isPending, again: () => void refetch() };
};
