import type { EnvironmentId } from '@loyalty/kernel';
import { boundedList, type PageQuery } from '@loyalty/storage/lists';
import { type ApiKeyRecord, type ApiKeyRow, keyColumns, recordOfKey } from './api-keys.ts';
import { keyState } from './key-state.ts';

interface ApiKeyQuery extends PageQuery {
  readonly environmentId: EnvironmentId;
  readonly state?: ApiKeyRecord['state'] | undefined;
}

/** The newest key is first, by (createdAt, id). */
export const readApiKeyPage = boundedList<ApiKeyQuery, ApiKeyRow, ApiKeyRecord>('api_keys', {
  columns: keyColumns,
  index: ({ environmentId }) => [['r.environment_id = ?', environmentId]],
  filters: ({ state }) => [state !== undefined && [`${keyState('r')} = ?`, state]],
  /** All that are in force, and as many that have ended. */
  lookedAt: 5_000,
  recordOf: recordOfKey,
});
