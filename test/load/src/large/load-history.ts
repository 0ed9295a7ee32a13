import type { Database, Transaction } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit/database';
import { insertEntries, insertMembers, insertTransactions } from './history-statements.ts';

/** The size of the past, and its owner. */
export interface HistoryPlan {
  readonly environmentId: number;
  readonly members: number;
  /** Stored transactions; every member has the same number, at least one. */
  readonly transactions: number;
  say(text: string): void;
}

/** Members whose whole past is stored in one database transaction: a stopped run leaves no partial past. */
const membersABatch = 20_000;

/** Loads a past whose ledger is consistent (`loyaltyctl check` holds), then vacuums and analyses. */
export const loadHistory = (databaseUrl: string, plan: HistoryPlan): Promise<void> =>
  withDatabase(databaseUrl, async (db) => {
    const secret = await readSecret(db, plan.environmentId);
    const campaigns = await readCampaigns(db, plan.environmentId);
    const beganMs = performance.now();
    for (let from = 0; from < plan.members; from += membersABatch) {
      const batch = {
        ...plan,
        secret,
        campaigns,
        from,
        to: Math.min(from + membersABatch, plan.members) - 1,
      };
      await db.transaction((tx) => loadBatch(tx, batch));
      tell(plan, batch.to + 1, performance.now() - beganMs);
    }
    plan.say('Vacuuming and analysing');
    for (const table of ['members', 'transactions', 'ledger_entries'])
      await db.query(`VACUUM ANALYZE ${table}`);
    await db.query('CHECKPOINT');
  });

/** Loads members without a past, 20,000 in one statement. */
export const loadMembers = async (
  db: Database,
  { environmentId, members }: Pick<HistoryPlan, 'environmentId' | 'members'>,
): Promise<void> => {
  const secret = await readSecret(db, environmentId);
  for (let from = 0; from < members; from += membersABatch) {
    const range = [environmentId, from, Math.min(from + membersABatch, members) - 1];
    await db.query(insertMembers, [...range, 0, padded(secret, 0x36), padded(secret, 0x5c)]);
  }
};

interface Campaign {
  readonly id: string;
  readonly name: string;
}

interface HistoryBatch extends HistoryPlan {
  readonly secret: Buffer;
  readonly campaigns: readonly Campaign[];
  readonly from: number;
  readonly to: number;
}

const loadBatch = async (tx: Transaction, batch: HistoryBatch): Promise<void> => {
  const { environmentId, from, to, campaigns } = batch;
  const purchases = purchasesOf(batch);
  const range = [environmentId, from, to];
  await tx.query(insertMembers, [
    ...range,
    purchases,
    padded(batch.secret, 0x36),
    padded(batch.secret, 0x5c),
  ]);
  const [first, ...others] = campaigns.map(awardHead);
  const small = others.map((head) => `,${head}1,"rewardIds":[]}`).join('');
  const description = campaigns.map(({ name }) => name).join(', ');
  for (let purchase = 1; purchase <= purchases; purchase += 1) {
    await tx.query(insertTransactions, [...range, purchase, small, first]);
    await tx.query(insertEntries, [...range, purchase, description]);
  }
};

const purchasesOf = ({ members, transactions }: HistoryPlan): number =>
  Math.max(1, Math.round(transactions / members));

const awardHead = ({ id, name }: Campaign): string =>
  `{"campaignId":"${id}","campaignName":${JSON.stringify(name)},"pointsEarned":`;

/** Returns the secret as HMAC mixes it into its inner (0x36) and its outer (0x5c) hash, padded to a block of 64 bytes. */
const padded = (secret: Buffer, mask: number): Buffer =>
  Buffer.from(Array.from({ length: 64 }, (_, place) => (secret[place] ?? 0) ^ mask));

const readSecret = async (db: Database, environmentId: number): Promise<Buffer> => {
  const sql = 'SELECT secret FROM environments WHERE id = $1';
  const [row] = await db.query<{ secret: Buffer }>(sql, [environmentId]);
  if (row === undefined) throw new Error(`there is no environment ${environmentId.toString()}`);
  return row.secret;
};

/** The four campaigns that fire for the load's receipts give a response its usual length. */
const readCampaigns = (db: Database, environmentId: number): Promise<Campaign[]> =>
  db.query<Campaign>(
    'SELECT id, name FROM campaigns WHERE environment_id = $1 ORDER BY activation_seq LIMIT 4',
    [environmentId],
  );

const tell = (plan: HistoryPlan, done: number, tookMs: number): void => {
  const rows = done * purchasesOf(plan);
  const share = Math.round((done * 100) / plan.members);
  const perSecond = Math.round((rows * 1_000) / tookMs).toLocaleString('en-US');
  plan.say(`${rows.toLocaleString('en-US')} transactions loaded (${share.toString()} %, ${perSecond}/s)`);
};
