/** Every transaction locks these rows at the same place among its locks. */
interface LockClass {
  readonly name: string;
  /** First keys. */
  readonly advisory?: readonly number[];
  /** Their rows are locked, changed or deleted. */
  readonly tables?: readonly string[];
  /** They get new rows here whose keys others may insert at the same time. */
  readonly inserted?: readonly string[];
}

// `campaign_spendings` has no place in it, because nobody waits for its rows: only who has locked a budget
// alone deletes those beside it, and who shares a budget takes one that nobody has locked.
/**
 * Every transaction of every service takes its locks in this order (D98), so that no two wait for each other.
 * A row that it holds already may be changed at any place. `docs/reference/lock-order.md` follows from this,
 * and databases of tests check it.
 */
export const lockOrder: readonly LockClass[] = [
  {
    name: 'environment locks: rechecks of members against runs over all of them',
    advisory: [7_305_005, 7_305_006],
  },
  { name: 'growth of a configuration', advisory: [7_305_003] },
  { name: 'members, by id', tables: ['members'] },
  { name: 'counters of campaigns', tables: ['campaign_counters'] },
  { name: 'turns at budgets', advisory: [7_305_009] },
  { name: 'budgets', tables: ['campaign_budgets'] },
  { name: 'campaigns, by id', tables: ['campaigns'] },
  {
    name: 'other configuration',
    tables: [
      'tiers',
      'tier_versions',
      'segments',
      'event_definitions',
      'reward_providers',
      'webhooks',
      'api_keys',
    ],
  },
  { name: 'replays and catch-ups of webhooks', tables: ['webhook_replays', 'webhook_catch_ups'] },
  { name: 'rewards, by id', tables: ['rewards'] },
  { name: 'events of webhooks', tables: ['webhook_events'], inserted: ['webhook_events'] },
  { name: 'owners and leases of tasks', tables: ['task_owners', 'task_leases'] },
  { name: 'tasks', tables: ['fulfilment_tasks', 'delivery_tasks'] },
  { name: 'pools of codes', tables: ['code_pools', 'pool_codes'] },
  { name: 'deliveries', tables: ['deliveries', 'delivery_errors'] },
  { name: 'uses of campaigns', tables: ['campaign_uses'], inserted: ['campaign_uses'] },
  { name: 'positions', tables: ['stream_positions'] },
  { name: 'new members with their profiles', tables: ['member_profiles'], inserted: ['members'] },
  {
    name: 'points that credentials gave today',
    tables: ['adjusted_days'],
    inserted: ['adjusted_days'],
  },
  { name: 'transactions', tables: ['transactions'], inserted: ['transactions'] },
  {
    name: 'what locked members own',
    tables: [
      'ledger_entries',
      'point_lots',
      'expired_lots',
      'returned_transactions',
      'pending_points',
      'open_redemptions',
      'member_days',
      'member_counters',
      'member_uses',
      'events',
      'consents',
      'segment_members',
      'reward_codes',
    ],
    inserted: ['rewards'],
  },
  { name: 'states of segments', tables: ['segment_states', 'segment_clearings'] },
  {
    name: 'single rows of bookkeeping',
    tables: [
      'failed_requests',
      'request_logs',
      'erasures',
      'retierings',
      'jobs',
      'outbox',
      'outbox_rejected',
      'processes',
      'witness_writes',
      'group_members',
      'check_marks',
      'balance_counts',
      'activity',
      'people_reads',
      'audit_entries',
    ],
  },
  { name: 'environments', tables: ['environments'] },
];
