import { useEffect } from 'react';

interface GrowingList {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** These take some five seconds where nothing is found; then a person says whether to look on. */
const pagesMax = 20;

/**
 * Reads on while a list that goes on shows fewer rows than fill a screen, because a page of a filtered list may
 * be short or empty. Returns true while it does.
 */
export const useFilledPage = (list: GrowingList, count: number, pageSize: number): boolean => {
  const { hasNextPage, isFetching, isFetchNextPageError, data, fetchNextPage } = list;
  const isSought =
    hasNextPage && !isFetchNextPageError && count < pageSize && (data?.pages.length ?? 0) < pagesMax;
  useEffect(() => {
    if (isSought && !isFetching) void fetchNextPage();
  }, [isSought, isFetching, fetchNextPage]);
  return isSought;
};
