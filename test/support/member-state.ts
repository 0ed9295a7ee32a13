import { readLocalStack } from '@loyalty/stack';
import { createDatabase } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry';

/** Puts a member into a state, as suspension and erasure do. */
export const setMemberState = async (memberId: string, state: 'suspended' | 'anonymized'): Promise<void> => {
  const url = readLocalStack().databaseUrl;
  const db = createDatabase({ url, applicationName: 'test', poolMax: 1, logger: silentLogger });
  const text = 'UPDATE members SET state = $2 WHERE id = $1';
  await db.query({ name: 'test-member-state', text }, [memberId, state]);
  await db.close();
};
