import type { TableEntry } from './table-entry.ts';

/**
 * The tables that the processes of one installation keep for themselves. None of them moves with a tenant.
 */
export const processTables = {
  schema_migrations: {
    owner: 'storage/migrate',
    read: 'id name batch migration_time phase',
    locked: null,
  },
  installation: {
    owner: 'storage/installation',
    read: 'is_only kafka_cluster_id registry_id recorded_at',
    withheld: 'secret',
    locked: null,
  },
  registered_schemas: {
    owner: 'storage/registered-schemas',
    read: 'registry subject fingerprint schema_id schema registered_at',
    locked: null,
  },
  processes: {
    owner: 'storage/processes',
    read: 'id service version rules_version schema started_at seen_at',
    locked: 'single rows of bookkeeping',
  },
  group_members: {
    owner: 'storage/processes',
    read: 'consumer_group owner member_id',
    locked: 'single rows of bookkeeping',
  },
  witness_writes: {
    owner: 'storage/processes',
    read: 'owner written_at',
    locked: 'single rows of bookkeeping',
  },
  stream_positions: {
    owner: 'storage/positions',
    read: 'cluster_id consumer_group topic partition next_offset last_timestamp state parked_reason updated_at',
    locked: 'positions',
  },
  outbox: {
    owner: 'storage/outbox',
    read: 'id owner created_at',
    withheld: 'messages',
    locked: 'single rows of bookkeeping',
  },
  dead_letter_counts: {
    owner: 'storage/positions',
    read: 'consumer_group topic partition minute count',
    locked: null,
  },
  task_owners: {
    owner: 'task-queue',
    read: 'owner queue heartbeat',
    locked: 'owners and leases of tasks',
  },
  task_leases: {
    owner: 'task-queue',
    read: 'id owner destination_ids ids environment_ids member_ids created_ats source_ids created_at are_bulk',
    locked: 'owners and leases of tasks',
  },
  check_marks: {
    owner: 'tables/checks',
    read: 'scope epoch xid began_at ended_at',
    locked: 'single rows of bookkeeping',
  },
  database_cell: {
    owner: 'tables/tenants',
    read: 'is_only cell',
    locked: null,
  },
  tenant_moves: {
    owner: 'tables/cells',
    read: 'tenant_id target forward_since',
    locked: null,
  },
  database_history: {
    owner: 'storage/history',
    read: 'is_only database_id epoch',
    locked: null,
  },
  database_epochs: {
    owner: 'storage/history',
    read: 'epoch incarnation branched_at raised_at opened_at finished_at left_out members_left_out',
    locked: null,
  },
  history_scans: {
    owner: 'storage/history',
    read: 'epoch facts is_complete ended_at',
    locked: null,
  },
} as const satisfies Readonly<Record<string, TableEntry>>;
