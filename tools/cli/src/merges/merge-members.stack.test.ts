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

/** Imports members with 10 points each. */
const importMembers = async (...references: readonly string[]): Promise<void> => {
  const path = fileOf('externalRef,balance', ...references.map((reference) => `${reference},10`));
  const { exitCode, err } = await loyaltyctl(['members', 'import', path, '--source', randomId(), ...place]);
  expect([exitCode, exitCode === 0 ? '' : err]).toEqual([0, '']);
};

const merge = (path: string, ...flags: readonly string[]) =>
  loyaltyctl(['members', 'merge', path, ...place, ...flags, '--json']);

const memberOf = async (reference: string): Promise<unknown> => {
  const { out } = await loyaltyctl(['members', 'show', reference, ...place, '--json']);
  const { id, externalRef, pointsBalance } = (
    JSON.parse(out) as { member: { id: string; externalRef: string; pointsBalance: number } }
  ).member;
  return { id, externalRef, pointsBalance };
};

const rejectsOf = (path: string): unknown[] =>
  readFileSync(`${path}.rejects.ndjson`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { line: number, errors } = JSON.parse(line) as { line: number; errors: { message: string }[] };
      return [number, errors[0]?.message];
    });

test('a file merges doubles after a dry run that merges nobody, and the same file again changes nothing (D346)', async () => {
  const of = randomId();
  const people = Array.from({ length: 30 }, (_, n) => `${of}-${n.toString()}`);
  await importMembers(...people.flatMap((person) => [person, `${person}-double`]));
  const path = fileOf('merged;stays;reason', ...people.map((person) => `${person}-double;${person};`));
  for (const [flag, merged, already] of [
    ['--dry-run', 30, 0],
    ['--yes', 30, 0],
    ['--yes', 0, 30],
  ] as const) {
    const { exitCode, out } = await merge(path, flag);
    expect([exitCode, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({
        isDryRun: flag === '--dry-run',
        merged,
        pointsMoved: merged * 10,
        already,
        rejected: 0,
        rejectsFile: null,
        unfinished: null,
      }),
    ]);
    expect(await memberOf(`${people[7] ?? ''}-double`)).toMatchObject(
      flag === '--dry-run' ? { pointsBalance: 10 } : { externalRef: people[7], pointsBalance: 20 },
    );
  }
});

test('a merged member is shown by their id, with what was before and with the member who has it now', async () => {
  const of = randomId();
  const [stays, goes] = [`${of}-stays`, `${of}-goes`];
  await importMembers(stays, goes);
  const [kept, merged] = [await memberOf(stays), await memberOf(goes)] as { id: string }[];
  const { exitCode } = await merge(fileOf(`${stays},${goes},Two cards`), '--yes');
  expect(exitCode).toBe(0);
  const byApi = await loyaltyctl(['members', 'show', merged?.id ?? '', ...place]);
  const byDatabase = await loyaltyctl(['members', 'show', merged?.id ?? '', ...place.slice(0, 4)]);
  for (const { out, err } of [byApi, byDatabase]) {
    expect(err).toBe('');
    expect(out).toMatch(/is merged since .* \(Two cards\)\nWhat they had belongs to member /);
    expect(out).toContain(`belongs to member ${kept?.id ?? ''} now`);
    expect(out).toContain(`Merged into member ${kept?.id ?? ''}`);
  }
});

test('lines that cannot be done are written down with their reasons, and the others are done', async () => {
  const of = randomId();
  const [anna, ben, cara, dan, eve, eve2] = ['anna', 'ben', 'cara', 'dan', 'eve', 'eve2'].map(
    (name) => `${of}-${name}`,
  ) as [string, string, string, string, string, string];
  await importMembers(anna, ben, cara, dan, eve, eve2);
  const { id } = (await memberOf(eve2)) as { id: string };
  const call = ['api', 'suspendMember', '--memberId', id, ...place];
  expect((await loyaltyctl(call)).exitCode).toBe(0);
  const path = fileOf(
    'stays,merged,reason',
    `${anna},${ben},`,
    `${anna},${ben},`,
    `${cara},${ben},`,
    `${cara},6.00649E+12,`,
    `${cara},${cara},`,
    `${cara},${of}-nobody,`,
    `${eve},${eve2},`,
    `${cara},${dan},"He said so, at the desk"`,
  );
  const { exitCode, out } = await merge(path, '--yes');
  expect([exitCode, JSON.parse(out)]).toEqual([
    1,
    expect.objectContaining({ merged: 2, already: 1, rejected: 5 }),
  ]);
  expect(rejectsOf(path)).toEqual([
    [4, 'merges the member of line 2 into somebody else'],
    [5, 'has a member to merge that a spreadsheet has rounded (6.00649E+12): save the column as text'],
    [6, 'names the same member twice'],
    [7, `names a member who does not exist (${of}-nobody)`],
    [8, `cannot be merged now: ${id} is not active: reinstate a suspended member first`],
  ]);
  // A file without that line is no way around it.
  const again = fileOf('stays,merged', `${cara},${ben}`);
  expect((await merge(again, '--yes')).exitCode).toBe(1);
  expect(rejectsOf(again)).toEqual([
    [2, expect.stringContaining('names a member who was merged into somebody else before')],
  ]);
  expect(await memberOf(cara)).toMatchObject({ externalRef: cara, pointsBalance: 20 });
});

test('lines that touch one member are done in the order of the file, by whatever the member is named', async () => {
  const of = randomId();
  const refs = ['a', 'b', 'c', 'd'].map((name) => `${of}-${name}`);
  await importMembers(...refs);
  const [a = '', b = '', c = '', d = ''] = refs;
  const links = fileOf('member,reference', `${b},${b}-card`);
  expect((await loyaltyctl(['members', 'link', links, ...place])).exitCode).toBe(0);
  const { id } = (await memberOf(b)) as { id: string };
  const path = fileOf(`${a},${b}-card`, `${id},${c}`, `${d},${a}`);
  const { exitCode, out } = await merge(path, '--yes');
  expect([exitCode, JSON.parse(out)]).toEqual([0, expect.objectContaining({ merged: 3, rejected: 0 })]);
  expect(await memberOf(`${b}-card`)).toMatchObject({ externalRef: d, pointsBalance: 40 });
  expect(JSON.parse((await merge(path, '--yes')).out)).toMatchObject({ merged: 0, already: 3 });
});

test('a file whose columns nobody knows sends nothing, and neither does a merge that nobody confirms', async () => {
  const nameless = await merge(fileOf('duplicate,original', 'card-1,card-2'), '--yes');
  expect([nameless.exitCode, nameless.err]).toEqual([
    1,
    expect.stringContaining('The first line must name the columns: stays and merged'),
  ]);
  const unconfirmed = await merge(fileOf('card-1,card-2'));
  expect([unconfirmed.exitCode, unconfirmed.err]).toEqual([
    1,
    expect.stringContaining('A merge cannot be undone'),
  ]);
});
