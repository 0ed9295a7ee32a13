import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memberKeyOf, randomId } from '@loyalty/kernel';
import { onlyRow } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit/database';
import { askOurs } from '../ask-ours.ts';
import type { Contender } from '../contender.ts';
import { runLoad } from '../generator/run-load.ts';
import { loyaltyctl } from '../loyaltyctl.ts';
import { openOurTenant } from '../our-service.ts';
import { percentile } from '../percentile.ts';
import type { BenchRun } from './bench-run.ts';
import { type BesideLoad, loadBeside } from './beside.ts';
import { jobFor, type Spread } from './load-job.ts';
import { untilFollowed } from './until-followed.ts';
import { totalOf, usedSince, usesOf } from './uses.ts';

/** Links cards beside evaluates, and compares receipts by further cards with those by first ones (D345). */
export const measureReferences = async (run: BenchRun): Promise<void> => {
  const { links } = run.options;
  run.say(`Linking ${links.toString()} cards by loyaltyctl`);
  const linked = await openOurTenant(run.stack, []);
  await fillMembers(run, linked, { people: links + measuredAlone, cardsOfEach: 1 });
  await measureLinks(run, linked);
  await measureOneByOne(run, linked);
  await compareReceipts(run);
};

const beside: BesideLoad = { bodies: 'evaluate', ratePerSecond: 100 };

/** The calls whose times are measured. */
const measuredAlone = 2_000;

const referenceOf = (n: number): string => `person-${n.toString()}`;

const measureLinks = async (run: BenchRun, { tenantId, key }: Contender): Promise<void> => {
  const { links } = run.options;
  const folder = mkdtempSync(join(tmpdir(), 'bench-links-'));
  try {
    const file = join(folder, 'cards.csv');
    const lines = Array.from({ length: links }, (_, n) => `${referenceOf(n)},card-${n.toString()},CARD\n`);
    writeFileSync(file, `member,reference,kind\n${lines.join('')}`);
    const alone = await loadBeside(run, beside);
    const place = ['--tenant', tenantId, '--mode', 'live', '--key', key, '--base-url', run.stack.baseUrl];
    const began = performance.now();
    const ended = new AbortController();
    const linking = loyaltyctl(run.stack, 'members', 'link', file, ...place).then(() => {
      ended.abort();
      return (performance.now() - began) / 1_000;
    });
    const p99s: number[] = [];
    while (!ended.signal.aborted) p99s.push((await loadBeside(run, beside)).p99Ms);
    const seconds = await linking;
    // The last load may have had seconds for itself.
    const worst = Math.max(...(p99s.length > 1 ? p99s.slice(0, -1) : p99s));
    note(run, `${links.toString()} links by loyaltyctl beside 100 evaluates/s`, 's', seconds);
    note(run, 'evaluates’ worst p99 beside links to that without', '×', worst / alone.p99Ms);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** One caller, who waits for each response. */
const measureOneByOne = async (run: BenchRun, ours: Contender): Promise<void> => {
  const times: number[] = [];
  for (let n = 0; n < measuredAlone; n += 1) {
    const ref = referenceOf(run.options.links + n);
    const { members } = await askOurs<{ members: readonly { id: string }[] }>(
      ours,
      `GET /members?ref=${ref}`,
    );
    const [member] = members;
    if (member === undefined) throw new Error(`${ref} is not there`);
    const sentMs = performance.now();
    await askOurs(ours, `PUT /members/${member.id}/references`, { reference: `alone-${n.toString()}` });
    times.push(performance.now() - sentMs);
  }
  for (const part of [0.5, 0.99])
    note(run, `a link: p${(part * 100).toString()}`, 'ms', percentile(Float64Array.from(times).sort(), part));
};

const people = 20_000;

/** A tenant whose receipts are spread over these references. */
interface Shop extends Spread {
  readonly title: 'one card' | 'two cards';
  readonly tenant: Contender;
}

/** The same people, with one card each and with two. */
const compareReceipts = async (run: BenchRun): Promise<void> => {
  run.say('Receipts by further cards');
  const shops: readonly Shop[] = [await openShop(run, 'one card', 1), await openShop(run, 'two cards', 2)];
  const [one, two] = [new Map<string, number[]>(), new Map<string, number[]>()];
  // The first round compiles, and counts nowhere.
  for (let round = 0; round <= run.options.rounds; round += 1) {
    const turns = [8, 64].flatMap((connections) => shops.map((shop) => ({ connections, shop })));
    // Backwards every second time, because the machine's speed drifts.
    for (const { connections, shop } of round % 2 === 0 ? turns : turns.toReversed()) {
      const measured = await measureShop(run, shop, connections);
      if (round > 0) addAll(shop.title === 'one card' ? one : two, measured);
    }
  }
  for (const [title, values] of one)
    note(
      run,
      `${title}: every second by a further card to none`,
      '×',
      median(two.get(title) ?? []) / median(values),
    );
};

const addAll = (values: Map<string, number[]>, measured: Measured): void => {
  for (const [title, value] of measured) values.set(title, [...(values.get(title) ?? []), value]);
};

type Measured = readonly (readonly [title: string, value: number])[];

const openShop = async (run: BenchRun, title: Shop['title'], cardsOfEach: number): Promise<Shop> => {
  const tenant = await openOurTenant(run.stack);
  await fillMembers(run, tenant, { people, cardsOfEach });
  return { title, tenant, members: people * cardsOfEach, memberPrefix: 'person-' };
};

const measureShop = async (
  run: BenchRun,
  { title, tenant, ...spread }: Shop,
  connections: number,
): Promise<Measured> => {
  const before = usesOf(tenant);
  const job = jobFor(run, { bodies: 'evaluate', spread }, tenant);
  const { perSecond, requestsInAll } = await runLoad({ ...job, connections, ratePerSecond: null });
  const cpu = (totalOf(usedSince(before, tenant)).cpuSeconds * 10_000) / requestsInAll;
  await untilFollowed(run.stack);
  const what = `evaluate, ${connections.toString()} connections`;
  run.say(`  ${what}, ${title}: ${perSecond.toString()}/s, CPU of 10,000 ${cpu.toFixed(2)} s`);
  return [
    [what, perSecond],
    [`${what}, CPU`, cpu],
  ];
};

const median = (values: readonly number[]): number => percentile(Float64Array.from(values).sort(), 0.5);

const note = (run: BenchRun, title: string, unit: 's' | 'ms' | '×', value: number): void => {
  run.figures.add('engine', { title, unit }, value);
  run.say(`  ${title}: ${value.toFixed(2)} ${unit}`);
};

interface MembersToFill {
  readonly people: number;
  /** The first one has the number `n * cardsOfEach` in its reference. */
  readonly cardsOfEach: number;
}

const chunk = 10_000;

const insertText = `
  WITH rows AS (SELECT * FROM unnest($2::uuid[], $3::bytea[], $4::text[], $5::uuid[]) AS r (id, key, ref, leads_to)),
  made AS (
    INSERT INTO members (environment_id, id, member_key, external_ref, state, points_balance, lifetime_points,
                         ledger_seq, enrolled_at, created_at, updated_at, leads_to, led_since)
    SELECT $1, id, key, ref, CASE WHEN leads_to IS NULL THEN 'active' ELSE 'reference' END, 0, 0, 0, now(), now(),
           now(), leads_to, CASE WHEN leads_to IS NOT NULL THEN now() END
      FROM rows)
  INSERT INTO member_profiles (environment_id, member_id, search_text, grams, updated_at)
  SELECT $1, id, '', '{}', now() FROM rows WHERE leads_to IS NULL`;

const fillMembers = (
  { stack }: BenchRun,
  ours: Contender,
  { people: count, cardsOfEach }: MembersToFill,
): Promise<void> =>
  withDatabase(stack.databaseUrl, async (db) => {
    const secrets = await db.query<{ secret: Buffer }>('SELECT secret FROM environments WHERE id = $1', [
      ours.environmentId,
    ]);
    const { secret } = onlyRow(secrets, 'environments');
    for (let from = 0; from < count; from += chunk) {
      const rows = Array.from({ length: Math.min(chunk, count - from) }, (_, n) => from + n).flatMap((n) => {
        const id = randomId();
        return Array.from({ length: cardsOfEach }, (__, card) => ({
          id: card === 0 ? id : randomId(),
          reference: referenceOf(n * cardsOfEach + card),
          leadsTo: card === 0 ? null : id,
        }));
      });
      await db.query(insertText, [
        ours.environmentId,
        rows.map(({ id }) => id),
        rows.map(({ reference }) => memberKeyOf(secret, reference)),
        rows.map(({ reference }) => reference),
        rows.map(({ leadsTo }) => leadsTo),
      ]);
    }
    await db.query('VACUUM ANALYZE members');
    if (cardsOfEach > 1) await giveOne(ours);
  });

/** By the API, so that engines read that the environment has references. */
const giveOne = async (ours: Contender): Promise<void> => {
  const { id } = await askOurs<{ id: string }>(ours, 'POST /members', { externalRef: 'somebody' });
  await askOurs(ours, `PUT /members/${id}/references`, { reference: 'somebody’s card' });
};
