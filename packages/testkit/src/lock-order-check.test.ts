import { LockOrderCheck, locksOf } from './lock-order-check.ts';

test.each([
  ['SELECT id FROM members WHERE id = $1 FOR NO KEY UPDATE', [['members', 'lock']]],
  [
    'SELECT r.id FROM rewards r JOIN campaigns c ON c.id = r.campaign_id ORDER BY 1 FOR NO KEY UPDATE OF r SKIP LOCKED',
    [['rewards', 'claim']],
  ],
  [
    'INSERT INTO transactions (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET ref = $2',
    [['transactions', 'insert']],
  ],
  [
    'WITH gone AS (DELETE FROM task_leases WHERE id = $1 RETURNING id) UPDATE deliveries SET status = $2 FROM gone',
    [
      ['deliveries', 'lock'],
      ['task_leases', 'lock'],
    ],
  ],
  [
    'SELECT m.id, (SELECT max(seq) FROM ledger_entries) AS seq FROM members m WHERE m.id = ANY (ARRAY(SELECT 1)) FOR UPDATE',
    [['members', 'lock']],
  ],
  ['SELECT id FROM members WHERE id = $1', []],
])('the locks of a statement are read from its text: %s', (text, expected) => {
  expect(locksOf(text).map(({ on, kind }) => [on, kind])).toEqual(expected);
});

test('the first key of an advisory lock is read from the text or the values', () => {
  expect(locksOf('SELECT pg_advisory_xact_lock($1, $2)', [7_305_003, 1])[0]?.on).toBe('7305003');
  expect(locksOf('SELECT pg_advisory_xact_lock(7305003, 1)')[0]?.on).toBe('7305003');
});

test('▲ a lock behind a later one is refused; a row that is held may be changed again', () => {
  const check = new LockOrderCheck();
  check.note('SELECT id FROM members WHERE id = $1 FOR NO KEY UPDATE');
  check.note('UPDATE campaigns SET state = $1');
  check.note('UPDATE members SET points_balance = $1');
  expect(() => {
    check.note('UPDATE campaign_budgets SET spent_cents = $1');
  }).toThrow('campaign_budgets (budgets) is locked behind «campaigns, by id»');
});

test('what is claimed only while it is free may stand behind later locks; what follows it may not', () => {
  const check = new LockOrderCheck();
  check.note('SELECT id FROM rewards WHERE id = $1 FOR NO KEY UPDATE');
  check.note('SELECT campaign_id FROM campaign_budgets FOR NO KEY UPDATE SKIP LOCKED');
  check.note('UPDATE campaign_budgets SET spent_cents = $1');
  expect(() => {
    check.note('UPDATE campaigns SET state = $1');
  }).toThrow('campaigns (campaigns, by id) is locked behind «rewards, by id»');
});
