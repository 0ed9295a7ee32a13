import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@loyalty/kernel/testing';
import { eventually, historiesTimeoutMs, historyRuns } from '@loyalty/testkit/runs';
import { loyaltyctl } from '../support/loyaltyctl.ts';
import { type FaultKind, faultKinds, type FaultPlaces } from '../support/planted-faults.ts';
import { markNow } from '../support/search/mark.ts';
import { searchDatabase } from '../support/search/search-database.ts';
import { searchLogs } from '../support/search/search-files.ts';
import { searchRedis } from '../support/search/search-redis.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

/** 10,000 in a night, of 2,000 histories. */
const faultCount = Math.max(60, 5 * historyRuns);
/** One line in twenty is faulty. */
const lineCount = 20 * faultCount;

const kindsOf = (way: 'file' | 'call'): readonly FaultKind[] =>
  faultKinds.filter(({ isOnlyIn = way }) => isOnlyIn === way);

const seed = randomBytes(4).readUInt32LE();
const random = seededRandom(seed);

const coreOf = (): string => randomBytes(12).toString('hex');
/** Stands in every line that is rejected, and in no other. */
const rejected = { what: 'rejected', text: `n${coreOf()}`, core: coreOf() };
/** Stands in good lines, so that a search which finds nothing is known to work. */
const good = { what: 'good', text: `n${coreOf()}`, core: coreOf() };

let tenant: TestTenant;
let stored: StoredRows;
let places: FaultPlaces;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'planted-'));
  tenant = await createTestTenant('Planted faults');
  stored = openStoredRows();
  const environment = ['--tenant', tenant.tenantId, '--mode', 'test'];
  await loyaltyctl('settings', 'set', 'importLinesPerMinute', '120000', ...environment);
  places = await makePlaces();
}, historiesTimeoutMs);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stored.close();
});

interface LineResult {
  readonly outcome: string;
  readonly memberId: string | null;
  readonly code: string | null;
  readonly errors: readonly { readonly pointer: string }[];
}

/** Sends a call again while its lines are more than a minute allows. */
const send = async (source: string, lines: readonly object[]): Promise<readonly LineResult[]> => {
  for (;;) {
    const { status, headers, text } = await tenant.test.post(`/imports/${source}/lines`, { lines });
    if (status === 200) return (JSON.parse(text) as { results: readonly LineResult[] }).results;
    if (status !== 429) throw new Error(`${status.toString()} ${text}`);
    await pause(Number(headers.get('Retry-After')) * 1_000);
  }
};

const packsOf = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / 100) }, (_, at) => items.slice(at * 100, at * 100 + 100));

const open = (source: string) => tenant.test.put(`/imports/${source}`, { signedUp: true });

/** Of each of the kinds that need one, a file has at most so many. */
const membersNeeded = Math.ceil((2 * faultCount) / (faultKinds.length - 10)) + 2;

const makePlaces = async (): Promise<FaultPlaces> => {
  const { test } = tenant;
  const refs = (name: string) =>
    Array.from({ length: membersNeeded }, (_, at) => ({
      externalRef: `${name}-${at.toString()}`,
      balance: 5,
    }));
  await open('before');
  const results = [];
  for (const lines of packsOf([
    ...refs('rich').map((line) => ({ ...line, lifetimePoints: 5 })),
    ...refs('erased'),
  ]))
    results.push(...(await send('before', lines)));
  for (const { memberId } of results.slice(membersNeeded)) await test.delete(`/members/${memberId ?? ''}`);
  await fillLots('full');
  const rules = { operator: 'AND', conditions: [{ field: 'points_balance', op: 'gte', value: 1 }] };
  const [stampCampaignId = ''] = await activateCampaigns(test, [
    {
      name: 'Coffee',
      earningRule: { type: 'STAMP_CARD', stampsRequired: 3, rewardOnCompletion: { points: 1 } },
    },
  ]);
  return {
    staticSegmentId: (await test.post('/segments', { name: 'List', type: 'STATIC' })).body.id,
    dynamicSegmentId: (await test.post('/segments', { name: 'Rule', type: 'DYNAMIC', rules })).body.id,
    stampCampaignId,
    memberId: results[0]?.memberId ?? '',
    erasedRef: (at) => `erased-${at.toString()}`,
    richRef: (at) => `rich-${at.toString()}`,
    fullRef: 'full',
  };
};

/** Fills a member's 5,000 dates, by five imports. */
const fillLots = async (externalRef: string): Promise<void> => {
  for (let part = 0; part < 5; part += 1) {
    const lots = Array.from({ length: 1_000 }, (_, at) => ({
      points: 1,
      expiresAt: new Date(Date.UTC(2030, 0, 1 + part * 1_000 + at)).toISOString().slice(0, 10),
    }));
    await open(`part-${part.toString()}`);
    await send(`part-${part.toString()}`, [{ externalRef, balance: 1_000, lots }]);
  }
};

interface PlantedLine {
  readonly line: Readonly<Record<string, unknown>>;
  /** Null for a good line. */
  readonly kind: FaultKind | null;
}

/** Returns so many places below a number, in their order. */
const drawn = (count: number, below: number): ReadonlySet<number> => {
  const found = new Set<number>();
  while (found.size < count) found.add(1 + Math.floor(random() * (below - 1)));
  return found;
};

/** Draws lines of which so many are faulty, each kind about as often as the others; the first one is good. */
const plant = (way: 'file' | 'call', faults: number, lines: number): readonly PlantedLine[] => {
  const kinds = kindsOf(way);
  const faulty = drawn(faults, lines);
  const counts = new Map<FaultKind, number>();
  let next = 0;
  const kindAt = (): FaultKind => {
    const kind = kinds[next % kinds.length];
    next += 1;
    if (kind === undefined) throw new Error('there are no kinds');
    return (counts.get(kind) ?? 0) >= (kind.countMax ?? Infinity) ? kindAt() : kind;
  };
  let goodRef: string | null = null;
  return Array.from({ length: lines }, (_, place) => {
    if (place % 100 === 0) goodRef = null;
    if (!faulty.has(place) || (way === 'call' && goodRef === null)) {
      const line = goodLine(way, place);
      goodRef = line.externalRef;
      return { line, kind: null };
    }
    const kind = kindAt();
    const at = counts.get(kind) ?? 0;
    counts.set(kind, at + 1);
    const marker = `${rejected.core}-${way}-${place.toString()}`;
    const base = { externalRef: marker, name: marker, email: `${marker}@example.com`, [marker]: marker };
    return { line: { ...base, ...kind.over({ places, at, marker, goodRef }) }, kind };
  });
};

/** A sound line, with the fields that some have. */
const goodLine = (way: string, place: number) => ({
  externalRef: `${good.core}-${way}-${place.toString()}`,
  name: place % 3 === 0 ? null : `Ünal ${good.core}`,
  balance: place % 500,
  lifetimePoints: place,
  ...(place % 500 > 0 && place % 4 === 0 && { lots: [{ points: 1, expiresAt: '2099-12-31' }] }),
  ...(place % 5 === 0 && { purchases: { spendCents: place * 100, count: 3, lastOn: '2025-11-02' } }),
  ...(place % 7 === 0 && { segmentIds: [places.staticSegmentId] }),
  ...(place % 11 === 0 && { stampCards: [{ campaignId: places.stampCampaignId, stamps: 2 }] }),
});

const pointersOf = (errors: LineResult['errors']) => errors.map(({ pointer }) => pointer);

const isGood = ({ kind }: PlantedLine): boolean => kind === null;

/** Checks that an import has the good lines, all of them and no other. */
const expectStored = async (source: string, planted: readonly PlantedLine[]): Promise<void> => {
  const lines = planted.filter(isGood).map(({ line }) => line);
  const { body } = await tenant.test.get(`/imports/${source}`);
  expect(body).toMatchObject({
    members: lines.length,
    created: lines.length,
    points: lines.reduce((sum, { balance }) => sum + Number(balance), 0),
  });
  const rows = await stored.rowsOf<{ ref: string }>(
    `SELECT external_ref AS ref FROM members
      WHERE environment_id = (SELECT id FROM environments WHERE tenant_id = $1 AND mode = 'test')
        AND external_ref LIKE $2`,
    [tenant.tenantId, `${good.core}-${source}-%`],
  );
  const refs = new Set(rows.map(({ ref }) => ref));
  expect(lines.filter(({ externalRef }) => !refs.has(String(externalRef)))).toEqual([]);
  expect(refs.size).toBe(lines.length);
};

/** Waits until the log of requests has the last one about an import, which `expectStored` has sent. */
const untilLogged = (source: string): Promise<void> =>
  eventually('the last request is logged', async () => {
    const logged = await stored.rowsOf(
      `SELECT 1 FROM request_logs WHERE path LIKE $1 AND method = 'GET' AND environment_id IN
         (SELECT id FROM environments WHERE tenant_id = $2) LIMIT 1`,
      [`%/imports/${source}`, tenant.tenantId],
    );
    return logged.length > 0;
  });

/** Checks that neither a table nor a log nor Redis has the marker of a rejected line. */
const expectNoMarker = async (source: string, mark: Awaited<ReturnType<typeof markNow>>): Promise<void> => {
  const tokens = [rejected, good];
  await untilLogged(source);
  await stored.rowsOf('ANALYZE member_profiles, imports, request_logs', []);
  const found = [
    ...(await searchDatabase(stored, tokens, mark)),
    ...searchLogs(tokens, mark.logs),
    ...(await searchRedis(tokens)).findings,
  ];
  expect(found.filter(([, what]) => what === 'rejected')).toEqual([]);
  expect(found).toContainEqual(['member_profiles', 'good']);
};

/**
 * Writes a file with blank lines, both line ends, and byte order marks, as somebody has it who joined several.
 * Returns the number of each line.
 */
const writeFile = (path: string, planted: readonly PlantedLine[]): readonly number[] => {
  writeFileSync(path, '');
  let number = 0;
  let chunks: Buffer[] = [];
  const numbers = planted.map(({ line, kind }, place) => {
    number += 1;
    const bytes = kind?.bytes?.(line) ?? JSON.stringify(line);
    if (place % 60 === 0) chunks.push(Buffer.from('\uFEFF'));
    chunks.push(Buffer.from(bytes), Buffer.from(place % 3 === 0 ? '\r\n' : '\n'));
    const own = number;
    if (place % 50 === 7) {
      chunks.push(Buffer.from('\n'));
      number += 1;
    }
    if (chunks.length > 10_000) {
      appendFileSync(path, Buffer.concat(chunks));
      chunks = [];
    }
    return own;
  });
  appendFileSync(path, Buffer.concat(chunks));
  return numbers;
};

interface Rejected {
  readonly line: number;
  readonly code: string;
  readonly errors: LineResult['errors'];
}

test(
  `${faultCount.toString()} planted faults of ${kindsOf('file').length.toString()} kinds in a file of ${lineCount.toString()} lines are reported by line, pointer and code, and no other; the good lines are stored`,
  async () => {
    const mark = await markNow(stored);
    const planted = plant('file', faultCount, lineCount);
    const path = join(folder, 'members.ndjson');
    const numbers = writeFile(path, planted);
    const environment = ['--tenant', tenant.tenantId, '--mode', 'test', '--key', tenant.keys.test];
    const { code, stdout } = await loyaltyctl(
      'members',
      'import',
      path,
      '--source',
      'file',
      ...environment,
      '--json',
    );
    expect(code).toBe(1);
    const rows = readFileSync(`${path}.rejects.ndjson`, 'utf8').trimEnd().split('\n');
    const reported = rows
      .map((row) => JSON.parse(row) as Rejected)
      .toSorted((one, other) => one.line - other.line)
      .map((row) => [row.line, row.code, pointersOf(row.errors)]);
    const expected = planted.flatMap(({ kind }, at) =>
      kind === null ? [] : [[numbers[at], kind.code, kind.pointers]],
    );
    expect({ seed, reported }).toEqual({ seed, reported: expected });
    expect(JSON.parse(stdout)).toMatchObject({
      rejected: faultCount,
      created: lineCount - faultCount,
      unchanged: 0,
      different: 0,
      left: 0,
    });
    await expectStored('file', planted);
    await expectNoMarker('file', mark);
  },
  historiesTimeoutMs,
);

/** A call costs the server as much as in the first test; here one line in four is faulty. */
const calledCount = 4 * faultCount;

test(
  `${faultCount.toString()} planted faults of ${kindsOf('call').length.toString()} kinds in calls with ${calledCount.toString()} lines are reported in the same way, and no result has a marker`,
  async () => {
    const mark = await markNow(stored);
    const planted = plant('call', faultCount, calledCount);
    await open('call');
    const results: LineResult[] = [];
    for (const pack of packsOf(planted))
      results.push(
        ...(await send(
          'call',
          pack.map(({ line }) => line),
        )),
      );
    const shown = results.map(({ outcome, code, errors }) => [outcome, code, pointersOf(errors)]);
    const expected = planted.map(({ kind }) =>
      kind === null ? ['CREATED', null, []] : ['REJECTED', kind.code, kind.pointers],
    );
    expect({ seed, shown }).toEqual({ seed, shown: expected });
    expect(JSON.stringify(results)).not.toContain(rejected.core);
    await expectStored('call', planted);
    await expectNoMarker('call', mark);
  },
  historiesTimeoutMs,
);
