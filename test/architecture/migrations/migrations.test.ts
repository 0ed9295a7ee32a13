import { loadModule } from 'libpg-query';
import { allMigrations } from '@loyalty/service/migrations';
import { indexMigration, type Migration, partitionedIndexMigration } from '@loyalty/storage/migrations';
import { hashOfStep } from '../../../tools/cli/src/deploy/deploy.ts';
import { read } from '../../support/sources.ts';
import { lintStep } from './lint-step.ts';
import { type RuleName, rules } from './rules.ts';

/** Older steps, and the rules that they break. They were run with every service stopped. None is added. */
const exceptions: Readonly<Record<string, readonly RuleName[]>> = {
  '0004-outbox-statistics': ['type'],
  '0006-rejected-members': ['index'],
  '0008-opened-epochs': ['rows'],
  '0106-campaign-budgets': ['drop'],
  '0107-tier-passes': ['rows'],
  '0111-webhook-replays': ['index'],
  '0112-deliveries-by-status': ['drop', 'index'],
  '0123-paused-reasons': ['constraint'],
  '0126-provider-idempotency': ['rows'],
  '0132-tenant-moves': ['constraint', 'index'],
  '0135-retierings': ['rename'],
  '0204-partitions': ['drop', 'rename', 'unknown'],
  '0206a-lives': ['type'],
  '0206e-members-external-ref': ['drop'],
  '0209d-memberships-older-indexes': ['drop'],
  '0303-task-names': ['rename'],
  '0399-first-statistics': ['unknown'],
};

interface Releases {
  readonly releases: readonly {
    readonly version: string;
    readonly steps: Readonly<Record<string, string>>;
  }[];
}

const { releases } = JSON.parse(read('deploy/releases.json')) as Releases;

beforeAll(loadModule);

const expand = (sql: string): Migration => ({ name: 'sample', sql });
const contract = (sql: string): Migration => ({ name: 'sample', phase: 'contract', after: '0.2.0', sql });
const brokenBy = (step: Migration): RuleName[] =>
  [...new Set(lintStep(step).map(({ rule }) => rule))].toSorted();

test.each(allMigrations)('▲ $name can be run on a running system', (step) => {
  const excepted = exceptions[step.name] ?? [];
  const broken = lintStep(step).map(({ rule, by }) => ({ rule, says: `${by}: ${rules[rule]}` }));
  expect(broken.filter(({ rule }) => !excepted.includes(rule))).toEqual([]);
});

test('every exception is still one', () => {
  const broken = allMigrations.flatMap((step) => {
    const found = brokenBy(step);
    return found.length === 0 ? [] : [[step.name, found]];
  });
  expect(Object.fromEntries(broken)).toEqual(exceptions);
});

/** Statements that running services would notice, each with the rule that refuses it. */
const refused: readonly (readonly [RuleName, string])[] = [
  ['drop', 'DROP TABLE members'],
  ['drop', 'DROP INDEX CONCURRENTLY members_newest'],
  ['drop', 'DROP FUNCTION f()'],
  ['drop', 'TRUNCATE members'],
  ['drop', 'ALTER TABLE members DROP COLUMN tier_id'],
  ['drop', 'ALTER TABLE members DROP CONSTRAINT members_state_check'],
  ['rename', 'ALTER TABLE members RENAME TO people'],
  ['rename', 'ALTER TABLE members RENAME COLUMN tier_id TO tier'],
  ['rename', 'ALTER INDEX members_newest RENAME TO members_by_age'],
  ['rename', 'ALTER TABLE members SET SCHEMA other'],
  ['type', 'ALTER TABLE members ALTER COLUMN tier_seq TYPE numeric'],
  ['not-null', 'ALTER TABLE members ALTER COLUMN tier_id SET NOT NULL'],
  ['not-null', 'ALTER TABLE members ADD COLUMN a int NOT NULL'],
  ['constraint', 'ALTER TABLE members ADD CONSTRAINT positive CHECK (tier_seq > 0)'],
  ['constraint', 'ALTER TABLE members ADD CONSTRAINT f FOREIGN KEY (tier_id) REFERENCES tiers (id)'],
  ['constraint', 'ALTER TABLE members ADD UNIQUE (external_ref)'],
  ['constraint', 'ALTER TABLE members ADD COLUMN a int CHECK (a > 0)'],
  ['constraint', 'ALTER TABLE members ADD COLUMN a int REFERENCES tiers (id)'],
  ['constraint', 'ALTER TABLE members ADD CONSTRAINT c CHECK (a > 0) NOT VALID, VALIDATE CONSTRAINT c'],
  ['index', 'CREATE INDEX members_a ON members (a)'],
  ['index', 'CREATE TABLE t (a int); CREATE UNIQUE INDEX members_a ON members (a)'],
  ['default', 'ALTER TABLE members ADD COLUMN a uuid DEFAULT gen_random_uuid()'],
  ['default', `ALTER TABLE members ADD COLUMN a text DEFAULT 'a' || random()`],
  ['default', 'ALTER TABLE members ADD COLUMN a int GENERATED ALWAYS AS IDENTITY'],
  ['default', 'ALTER TABLE members ADD COLUMN a int GENERATED ALWAYS AS (b + 1) STORED'],
  ['default', 'ALTER TABLE members ADD COLUMN a bigserial'],
  ['rows', 'UPDATE members SET tier_seq = 0'],
  ['rows', 'DELETE FROM members WHERE tier_seq = 0'],
  ['rows', 'WITH gone AS (DELETE FROM members RETURNING id) INSERT INTO t SELECT id FROM gone'],
  ['unknown', 'DO $$ BEGIN UPDATE members SET tier_seq = 0; END $$'],
  ['unknown', 'LOCK TABLE members'],
  ['unknown', 'CLUSTER members USING members_newest'],
  ['unknown', 'VACUUM FULL members'],
  ['unknown', 'ALTER TABLE members SET UNLOGGED'],
];

test.each(refused)('%s: an expand step is refused that says %s', (rule, sql) => {
  expect(brokenBy(expand(sql))).toEqual([rule]);
});

test('every rule has a sample that breaks it', () => {
  expect(new Set(refused.map(([rule]) => rule))).toEqual(new Set(Object.keys(rules)));
});

test.each([
  'CREATE TABLE t (a int CHECK (a > 0)); CREATE INDEX t_a ON t (a); ALTER TABLE t ALTER a SET NOT NULL; UPDATE t SET a = 1',
  'ALTER TABLE members ADD COLUMN a int',
  'ALTER TABLE members ADD COLUMN a bigint NOT NULL DEFAULT 0',
  `ALTER TABLE members ADD COLUMN a text[] NOT NULL DEFAULT '{}'::text[], ADD COLUMN b timestamptz DEFAULT now()`,
  'ALTER TABLE members ADD CONSTRAINT positive CHECK (tier_seq > 0) NOT VALID',
  'ALTER TABLE members DROP CONSTRAINT old, ADD CONSTRAINT wider CHECK (tier_seq > 0) NOT VALID',
  'ALTER TABLE members VALIDATE CONSTRAINT positive',
  'ALTER TABLE members ADD CONSTRAINT once UNIQUE USING INDEX members_once',
  'ALTER TABLE members ALTER tier_id DROP NOT NULL',
  'CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS $$ UPDATE members SET tier_seq = 0 RETURNING 1 $$',
  'ANALYZE members',
])('an expand step may say %s', (sql) => {
  expect(lintStep(expand(sql))).toEqual([]);
});

test('an index that is built beside running writers is an expand step, also on a table of partitions', () => {
  const one = indexMigration('one', { index: 'members_a', on: 'ON members (a)' });
  const many = partitionedIndexMigration('many', { index: 'events_a', table: 'events', by: '(a)' });
  expect([...lintStep(one), ...lintStep(many)]).toEqual([]);
});

test.each(refused.filter(([rule]) => ['drop', 'rename', 'type', 'not-null'].includes(rule)))(
  '%s: a contract step may say what an expand step may not',
  (_rule, sql) => {
    expect(lintStep(contract(sql))).toEqual([]);
  },
);

test.each(refused.filter(([rule]) => !['drop', 'rename', 'type', 'not-null'].includes(rule)))(
  '%s: what is done in another way without a pause is no contract step either: %s',
  (rule, sql) => {
    expect(brokenBy(contract(sql))).toEqual([rule]);
  },
);

test('a contract step names a release that is out', () => {
  const after = allMigrations.flatMap((step) => (step.phase === 'contract' ? [step.after] : []));
  expect(after.filter((version) => !releases.some((release) => release.version === version))).toEqual([]);
});

test('a step that was released does what it did', () => {
  const hashes = Object.fromEntries(allMigrations.map((step) => [step.name, hashOfStep(step)]));
  const released = Object.assign({}, ...releases.map(({ steps }) => steps)) as Record<string, string>;
  expect(hashes).toMatchObject(released);
  expect(Object.keys(released)).not.toEqual([]);
});

/** `loyaltyctl processes` shows the greatest name that a build knows: it tells builds apart. */
test('the greatest name of all steps grows with each release that has a new one', () => {
  const released = new Set(releases.flatMap(({ steps }) => Object.keys(steps)));
  const names = allMigrations.map(({ name }) => name).toSorted();
  const hasNew = names.some((name) => !released.has(name));
  expect(hasNew && released.has(names.at(-1) ?? '')).toBe(false);
});

test('a released step that does something else has another hash', () => {
  const step = expand('ALTER TABLE members ADD COLUMN a int');
  const other = expand('ALTER TABLE members ADD COLUMN a bigint');
  expect(hashOfStep(other)).not.toBe(hashOfStep(step));
  expect(hashOfStep({ ...step, name: 'moved' })).toBe(hashOfStep(step));
});
