import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomId } from '@loyalty/kernel';
import { createKeyOnStack, createTenantOnStack, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';

let folder: ReturnType<typeof createTemporaryFolder>;
let place: string[];
beforeAll(async () => {
  folder = createTemporaryFolder();
  const tenant = await createTenantOnStack();
  place = ['--tenant', tenant, '--mode', 'test', '--key', await createKeyOnStack(tenant, 'test')];
});
afterAll(() => {
  folder.remove();
});

const fileOf = (...lines: readonly string[]): string => {
  const path = join(folder.path, `${randomId()}.csv`);
  writeFileSync(path, `${lines.join('\r\n')}\r\n`);
  return path;
};

/** Imports members with these references, who therefore have more than a reference. */
const importMembers = async (...references: readonly string[]): Promise<void> => {
  const path = fileOf('externalRef,balance', ...references.map((reference) => `${reference},10`));
  const { exitCode, err } = await loyaltyctl(['members', 'import', path, '--source', randomId(), ...place]);
  expect([exitCode, exitCode === 0 ? '' : err]).toEqual([0, '']);
};

const link = (path: string) => loyaltyctl(['members', 'link', path, ...place, '--json']);

const rejectsOf = (path: string): unknown[] =>
  readFileSync(`${path}.rejects.ndjson`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { line: number, errors } = JSON.parse(line) as { line: number; errors: { message: string }[] };
      return [number, errors[0]?.message];
    });

test('a file gives members their cards, and the same file again changes nothing (D345)', async () => {
  const of = randomId();
  const members = Array.from({ length: 30 }, (_, n) => `${of}-${n.toString()}`);
  await importMembers(...members);
  const lines = members.flatMap((member) => [`${member};${member}-card;CARD`, `${member};${member}-app;`]);
  const path = fileOf('member;reference;kind', ...lines);
  for (const [added, already] of [
    [60, 0],
    [0, 60],
  ]) {
    const { exitCode, out } = await link(path);
    expect([exitCode, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({ added, already, rejected: 0, rejectsFile: null, unfinished: null }),
    ]);
  }
  const { out } = await loyaltyctl(['members', 'show', `${members[7] ?? ''}-card`, ...place, '--json']);
  expect(JSON.parse(out)).toMatchObject({ member: { externalRef: members[7], pointsBalance: 10 } });
});

test('lines that cannot be done are written down with their reasons, and the others are done', async () => {
  const of = randomId();
  const [anna, ben] = [`${of}-anna`, `${of}-ben`];
  await importMembers(anna, ben);
  const path = fileOf(
    'member,reference,state',
    `${anna},${of}-card,`,
    `${anna},${ben},`,
    `${of}-nobody,${of}-other,`,
    `${ben},${of}-card,`,
    `${ben},6.00649E+15,`,
    `${ben},${of}-lost,BLOCKED`,
  );
  const { exitCode, out } = await link(path);
  expect([exitCode, JSON.parse(out)]).toEqual([1, expect.objectContaining({ added: 2, rejected: 4 })]);
  expect(rejectsOf(path)).toEqual([
    [3, expect.stringContaining('has a reference that belongs to another member')],
    [4, `names a member who does not exist (${of}-nobody)`],
    [5, 'has the reference of line 2: a reference belongs to one member'],
    [6, 'has a reference that a spreadsheet has rounded (6.00649E+15): save the column as text'],
  ]);
});

test('a file without names of columns, and a key of the other environment, send nothing', async () => {
  const nameless = await link(fileOf('customer-1,card-1'));
  expect([nameless.exitCode, nameless.err]).toEqual([
    1,
    expect.stringContaining('The first line must name the columns: member and reference'),
  ]);
  const [tenant = ''] = place.slice(1);
  const path = fileOf('member,reference', 'customer-1,card-1');
  const flags = ['--tenant', tenant, '--mode', 'live', '--key', place.at(-1) ?? ''];
  const foreign = await loyaltyctl(['members', 'link', path, ...flags]);
  expect([foreign.exitCode, foreign.err]).toEqual([2, expect.stringContaining('The key is a test key')]);
});
