import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { OwnStack } from '@loyalty/stack';
import { loyaltyctl } from '../loyaltyctl.ts';
import type { Violations } from '../violations.ts';
import { refIn } from '../load/operations.ts';
import type { WebhookReceiver } from '../load/webhook-receiver.ts';
import { checkAdjustments, checkCountedCampaign, type CountedCampaign } from './check-audit.ts';
import { checkTenant } from './check-tenant.ts';
import { checkWebhooks, type WebhookFigures } from './check-webhooks.ts';
import { untilDelivered, type DeliveryPatience } from './deliveries-at-rest.ts';
import { expectationsOfFiles, expectationsOfJournal } from './expectations.ts';

/** The evidence that the clients collected. */
export interface Evidence {
  readonly journalPath: string;
  readonly bulk: { readonly tenantId: string; readonly files: readonly string[] };
  readonly receiver: WebhookReceiver;
  /**
   * References and events that were acknowledged before the database lost them, and are listed as lost: any response is
   * accepted.
   */
  readonly listed: ReadonlySet<string>;
  readonly patience: DeliveryPatience;
  /** Default: nobody changed configuration under the load. */
  readonly counted?: CountedCampaign;
}

const restPatienceMs = 60_000;

/** Compares journal and files with the tables, then runs `loyaltyctl check`. */
export const checkAll = async (
  stack: OwnStack,
  evidence: Evidence,
  violations: Violations,
): Promise<WebhookFigures> => {
  const figures = await checkTables(stack, evidence, violations);
  await checkItself(stack, evidence, violations);
  return figures;
};

/** `loyaltyctl check` reports a lost history until an operator settles it; such lines are expected here. */
const saysOpenHistory = /\b(epoch|history)\b/i;

const checkItself = async (
  stack: OwnStack,
  { listed }: Pick<Evidence, 'listed'>,
  violations: Violations,
): Promise<void> => {
  const { code, stdout, stderr } = await loyaltyctl(stack, 'check');
  const all = stdout.split('\n').filter((line) => line.startsWith('✗'));
  const broken = all.filter((line) => listed.size === 0 || !saysOpenHistory.test(line));
  for (const line of broken) violations.add('loyaltyctl check', line);
  if (code !== 0 && all.length === 0) violations.add('loyaltyctl check', stdout + stderr);
};

const checkTables = async (
  stack: OwnStack,
  { journalPath, bulk, receiver, listed, patience, counted }: Evidence,
  violations: Violations,
): Promise<WebhookFigures> => {
  const byTenant = await expectationsOfJournal(journalPath, violations);
  byTenant.set(bulk.tenantId, expectationsOfFiles(bulk.files));
  for (const { responses } of byTenant.values()) acceptAny(responses, listed);
  const db = new pg.Client({ connectionString: stack.now().databaseUrl });
  await db.connect();
  try {
    for (const [tenantId, expected] of byTenant) await checkTenant(db, { tenantId, expected }, violations);
    await checkOutbox(db, violations);
    await checkAuthorizations(db, violations);
    await checkRewards(db, violations);
    await checkAdjustments(db, violations);
    if (counted !== undefined) await checkCountedCampaign(db, counted, violations);
    const { unread, soon } = await untilDelivered(stack, db, patience);
    if (unread + soon > 0)
      violations.add('webhooks not delivered', `${unread.toString()} facts unread, ${soon.toString()} due`);
    return await checkWebhooks(db, { receiver, byTenant, listed }, violations);
  } finally {
    await db.end();
  }
};

const acceptAny = (responses: Map<string, string | null>, listed: ReadonlySet<string>): void => {
  for (const name of responses.keys()) if (listed.has(refIn(name))) responses.set(name, null);
};

/** At rest the outbox is empty and no position is parked. */
const checkOutbox = async (db: pg.Client, violations: Violations): Promise<void> => {
  const untilMs = Date.now() + restPatienceMs;
  for (;;) {
    const [row] = (await db.query<{ left: string }>('SELECT count(*) AS left FROM outbox')).rows;
    if (row?.left === '0') break;
    if (Date.now() > untilMs) {
      violations.add('facts unpublished', `${row?.left ?? '?'} outbox rows after a minute of rest`);
      break;
    }
    await pause(500);
  }
  const parked = await db.query<{ topic: string; partition: number; parked_reason: string }>(
    `SELECT topic, partition, parked_reason FROM stream_positions WHERE state <> 'RUNNING'`,
  );
  for (const row of parked.rows) violations.add('parked', JSON.stringify(row));
};

/** Each was captured, voided, or has lapsed. */
const checkAuthorizations = async (db: pg.Client, violations: Violations): Promise<void> => {
  const { rows } = await db.query<{ ref: string }>('SELECT ref FROM open_redemptions');
  for (const { ref } of rows) violations.add('authorization still open', ref);
};

/**
 * At rest every reward has a code, but for those that a return took back. `loyaltyctl check` finds codes that were given
 * twice or without a reward.
 */
const checkRewards = async (db: pg.Client, violations: Violations): Promise<void> => {
  const untilMs = Date.now() + restPatienceMs;
  for (;;) {
    const { rows } = await db.query<{ state: string; count: number }>(
      'SELECT state, count(*)::int AS count FROM rewards WHERE taken_tier_seq IS NULL GROUP BY state',
    );
    const counts = JSON.stringify(rows);
    if (rows.length === 1 && rows[0]?.state === 'ISSUED') return;
    if (Date.now() > untilMs) {
      violations.add('rewards without a code', counts);
      return;
    }
    await pause(500);
  }
};
