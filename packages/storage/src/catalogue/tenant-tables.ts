import type { TenantTable } from './table-entry.ts';

/**
 * The tables of a tenant: its configuration, and what is counted and due for it. A table comes after those to
 * which it refers.
 */
export const tenantTables = {
  tenants: {
    owner: 'tables/tenants',
    read: 'id name created_at',
    locked: null,
    moves: 'changed',
  },
  environments: {
    owner: 'tables/tenants',
    read: `id tenant_id mode config_version settings webhook_version closed settings_written campaigns_version
           tiers_version segments_version settings_version definitions_version providers_version has_references`,
    withheld: 'secret',
    locked: 'environments',
    moves: 'changed',
  },
  api_keys: {
    owner: 'tables/tenants',
    read: `id environment_id name hint rate_limit_per_minute created_at revoked_at permissions role expires_at
           made_by replaced_by last_used_on used_permissions updated_at returns_apart`,
    withheld: 'hash',
    locked: 'other configuration',
    moves: 'unchanged',
  },
  tenant_streams: {
    owner: 'tables/tenants',
    read: 'environment_id topic created_at',
    locked: null,
    moves: 'unchanged',
  },
  stream_outs: {
    owner: 'tables/tenants',
    read: 'environment_id topic state since member_refs updated_at ended_at',
    locked: 'other configuration',
    moves: 'changed',
  },
  campaigns: {
    owner: 'tables/campaigns',
    read: `environment_id id name description state earning_rule redemption_rule target_segment_ids store_ids
           start_at end_at min_spend_cents max_budget_cents alert_threshold currency activated_at activation_seq
           created_at updated_at paused_reason rules_version conditions comparisons listed_values
           earn_on line_comparisons limits exclusive_group priority tier_multiplier key`,
    locked: 'campaigns, by id',
    moves: 'unchanged',
  },
  campaign_budgets: {
    owner: 'tables/campaigns',
    read: 'environment_id campaign_id spent_cents alerted_for_cents',
    locked: 'budgets',
    moves: 'unchanged',
  },
  campaign_spendings: {
    owner: 'tables/campaigns',
    read: 'id environment_id campaign_id cents allowance_cents',
    // Who has locked a budget alone deletes its rows, and who shares a budget takes one that nobody has locked.
    locked: null,
    moves: 'unchanged',
  },
  campaign_counters: {
    owner: 'tables/accounts',
    read: 'environment_id campaign_id scope count',
    locked: 'counters of campaigns',
    moves: 'unchanged',
  },
  campaign_uses: {
    owner: 'tables/accounts',
    read: 'environment_id campaign_id times',
    locked: 'uses of campaigns',
    inserted: 'uses of campaigns',
    moves: 'unchanged',
  },
  tiers: {
    owner: 'tables/tiers',
    read: `environment_id id name min_lifetime_points benefits sort_order badge_url created_at updated_at
           threshold_set_at key`,
    locked: 'other configuration',
    moves: 'unchanged',
  },
  tier_versions: {
    owner: 'tables/tiers',
    read: 'environment_id number changed_at tier_ids min_lifetime_points granted_tier_ids',
    locked: 'other configuration',
    moves: 'unchanged',
  },
  retierings: {
    owner: 'tables/tiers',
    read: 'environment_id wanted done granted_tier_ids is_silent wanted_at result',
    locked: 'single rows of bookkeeping',
    moves: 'unchanged',
  },
  segments: {
    owner: 'tables/segments',
    read: 'environment_id id name description type rules last_refreshed_at created_at updated_at key',
    locked: 'other configuration',
    moves: 'unchanged',
  },
  segment_states: {
    owner: 'tables/segments',
    read: `environment_id segment_id member_count refreshed_at wanted done added removed late_asking late_at
           asked`,
    locked: 'states of segments',
    moves: 'unchanged',
  },
  segment_clearings: {
    owner: 'tables/memberships',
    read: 'environment_id segment_id',
    locked: 'states of segments',
    moves: 'unchanged',
  },
  event_definitions: {
    owner: 'tables/events',
    read: `environment_id key id name identity_property referrer_property lifecycle_type properties state version
           revision created_at updated_at`,
    locked: 'other configuration',
    moves: 'unchanged',
  },
  reward_providers: {
    owner: 'tables/rewards',
    read: 'environment_id name id kind is_idempotent calls_max created_at updated_at idempotent_since',
    withheld: 'secret url',
    locked: 'other configuration',
    moves: 'unchanged',
  },
  code_pools: {
    owner: 'tables/rewards',
    read: 'environment_id name id next_place last_place remaining low_below',
    locked: 'pools of codes',
    moves: 'changed',
  },
  pool_codes: {
    owner: 'tables/rewards',
    read: 'pool_id place environment_id',
    withheld: 'code',
    locked: 'pools of codes',
    moves: 'changed',
  },
  history_skipped_codes: {
    owner: 'tables/skipped-codes',
    read: 'pool_id place environment_id epoch reward_id',
    withheld: 'code',
    locked: null,
    moves: 'changed',
  },
  webhooks: {
    owner: 'tables/webhooks',
    // Path and query of a URL may open what it names; the audit log hides them, too (D209).
    read: `environment_id id events previous_until status disabled_reason disabled_at enabled_at
           consecutive_failures deleted_at created_at updated_at batch_max_events batch_max_wait_ms`,
    withheld: 'secret previous_secret url',
    locked: 'other configuration',
    moves: 'unchanged',
  },
  webhook_replays: {
    owner: 'tables/webhooks',
    read: `environment_id webhook_id id since until selection state enabled_at walked_at walked_id turn_at made
           created_at finished_at`,
    locked: 'replays and catch-ups of webhooks',
    moves: 'unchanged',
  },
  webhook_catch_ups: {
    owner: 'tables/webhooks',
    read: 'environment_id webhook_id id event_ids event_ats',
    locked: 'replays and catch-ups of webhooks',
    moves: 'changed',
  },
  webhook_events: {
    owner: 'tables/webhooks',
    read: 'environment_id created_at id type member_id targets delivery_id_at',
    withheld: 'body',
    locked: 'events of webhooks',
    inserted: 'events of webhooks',
    moves: 'unchanged',
    erased: 'columns',
  },
  deliveries: {
    owner: 'tables/webhooks',
    read: `webhook_id created_at id environment_id event_at event_id event status attempt max_attempts
           response_code latency_ms failure attempted_at next_attempt_at replay_of earlier`,
    locked: 'deliveries',
    moves: 'unchanged',
  },
  polled_deliveries: {
    owner: 'tables/webhooks',
    read: 'webhook_id added id created_at environment_id',
    locked: 'single rows of bookkeeping',
    moves: 'changed',
  },
  delivery_errors: {
    owner: 'tables/webhooks',
    read: 'webhook_id created_at delivery_id environment_id member_id',
    withheld: 'error_body',
    locked: 'deliveries',
    moves: 'unchanged',
    erased: 'rows',
  },
  activity: {
    owner: 'tables/activity',
    read: `environment_id step_minutes at campaign_id receipts events awards spend_cents points_earned points_redeemed
           discount_cents points_expired points_adjusted members_enrolled rewards_given cost_cents points_taken_back`,
    locked: 'single rows of bookkeeping',
    moves: 'unchanged',
  },
  balance_counts: {
    owner: 'tables/statistics',
    read: `environment_id day counted_at members members_with_points points point_value_cents active_members tiers
           months`,
    locked: 'single rows of bookkeeping',
    moves: 'unchanged',
  },
  point_days: {
    owner: 'tables/statistics',
    read: 'environment_id day tier_id writer earned taken_back deducted redeemed refunded expired given taken erased',
    // Each server process of Postgres has its own rows, and what adds up those of former days waits for nothing else.
    locked: null,
    moves: 'unchanged',
  },
  imports: {
    owner: 'tables/imports',
    read: `environment_id source state signed_up members created points lifetime_points created_by created_at
           updated_at closed_at`,
    locked: 'single rows of bookkeeping',
    moves: 'unchanged',
  },
  people_reads: {
    owner: 'tables/reads',
    read: 'environment_id day operation author reads',
    locked: 'single rows of bookkeeping',
    moves: 'unchanged',
  },
  adjusted_days: {
    owner: 'tables/ledger',
    read: 'environment_id actor day points',
    locked: 'points that credentials gave today',
    inserted: 'points that credentials gave today',
    moves: 'unchanged',
  },
  audit_entries: {
    owner: 'tables/audit',
    read: `environment_id created_at id actor_kind actor_id action object_type object_id object_name changes
           is_truncated server_request_id`,
    withheld: 'request_id address',
    locked: 'single rows of bookkeeping',
    moves: 'unchanged',
  },
  jobs: {
    owner: 'jobs',
    read: 'name environment_id at done chunks started_at finished_at',
    withheld: 'cursor',
    locked: 'single rows of bookkeeping',
    moves: 'unchanged',
  },
  fulfilment_tasks: {
    owner: 'task-queue',
    read: `destination_id rank due_at number id environment_id member_id attempt abandoned owner created_at is_bulk
           batch_ids`,
    locked: 'tasks',
    moves: 'changed',
  },
  delivery_tasks: {
    owner: 'task-queue',
    read: `destination_id rank due_at number id environment_id member_id attempt abandoned owner created_at is_bulk
           batch_ids`,
    locked: 'tasks',
    moves: 'changed',
  },
  dead_letters_by_environment: {
    owner: 'storage/dead-letter-counts',
    read: 'consumer_group topic partition environment_id minute count',
    locked: null,
    moves: { stays: 'counts of some minutes, of this Kafka' },
  },
  outbox_rejected: {
    owner: 'storage/outbox',
    read: 'id topic reason created_at environment_id',
    withheld: 'message head member_key',
    locked: 'single rows of bookkeeping',
    moves: { stays: 'messages that this Kafka refused' },
    erased: 'columns',
  },
  history_ghosts: {
    owner: 'storage/history',
    read: 'fact_id epoch environment_id type occurred_at ledger_seq outcome settled_at tenant_id',
    withheld: 'data',
    locked: null,
    moves: { stays: 'published facts of commits that this database has lost' },
  },
  history_differences: {
    owner: 'storage/history',
    read: `epoch environment_id operation ref member_id refusal points_told points_stored is_balance_only found_at
           outcome settled_at`,
    withheld: 'told stored',
    locked: null,
    moves: { stays: 'published facts of commits that this database has lost' },
  },
} as const satisfies Readonly<Record<string, TenantTable>>;
