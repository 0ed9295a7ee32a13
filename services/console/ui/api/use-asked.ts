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
  /** The newest result of a successful request. It stays while the next request is in flight. */
  readonly result: Result | null;
  /** The error of the newest request that has ended, if it failed. */
  readonly error: unknown;
  /** True until a request was made about what is typed now. */
  readonly isPending: boolean;
  readonly again: () => void;
}

/**
 * Makes a request about what is typed, once the typing pauses and no older request is in flight, because an
 * environment has only one such request at a time. Null means that there is nothing to ask yet.
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
