import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { type ListCursor, pageNewestFirst, readBoundedPage, sql } from '@loyalty/storage/lists';
import { type ApiKeyRecord, type ApiKeyRow, keyColumns, recordOfKey } from './api-keys.ts';
import { keyState } from './key-state.ts';

interface ApiKeyQuery {
  readonly state?: ApiKeyRecord['state'];
  readonly before?: ListCursor;
  readonly limit: number;
}

interface ApiKeyPage {
  readonly keys: readonly ApiKeyRecord[];
  /** Null at the end. A page may be short, even empty, before the end of the list. */
  readonly next: ListCursor | null;
}

/** All that are in force, and as many that have ended. */
const lookedAtMax = 5_000;

/** Reads a page of keys, newest first by (createdAt, id). */
export const readApiKeyPage = async (
  { db, environmentId }: { readonly db: Database; readonly environmentId: EnvironmentId },
  { state, before, limit }: ApiKeyQuery,
  lookedAt = lookedAtMax,
): Promise<ApiKeyPage> => {
  const { rows, next } = await readBoundedPage<ApiKeyRow>(db, {
    sorted: () =>
      pageNewestFirst(sql('api_keys as r').where('r.environment_id', environmentId), 'r', { before }),
    columns: keyColumns,
    narrowing: state === undefined ? [] : [[`${keyState('r')} = ?`, [state]]],
    limit,
    lookedAt,
  });
  return { keys: rows.map(recordOfKey), next };
};
