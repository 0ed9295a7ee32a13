import type { EnvironmentId } from '@loyalty/kernel';
import { readLocalStack } from '@loyalty/stack';
import { createDatabase, type Database, onlyRow } from '@loyalty/storage';
import { eraseMember } from '@loyalty/tables/erasure';
import { silentLogger } from '@loyalty/telemetry/logger';

/** Sets a member's state as suspension and erasure do, without a fact. */
export const setMemberState = async (memberId: string, state: 'suspended' | 'anonymized'): Promise<void> => {
  const url = readLocalStack().databaseUrl;
  const db = createDatabase({ url, applicationName: 'test', poolMax: 1, logger: silentLogger });
  await (state === 'suspended' ? suspend(db, memberId) : erase(db, memberId));
  await db.close();
};

const suspend = (db: Database, memberId: string): Promise<unknown> =>
  db.query(`UPDATE members SET state = 'suspended' WHERE id = $1`, [memberId]);

const erase = async (db: Database, memberId: string): Promise<void> => {
  const text = 'SELECT environment_id AS "environmentId" FROM members WHERE id = $1';
  const found = await db.query<{ environmentId: EnvironmentId }>(text, [memberId]);
  const { environmentId } = onlyRow(found, 'a member');
  await db.transaction((tx) => eraseMember(tx, { environmentId, tenantId: '' }, memberId));
};
