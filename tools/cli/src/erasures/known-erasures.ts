import { listErasures, type ErasurePlace, type KeptErasure } from '@loyalty/accounts';
import { readErasures } from '@loyalty/history';
import { uuidMin, type EnvironmentId, type MemberId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import type { CommandContext } from '../session.ts';
import { withDatabase } from '../with-database.ts';
import { withKafka } from '../with-kafka.ts';
import { distinctErasures } from './erasures-file.ts';

const pageSize = 5_000;

/** Returns every erasure that Kafka or the database knows. */
export const knownErasures = async (task: CommandContext): Promise<readonly KeptErasure[]> => {
  const published = await withKafka(task, (kafka) => readErasures(kafka));
  const stored = await withDatabase(task, readStoredErasures);
  return distinctErasures([...stored, ...published]);
};

/** Returns every erasure of the database. */
export const readStoredErasures = async (db: Database): Promise<readonly KeptErasure[]> => {
  const all: KeptErasure[] = [];
  let after: ErasurePlace = { environmentId: 0 as EnvironmentId, memberId: uuidMin as MemberId };
  for (;;) {
    const page = await listErasures(db, after, pageSize);
    all.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return all;
    after = last;
  }
};
