import type { TenantTable } from './table-entry.ts';

/** The tables with rows that name a member, by id or otherwise. */
export const memberTables = {
  members: {
    owner: 'tables/accounts',
    read: `environment_id id state points_balance lifetime_points ledger_seq tier_id enrolled_at last_activity_at
           created_at updated_at spend_cents txn_count last_txn_day tier_seq whole_returns points_to_deduct
           claims enrolled_by`,
    check: 'member_key external_ref xmin',
    locked: 'members, by id',
    inserted: 'new members with their profiles',
    moves: 'unchanged',
    erased: 'columns',
  },
  member_profiles: {
    owner: 'tables/members',
    read: 'environment_id member_id state_changed_at updated_at',
    check: 'name email phone state_reason search_text grams',
    locked: 'new members with their profiles',
    moves: 'unchanged',
    erased: 'columns',
  },
  consents: {
    owner: 'tables/members',
    read: 'environment_id member_id created_at id purpose channels granted granted_at policy_version author',
    check: 'source evidence',
    locked: 'what locked members own',
    moves: 'unchanged',
    erased: 'columns',
  },
  erasures: {
    owner: 'tables/erasure',
    read: 'environment_id member_id erased_at scrub_after scrubbed_at',
    withheld: 'member_key',
    locked: 'single rows of bookkeeping',
    moves: 'unchanged',
  },
  transactions: {
    owner: 'tables/transactions',
    read: `environment_id operation ref id member_id created_at amount_cents occurred_at ledger_seq award_terms
           author store_ref`,
    check: 'answer xmin',
    withheld: 'fingerprint',
    locked: 'transactions',
    inserted: 'transactions',
    moves: 'unchanged',
  },
  ledger_entries: {
    owner: 'tables/accounts',
    read: `environment_id member_id seq id type points balance_after transaction_id expires_at created_at
           sliding_days from_lots lifetime_change`,
    check: 'xmin',
    withheld: 'description',
    locked: 'what locked members own',
    moves: 'unchanged',
  },
  failed_requests: {
    owner: 'tables/transactions',
    read: 'environment_id operation ref code created_at id',
    withheld: 'context member_key',
    locked: 'single rows of bookkeeping',
    moves: 'unchanged',
    erased: 'rows',
  },
  request_logs: {
    owner: 'tables/request-logs',
    read: `environment_id created_at id method status duration_ms code request_body_omitted
           response_body_omitted`,
    check: 'member_keys',
    withheld: 'request_id path request_body response_body ids',
    locked: 'single rows of bookkeeping',
    moves: 'unchanged',
    erased: 'rows',
  },
  events: {
    owner: 'tables/events',
    read: 'environment_id received_at id event_key ref member_id definition_version points_awarded',
    check: 'payload referrer_key',
    locked: 'what locked members own',
    moves: 'unchanged',
    erased: 'columns',
  },
  member_counters: {
    owner: 'tables/accounts',
    read: 'environment_id member_id campaign_id kind count completed last_at',
    locked: 'what locked members own',
    moves: 'unchanged',
  },
  member_uses: {
    owner: 'tables/accounts',
    read: 'environment_id member_id campaign_id period starts_on times points',
    locked: 'what locked members own',
    moves: 'unchanged',
  },
  member_days: {
    owner: 'tables/accounts',
    read: 'environment_id member_id day spend_before txns_before',
    locked: 'what locked members own',
    moves: 'unchanged',
  },
  point_lots: {
    owner: 'tables/lots',
    read: 'environment_id member_id sliding_days expires_on expires_at points added_at due_on',
    locked: 'what locked members own',
    moves: 'unchanged',
    erased: 'rows',
  },
  expired_lots: {
    owner: 'tables/lots',
    read: 'environment_id run_at member_id seq points sliding_days expires_at added_at returned_at',
    locked: 'what locked members own',
    moves: 'unchanged',
  },
  pending_points: {
    owner: 'tables/lots',
    read: 'environment_id member_id transaction_id n points due_at points_expiry',
    check: 'xmin',
    withheld: 'description',
    locked: 'what locked members own',
    moves: 'unchanged',
    erased: 'rows',
  },
  open_redemptions: {
    owner: 'tables/redemptions',
    read: 'environment_id member_id ref transaction_id points expires_at ask_at',
    check: 'xmin',
    locked: 'what locked members own',
    moves: 'unchanged',
    erased: 'rows',
  },
  returned_transactions: {
    owner: 'tables/returns',
    read: `environment_id transaction_id member_id amount_returned amount_unnamed skus kept return_ids redeem_ref
           points_refunded discount_reversed points_from_pending points_unrecovered`,
    check: 'xmin',
    locked: 'what locked members own',
    moves: 'unchanged',
  },
  rewards: {
    owner: 'tables/granted-rewards',
    read: `environment_id id member_id campaign_id tier_id state reward_type value valid_days created_at provider
           attempts failure_reason issued_at expires_at redeemed_at expired_at failed_at retried_at
           redeemed_transaction_ref redeemed_store_ref transaction_ref taken_tier_seq changed_by`,
    check: 'code',
    locked: 'rewards, by id',
    inserted: 'what locked members own',
    moves: 'unchanged',
  },
  reward_codes: {
    owner: 'tables/granted-rewards',
    read: 'environment_id reward_id',
    check: 'code',
    locked: 'what locked members own',
    moves: 'unchanged',
  },
  segment_members: {
    owner: 'tables/segments',
    read: 'environment_id segment_id member_id added_at',
    locked: 'what locked members own',
    moves: 'unchanged',
    erased: 'rows',
  },
  history_enrolled_members: {
    owner: 'tables/accounts',
    read: 'environment_id member_id epoch noted_at',
    withheld: 'member_key',
    locked: null,
    moves: 'unchanged',
  },
} as const satisfies Readonly<Record<string, TenantTable>>;
