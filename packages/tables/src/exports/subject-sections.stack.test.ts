import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { exportSubject, type SubjectPlace } from './export-subject.ts';
import { subjectSections } from './subject-sections.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
});
afterAll(() => scratch.drop());

/** Tables that name members and are in no export of one, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  erasures: 'an erased member has no export',
  kept_responses: 'copies of responses, for a day; what they say is in other sections',
  reward_codes: 'the codes are in the rewards',
  history_enrolled_members: 'ids alone, of members whose enrolment a restored database has lost',
  history_differences: 'what a restored database lacks, which the operator settles with the tenant',
  delivery_errors: 'what a receiver said to an event; the event itself is a section',
  fulfilment_tasks: 'rewards on their way to a provider; the reward is a section',
  delivery_tasks: 'events on their way to a receiver; the event is a section',
  outbox_rejected: 'messages that Kafka refused, which operators look through',
  group_members: 'members of consumer groups, who are processes',
  task_leases: 'tasks that a process is doing',
};

const texts = subjectSections.map(({ text }) => text).join('\n');

const partitionName = /_(?:p?\d+|default)$/;

test('▲ each table that names a member is in the export of a member, or has a reason not to be (D342)', async () => {
  const named = await scratch.db.query<{ table: string }>(
    `SELECT DISTINCT c.table_name AS table FROM information_schema.columns c
      WHERE c.table_schema = current_schema()
        AND (c.column_name LIKE '%member\\_id%' OR c.column_name LIKE '%member\\_key%' OR c.column_name LIKE '%member\\_ids%'
             OR c.column_name = 'referrer_key')`,
  );
  const missing = named
    .map(({ table }) => table)
    .filter((table) => !partitionName.test(table) && leftOut[table] === undefined)
    .filter((table) => !new RegExp(`\\b(?:FROM|JOIN) ${table}\\b`).test(texts));
  expect(missing).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});

test('▲ the export of a member reads each table of the catalogue that the issue of exports names (D342)', () => {
  for (const table of ['audit_entries', 'returned_transactions', 'expired_lots', 'member_uses'])
    expect(texts).toMatch(new RegExp(`\\b(?:FROM|JOIN) ${table}\\b`));
});

test('every section can be read, from its beginning and from any place (D342)', async () => {
  const { db } = scratch;
  const { environmentIds } = await createTenant(db, { name: `Subjects ${randomId()}` });
  const environmentId: EnvironmentId = environmentIds.live;
  const memberId = await enrolMember(db, environmentId);
  const asked = { environmentId, memberId, limit: 1 };
  let after: SubjectPlace | null = null;
  const found: string[] = [];
  do {
    const page: Awaited<ReturnType<typeof exportSubject>> = await exportSubject(db, { ...asked, after });
    found.push(...page.records.map(({ section }) => section));
    after = page.next;
  } while (after !== null);
  expect(found).toEqual(['member']);
  expect(new Set(subjectSections.map(({ name }) => name)).size).toBe(subjectSections.length);
});
