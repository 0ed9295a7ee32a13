import type { CallOptions, Methods } from '@loyalty/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLoyalty } from './client.ts';

type ArgsOf<Id extends keyof Methods> = NonNullable<Parameters<Methods[Id]>[0]>;
type ResultOf<Id extends keyof Methods> = Awaited<ReturnType<Methods[Id]>>;
type Call<Id extends keyof Methods> = (args: ArgsOf<Id>, options: CallOptions) => Promise<ResultOf<Id>>;

interface OperationOptions {
  readonly isEnabled?: boolean;
  readonly staleMs?: number;
  /** Reads again so often while somebody looks; slower after each failure. */
  readonly pollMs?: number;
}

/** Eight times as long at most. */
const pollAfter = (pollMs: number, failures: number): number => pollMs * 2 ** Math.min(failures, 3);

/**
 * Reads by an operation. An environment and its tenant are part of the key: what was asked before a switch never shows
 * after it.
 */
export const useOperation = <Id extends keyof Methods>(
  id: Id,
  args: ArgsOf<Id>,
  { isEnabled = true, staleMs = 5_000, pollMs }: OperationOptions = {},
) => {
  const { loyalty, tenantId, mode } = useLoyalty();
  // Every operation takes its arguments first and its options second.
  const call = loyalty[id] as unknown as Call<Id>;
  return useQuery({
    queryKey: [tenantId, mode, id, args],
    queryFn: ({ signal }) => call(args, { signal }),
    enabled: isEnabled,
    staleTime: staleMs,
    // In a hidden tab it rests.
    refetchInterval:
      pollMs === undefined
        ? false
        : ({ state }) =>
            pollAfter(
              pollMs,
              state.errorUpdateCount === 0 || state.status !== 'error' ? 0 : state.fetchFailureCount,
            ),
  });
};

/** Operations whose result has a `nextCursor`. */
type ListId = { [Id in keyof Methods]: ResultOf<Id> extends Cursored ? Id : never }[keyof Methods];

interface Cursored {
  readonly nextCursor: string | null;
}

/** Reads a list page by page. */
export const useList = <Id extends ListId>(id: Id, args: ArgsOf<Id>) => {
  const { loyalty, tenantId, mode } = useLoyalty();
  const call = loyalty[id] as unknown as (
    args: object,
    options: CallOptions,
  ) => Promise<ResultOf<Id> & Cursored>;
  return useInfiniteQuery({
    queryKey: [tenantId, mode, id, args],
    queryFn: ({ signal, pageParam }) =>
      call(pageParam === null ? args : Object.assign({}, args, { cursor: pageParam }), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 5_000,
  });
};
