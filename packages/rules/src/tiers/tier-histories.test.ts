import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { MemberId, TierId } from '@loyalty/kernel';
import {
  announceTier,
  type GivenTierReward,
  isTierPathKnown,
  lostTiers,
  type TierConfiguration,
} from './announce-tier.ts';
import {
  type EarnStep,
  thresholdOf,
  type TierCrossing,
  tierHistoryOf,
  tierMoves,
  type TierVersion,
} from './tier-path.ts';
import { tierOf, type TierThreshold } from './tier.ts';

// eslint-disable-next-line n/no-process-env, no-restricted-globals -- a night asks for more (docs/tests.md); the usual ones take no time.
const numRuns = Math.max(400, Number(process.env['HISTORIES'] ?? 0));

/** A move of a member, noted as it happened. */
interface Moved extends Omit<TierCrossing, 'lifetimePoints'> {
  readonly isByPoints: boolean;
  readonly pointsBefore: number;
  readonly pointsAfter: number;
}

class Member {
  readonly moved: Moved[] = [];
  readonly steps: EarnStep[] = [];
  readonly announcements: (TierCrossing & { readonly factId: string; readonly tierSeq: number })[] = [];
  rewards: GivenTierReward[] = [];
  lifetimePoints = 0;
  tier: TierId | null = null;

  readonly memberId: MemberId;
  readonly enrolledAtMs: number;

  constructor(n: number, enrolledAtMs: number) {
    this.memberId = `m-${n.toString()}` as MemberId;
    this.enrolledAtMs = enrolledAtMs;
  }

  get given(): TierId[] {
    return this.rewards.map(({ tierId }) => tierId);
  }

  get announced(): TierId | null {
    return this.announcements.at(-1)?.to ?? null;
  }

  /** Returns the moves that are to be announced: those since the tier announced last was true. */
  unannounced(): TierCrossing[] {
    if (this.tier === this.announced) return [];
    const moved = this.moved.slice(this.moved.findLastIndex(({ from }) => from === this.announced));
    return moved.map(({ isByPoints, pointsAfter, ...move }, n) => {
      const pointsAtEnd = moved[n + 1]?.pointsBefore ?? this.lifetimePoints;
      return crossingOf({ ...move, lifetimePoints: isByPoints ? pointsAfter : pointsAtEnd });
    });
  }
}

/** An environment that notes its members' moves as they happen, however late they are read. */
class World {
  nowMs = 1;
  readonly versions: TierVersion[] = [];
  readonly members: readonly Member[];
  #tiers: readonly TierThreshold[] = [];
  #made = 0;

  constructor(enrolledAtMs: readonly number[]) {
    this.members = enrolledAtMs.map((atMs, n) => new Member(n, atMs));
  }

  /** Changes the tiers, unless two would begin at the same points. */
  #change(tiers: readonly TierThreshold[], granted: readonly TierId[]): void {
    if (new Set(tiers.map(({ minLifetimePoints }) => minLifetimePoints)).size < tiers.length) return;
    this.#tiers = tiers;
    this.versions.push({ sinceMs: this.nowMs, tiers, grantedTierIds: granted });
    for (const member of this.members) this.#move(member, { granted, isByPoints: false, points: 0 });
  }

  create(minLifetimePoints: number, isGranted: boolean): void {
    const id = `tier-${(this.#made += 1).toString()}` as TierId;
    this.#change([...this.#tiers, { id, minLifetimePoints }], isGranted ? [id] : []);
  }

  edit(n: number, minLifetimePoints: number, isGranted: boolean): void {
    const edited = this.#tiers[n];
    if (edited === undefined) return;
    const others = this.#tiers.filter((tier) => tier !== edited);
    this.#change([...others, { ...edited, minLifetimePoints }], isGranted ? [edited.id] : []);
  }

  remove(n: number): void {
    if (n < this.#tiers.length)
      this.#change(
        this.#tiers.filter((_, at) => at !== n),
        [],
      );
  }

  earn(n: number, points: number): void {
    const member = this.members[n];
    if (member === undefined || member.enrolledAtMs > this.nowMs || member.lifetimePoints + points < 0)
      return;
    member.steps.unshift({ points, atMs: this.nowMs });
    this.#move(member, { granted: null, isByPoints: true, points });
  }

  enrol(): void {
    for (const member of this.members)
      if (member.enrolledAtMs === this.nowMs)
        this.#move(member, { granted: null, isByPoints: true, points: 0 });
  }

  #move(
    member: Member,
    {
      granted,
      isByPoints,
      points,
    }: { granted: readonly TierId[] | null; isByPoints: boolean; points: number },
  ): void {
    if (member.enrolledAtMs > this.nowMs) return;
    const pointsBefore = member.lifetimePoints;
    member.lifetimePoints += points;
    const [from, to] = [member.tier, tierOf(this.#tiers, member.lifetimePoints)];
    member.tier = to;
    if (from === to) return;
    const isUpwards = to !== null && (from === null || this.#isBelow(from, to));
    const isRewarded = isUpwards && (granted === null || granted.includes(to));
    const pointsAfter = member.lifetimePoints;
    const passed = this.#tiers.filter(
      ({ minLifetimePoints: min }) =>
        min > Math.min(pointsBefore, pointsAfter) && min <= Math.max(pointsBefore, pointsAfter),
    );
    const ids = passed.map(({ id }) => id);
    const reached = isByPoints && points === 0 && to !== null ? [to] : ids;
    const by = points < 0 ? { reached: [], lost: ids } : { reached, lost: [] };
    const both = { pointsBefore, pointsAfter };
    member.moved.push({ from, to, atMs: this.nowMs, isRewarded, isByPoints, ...by, ...both });
  }

  #isBelow(one: TierId, other: TierId): boolean {
    const present = { tiers: this.#tiers, sinceMs: 0, grantedTierIds: [] };
    const [below, above] = [thresholdOf(present, one), thresholdOf(present, other)];
    return below !== null && above !== null && below < above;
  }

  /** Reads a member as the service does: the newest entries, then the history, then so many entries more. */
  look(n: number, entries: number): void {
    const member = this.members[n];
    if (member === undefined || member.enrolledAtMs > this.nowMs) return;
    const thresholdsSetAtMs = this.versions.at(-1)?.sinceMs ?? 0;
    const tiers = this.#tiers.map((tier) => ({
      ...tier,
      thresholdsSetAtMs,
      createdAtMs: 1,
      freeRewards: [mug],
    }));
    const configuration: TierConfiguration = {
      tiers,
      secret: new Uint8Array(32),
      currency: 'ZAR',
      history: null,
    };
    const whole = { ...configuration, history: tierHistoryOf(tiers, this.versions) };
    let [by, read] = [configuration, entries];
    while (!isTierPathKnown(stateOf(member, read), by)) {
      expectSame(by === configuration || read < member.steps.length, true);
      read += by === configuration ? 0 : entries;
      by = whole;
    }
    const lost = new Set(lostTiers(stateOf(member, read), by));
    const announced = announceTier(stateOf(member, read), by);
    const unused = member.rewards.filter(({ tierId, state }) => lost.has(tierId) && state === 'ISSUED');
    expectSame(announced.taken.map(({ id }) => id).toSorted(), unused.map(({ id }) => id).toSorted());
    this.#announce(member, announced);
  }

  /** A reward that was not taken back is used. */
  use(n: number, at: number): void {
    const member = this.members[n];
    if (member === undefined) return;
    member.rewards = member.rewards.map((reward, place) =>
      place === at && reward.state === 'ISSUED' ? { ...reward, state: 'REDEEMED' } : reward,
    );
  }

  /** Checks that each reward is there while points reach its tier, and only then, unless it was used. */
  expectHeld(): void {
    for (const { rewards, lifetimePoints } of this.members)
      for (const { id, minLifetimePoints } of this.#tiers) {
        const ofTier = rewards.filter(({ tierId }) => tierId === id);
        const states = ofTier.map(({ state }) => state).filter((state) => state !== 'EXPIRED');
        const isReached = lifetimePoints >= minLifetimePoints;
        if (states.includes('REDEEMED')) expectSame(states, ['REDEEMED']);
        else expectSame(states, isReached && ofTier.length > 0 ? ['ISSUED'] : []);
      }
  }

  #announce(
    member: Member,
    { announcements, rewards, taken, tierId }: ReturnType<typeof announceTier>,
  ): void {
    const expected = member.unannounced();
    expectSame(announcements.map(crossingOf), expected);
    const isThere = (id: TierId | null): boolean => this.#tiers.some((tier) => tier.id === id);
    const entered = new Set(
      expected.filter(({ isRewarded, to }) => isRewarded && isThere(to)).map(({ to }) => to),
    );
    for (const id of member.given) entered.delete(id);
    if (member.steps.every(({ points }) => points > 0))
      expectSame(new Set(rewards.map((reward) => reward.tierId)), entered);
    member.announcements.push(...announcements);
    const takenIds = new Set(taken.map(({ id }) => id));
    const left = member.rewards.map((reward): GivenTierReward =>
      takenIds.has(reward.id) ? { ...reward, state: 'EXPIRED', isTakenBack: true } : reward,
    );
    const issued = { state: 'ISSUED', issuedAtMs: null, expiresAtMs: null, isTakenBack: false } as const;
    member.rewards = [...left, ...rewards.map(({ id, tierId: of }) => ({ ...issued, id, tierId: of }))];
    expectSame(tierId, member.tier);
  }
}

/** Compares first, because `expect` is slow and this runs a hundred times a history. */
const expectSame = (found: unknown, expected: unknown): void => {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
};

const mug = { rewardType: 'FREE_ITEM', value: { productName: 'A mug' }, validDays: 30 } as const;

const stateOf = (member: Member, read: number) => ({
  memberId: member.memberId,
  enrolledAtMs: member.enrolledAtMs,
  lifetimePoints: member.lifetimePoints,
  announced: member.announced,
  tierSeq: member.announcements.length,
  rewards: member.rewards,
  steps: member.steps.slice(0, read),
  isLedgerWhole: read >= member.steps.length,
});

const crossingOf = ({
  from,
  to,
  atMs,
  isRewarded,
  reached,
  lost,
  lifetimePoints,
}: TierCrossing): TierCrossing => ({ from, to, atMs, isRewarded, reached, lost, lifetimePoints });

type Deed = (world: World) => void;

const membersMax = 3;
const who = fc.nat(membersMax - 1);
const threshold = fc.nat(300);
const entries = fc.integer({ min: 1, max: 4 });

const earning = fc.tuple(who, fc.integer({ min: 1, max: 120 })).map(([n, points]): Deed => (world) => {
  world.earn(n, points);
});
const returning = fc.tuple(who, fc.integer({ min: 1, max: 200 })).map(([n, points]): Deed => (world) => {
  world.earn(n, -points);
});
const using = fc.tuple(who, fc.nat(5)).map(([n, at]): Deed => (world) => {
  world.use(n, at);
});
const creating = fc.tuple(threshold, fc.boolean()).map(([min, isGranted]): Deed => (world) => {
  world.create(min, isGranted);
});
const editing = fc.tuple(fc.nat(3), threshold, fc.boolean()).map(([n, min, isGranted]): Deed => (world) => {
  world.edit(n, min, isGranted);
});
const removing = fc.nat(3).map((n): Deed => (world) => {
  world.remove(n);
});
const looking = fc.tuple(who, entries).map(([n, read]): Deed => (world) => {
  world.look(n, read);
});
const passing = entries.map((read): Deed => (world) => {
  lookAtAll(world, read);
});

const lookAtAll = (world: World, read: number): void => {
  for (const n of world.members.keys()) world.look(n, read);
};

/** Times between the steps of the world. */
const enrolledAt = fc.integer({ min: 0, max: 15 }).map((n) => 2 * n + 1);
const enrolments = fc.array(enrolledAt, {
  minLength: membersMax,
  maxLength: membersMax,
});

const happen = (world: World, deeds: readonly Deed[]): void => {
  for (const deed of deeds) {
    world.enrol();
    world.nowMs += 1;
    deed(world);
    world.nowMs += 1;
  }
  world.enrol();
};

const factIdsOf = ({ members }: World): string[] =>
  members.flatMap(({ announcements }) => announcements.map(({ factId }) => factId));

test('each move is announced once, as it happened, with its rewards, whenever the member is read', () => {
  const deeds = fc.array(fc.oneof(earning, returning, creating, editing, removing, looking, passing), {
    minLength: 15,
    maxLength: 45,
  });
  fc.assert(
    fc.property(enrolments, deeds, entries, (enrolled, history, read) => {
      const world = new World(enrolled);
      happen(world, history);
      lookAtAll(world, read);
      for (const member of world.members) {
        const { announcements, tier, announced, given } = member;
        const whole = { ...stateOf(member, Number.POSITIVE_INFINITY), announced: null };
        expect(tierMoves({ versions: world.versions, isWhole: true }, whole).toReversed()).toEqual(
          member.moved,
        );
        expect(announced).toBe(tier);
        expect([null, ...announcements.map(({ to }) => to)].slice(0, -1)).toEqual(
          announcements.map(({ from }) => from),
        );
        expect(announcements.map(({ tierSeq }) => tierSeq)).toEqual(announcements.map((_, n) => n + 1));
        expect(announcements.map(({ atMs }) => atMs)).toEqual(
          announcements.map(({ atMs }) => atMs).toSorted((a, b) => a - b),
        );
        const isOnlyRising = member.steps.every(({ points }) => points > 0);
        expect(isOnlyRising && new Set(given).size < given.length).toBe(false);
      }
      expect(new Set(factIdsOf(world)).size).toBe(factIdsOf(world).length);
    }),
    { numRuns },
  );
});

test('where members only rise, announcements and rewards do not depend on when they are read', () => {
  const deeds = fc.array(fc.oneof(earning, earning, creating), { minLength: 15, maxLength: 30 });
  const looks = fc.array(fc.option(looking), { minLength: 30, maxLength: 30 });
  fc.assert(
    fc.property(enrolments, deeds, looks, (enrolled, history, between) => {
      const [often, late] = [new World(enrolled), new World(enrolled)];
      const looked = history.map((deed, n): Deed => (world) => {
        deed(world);
        between[n]?.(world);
      });
      happen(often, looked);
      happen(late, history);
      for (const world of [often, late]) lookAtAll(world, 2);
      const outcomeOf = ({ announcements, given }: Member) => ({
        given: given.toSorted(),
        announcements: announcements.map(({ from, to, atMs }) => ({ from, to, atMs })),
      });
      expect(often.members.map(outcomeOf)).toEqual(late.members.map(outcomeOf));
    }),
    { numRuns },
  );
});

test('whenever members are read, what a tier gave is there while their points reach it, once, and used things stay (D304)', () => {
  const deeds = fc.array(fc.oneof(earning, earning, returning, looking, passing, using), {
    minLength: 20,
    maxLength: 60,
  });
  const thresholds = fc.uniqueArray(threshold, { minLength: 1, maxLength: 4 });
  let [taken, again] = [0, 0];
  fc.assert(
    fc.property(thresholds, deeds, (mins, history) => {
      const world = new World([11, 11, 11]);
      for (const min of mins) {
        world.create(min, false);
        world.nowMs += 1;
      }
      world.nowMs = 11;
      happen(world, history);
      lookAtAll(world, 3);
      world.expectHeld();
      for (const { rewards, given } of world.members) {
        taken += rewards.filter(({ isTakenBack }) => isTakenBack).length;
        again += given.length - new Set(given).size;
      }
    }),
    { numRuns },
  );
  expect(Math.min(taken, again)).toBeGreaterThan(numRuns / 20);
});
