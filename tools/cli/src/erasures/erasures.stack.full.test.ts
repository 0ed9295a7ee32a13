import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memberKeyOf } from '@loyalty/kernel';
import { eraseMember } from '@loyalty/tables/erasure';
import { findMemberByKey } from '@loyalty/tables/members';
import { findEnvironment } from '@loyalty/tables/tenants';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';

let scratch: ScratchDatabase;
let system: ScratchSystem;
let folder: ReturnType<typeof createTemporaryFolder>;
let file: string;
beforeEach(async () => {
  scratch = await createSchemaDatabase();
  system = await createScratchSystem(scratch.db, scratch.url);
  folder = createTemporaryFolder();
  file = join(folder.path, 'erasures.ndjson');
});
afterEach(async () => {
  folder.remove();
  await scratch.drop();
});

const ownLines = (): readonly string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"environmentId":${system.environmentId.toString()},`));

const secretOf = async (): Promise<Uint8Array> => {
  const environment = await findEnvironment(scratch.db, system.place[1] ?? '', 'live');
  return environment?.secret ?? new Uint8Array();
};

test('▲ an erasure that only the file knows is applied to an older database, and an export adds nothing twice', async () => {
  const memberId = await system.enrol('anna');
  const scope = { environmentId: system.environmentId, tenantId: system.place[1] ?? '' };
  await scratch.db.transaction((tx) => eraseMember(tx, scope, memberId));
  const exported = await system.documentOf('erasures', 'export', file);
  expect(exported.exitCode).toBe(0);
  expect(ownLines().filter((line) => line.includes(memberId))).toHaveLength(1);
  await system.documentOf('erasures', 'export', file);
  const own = ownLines().filter((line) => line.includes(memberId));
  expect(own).toHaveLength(1);
  // As restored to before the erasure.
  await scratch.db.query(`DELETE FROM erasures`);
  for (const [table, id] of [
    ['member_profiles', 'member_id'],
    ['members', 'id'],
  ] as const)
    await scratch.db.query(`DELETE FROM ${table} WHERE ${id} = $1`, [memberId]);
  writeFileSync(file, `${own.join('\n')}\n`);
  await system.documentOf('erasures', 'reapply', '--from', file);
  const member = await findMemberByKey(scratch.db, scope, memberKeyOf(await secretOf(), 'anna'));
  expect(member).toMatchObject({ id: memberId, state: 'anonymized' });
});

test('a file that is missing or holds something else is refused, and nothing is done', async () => {
  const missing = await system.loyaltyctl(['erasures', 'reapply', '--from', file]);
  expect([missing.exitCode, missing.err]).toEqual([1, expect.stringContaining('There is no file')]);
  writeFileSync(file, 'members\n');
  const other = await system.loyaltyctl(['erasures', 'reapply', '--from', file]);
  expect([other.exitCode, other.err]).toEqual([1, expect.stringContaining('line 1 is not an erasure')]);
});
