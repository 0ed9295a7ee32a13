import type { Queryable, Statement } from '@loyalty/storage';

const statement: Statement = {
  name: 'outbox-rejected-empty-late',
  text: `UPDATE outbox_rejected r SET message = '', head = NULL
           FROM erasures e
          WHERE e.environment_id = r.environment_id AND e.member_key = r.member_key AND r.message <> ''`,
};

/** Empties messages of erased members that Kafka rejected after the second phase, because they had waited in the outbox until then. */
export const emptyLateRejected = async (db: Queryable): Promise<void> => {
  await db.query(statement);
};
