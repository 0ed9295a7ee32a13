import { schemaCatalogue } from './service-rights.ts';
import { needsOf } from './statement-needs.ts';

/** Statements, each with its needs. */
const samples: readonly (readonly [string, readonly string[]])[] = [
  ['SELECT 1 FROM members m JOIN tiers AS t USING (id)', ['members SELECT', 'tiers SELECT']],
  ['SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE', ['members SELECT', 'members UPDATE']],
  ['INSERT INTO events (id) VALUES ($1)', ['events INSERT']],
  ['INSERT INTO events (id) VALUES ($1) RETURNING id', ['events INSERT', 'events SELECT']],
  [
    'INSERT INTO jobs (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET at = now()',
    ['jobs INSERT', 'jobs SELECT', 'jobs UPDATE'],
  ],
  ['UPDATE rewards AS r SET state = $1', ['rewards SELECT', 'rewards UPDATE']],
  [
    'WITH gone AS (DELETE FROM outbox WHERE id = $1 RETURNING 1) SELECT count(*) FROM gone',
    ['outbox DELETE', 'outbox SELECT'],
  ],
  [
    'DELETE FROM jobs WHERE ctid = ANY (ARRAY(SELECT ctid FROM jobs LIMIT 1 FOR UPDATE SKIP LOCKED))',
    ['jobs DELETE', 'jobs SELECT', 'jobs UPDATE'],
  ],
  [`SELECT nextval('campaign_activations')`, ['campaign_activations USAGE']],
  ['SELECT remove_delivery_days($1, 2)', ['remove_delivery_days EXECUTE']],
];

test.each(samples)('%s', (text, expected) => {
  const found = needsOf(text, schemaCatalogue).map(({ on, privilege }) => `${on} ${privilege}`);
  expect([...new Set(found)].toSorted()).toEqual([...expected].toSorted());
});
