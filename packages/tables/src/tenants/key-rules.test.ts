import { permissionNames, permissionsOf } from '@loyalty/contracts/permissions';
import fc from 'fast-check';
import {
  decideGrant,
  decideNarrow,
  decideRotate,
  type Giver,
  type KeyBounds,
  type KeyGrant,
  missingPermission,
  type StoredGrant,
} from './key-rules.ts';
import { anyFirstKeys, anyKeyStep, type KeyStep, stepsBeginMs } from './testing/key-steps.ts';

const nowMs = stepsBeginMs;
const hourMs = 3_600_000;
const defaultLimit = 600;

const bounds = (part: Partial<KeyBounds> = {}): KeyBounds => ({
  permissions: new Set(['keys:write', 'members:find']),
  expiresAtMs: null,
  rateLimitPerMinute: 600,
  ...part,
});

const judged = (giver: Giver) => ({ giver, nowMs, defaultLimit });

const till = { name: 'Till', role: 'till' };

describe('a key that is made (D215)', () => {
  const narrow = { name: 'Till', permissions: ['members:find'] };

  test.each<[string, Giver, Parameters<typeof decideGrant>[0], object]>([
    ['both permissions and a role', null, { ...narrow, role: 'till' }, { pointer: '/role' }],
    ['neither', null, { name: 'Till' }, { pointer: '/permissions' }],
    ['a role that is none', null, { name: 'Till', role: 'write' }, { pointer: '/role' }],
    [
      'a permission that is none',
      null,
      { name: 'Till', permissions: ['members:find', 'admin'] },
      { pointer: '/permissions/1' },
    ],
    ['an end in the past', null, { ...narrow, expiresAtMs: nowMs }, { pointer: '/expiresAt' }],
    [
      'no end, by a key that has one',
      bounds({ expiresAtMs: nowMs + hourMs }),
      narrow,
      { pointer: '/expiresAt' },
    ],
    [
      'an end after that of the giver',
      bounds({ expiresAtMs: nowMs + hourMs }),
      { ...narrow, expiresAtMs: nowMs + hourMs + 1 },
      { pointer: '/expiresAt' },
    ],
    [
      'a limit above that of the giver',
      bounds({ rateLimitPerMinute: 60 }),
      { ...narrow, rateLimitPerMinute: 61 },
      { pointer: '/rateLimitPerMinute' },
    ],
    [
      'the default limit where that is above the limit of the giver',
      bounds({ rateLimitPerMinute: 60 }),
      narrow,
      { pointer: '/rateLimitPerMinute' },
    ],
  ])('with %s is refused with the pointer', (_, giver, wanted, fault) => {
    expect(decideGrant(wanted, judged(giver))).toMatchObject({
      refuse: { outcome: 'invalid', faults: [fault] },
    });
  });

  test('with more than the giver has is refused, whatever else is wrong with it', () => {
    const wanted = { name: 'x', permissions: ['members:find', 'members:erase'], expiresAtMs: 0 };
    expect(decideGrant(wanted, judged(bounds()))).toEqual({
      refuse: { outcome: 'not-permitted', permission: 'members:erase' },
    });
  });

  test('stands for the permissions of its role on that day, but for admin, which grows', () => {
    expect(decideGrant(till, judged(null))).toMatchObject({
      grant: {
        role: 'till',
        permissions: permissionNames.filter((name) => permissionsOf(['till']).has(name)),
      },
    });
    expect(decideGrant({ name: 'a', role: 'admin' }, judged(null))).toMatchObject({
      grant: { role: 'admin', permissions: null },
    });
  });

  test('of all that there is today is no admin: only an admin gives what later releases add', () => {
    const all = bounds({ permissions: new Set(permissionNames) });
    expect(missingPermission(all, permissionNames)).toBeNull();
    expect(missingPermission(all, null)).toBe('admin');
    expect(missingPermission(bounds({ permissions: null }), null)).toBeNull();
    expect(missingPermission(bounds({ permissions: null }), ['of:later'])).toBeNull();
  });
});

const stored = (part: Partial<StoredGrant> = {}): StoredGrant => ({
  name: 'Till',
  permissions: ['members:find', 'transactions:evaluate'],
  role: null,
  expiresAtMs: nowMs + 10 * hourMs,
  rateLimitPerMinute: 100,
  createdAtMs: nowMs - 10 * hourMs,
  revokedAtMs: null,
  replacedBy: null,
  ...part,
});

describe('a key that is changed (D215)', () => {
  test.each<[string, Partial<StoredGrant>, Parameters<typeof decideNarrow>[1], string]>([
    ['a permission more', {}, { permissions: ['members:find', 'members:read'] }, '/permissions/1'],
    ['a role with more', {}, till, '/role'],
    ['the role admin', {}, { role: 'admin' }, '/role'],
    ['a later end', {}, { expiresAtMs: nowMs + 11 * hourMs }, '/expiresAt'],
    ['no end', {}, { expiresAtMs: null }, '/expiresAt'],
    ['an end in the past', {}, { expiresAtMs: nowMs }, '/expiresAt'],
    ['a higher limit', {}, { rateLimitPerMinute: 101 }, '/rateLimitPerMinute'],
    ['the default limit above its own', {}, { rateLimitPerMinute: null }, '/rateLimitPerMinute'],
    [
      'a limit above the default',
      { rateLimitPerMinute: null },
      { rateLimitPerMinute: 601 },
      '/rateLimitPerMinute',
    ],
  ])('to %s is refused with the pointer, also for an operator', (_, part, patch, pointer) => {
    expect(decideNarrow(stored(part), patch, judged(null))).toMatchObject({
      refuse: { outcome: 'invalid', faults: [{ pointer }] },
    });
  });

  test.each<[string, Partial<StoredGrant>, string]>([
    ['REVOKED', { revokedAtMs: nowMs, replacedBy: 'next' }, 'next'],
    ['REPLACED', { replacedBy: 'next' }, 'next'],
    ['EXPIRED', { expiresAtMs: nowMs }, ''],
  ])('while it is %s is refused, and so is its rotation', (from, part, next) => {
    const refuse = { outcome: 'refused', from, to: 'ACTIVE', replacedBy: next === '' ? null : next };
    expect(decideNarrow(stored(part), { name: 'x' }, judged(null))).toEqual({ refuse });
    expect(decideRotate(stored(part), 0, judged(null))).toEqual({ refuse });
  });

  test('by somebody with less than it has is refused', () => {
    const refuse = { outcome: 'not-permitted', permission: 'transactions:evaluate' };
    expect(decideNarrow(stored(), { name: 'x' }, judged(bounds()))).toEqual({ refuse });
    expect(decideRotate(stored(), 0, judged(bounds()))).toEqual({ refuse });
  });

  test('loses what is named, keeps the rest, and a repeat keeps all', () => {
    const patch = { permissions: ['members:find'], expiresAtMs: nowMs + hourMs, rateLimitPerMinute: 5 };
    const narrowed = decideNarrow(stored(), patch, judged(null));
    const grant = { name: 'Till', role: null, ...patch };
    expect(narrowed).toEqual({ grant });
    expect(decideNarrow(stored(grant), patch, judged(null))).toBe('keep');
    expect(decideNarrow(stored(), {}, judged(null))).toBe('keep');
  });
});

describe('a key that is rotated (D217)', () => {
  test('has a successor for as long as it was made for, and ends after the overlap', () => {
    expect(decideRotate(stored(), 2, judged(null))).toEqual({
      endsAtMs: nowMs + 2 * hourMs,
      successor: {
        name: 'Till',
        permissions: ['members:find', 'transactions:evaluate'],
        role: null,
        expiresAtMs: nowMs + 20 * hourMs,
        rateLimitPerMinute: 100,
      },
    });
  });

  test('never lives longer by its rotation, and its successor not longer than the giver', () => {
    const giver = bounds({ permissions: null, expiresAtMs: nowMs + hourMs, rateLimitPerMinute: 50 });
    expect(decideRotate(stored(), 168, judged(giver))).toMatchObject({
      endsAtMs: nowMs + 10 * hourMs,
      successor: { expiresAtMs: nowMs + hourMs, rateLimitPerMinute: 50 },
    });
    expect(decideRotate(stored({ expiresAtMs: null }), 168, judged(giver))).toMatchObject({
      endsAtMs: nowMs + 168 * hourMs,
      successor: { expiresAtMs: nowMs + hourMs },
    });
  });
});

/** A plain model: keys with all that they may do, and who made them. */
interface ModelKey {
  readonly grant: StoredGrant;
  readonly madeBy: number | null;
}

class World {
  readonly keys: ModelKey[];
  /** Keys whose text the thief has: the first, and what those made. */
  readonly stolen = new Set([0]);
  nowMs = stepsBeginMs;

  constructor(first: readonly KeyGrant[]) {
    this.keys = first.map((grant) => ({
      grant: { ...grant, createdAtMs: stepsBeginMs, revokedAtMs: null, replacedBy: null },
      madeBy: null,
    }));
  }

  at(at: number): ModelKey {
    const key = this.keys[at];
    if (key === undefined) throw new Error('there is no such key');
    return key;
  }

  isInForce(at: number): boolean {
    const { revokedAtMs = 0, expiresAtMs = 0 } = this.keys[at]?.grant ?? {};
    return revokedAtMs === null && (expiresAtMs === null || expiresAtMs > this.nowMs);
  }

  /** Returns one of the stolen keys that work. */
  #giver(by: number): { readonly at: number; readonly bounds: KeyBounds } | null {
    const working = [...this.stolen].filter((at) => this.isInForce(at));
    const at = working[by % Math.max(1, working.length)];
    const grant = at === undefined ? undefined : this.keys[at]?.grant;
    if (at === undefined || grant === undefined) return null;
    return { at, bounds: boundsOf(grant) };
  }

  do(step: KeyStep): void {
    if (step.kind === 'wait') {
      this.nowMs += step.hours * hourMs;
      return;
    }
    const giver = this.#giver(step.by);
    if (giver === null) return;
    const judgedNow = { giver: giver.bounds, nowMs: this.nowMs, defaultLimit };
    if (step.kind === 'make') {
      const made = decideGrant(step.wanted, judgedNow);
      if ('grant' in made) this.#add(made.grant, giver.at);
      return;
    }
    const at = step.key % this.keys.length;
    const key = this.keys[at];
    if (key === undefined) return;
    if (step.kind === 'narrow') {
      const narrowed = decideNarrow(key.grant, step.patch, judgedNow);
      if (narrowed !== 'keep' && 'grant' in narrowed) this.#change(at, narrowed.grant);
    } else if (step.kind === 'rotate') {
      const rotated = decideRotate(key.grant, step.overlapHours, judgedNow);
      if ('refuse' in rotated) return;
      this.#change(at, { expiresAtMs: rotated.endsAtMs, replacedBy: this.keys.length.toString() });
      this.#add(rotated.successor, giver.at);
    } else if (missingPermission(giver.bounds, key.grant.permissions) === null)
      this.revoke(at, step.alsoMade);
  }

  revoke(at: number, alsoMade: boolean): void {
    if (this.keys[at]?.grant.revokedAtMs === null) this.#change(at, { revokedAtMs: this.nowMs });
    if (!alsoMade) return;
    for (const [child, { madeBy }] of this.keys.entries()) if (madeBy === at) this.revoke(child, true);
  }

  #add(grant: KeyGrant, madeBy: number): void {
    this.stolen.add(this.keys.length);
    const fresh = { createdAtMs: this.nowMs, revokedAtMs: null, replacedBy: null };
    this.keys.push({ grant: { ...grant, ...fresh }, madeBy });
  }

  #change(at: number, change: Partial<StoredGrant>): void {
    const { grant, madeBy } = this.at(at);
    this.keys[at] = { grant: { ...grant, ...change }, madeBy };
  }
}

const boundsOf = ({ permissions, expiresAtMs, rateLimitPerMinute }: KeyGrant): KeyBounds => ({
  permissions: permissions === null ? null : new Set(permissions),
  expiresAtMs,
  rateLimitPerMinute: rateLimitPerMinute ?? defaultLimit,
});

/** Written without the functions that are judged. */
const isWithin = (one: KeyGrant, other: KeyGrant): boolean => {
  const [mine, its] = [boundsOf(one), boundsOf(other)];
  const may = its.permissions;
  return (
    (may === null || (mine.permissions !== null && [...mine.permissions].every((name) => may.has(name)))) &&
    (mine.expiresAtMs ?? Infinity) <= (its.expiresAtMs ?? Infinity) &&
    mine.rateLimitPerMinute <= its.rateLimitPerMinute
  );
};

test('▲ no sequence of calls gives anybody a permission, a limit or a day more; what a thief made ends with the key that was stolen', () => {
  let changes = 0;
  let made = 0;
  const property = fc.property(
    anyFirstKeys,
    fc.array(anyKeyStep, { minLength: 3, maxLength: 14 }),
    (first, steps) => {
      const world = new World(first);
      const stolen = world.at(0).grant;
      for (const step of steps) {
        const before = [...world.keys];
        world.do(step);
        for (const [at, { grant }] of before.entries()) {
          const after = world.at(at).grant;
          // A matcher for each key of each step would take a minute.
          if (!isWithin(after, grant)) throw new Error(`key ${at.toString()} has more after ${step.kind}`);
          if (after !== grant) changes += 1;
        }
      }
      for (const at of world.stolen)
        if (!isWithin(world.at(at).grant, stolen)) throw new Error(`key ${at.toString()} has more`);
      made += world.keys.length - first.length;
      world.revoke(0, true);
      if ([...world.stolen].some((at) => world.isInForce(at))) throw new Error('a stolen key works on');
    },
  );
  fc.assert(property, { numRuns: 20_000 });
  // Most steps must do something, or nothing is shown.
  expect(changes).toBeGreaterThan(10_000);
  expect(made).toBeGreaterThan(10_000);
});
