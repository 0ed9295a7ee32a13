import { LoyaltyProblem, LoyaltyUnreachable } from '@loyalty/client';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

/** A gateway responds with these while the API does not. A 503 comes from the API, with its reason. */
const gatewayStatuses = [502, 504];

/** Returns true if the API did not respond, whatever was asked. */
export const isAway = (error: unknown): boolean =>
  error instanceof LoyaltyUnreachable ||
  (error instanceof LoyaltyProblem && gatewayStatuses.includes(error.status));

const isAwayRead = ({ state }: Pick<Query, 'state'>): boolean =>
  state.status === 'error' && state.data === undefined && isAway(state.error);

/** Reads that got no response are made again this often. */
const againMs = 5_000;

/** Returns true while the page lacks something because the API is away; what it lacks is read again by itself. */
export const useApiAway = (): boolean => {
  const queries = useQueryClient();
  const cache = queries.getQueryCache();
  const isApiAway = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => cache.getAll().some((query) => query.isActive() && isAwayRead(query)),
  );
  useEffect(() => {
    if (!isApiAway) return undefined;
    const timer = setInterval(
      () => void queries.refetchQueries({ type: 'active', predicate: isAwayRead }),
      againMs,
    );
    return () => clearInterval(timer);
  }, [isApiAway, queries]);
  return isApiAway;
};
