import fc from 'fast-check';
import { dayMs, type EnvironmentId, Fault, randomId, utcDayOf } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { historyRuns } from '@loyalty/testkit/runs';
import { jobAuthor } from '../authors/author.ts';
import { invariantChecks, runInvariantCheck } from '../checks/invariant-checks.ts';
import { eraseMember } from '../erasure/erase-member.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { importLines } from './import-lines.ts';
import { findImport, openImport } from './import-records.ts';
import type { MemberLine } from './member-lines.ts';
import { keyOfRef, lineReferences, memberLine } from './testing/member-line.ts';

let scratch: ScratchDatabase;
let db: Database;
let tenantId: string;
let environmentId: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
afterAll(() => scratch.drop());

const sources = ['old-programme', 'a-chain'] as const;
const refs = Array.from({ length: 8 }, (_, n) => `member-${n.toString()}`);
const nowMs = Date.now();
/** A history takes a tenth of a second: more of them than of slower ones. */
const runs = Math.max(40, historyRuns);
const today = utcDayOf(nowMs);

const content = fc.record({
  balance: fc.integer({ min: 0, max: 50 }),
  lotPoints: fc.integer({ min: 0, max: 20 }),
  lifetimePoints: fc.integer({ min: 0, max: 500 }),
  spendCents: fc.integer({ min: 0, max: 9_000 }),
  txnCount: fc.integer({ min: 0, max: 5 }),
  daysAgo: fc.option(fc.integer({ min: 0, max: 500 })),
  cards: fc.uniqueArray(fc.constantFrom(...refs, 'card-0', 'card-1', 'card-2'), { maxLength: 3 }),
});
type Content = typeof content extends fc.Arbitrary<infer Value> ? Value : never;

const lineOf = (ref: string, { balance, lotPoints, daysAgo, cards, ...totals }: Content): MemberLine =>
  memberLine(ref, {
    balance,
    ...totals,
    lots: lotPoints === 0 ? [] : [{ points: lotPoints, expiresAtMs: nowMs + 30 * dayMs, slidingDays: 0 }],
    lastTxnDay: daysAgo === null ? null : today - daysAgo,
    references: lineReferences(...cards.filter((card) => card !== ref)),
  });

/** Each line of a source's file belongs to one member; a few members have a second, different line in it. */
const files = fc.tuple(
  ...sources.map(() =>
    fc.array(fc.record({ ref: fc.constantFrom(...refs), content }), { minLength: 4, maxLength: 12 }),
  ),
);

type Step =
  | {
      readonly kind: 'send';
      readonly source: number;
      readonly from: number;
      readonly size: number;
      readonly ends: Ending;
    }
  | { readonly kind: 'erase'; readonly ref: string }
  | { readonly kind: 'enrol'; readonly ref: string };
type Ending = 'committed' | 'tried' | 'killed' | 'unconfirmed' | 'twice';

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      source: fc.integer({ min: 0, max: sources.length - 1 }),
      from: fc.integer({ min: 0, max: 11 }),
      size: fc.integer({ min: 1, max: 12 }),
      ends: fc.constantFrom<Ending>('committed', 'committed', 'tried', 'killed', 'unconfirmed', 'twice'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), ref: fc.constantFrom(...refs) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('enrol' as const), ref: fc.constantFrom(...refs, 'card-0') }),
  },
);

/** What a member has, as somebody who takes the lines one by one would write it down. */
interface PlainMember {
  points: number;
  lifetimePoints: number;
  spendCents: number;
  txnCount: number;
  lotPoints: number;
  lastDay: number | null;
  isErased: boolean;
  readonly from: Set<string>;
  /** The reference of each row, the first one first. */
  readonly refs: string[];
}

class PlainModel {
  /** By each of their references. */
  readonly members = new Map<string, PlainMember>();

  /** Takes the lines of a call; of several for one member, the first one counts. */
  takeAll(source: string, lines: readonly MemberLine[]): void {
    const seen = new Set<PlainMember | string>();
    for (const line of lines) {
      const who = this.members.get(line.externalRef);
      const isFirst = !seen.has(line.externalRef) && (who === undefined || !seen.has(who));
      // A line that is rejected also keeps later lines with its reference out of the call.
      seen.add(line.externalRef);
      if (who !== undefined) seen.add(who);
      if (!isFirst) continue;
      this.take(source, line);
      const taken = this.members.get(line.externalRef);
      if (taken !== undefined) seen.add(taken);
    }
  }

  private take(source: string, { externalRef, opening, references }: MemberLine): void {
    const lotPoints = opening.lots.reduce((sum, { points }) => sum + points, 0);
    const member = this.members.get(externalRef) ?? newcomer(externalRef);
    if (member.isErased || member.from.has(source) || lotPoints > opening.balance) return;
    const isFree = (reference: string): boolean => {
      const holder = this.members.get(reference);
      const isBare = holder?.from.size === 0 && holder.refs.length === 1 && !holder.isErased;
      return holder === undefined || holder === member || isBare;
    };
    if (!references.every(({ reference }) => isFree(reference))) return;
    this.members.set(externalRef, member);
    for (const { reference } of references) {
      if (this.members.get(reference) !== member) member.refs.push(reference);
      this.members.set(reference, member);
    }
    member.from.add(source);
    member.points += opening.balance;
    member.lifetimePoints += opening.lifetimePoints;
    member.spendCents += opening.spendCents;
    member.txnCount += opening.txnCount;
    member.lotPoints += lotPoints;
    if (opening.lastTxnDay !== null) member.lastDay = Math.max(member.lastDay ?? 0, opening.lastTxnDay);
  }

  enrol(ref: string): void {
    if (!this.members.has(ref)) this.members.set(ref, newcomer(ref));
  }

  erase(ref: string): void {
    const member = this.members.get(ref);
    if (member === undefined) return;
    member.isErased = true;
    member.lotPoints = 0;
  }
}

const newcomer = (externalRef: string): PlainMember => ({
  points: 0,
  lifetimePoints: 0,
  spendCents: 0,
  txnCount: 0,
  lotPoints: 0,
  lastDay: null,
  isErased: false,
  from: new Set(),
  refs: [externalRef],
});

/** A database that loses the connection in the last statement of a transaction, or behind its COMMIT. */
const dying = (isCommitted: boolean): Database => ({
  ...db,
  transaction: async (work) => {
    const lost = () => new Fault('DATABASE_UNAVAILABLE', 'the connection is gone', { retry: false });
    if (isCommitted) {
      await db.transaction(work);
      throw lost();
    }
    return db.transaction(async (tx) => {
      await work(tx);
      throw lost();
    });
  },
});

const send = async (
  model: PlainModel,
  lines: readonly MemberLine[],
  { source, ends }: { source: string; ends: Ending },
) => {
  const call = {
    environmentId,
    source,
    lines,
    atMs: nowMs,
    author: jobAuthor('a test'),
    isDryRun: ends === 'tried',
  };
  const on = ends === 'killed' || ends === 'unconfirmed' ? dying(ends === 'unconfirmed') : db;
  const sent = importLines(on, call, () => Promise.resolve());
  if (on === db) await sent;
  else await expect(sent).rejects.toThrow('the connection is gone');
  if (ends === 'twice')
    await importLines(db, { ...call, lines: lines.toReversed() }, () => Promise.resolve());
  if (ends === 'tried' || ends === 'killed') return;
  model.takeAll(source, lines);
  if (ends === 'twice') model.takeAll(source, lines.toReversed());
};

const storedMembers = () =>
  db.query(
    `SELECT external_ref AS ref, state = 'anonymized' AS "isErased", points_balance AS points,
            lifetime_points AS "lifetimePoints", spend_cents AS "spendCents", txn_count AS "txnCount",
            last_txn_day - DATE '1970-01-01' AS "lastDay",
            (SELECT coalesce(sum(points), 0)::bigint FROM point_lots l
              WHERE l.environment_id = m.environment_id AND l.member_id = m.id) AS "lotPoints",
            encode(member_key, 'hex') AS key,
            ARRAY(SELECT encode(r.member_key, 'hex') FROM members r
                   WHERE r.environment_id = m.environment_id AND r.leads_to = m.id ORDER BY 1) AS cards
       FROM members m WHERE environment_id = $1 AND leads_to IS NULL ORDER BY member_key`,
    [environmentId],
  );

const hexOf = (reference: string): string => keyOfRef(reference).toString('hex');

const expected = (model: PlainModel) =>
  [...new Set(model.members.values())]
    .map(({ refs: [ref = '', ...cards], ...member }) => ({
      ...member,
      // No row of a member has their sources.
      from: undefined,
      ref: member.isErased ? (expect.any(String) as unknown) : ref,
      key: hexOf(ref),
      cards: cards.map(hexOf).toSorted(),
    }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));

test('▲ I27 files sent in any calls, killed, repeated and tried, leave what their lines say taken one by one', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.array(step, { minLength: 3, maxLength: 12 }), async (drawn, steps) => {
      const tenant = await createTenant(db, { name: `Histories ${randomId()}` });
      [tenantId, environmentId] = [tenant.id, tenant.environmentIds.live];
      for (const source of sources)
        await openImport(db, environmentId, { source, signedUp: true, createdBy: 'a test' });
      const model = new PlainModel();
      for (const one of steps) {
        if (one.kind === 'enrol') {
          const bare = { memberKey: keyOfRef(one.ref), externalRef: one.ref };
          if (!model.members.has(one.ref)) await enrolMember(db, environmentId, bare);
          model.enrol(one.ref);
          continue;
        }
        if (one.kind === 'erase') {
          const [member] = await db.query<{ id: string }>(
            `SELECT coalesce(leads_to, id) AS id FROM members WHERE environment_id = $1 AND member_key = $2`,
            [environmentId, keyOfRef(one.ref)],
          );
          if (member !== undefined)
            await db.transaction((tx) => eraseMember(tx, { environmentId, tenantId }, member.id));
          model.erase(one.ref);
          continue;
        }
        const lines = (drawn[one.source] ?? []).map(({ ref, content: brought }) => lineOf(ref, brought));
        const call = { source: sources[one.source] ?? sources[0], ends: one.ends };
        await send(model, lines.slice(one.from, one.from + one.size), call);
      }
      expect(await storedMembers()).toEqual(expected(model));
      for (const source of sources) {
        const taken = [...new Set(model.members.values())].filter(({ from }) => from.has(source));
        expect(await findImport(db, environmentId, source)).toMatchObject({ members: taken.length });
      }
    }),
    { numRuns: runs },
  );
  const findings = [];
  for (const check of invariantChecks) findings.push(await runInvariantCheck(db, check));
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([]);
});
