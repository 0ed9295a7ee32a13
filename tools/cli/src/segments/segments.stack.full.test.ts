import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type MemberId, randomId } from '@loyalty/kernel';
import { readSegmentStates } from '@loyalty/tables/memberships';
import { readRefreshState, type SegmentInput } from '@loyalty/tables/segments';
import { createSegment } from '@loyalty/tables/segments/management';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import type { Reject } from '../files/rejects-file.ts';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';

let scratch: ScratchDatabase;
let system: ScratchSystem;
let folder: ReturnType<typeof createTemporaryFolder>;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  system = await createScratchSystem(scratch.db, scratch.url);
  folder = createTemporaryFolder();
});
afterAll(async () => {
  folder.remove();
  await scratch.drop();
});

const rules = {
  operator: 'AND' as const,
  conditions: [{ field: 'points_balance' as const, op: 'gte' as const, value: 1 }],
};
const segmentOf = async (input: Omit<SegmentInput, 'name'>): Promise<string> => {
  const made = await createSegment(system.db, system.environmentId, { name: 'Some', ...input });
  if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
  return made.record.id;
};
const fileOf = (content: string | Buffer): string => {
  const path = join(folder.path, `${randomId()}.csv`);
  writeFileSync(path, content);
  return path;
};
const run = (path: string, segmentId: string, ...flags: readonly string[]) =>
  system.documentOf('segments', 'import', path, '--segment', segmentId, ...system.place, ...flags);
const membersOf = async (segmentId: string): Promise<string[]> => {
  const rows = await system.db.query<{ id: string }>(
    'SELECT member_id AS id FROM segment_members WHERE segment_id = $1 ORDER BY 1',
    [segmentId],
  );
  return rows.map(({ id }) => id);
};
const countOf = async (segmentId: string) =>
  (await readSegmentStates(system.db, system.environmentId, [segmentId])).get(segmentId)?.memberCount;

test('members are imported by reference and by id, counted once however often they are named', async () => {
  const segmentId = await segmentOf({ type: 'STATIC' });
  const [ada, bob] = [await system.enrol('Ada, Countess'), await system.enrol('bob')];
  const byRef = fileOf(gzipSync('"Ada, Countess",1815\r\nbob\n\nbob,again'));
  const first = await run(byRef, segmentId);
  expect(first).toMatchObject({ document: { read: 3, added: 2, already: 1, rejected: 0 }, exitCode: 0 });
  expect(await membersOf(segmentId)).toEqual([ada, bob].toSorted());
  const byId = fileOf(`${ada.toUpperCase()}\n${bob},x\n`);
  const again = await run(byId, segmentId, '--by', 'id');
  expect(again).toMatchObject({ document: { added: 0, already: 2, unfinished: null }, exitCode: 0 });
  expect(await countOf(segmentId)).toBe(2);
});

test('a card in a file is its member, who is added once (D345)', async () => {
  const segmentId = await segmentOf({ type: 'STATIC' });
  const memberId = await system.enrol('with cards');
  for (const reference of ['plastic', 'app']) await system.give(memberId, reference);
  const imported = await run(fileOf('plastic\napp\nwith cards\n'), segmentId);
  expect(imported).toMatchObject({ document: { read: 3, added: 1, already: 2, rejected: 0 }, exitCode: 0 });
  expect(await membersOf(segmentId)).toEqual([memberId]);
  const shown = await system.documentOf('members', 'show', 'app', ...system.place);
  expect(shown).toMatchObject({ document: { member: { id: memberId, externalRef: 'with cards' } } });
});

test('unknown and erased members are written to a rejects file, and the others are added', async () => {
  const segmentId = await segmentOf({ type: 'STATIC' });
  const [here, gone] = [await system.enrol('here'), await system.enrol('gone')];
  await system.db.query(`UPDATE members SET state = 'anonymized' WHERE id = $1`, [gone]);
  const path = fileOf('nobody\nhere\ngone\n,\n');
  const line = ['segments', 'import', path, '--segment', segmentId, ...system.place];
  const { exitCode, out, err } = await system.loyaltyctl(line);
  expect(exitCode).toBe(1);
  expect(out).toMatch(/^1 members added, 0 already in the segment, 3 rejected \(see .+\.rejects\.ndjson\);/);
  expect(err).toContain(
    'line 1: there is no such member in this environment\nline 3: the member was erased\n',
  );
  const rejects = readFileSync(`${path}.rejects.ndjson`, 'utf8').trimEnd().split('\n');
  expect(rejects.map((text) => (JSON.parse(text) as Reject).line)).toEqual([1, 3, 4]);
  expect(await membersOf(segmentId)).toEqual([here]);
});

test('a header, another separator and what nobody sees are refused with their line and the way out', async () => {
  const segmentId = await segmentOf({ type: 'STATIC' });
  const [zoe, ida] = [await system.enrol('zoe'), await system.enrol('ida;1')];
  const file = fileOf(
    [
      '\uFEFFcustomer_id,city',
      'zoe,"Cape\nTown"',
      'ida;1',
      'zo\u200Be,x',
      '"zoe',
      `${zoe},x`,
      ' zoe,x',
      '"ida;1"',
    ].join('\r\n'),
  );
  const line = ['segments', 'import', file, '--segment', segmentId, ...system.place];
  const { exitCode, err } = await system.loyaltyctl(line);
  expect(exitCode).toBe(1);
  expect(err.split('\n')).toEqual([
    expect.stringMatching(
      /^line 1: «customer_id» looks like a header: pass --header .* if it is a reference$/,
    ),
    expect.stringMatching(
      /^line 4: has a semicolon in it: pass --separator semicolon .* put the reference in "…"/,
    ),
    expect.stringMatching(/^line 5: has an invisible character in it \(U\+200B, zero width space\)/),
    expect.stringMatching(/^line 6: begins with a quotation mark that is never closed/),
    'line 7: there is no such member in this environment: it looks like an id, so pass --by id',
    'line 8: there is no such member in this environment: note that spaces around a reference belong to it',
    expect.stringMatching(/^1 lines have more than one column|^\d lines have more than one column/),
    '',
  ]);
  expect(await membersOf(segmentId)).toEqual([zoe, ida].toSorted());
});

test('a reference that no CSV can hold comes with --lines', async () => {
  const segmentId = await segmentOf({ type: 'STATIC' });
  const odd = ['no\u00A0break', 'with,comma', '"quoted"', 'externalRef'];
  const ids: string[] = [];
  for (const ref of odd) ids.push(await system.enrol(ref));
  expect(await run(fileOf(odd.join('\r\n')), segmentId, '--lines')).toMatchObject({
    document: { added: 4, rejected: 0 },
    exitCode: 0,
  });
  expect(await membersOf(segmentId)).toEqual(ids.toSorted());
});

test('a source that breaks is reported as a document, with the line to go on with', async () => {
  const segmentId = await segmentOf({ type: 'STATIC' });
  const refs = Array.from({ length: 150 }, (_, place) => `broken-${place.toString()}`);
  for (const ref of refs) await system.enrol(ref);
  const packed = gzipSync(refs.map((ref) => `${ref}\n`).join(''));
  const { document, exitCode } = await run(fileOf(packed.subarray(0, -4)), segmentId);
  expect([document, exitCode]).toMatchObject([{ read: 150, added: 150, nextLine: 151 }, 1]);
  expect(document).toMatchObject({
    unfinished: expect.stringMatching(
      /its gzip is incomplete\)\. Repair the file and continue with line 151.*: nobody is added twice\.$/,
    ) as string,
  });
});

test('many members are added in several chunks, and repeating an interrupted run has the same result', async () => {
  const segmentId = await segmentOf({ type: 'STATIC' });
  const refs = Array.from({ length: 2_300 }, (_, place) => `many-${place.toString()}`);
  const ids: MemberId[] = [];
  for (const ref of refs) ids.push(await system.enrol(ref));
  // The state after a run that ended after its first chunk.
  await run(fileOf(refs.slice(0, 1_000).join('\n')), segmentId);
  const all = fileOf(refs.join('\n'));
  expect(await run(all, segmentId)).toMatchObject({
    document: { read: 2_300, added: 1_300, already: 1_000 },
  });
  expect(await run(all, segmentId)).toMatchObject({ document: { added: 0, already: 2_300 } });
  expect(await membersOf(segmentId)).toEqual(ids.toSorted());
  expect(await countOf(segmentId)).toBe(2_300);
});

test('no member is added to a DYNAMIC or a missing segment', async () => {
  const path = fileOf('bob');
  const importInto = (segmentId: string) =>
    system.loyaltyctl(['segments', 'import', path, '--segment', segmentId, ...system.place]);
  const dynamic = await importInto(await segmentOf({ type: 'DYNAMIC', rules }));
  expect([dynamic.exitCode, dynamic.err]).toEqual([
    1,
    expect.stringMatching(/is DYNAMIC: its rules decide who/),
  ]);
  const unknown = await importInto(randomId());
  expect([unknown.exitCode, unknown.err]).toEqual([1, expect.stringMatching(/There is no segment .*--mode/)]);
});

test('a refresh is requested for all DYNAMIC segments, or for one', async () => {
  const [one, other] = [
    await segmentOf({ type: 'DYNAMIC', rules }),
    await segmentOf({ type: 'DYNAMIC', rules }),
  ];
  const askedFor = async () => {
    const names = [one, other].map((segmentId) => ({ environmentId: system.environmentId, segmentId }));
    const states = await Promise.all(names.map((name) => readRefreshState(system.db, name)));
    return states.map((state) => state?.wanted);
  };
  expect(await askedFor()).toEqual([1, 1]);
  await system.documentOf('segments', 'refresh', ...system.place);
  expect(await askedFor()).toEqual([2, 2]);
  const { document } = await system.documentOf('segments', 'refresh', '--segment', one, ...system.place);
  expect([document, await askedFor()]).toEqual([{ segmentsQueued: 1 }, [3, 2]]);
});

test('a STATIC segment is not refreshed', async () => {
  const segmentId = await segmentOf({ type: 'STATIC' });
  const line = ['segments', 'refresh', '--segment', segmentId, ...system.place];
  const { exitCode, err } = await system.loyaltyctl(line);
  expect([exitCode, err]).toEqual([1, expect.stringMatching(/There is no DYNAMIC segment/)]);
});
