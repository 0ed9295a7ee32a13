import type { EnvironmentId } from '@loyalty/kernel';
import type { CopiedRows } from '@loyalty/storage/copy-rows';
import { dueAgainSql } from '@loyalty/task-queue/parked-tasks';

export interface MovedTenant {
  readonly tenantId: string;
  readonly environmentIds: readonly EnvironmentId[];
}

/** Copied unchanged, after the tables to which they refer. */
const plainTables = [
  'api_keys',
  'tenant_streams',
  'campaigns',
  'campaign_budgets',
  'campaign_spendings',
  'tiers',
  'tier_versions',
  'retierings',
  'segments',
  'event_definitions',
  'webhooks',
  'webhook_replays',
  'webhook_events',
  'deliveries',
  'delivery_errors',
  'members',
  'member_profiles',
  'consents',
  'erasures',
  'transactions',
  'ledger_entries',
  'failed_requests',
  'request_logs',
  'events',
  'member_counters',
  'member_uses',
  'campaign_counters',
  'campaign_uses',
  'point_lots',
  'expired_lots',
  'returned_transactions',
  'pending_points',
  'open_redemptions',
  'member_days',
  'rewards',
  'reward_codes',
  'segment_members',
  'segment_states',
  'segment_clearings',
  'history_enrolled_members',
  'balance_counts',
  'activity',
  'people_reads',
  'adjusted_days',
  'audit_entries',
  'jobs',
];

/** With the reason. */
export const tablesNotMoved: Readonly<Record<string, string>> = {
  dead_letters_by_environment: 'counts of some minutes, of this Kafka',
  outbox_rejected: 'messages that this Kafka refused',
  history_ghosts: 'published facts of commits that this database has lost',
  history_differences: 'published facts of commits that this database has lost',
};

/** The pool's number there, from `moved_pools`. */
const poolThere = { pool_id: '(SELECT target FROM moved_pools WHERE source = (r).pool_id)' };

/** In the order in which they may be written. */
export const movedRowsOf = ({ tenantId, environmentIds }: MovedTenant): readonly CopiedRows[] => {
  const where = `environment_id IN (${environmentIds.join(', ')})`;
  const due = { where, orderBy: 'number', drawn: ['number'], values: { due_at: dueAgainSql, owner: '0' } };
  return [
    { table: 'tenants', where: `id = '${tenantId}'` },
    { table: 'environments', where: `tenant_id = '${tenantId}'`, values: { closed: 'NULL' } },
    ...plainTables.map((table) => ({ table, where })),
    { table: 'reward_providers', where },
    { table: 'code_pools', where, orderBy: 'id', drawn: ['id'] },
    { table: 'pool_codes', where, values: poolThere },
    { table: 'history_skipped_codes', where, values: poolThere },
    { table: 'webhook_catch_ups', where, orderBy: 'id', drawn: ['id'] },
    { table: 'fulfilment_tasks', ...due },
    { table: 'delivery_tasks', ...due },
  ];
};
