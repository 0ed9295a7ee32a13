interface ReadableColumns {
  /** For analysts, operators and `psql`: no code, no secret, nothing personal, no bytes of a request. */
  readonly read: string;
  /** Read beside those by `loyaltyctl check`, which compares them. */
  readonly check?: string;
  /** For services alone. Named here, so that each new column is judged. */
  readonly withheld?: string;
}

/**
 * Every column of every table is in one of these lists; one that is in none is for services alone. References
 * of receipts and events are a tenant's numbers of documents; those of members name people (D94). `xmin` is the number of the
 * transaction that wrote a row, which every table of Postgres has.
 */
export const readableColumns: Readonly<Record<string, ReadableColumns>> = {
  activity: {
    read: `environment_id step_minutes at campaign_id receipts events awards spend_cents points_earned points_redeemed
           discount_cents points_expired points_adjusted members_enrolled rewards_given cost_cents`,
  },
  adjusted_days: { read: 'environment_id actor day points' },
  api_keys: {
    read: `id environment_id name hint rate_limit_per_minute created_at revoked_at permissions role expires_at
           made_by replaced_by last_used_on used_permissions updated_at returns_apart`,
    withheld: 'hash',
  },
  audit_entries: {
    read: `environment_id created_at id actor_kind actor_id action object_type object_id object_name changes
           is_truncated server_request_id`,
    withheld: 'request_id address',
  },
  balance_counts: {
    read: 'environment_id day counted_at members members_with_points points point_value_cents',
  },
  campaign_budgets: { read: 'environment_id campaign_id spent_cents alerted_for_cents' },
  campaign_counters: { read: 'environment_id campaign_id scope count' },
  campaign_spendings: { read: 'id environment_id campaign_id cents allowance_cents' },
  campaign_uses: { read: 'environment_id campaign_id times' },
  campaigns: {
    read: `environment_id id name description state earning_rule redemption_rule target_segment_ids store_ids
           start_at end_at min_spend_cents max_budget_cents alert_threshold currency activated_at activation_seq
           created_at updated_at paused_reason rules_version conditions comparisons listed_values
           earn_on line_comparisons limits exclusive_group priority tier_multiplier`,
  },
  check_marks: { read: 'scope epoch xid began_at ended_at' },
  code_pools: { read: 'environment_id name id next_place last_place remaining low_below' },
  consents: {
    read: 'environment_id member_id created_at id purpose channels granted granted_at policy_version author',
    check: 'source evidence',
  },
  database_cell: { read: 'is_only cell' },
  database_epochs: {
    read: 'epoch incarnation branched_at raised_at opened_at finished_at left_out members_left_out',
  },
  database_history: { read: 'is_only database_id epoch' },
  dead_letter_counts: { read: 'consumer_group topic partition minute count' },
  dead_letters_by_environment: { read: 'consumer_group topic partition environment_id minute count' },
  deliveries: {
    read: `webhook_id created_at id environment_id event_at event_id event status attempt max_attempts
           response_code latency_ms failure attempted_at next_attempt_at replay_of earlier`,
  },
  delivery_errors: {
    read: 'webhook_id created_at delivery_id environment_id member_id',
    withheld: 'error_body',
  },
  delivery_tasks: {
    read: 'destination_id rank due_at number id environment_id member_id attempt abandoned owner created_at is_bulk',
  },
  environments: {
    read: `id tenant_id mode config_version settings webhook_version closed settings_written campaigns_version
           tiers_version segments_version settings_version definitions_version providers_version`,
    withheld: 'secret',
  },
  erasures: { read: 'environment_id member_id erased_at scrub_after scrubbed_at', withheld: 'member_key' },
  event_definitions: {
    read: `environment_id key id name identity_property referrer_property lifecycle_type properties state version
           revision created_at updated_at`,
  },
  events: {
    read: 'environment_id received_at id event_key ref member_id definition_version points_awarded',
    check: 'payload referrer_key',
  },
  expired_lots: {
    read: 'environment_id run_at member_id seq points sliding_days expires_at added_at returned_at',
  },
  failed_requests: {
    read: 'environment_id operation ref code created_at id',
    withheld: 'context member_key',
  },
  fulfilment_tasks: {
    read: 'destination_id rank due_at number id environment_id member_id attempt abandoned owner created_at is_bulk',
  },
  group_members: { read: 'consumer_group owner member_id' },
  history_differences: {
    read: `epoch environment_id operation ref member_id refusal points_told points_stored is_balance_only found_at
           outcome settled_at`,
    withheld: 'told stored',
  },
  history_enrolled_members: { read: 'environment_id member_id epoch noted_at', withheld: 'member_key' },
  history_ghosts: {
    read: 'fact_id epoch environment_id type occurred_at ledger_seq outcome settled_at tenant_id',
    withheld: 'data',
  },
  history_scans: { read: 'epoch facts is_complete ended_at' },
  history_skipped_codes: { read: 'pool_id place environment_id epoch reward_id', withheld: 'code' },
  installation: { read: 'is_only kafka_cluster_id registry_id recorded_at', withheld: 'secret' },
  jobs: { read: 'name environment_id at done chunks started_at finished_at', withheld: 'cursor' },
  ledger_entries: {
    read: `environment_id member_id seq id type points balance_after transaction_id expires_at created_at
           sliding_days from_lots lifetime_change`,
    check: 'xmin',
    withheld: 'description',
  },
  member_counters: { read: 'environment_id member_id campaign_id kind count completed last_at' },
  member_days: { read: 'environment_id member_id day spend_before txns_before' },
  member_profiles: {
    read: 'environment_id member_id state_changed_at updated_at',
    check: 'name email phone state_reason search_text grams',
  },
  member_uses: { read: 'environment_id member_id campaign_id period starts_on times points' },
  members: {
    read: `environment_id id state points_balance lifetime_points ledger_seq tier_id enrolled_at last_activity_at
           created_at updated_at spend_cents txn_count last_txn_day tier_seq whole_returns points_to_deduct
           claims enrolled_by`,
    check: 'member_key external_ref xmin',
  },
  outbox: { read: 'id owner created_at', withheld: 'messages' },
  outbox_rejected: {
    read: 'id topic reason created_at environment_id',
    withheld: 'message head member_key',
  },
  pending_points: {
    read: 'environment_id member_id transaction_id n points due_at points_expiry',
    check: 'xmin',
    withheld: 'description',
  },
  people_reads: { read: 'environment_id day operation author reads' },
  point_lots: {
    read: 'environment_id member_id sliding_days expires_on expires_at points added_at due_on',
  },
  pool_codes: { read: 'pool_id place environment_id', withheld: 'code' },
  processes: { read: 'id service version rules_version schema started_at seen_at' },
  registered_schemas: { read: 'registry subject fingerprint schema_id schema registered_at' },
  request_logs: {
    read: `environment_id created_at id method status duration_ms code request_body_omitted
           response_body_omitted`,
    check: 'member_keys',
    withheld: 'request_id path request_body response_body ids',
  },
  retierings: { read: 'environment_id wanted done granted_tier_ids is_silent wanted_at result' },
  open_redemptions: {
    read: 'environment_id member_id ref transaction_id points expires_at ask_at',
    check: 'xmin',
  },
  returned_transactions: {
    read: 'environment_id transaction_id member_id amount_returned amount_unnamed skus kept return_ids redeem_ref points_refunded discount_reversed points_from_pending points_unrecovered',
    check: 'xmin',
  },
  reward_codes: { read: 'environment_id reward_id', check: 'code' },
  reward_providers: {
    read: 'environment_id name id kind is_idempotent calls_max created_at updated_at idempotent_since',
    withheld: 'secret url',
  },
  rewards: {
    read: `environment_id id member_id campaign_id tier_id state reward_type value valid_days created_at provider
           attempts failure_reason issued_at expires_at redeemed_at expired_at failed_at retried_at
           redeemed_transaction_ref redeemed_store_ref transaction_ref taken_tier_seq changed_by`,
    check: 'code',
  },
  schema_migrations: { read: 'id name batch migration_time phase' },
  segment_clearings: { read: 'environment_id segment_id' },
  segment_members: { read: 'environment_id segment_id member_id added_at' },
  segment_states: {
    read: `environment_id segment_id member_count refreshed_at wanted done added removed late_asking late_at
           asked`,
  },
  segments: {
    read: 'environment_id id name description type rules last_refreshed_at created_at updated_at',
  },
  stream_positions: {
    read: 'cluster_id consumer_group topic partition next_offset last_timestamp state parked_reason updated_at',
  },
  task_leases: {
    read: 'id owner destination_ids ids environment_ids member_ids created_ats source_ids created_at are_bulk',
  },
  task_owners: { read: 'owner queue heartbeat' },
  tenant_moves: { read: 'tenant_id target forward_since' },
  tenant_streams: { read: 'environment_id topic created_at' },
  tenants: { read: 'id name created_at' },
  tier_versions: {
    read: 'environment_id number changed_at tier_ids min_lifetime_points granted_tier_ids',
  },
  tiers: {
    read: `environment_id id name min_lifetime_points benefits sort_order badge_url created_at updated_at
           threshold_set_at`,
  },
  transactions: {
    read: `environment_id operation ref id member_id created_at amount_cents occurred_at ledger_seq award_terms
           author store_ref`,
    check: 'answer xmin',
    withheld: 'fingerprint',
  },
  webhook_catch_ups: { read: 'environment_id webhook_id id event_ids event_ats' },
  webhook_events: {
    read: 'environment_id created_at id type member_id targets delivery_id_at',
    withheld: 'body',
  },
  webhook_replays: {
    read: `environment_id webhook_id id since until selection state enabled_at walked_at walked_id turn_at made
           created_at finished_at`,
  },
  webhooks: {
    // Path and query of a URL may open what it names; the audit log hides them, too (D209).
    read: `environment_id id events previous_until status disabled_reason disabled_at enabled_at
           consecutive_failures deleted_at created_at updated_at`,
    withheld: 'secret previous_secret url',
  },
  witness_writes: { read: 'owner written_at' },
};
