import { type Part, repeatingPart, textOf } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';

/** The count changes within hours, so a minute is often enough. */
const everyMs = 60_000;

/**
 * Creates a watch that counts keys that expire soon, so that somebody rotates them before tills are refused.
 * While the database is unavailable there is no figure, rather than an old one.
 */
export const createEndingKeysWatch = ({
  db,
  logger,
  metrics,
}: {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly metrics: Metrics;
}): Part => {
  let ending = Number.NaN;
  metrics.gauge('loyalty_api_keys_ending', {}, () => ending);
  return repeatingPart({
    name: 'ending-keys-watch',
    everyMs,
    work: async () => {
      ending = await countEndingKeys(db);
    },
    onFailed: (failure) => {
      ending = Number.NaN;
      logger.warn({ error: textOf(failure) }, 'API keys that end soon could not be counted');
    },
  });
};

/** The count costs the same at this bound however many keys end at once. */
const endingKeysMax = 1_000;

// A range of the index of keys with an end. The day of the last use is that of UTC.
const endingStatement: Statement = {
  name: 'api-keys-ending',
  text: `SELECT count(*) AS ending
           FROM (SELECT FROM api_keys
                  WHERE expires_at IS NOT NULL AND revoked_at IS NULL
                    AND expires_at > now() AND expires_at <= now() + interval '7 days'
                    AND replaced_by IS NULL AND last_used_on >= (now() AT TIME ZONE 'UTC')::date - 7
                  LIMIT $1) e`,
};

/**
 * Counts keys in the whole database that were used in the last 7 days, expire within 7 days, and were not
 * rotated. The count ends at {@link endingKeysMax}.
 */
export const countEndingKeys = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ ending: number }>(endingStatement, [endingKeysMax]), 'a count of keys').ending;
