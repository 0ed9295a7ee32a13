/**
 * Every transaction of every service takes its locks in this order (D98), so that no two wait for each other; the table
 * catalogue says which tables have rows at each place. The numbers are first keys of advisory locks. A row that a
 * transaction holds already may be changed at any place. `docs/reference/lock-order.md` follows from this, and databases
 * of tests check it.
 */
export const lockOrder = {
  'environment locks: rechecks of members against runs over all of them': [7_305_005, 7_305_006],
  'growth of a configuration': [7_305_003],
  'members, by id': [],
  'counters of campaigns': [],
  'turns at budgets': [7_305_009],
  budgets: [],
  'campaigns, by id': [],
  'other configuration': [],
  'replays and catch-ups of webhooks': [],
  'rewards, by id': [],
  'events of webhooks': [],
  'owners and leases of tasks': [],
  tasks: [],
  'pools of codes': [],
  deliveries: [],
  'uses of campaigns': [],
  positions: [],
  'new members with their profiles': [],
  'points that credentials gave today': [],
  transactions: [],
  'what locked members own': [],
  'states of segments': [],
  'single rows of bookkeeping': [],
  environments: [],
} as const satisfies Readonly<Record<string, readonly number[]>>;

export type LockClass = keyof typeof lockOrder;
