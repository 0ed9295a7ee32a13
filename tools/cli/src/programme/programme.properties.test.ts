import fc from 'fast-check';
import { historiesTimeoutMs, historyRuns } from '@loyalty/testkit/runs';
import { stringify } from 'yaml';
import { planChanges } from './plan-changes.ts';
import type { Plan } from './plan.ts';
import { readDocument } from './read-document.ts';
import { readProgramme } from './read-programme.ts';
import { sendPlan } from './send-plan.ts';
import { planLines, stoppedCampaigns } from './show-plan.ts';
import { FakeEnvironment, problem } from './testing/fake-environment.ts';
import { makeProgramme, type WrittenProgramme } from './testing/make-programme.ts';
import { documentTextOf } from './write-document.ts';

jest.setTimeout(historiesTimeoutMs);

/** A run takes milliseconds: more of them than of slower histories. */
const runs = Math.max(40, historyRuns);

const everything = { withStates: true, prune: true };
const clock = { now: () => 0, sleep: () => Promise.resolve() };

const planFor = async (environment: FakeEnvironment, text: string, options = everything): Promise<Plan> => {
  const found = await readProgramme(environment.loyalty);
  const { programme, faults } = readDocument(text, { found, prune: options.prune });
  expect(faults).toEqual([]);
  return planChanges(found, programme, options);
};

const apply = async (environment: FakeEnvironment, text: string, options = everything): Promise<number> => {
  const found = await readProgramme(environment.loyalty);
  const { calls, faults } = await planFor(environment, text, options);
  expect(faults).toEqual([]);
  const overtaken = await sendPlan(calls, {
    loyalty: environment.loyalty,
    found,
    clock,
    onSent: () => undefined,
  });
  expect(overtaken).toBeNull();
  return calls.length;
};

const pull = async (environment: FakeEnvironment): Promise<string> =>
  documentTextOf(await readProgramme(environment.loyalty));

const seeds = fc.integer({ min: 0, max: 1_000_000 });

/** As somebody writes it: sections and entities in another order. */
const shuffled = (programme: WrittenProgramme): WrittenProgramme =>
  Object.fromEntries(
    Object.entries(programme)
      .toReversed()
      .map(([name, value]) => [name, Array.isArray(value) ? value.toReversed() : value]),
  );

describe('a document of a programme (D344)', () => {
  it('that is applied to an empty environment and pulled again is the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const [first, second] = [new FakeEnvironment(), new FakeEnvironment()];
        await apply(first, stringify(makeProgramme(seed)));
        const text = await pull(first);
        await apply(second, text);
        expect(await pull(second)).toBe(text);
        expect((await planFor(second, text)).calls).toEqual([]);
      }),
      { numRuns: runs },
    );
  });

  it('is what an environment has after any change to it was applied', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, seeds, async (before, after) => {
        const [environment, plain] = [new FakeEnvironment(), new FakeEnvironment()];
        await apply(environment, stringify(withThresholds(makeProgramme(before), 1_000)));
        const text = stringify(makeProgramme(after));
        await apply(environment, text);
        await apply(plain, text);
        expect(withoutStates(await pull(environment))).toBe(withoutStates(await pull(plain)));
        expect(await planFor(environment, text)).toMatchObject({ calls: [], missing: [] });
      }),
      { numRuns: runs },
    );
  });

  it('▲ gives the same plan in whatever order it is written', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, seeds, async (before, after) => {
        const environment = new FakeEnvironment();
        await apply(environment, stringify(withThresholds(makeProgramme(before), 1_000)));
        const programme = makeProgramme(after);
        const plan = await planFor(environment, stringify(programme));
        expect(await planFor(environment, stringify(shuffled(programme)))).toEqual(plan);
      }),
      { numRuns: runs },
    );
  });

  it('is finished by the same command, wherever the first was killed, and nothing is live before', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.integer({ min: 1, max: 12 }), fc.boolean(), async (seed, at, isLost) => {
        const [environment, whole] = [new FakeEnvironment(), new FakeEnvironment()];
        const text = stringify(makeProgramme(seed));
        const calls = await apply(whole, text);
        environment.options = {
          before: (_call, n) => (n >= at && !isLost ? problem(500, 'INTERNAL_ERROR') : null),
        };
        const plan = await planFor(environment, text);
        const found = await readProgramme(environment.loyalty);
        const sent = plan.calls.slice(0, isLost ? at : Infinity);
        const outcome = await sendPlan(sent, {
          loyalty: environment.loyalty,
          found,
          clock,
          onSent: () => undefined,
        }).catch((error: unknown) => (error as { readonly code?: unknown }).code);
        expect([null, 'PROGRAMME_NOT_APPLIED']).toContain(outcome);
        const drafts = plan.calls.filter(({ action }) => action !== 'activate').length;
        const isLive = (await pull(environment)).includes('state: ACTIVE');
        expect(isLive && environment.writes.length <= drafts).toBe(false);
        environment.options = {};
        await apply(environment, text);
        expect(await pull(environment)).toBe(await pull(whole));
        expect(calls).toBeGreaterThanOrEqual(2);
      }),
      { numRuns: runs },
    );
  });
});

/** Thresholds that no other programme has: what is there before cannot be in the way. */
const withThresholds = (programme: WrittenProgramme, by: number): WrittenProgramme => ({
  ...programme,
  tiers: (programme['tiers'] as readonly { readonly minLifetimePoints: number }[]).map((tier) => ({
    ...tier,
    minLifetimePoints: tier.minLifetimePoints + by,
  })),
});

/** A campaign that was live cannot become a draft again. */
const withoutStates = (text: string): string => text.replaceAll(/^ +state: .*\n/gm, '');

describe('applying a document', () => {
  const campaign = { key: 'double', name: 'Double', earningRule: { type: 'FIXED_POINTS', points: 5 } };
  const textWith = (given: object): string => stringify({ campaigns: [{ ...campaign, ...given }] });

  it('▲ stops at what somebody else has changed since it was read', async () => {
    const environment = new FakeEnvironment();
    await apply(environment, textWith({}));
    const found = await readProgramme(environment.loyalty);
    const { calls } = await planFor(environment, textWith({ name: 'Mine', minSpend: 5 }));
    environment.touch('campaigns', 'double');
    const before = environment.writes.length;
    const overtaken = await sendPlan([...calls, ...calls], {
      loyalty: environment.loyalty,
      found,
      clock,
      onSent: () => undefined,
    });
    expect(overtaken).toMatchObject({ kind: 'campaign', key: 'double' });
    expect(environment.writes.length).toBe(before + 1);
    expect(await pull(environment)).not.toContain('Mine');
  });

  it('stops at a key that somebody else has created meanwhile', async () => {
    const environment = new FakeEnvironment();
    const found = await readProgramme(environment.loyalty);
    const { calls } = await planFor(environment, textWith({ name: 'Mine' }));
    await apply(environment, textWith({ name: 'Theirs' }));
    const options = { loyalty: environment.loyalty, found, clock, onSent: () => undefined };
    expect(await sendPlan(calls, options)).toMatchObject({ key: 'double' });
  });

  it('waits while the API asks for it', async () => {
    const environment = new FakeEnvironment();
    let refused = 0;
    environment.options = {
      before: () => ((refused += 1) <= 2 ? problem(429, 'RATE_LIMITED') : null),
    };
    await apply(environment, textWith({}));
    expect([environment.writes.length, refused]).toEqual([1, 3]);
  });

  it('sends a field that is left out as none, and leaves sections and states alone', async () => {
    const environment = new FakeEnvironment();
    await apply(environment, stringify({ segments: [{ key: 's', name: 'S', type: 'STATIC' }] }));
    const full = { targetSegments: ['s'], minSpend: 5, priority: 3, description: 'D', state: 'ACTIVE' };
    await apply(environment, textWith(full));
    const options = { withStates: false, prune: true };
    expect(await apply(environment, textWith({ state: 'DRAFT' }), options)).toBe(1);
    expect(environment.writes.at(-1)).toMatchObject({
      method: 'PATCH',
      body: { targetSegmentIds: [], minSpend: null, priority: 0, description: null },
    });
    expect(await pull(environment)).toMatch(/key: s\b[^]*state: ACTIVE/);
  });

  it('names campaigns that stop, unless they stand already', async () => {
    const environment = new FakeEnvironment();
    await apply(environment, textWith({ state: 'ACTIVE' }));
    const plan = await planFor(environment, textWith({ state: 'DRAFT', minSpend: 5 }));
    expect(stoppedCampaigns(plan)).toEqual(['double']);
    expect(planLines(plan, true).at(-1)).toContain('It is active here and a DRAFT in the document.');
    const wanted = await planFor(environment, textWith({ state: 'PAUSED' }));
    expect([stoppedCampaigns(wanted), wanted.calls.map(({ note }) => note)]).toEqual([['double'], [null]]);
    expect(stoppedCampaigns(await planFor(environment, 'campaigns: []'))).toEqual(['double']);
    await apply(environment, textWith({ state: 'DRAFT' }));
    expect(stoppedCampaigns(await planFor(environment, 'campaigns: []'))).toEqual([]);
  });

  it('▲ names what is archived and creates it again under its key', async () => {
    const environment = new FakeEnvironment();
    await apply(environment, textWith({}));
    await apply(environment, 'campaigns: []');
    expect(await pull(environment)).toContain('campaigns: []');
    await apply(environment, textWith({ name: 'Again' }));
    expect(environment.writes.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'POST']);
  });
});
