import type { CallOptions, Methods } from '@loyalty/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ShownMode } from '../app/mode.ts';
import { useLoyalty } from './client.ts';

type ArgsOf<Id extends keyof Methods> = NonNullable<Parameters<Methods[Id]>[0]>;
type ResultOf<Id extends keyof Methods> = Awaited<ReturnType<Methods[Id]>>;
type Call<Id extends keyof Methods> = (args: ArgsOf<Id>, options: CallOptions) => Promise<ResultOf<Id>>;

interface OperationOptions<Result> {
  readonly isEnabled?: boolean;
  readonly staleMs?: number;
  /** Reads again so often while somebody looks, by what was read last; slower while it fails. */
  readonly pollMs?: number | ((result: Result | undefined) => number);
  /** Polls only while this is so. */
  readonly pollWhile?: (result: Result) => boolean;
  /** The operation is called for the environment that is shown, unless another one is named. */
  readonly ofMode?: ShownMode | undefined;
}

const pollMsMax = 60_000;

interface Polled {
  readonly status: string;
  readonly dataUpdatedAt: number;
  readonly errorUpdatedAt: number;
}

/** While reads fail, the next one waits as long as nothing was read: about twice as long each time. */
const pollAfter = (pollMs: number, { status, dataUpdatedAt, errorUpdatedAt }: Polled): number =>
  status === 'error' ? Math.max(2 * pollMs, Math.min(pollMsMax, errorUpdatedAt - dataUpdatedAt)) : pollMs;

/**
 * Reads by an operation. The environment and its tenant are part of the key, so that results from before a
 * switch are never shown after it.
 */
export const useOperation = <Id extends keyof Methods>(
  id: Id,
  args: ArgsOf<Id>,
  {
    isEnabled = true,
    staleMs = 5_000,
    pollMs,
    pollWhile = () => true,
    ofMode,
  }: OperationOptions<ResultOf<Id>> = {},
) => {
  const { loyalty, tenantId, mode } = useLoyalty(ofMode);
  // Every operation takes its arguments first and its options second.
  const call = loyalty[id] as unknown as Call<Id>;
  return useQuery({
    queryKey: [tenantId, mode, id, args],
    queryFn: ({ signal }) => call(args, { signal }),
    enabled: isEnabled,
    staleTime: staleMs,
    // In a hidden tab it rests.
    refetchInterval: ({ state }) =>
      pollMs === undefined || (state.data !== undefined && !pollWhile(state.data))
        ? false
        : pollAfter(typeof pollMs === 'number' ? pollMs : pollMs(state.data), state),
  });
};

/** Operations whose result has a `nextCursor`. */
export type ListId = { [Id in keyof Methods]: ResultOf<Id> extends Cursored ? Id : never }[keyof Methods];

interface Cursored {
  readonly nextCursor: string | null;
}

interface ListOptions<Args, Result> {
  /** Further arguments for the first page alone. */
  readonly firstArgs?: Partial<Args>;
  readonly pollMs?: number;
  /** Polls only while this is so. Each time reads every page that is shown. */
  readonly pollWhile?: (pages: readonly Result[]) => boolean;
}

/** Reads a list page by page. */
export const useList = <Id extends ListId>(
  id: Id,
  args: ArgsOf<Id>,
  { firstArgs, pollMs, pollWhile = () => true }: ListOptions<ArgsOf<Id>, ResultOf<Id>> = {},
) => {
  const { loyalty, tenantId, mode } = useLoyalty();
  const call = loyalty[id] as unknown as (
    args: object,
    options: CallOptions,
  ) => Promise<ResultOf<Id> & Cursored>;
  return useInfiniteQuery({
    // Apart from the key of one read with the same arguments: its data have another form.
    queryKey: [tenantId, mode, id, args, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      call(pageParam === null ? { ...args, ...firstArgs } : { ...args, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 5_000,
    refetchInterval: ({ state }) =>
      pollMs === undefined || (state.data !== undefined && !pollWhile(state.data.pages))
        ? false
        : pollAfter(pollMs, state),
  });
};
