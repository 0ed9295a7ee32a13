import fc from 'fast-check';
import { dayMs, memberKeyOf, randomId } from '@loyalty/kernel';
import { type Database, onlyRow } from '@loyalty/storage';
import { jobAuthor } from '@loyalty/tables/authors';
import { invariantChecks, runInvariantCheck } from '@loyalty/tables/checks';
import { mergeMembers, putReference } from '@loyalty/tables/members/management';
import { setSettings } from '@loyalty/tables/tenants/management';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { testAtMs, testMessage } from '@loyalty/testkit/engine';
import { historiesTimeoutMs, historyRuns } from '@loyalty/testkit/runs';
import { createMemberWriters } from '../support/member-writers.ts';
import { limitsOfShop, type PlainLimits, PlainUses } from './plain-limits.ts';
import { absorbPlainly } from './plain-merge.ts';
import { hasJoinedClaims } from './plain-points.ts';
import { PlainShop } from './plain-shop.ts';
import { makeReturnShop, type ReturnShop, secretOf, setUnrecovered } from './return-shop.ts';
import {
  batchesOf,
  bodyOf,
  type Customer,
  engineOf,
  playPlainly,
  readMember,
  readUses,
  returnStep,
  saidOf,
  stateOf,
  zoneOf,
} from './return-steps.ts';

jest.setTimeout(historiesTimeoutMs);

// A separate database: the stack's jobs would expire by their own clock, and checks read the whole database.
let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
afterAll(() => scratch.drop());

/** Three references: of three members at first, and of fewer after merges. */
const who = fc.integer({ min: 0, max: 2 });
const step = fc.oneof(
  { weight: 7, arbitrary: fc.record({ step: returnStep, who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      step: fc.record({
        kind: fc.constantFrom('merge', 'merge', 'link'),
        isJoined: fc.constant(false),
        isTwice: fc.boolean(),
      }),
      who,
      /** Into whom, or to whom the reference is given. */
      into: who,
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
type MergeStep = Extract<Step, { readonly into: number }>;
type EngineStep = Exclude<Step, MergeStep>;

const steps = fc.array(step, { minLength: 8, maxLength: 45, size: 'max' });

interface Played extends ReturnShop {
  readonly customers: readonly Customer[];
  /** By customer: the shop that they share with those into whom they were merged. */
  readonly shops: PlainShop[];
  readonly writers: ReturnType<typeof createMemberWriters>;
  /** The customers whose references were given to others; they are no members. */
  readonly linked: Set<number>;
  atMs: number;
}

const at = <Item>(items: readonly Item[], place: number): Item => {
  const item = items[place];
  if (item === undefined) throw new Error('no such place');
  return item;
};

const isEnrolled = (shop: PlainShop): boolean => shop.receipts.size > 0;

/** The customer who stays of those who share a shop: the one whose own row is the member. */
const idOf = async ({ environmentId }: Played, { memberRef }: Customer): Promise<string | undefined> =>
  (
    await db.query<{ id: string }>('SELECT id FROM members WHERE environment_id = $1 AND external_ref = $2', [
      environmentId,
      memberRef,
    ])
  )[0]?.id;

const memberIdOf = async ({ environmentId }: Played, { memberRef }: Customer): Promise<string | undefined> =>
  (
    await db.query<{ id: string }>(
      'SELECT coalesce(leads_to, id) AS id FROM members WHERE environment_id = $1 AND external_ref = $2',
      [environmentId, memberRef],
    )
  )[0]?.id;

/** The customers who shared the other one's shop share this one from now on. */
const joinShops = ({ shops }: Played, own: PlainShop, other: PlainShop): void => {
  absorbPlainly(own, other);
  for (const [place, shop] of shops.entries()) if (shop === other) shops[place] = own;
};

const merge = async (
  played: Played,
  { who: loser, into: winner, step: { isTwice } }: MergeStep,
): Promise<void> => {
  const { environmentId, atMs, customers, shops } = played;
  const [own, other] = [at(shops, winner), at(shops, loser)];
  const winnerId = await idOf(played, at(customers, winner));
  const loserId = await idOf(played, at(customers, loser));
  if (winnerId === undefined || loserId === undefined || winnerId === loserId) return;
  const order = { environmentId, winnerId, loserId, reason: 'One person', atMs };
  const again = () => db.transaction((tx) => mergeMembers(tx, order));
  const { outcome } = await again();
  if (outcome !== 'merged') {
    expect(outcomesOf(played, { winner, loser })).toContain(outcome);
    return;
  }
  expect([own === other, own.isAuthorized, other.isAuthorized]).toEqual([false, false, false]);
  if (isTwice) expect(await again()).toMatchObject({ outcome: 'unchanged' });
  joinShops(played, own, other);
};

/** What else may come of a merge. Members who were merged before are not those who stay. */
const outcomesOf = (
  { shops, linked }: Played,
  { winner, loser }: { readonly winner: number; readonly loser: number },
): readonly string[] => {
  const [own, other] = [at(shops, winner), at(shops, loser)];
  if (linked.has(winner) || linked.has(loser)) return ['not-found'];
  if (own === other) return ['unchanged', 'blocked'];
  if (shops.some((shop, place) => place !== winner && shop === own)) return ['blocked'];
  if (shops.some((shop, place) => place !== loser && shop === other)) return ['blocked'];
  return own.isAuthorized || other.isAuthorized ? ['blocked'] : [];
};

const link = async (played: Played, { who: card, into }: MergeStep): Promise<void> => {
  const { environmentId, atMs, customers, shops } = played;
  const memberId = await memberIdOf(played, at(customers, into));
  if (memberId === undefined) return;
  const { memberRef: reference, memberKey } = at(customers, card);
  const { outcome } = await db.transaction((tx) =>
    putReference(tx, { environmentId, memberId, reference, memberKey, atMs, author: jobAuthor('a test') }),
  );
  const [own, other] = [at(shops, into), at(shops, card)];
  const expected = own === other ? 'unchanged' : isEnrolled(other) ? 'taken' : 'added';
  expect(outcome).toBe(expected);
  if (outcome !== 'added') return;
  played.linked.add(card);
  shops[card] = own;
};

/** What no engine is asked for. */
const playBeside = async (played: Played, one: Step): Promise<void> => {
  if ('into' in one) {
    await (one.step.kind === 'link' ? link(played, one) : merge(played, one));
    return;
  }
  const { step } = one;
  const { kind, size } = step;
  if (kind === 'wait') played.atMs += (size % 8) * (dayMs / 3);
  if (kind === 'give' || kind === 'take') await adjust(played, one);
  else await playForAll(played, step);
};

const playForAll = async (played: Played, step: EngineStep['step']): Promise<void> => {
  const { atMs, shops, writers } = played;
  const { kind } = step;
  const all = new Set(shops);
  if (kind === 'setting') {
    for (const shop of all) shop.deductsLater = !shop.deductsLater;
    await setUnrecovered(db, played, at(shops, 0).deductsLater);
  }
  if (kind === 'zone') {
    for (const shop of all) shop.uses.timeZone = zoneOf(step);
    await setSettings(db, played.environmentId, { timeZone: zoneOf(step) });
  }
  if (kind === 'mature') {
    await writers.mature(atMs);
    for (const shop of all) shop.mature(atMs);
  }
  if (kind === 'expire') {
    await writers.expire(atMs);
    for (const shop of all) shop.expire(atMs);
  }
};

const adjust = async (played: Played, { step: { kind, size }, who: customer }: EngineStep): Promise<void> => {
  const shop = at(played.shops, customer);
  const memberId = await memberIdOf(played, at(played.customers, customer));
  const points = kind === 'give' ? size : -Math.min(size, shop.balance);
  if (memberId === undefined || points === 0) return;
  await played.writers.adjust({ memberId, ref: null, points, reason: 'By hand', expiresAtMs: null });
  shop.adjust(points);
};

/** Plays a history by the engines and by the plain rules, and compares them after each batch. */
const play = async (
  history: readonly Step[],
  { isLater, programme }: { readonly isLater: boolean; readonly programme: PlainLimits },
): Promise<Played> => {
  const scope = await makeReturnShop(db, programme);
  const secret = await secretOf(db, scope.environmentId);
  const customers = ['a', 'b', 'c'].map((prefix) => {
    const memberRef = `${prefix}${randomId()}`;
    return { memberRef, memberKey: memberKeyOf(secret, memberRef), prefix };
  });
  const shops = customers.map(() =>
    Object.assign(new PlainShop(new PlainUses(programme)), { deductsLater: isLater }),
  );
  const writers = createMemberWriters(db, scope);
  const played: Played = { ...scope, customers, shops, writers, linked: new Set(), atMs: testAtMs };
  await setUnrecovered(db, scope, isLater);
  for (const batch of batchesOf(
    history.map((one) => ({ one, kind: one.step.kind, isJoined: one.step.isJoined })),
  )) {
    if (shops.some(hasJoinedClaims)) break;
    played.atMs += 60_000;
    const { atMs } = played;
    const [first] = batch;
    if (first === undefined || engineOf(first) === 'none') {
      if (first !== undefined) await playBeside(played, first.one);
    } else
      await playBatch(
        played,
        batch.flatMap(({ one }) => ('into' in one ? [] : [one])),
        atMs,
      );
    await compare(played);
  }
  return played;
};

const playBatch = async (played: Played, batch: readonly EngineStep[], atMs: number): Promise<void> => {
  const { customers, shops, writers, environmentId } = played;
  const about = { headers: { loyalty_environment: environmentId.toString() }, timestamp: atMs };
  const bodies = batch.map(({ step, who: customer }) => bodyOf(at(customers, customer), step));
  const { outcomes } =
    engineOf(at(batch, 0).step) === 'earn'
      ? await writers.earn(bodies.flatMap((body) => ('earn' in body ? [testMessage(body.earn, about)] : [])))
      : await writers.burn(bodies.flatMap((body) => ('burn' in body ? [testMessage(body.burn, about)] : [])));
  const expected = batch.map(({ step, who: customer }) =>
    playPlainly(at(shops, customer), step, { atMs, prefix: at(customers, customer).prefix }),
  );
  expect(outcomes.map((outcome) => saidOf(outcome))).toEqual(expected);
};

const readEnd = async ({ environmentId }: Played, { memberRef }: Customer): Promise<string> =>
  onlyRow(
    await db.query<{ ref: string }>(
      `SELECT e.external_ref AS ref FROM members m
         JOIN members e ON e.environment_id = m.environment_id AND e.id = coalesce(m.leads_to, m.id)
        WHERE m.environment_id = $1 AND m.external_ref = $2`,
      [environmentId, memberRef],
    ),
    'a member',
  ).ref;

const compare = async (played: Played): Promise<void> => {
  for (const [place, customer] of played.customers.entries()) {
    const shop = at(played.shops, place);
    if (!isEnrolled(shop)) continue;
    const named = { ...played, memberRef: await readEnd(played, customer) };
    expect(await readMember(db, named)).toEqual(stateOf(shop));
    expect(await readUses(db, named)).toEqual(shop.uses.counts);
    // I25: nothing is on the balance that was neither earned here nor given.
    expect(shop.balance).toBeLessThanOrEqual(shop.lifetime - shop.opened + shop.given);
  }
};

const judged = new Set('I1 I2 I4 I6 I7 I13 I15 I21 I22 I23 I24 I25 I26 I27 I28 I29 FK'.split(' '));

const brokenChecks = async () => {
  const broken = [];
  for (const check of invariantChecks.filter(({ invariant }) => judged.has(invariant))) {
    const { invariant, promise, violations, examples } = await runInvariantCheck(db, check);
    if (violations > 0) broken.push([invariant, promise, examples]);
  }
  return broken;
};

test('▲ I23 I24 I25 I29 merges and further cards among receipts, redeems, returns, voids, adjustments, expiry and points that mature, in any order and in any batches, give what the plain rules give, and no invariant is broken (D345, D346)', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), limitsOfShop, async (history, isLater, programme) => {
      await play(history, { isLater, programme });
    }),
    { numRuns: historyRuns },
  );
  expect(await brokenChecks()).toEqual([]);
});
