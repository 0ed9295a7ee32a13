import { requestRefresh, resumeRefresh, type SegmentKey } from '@loyalty/accounts';
import type { EnvironmentId } from '@loyalty/kernel';
import { lockSegments, readDynamicSegmentIds } from '@loyalty/configuration';
import { type Database, writeTransaction } from '@loyalty/storage';
import type { AskedRefresh } from './refresh-segment.ts';

/** Requests a refresh of one segment, which cannot be deleted meanwhile, or resumes one that no caller waits for any longer. */
export const askSegmentRefresh = (
  db: Database,
  { environmentId, segmentId }: SegmentKey,
): Promise<AskedRefresh> =>
  writeTransaction(db, async (tx) => {
    const [held] = await lockSegments(tx, environmentId, [segmentId]);
    if (held === undefined) return { outcome: 'not-found' };
    const [heldId, type] = held;
    if (type !== 'DYNAMIC') return { outcome: 'not-dynamic' };
    const late = await resumeRefresh(tx, { environmentId, segmentId: heldId });
    if (late !== null) return { outcome: 'asked', asking: late };
    const [asking = 0] = (await requestRefresh(tx, environmentId, [heldId])).values();
    return { outcome: 'asked', asking };
  });

/** Requests a refresh of every DYNAMIC segment of an environment. Returns how many there are. */
export const askAllRefreshes = (db: Database, environmentId: EnvironmentId): Promise<number> =>
  writeTransaction(db, async (tx) => {
    const held = await lockSegments(tx, environmentId, await readDynamicSegmentIds(tx, environmentId));
    return (await requestRefresh(tx, environmentId, [...held.keys()])).size;
  });
