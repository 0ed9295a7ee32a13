import { compareTexts, type EnvironmentId } from '@loyalty/kernel';
import type { CampaignState } from '@loyalty/rules/campaigns';
import type { Queryable, Statement } from '@loyalty/storage';
import { pageBytesMax } from '@loyalty/storage/lists';
import type { CampaignActivity } from '../activity/read-activity.ts';
import { completeSearchText, foldText, needlesOf, unaccentedText } from '../members/search-text.ts';
import {
  campaignBytes,
  campaignColumns,
  type CampaignRecord,
  campaignRecordOf,
  type CampaignRow,
} from './campaigns.ts';

/** Names go from A to Z. In every other order, the newest, or those that gave or cost the most, come first. */
export type CampaignSort = 'created' | 'name' | 'points' | 'cost';

type Recent = Pick<CampaignActivity, 'pointsEarned' | 'costCents'>;

export interface CampaignSearch {
  readonly environmentId: EnvironmentId;
  readonly state?: CampaignState | undefined;
  /** The name contains this text. Case and accents are ignored. */
  readonly text?: string | undefined;
  readonly sort: CampaignSort;
  readonly after?: CampaignPlace | undefined;
  readonly limit: number;
  /** `points` and `cost` sort by this activity of the last days. A campaign that is not in it gave nothing. */
  readonly recent: ReadonlyMap<string, Recent>;
}

/** The place of a campaign in a sorted list. */
export interface CampaignPlace {
  readonly key: string | number;
  readonly id: string;
}

interface FoundCampaigns {
  readonly campaigns: readonly CampaignRecord[];
  /** Null at the end. */
  readonly next: CampaignPlace | null;
}

/**
 * Finds campaigns by their names, or sorts them. It looks at 5,000 campaigns: all that are not archived, and
 * the newest archived ones. Their names and figures are sorted anew for each page, so a campaign whose figure
 * changes may move from one page to another.
 */
export const findCampaigns = async (db: Queryable, search: CampaignSearch): Promise<FoundCampaigns> => {
  const { environmentId, sort, after, limit, recent } = search;
  const heads = (await readHeads(db, search)).filter(isNamed(search.text));
  const places = heads.map((head) => ({ id: head.id, key: keyOf[sort](head, recent.get(head.id)) }));
  const order = orderOf(sort);
  const rest = places.toSorted(order).filter((place) => after === undefined || order(place, after) > 0);
  const shown = rest.slice(0, limit);
  const campaigns = await readInOrder(
    db,
    environmentId,
    shown.map(({ id }) => id),
  );
  return { campaigns, next: rest.length > campaigns.length ? (shown[campaigns.length - 1] ?? null) : null };
};

interface CampaignHead {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** D74 allows 1,000 that are not archived. */
const lookedAt = 5_000;

const headColumns = 'id, name, created_at AS "createdAt"';

/** The states are in the text, so that the planner can use the index of those that are not archived. */
const headsStatement: Statement = {
  name: 'campaign-heads',
  text: `(SELECT ${headColumns} FROM campaigns
           WHERE environment_id = $1 AND state <> 'ARCHIVED' AND ($2::text IS NULL OR state = $2)
           ORDER BY created_at DESC, id DESC LIMIT $3)
         UNION ALL
         (SELECT ${headColumns} FROM campaigns
           WHERE environment_id = $1 AND state = 'ARCHIVED' AND ($2::text IS NULL OR state = $2)
           ORDER BY created_at DESC, id DESC LIMIT $3)
         LIMIT $3`,
};

const readHeads = (db: Queryable, { environmentId, state }: CampaignSearch): Promise<CampaignHead[]> =>
  db.query<CampaignHead>(headsStatement, [environmentId, state ?? null, lookedAt]);

const isNamed = (text: string | undefined): ((head: CampaignHead) => boolean) => {
  if (text === undefined) return () => true;
  const needles = needlesOf(text);
  return ({ name }) => {
    const folded = completeSearchText(foldText(name), null);
    return needles.some((needle) => folded.includes(needle));
  };
};

/** A name has 255 characters, and a cursor has room for these. */
const sortedLength = 100;

type KeyOf = (head: CampaignHead, recent: Recent | undefined) => string | number;

const keyOf: Readonly<Record<CampaignSort, KeyOf>> = {
  created: ({ createdAt }) => createdAt.toISOString(),
  name: ({ name }) => unaccentedText(name).slice(0, sortedLength),
  points: (_, recent) => recent?.pointsEarned ?? 0,
  cost: (_, recent) => recent?.costCents ?? 0,
};

const orderOf = (sort: CampaignSort) => {
  const direction = sort === 'name' ? 1 : -1;
  return (one: CampaignPlace, other: CampaignPlace): number =>
    direction * (compareKeys(one.key, other.key) || compareTexts(one.id, other.id));
};

const compareKeys = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : compareTexts(one.toString(), other.toString());

/** Large values lie outside of their rows: the database reads those of the page alone. */
const wholeStatement: Statement = {
  name: 'campaigns-in-order',
  text: `SELECT q.* FROM (
           SELECT ${campaignColumns}, sum(${campaignBytes}) OVER (ORDER BY p.place) - ${campaignBytes} AS "bytesBefore",
                  p.place
             FROM campaigns r CROSS JOIN LATERAL (SELECT array_position($2::uuid[], r.id) AS place) p
            WHERE r.environment_id = $1 AND r.id = ANY ($2::uuid[])) q
          WHERE q."bytesBefore" < ${pageBytesMax.toString()} ORDER BY q.place`,
};

const readInOrder = async (
  db: Queryable,
  environmentId: EnvironmentId,
  ids: readonly string[],
): Promise<CampaignRecord[]> => {
  if (ids.length === 0) return [];
  const rows = await db.query<CampaignRow>(wholeStatement, [environmentId, ids]);
  return rows.map(campaignRecordOf);
};
