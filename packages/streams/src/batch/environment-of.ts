import { environmentNameOf } from '../ports/environment-header.ts';
import type { Queued } from './intake-queue.ts';

/**
 * Returns the environment of an entry, as a name to compare: the topic's where one tenant owns it, otherwise the number in the
 * header. All messages without one share the empty name. Null for a skipped run, which takes no row of an environment.
 */
export const environmentOf = <T>({ item, partition }: Queued<T>): string | null => {
  if (item === null) return null;
  return environmentNameOf(item.record, partition.isTenantOwned) ?? '';
};
