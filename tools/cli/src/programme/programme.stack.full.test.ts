import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLoyalty, type Loyalty } from '@loyalty/client';
import { randomId } from '@loyalty/kernel';
import { readLocalStack } from '@loyalty/stack';
import { sizeOf } from '@loyalty/testkit/runs';
import { stringify } from 'yaml';
import {
  createKeyOnStack,
  createTenantOnStack,
  documentOf,
  loyaltyctl,
} from '../testing/loyaltyctl-on-stack.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { makeProgramme } from './testing/make-programme.ts';

let folder: ReturnType<typeof createTemporaryFolder>;
beforeAll(() => {
  folder = createTemporaryFolder();
});
afterAll(() => {
  folder.remove();
});

interface Place {
  readonly flags: readonly string[];
  readonly loyalty: Loyalty;
  readonly tenant: string;
}

const placeOf = (tenant: string, key: string): Place => ({
  flags: ['--tenant', tenant, '--mode', 'test', '--key', key],
  loyalty: createLoyalty({ baseUrl: readLocalStack().baseUrl, tenantId: tenant, apiKey: key }),
  tenant,
});

const createPlace = async (): Promise<Place> => {
  const tenant = await createTenantOnStack();
  return placeOf(tenant, await createKeyOnStack(tenant, 'test'));
};

const fileOf = (text: string): string => {
  const path = join(folder.path, `${randomId()}.yaml`);
  writeFileSync(path, text);
  return path;
};

const pull = async ({ flags }: Place): Promise<string> => {
  const { exitCode, out, err } = await loyaltyctl(['programme', 'pull', ...flags]);
  expect([exitCode, err]).toEqual([0, '']);
  return out;
};
const run = (name: 'diff' | 'apply', { flags }: Place, text: string, ...more: readonly string[]) =>
  loyaltyctl(['programme', name, fileOf(text), ...flags, ...more]);
const apply = async (place: Place, text: string, ...more: readonly string[]): Promise<string> => {
  const { exitCode, out, err } = await run('apply', place, text, '--yes', ...more);
  if (exitCode !== 0) throw new Error(`${err}${out}`);
  return out;
};

const decidedOf = async ({ loyalty }: Place, n: number): Promise<object> => {
  const { pointsAwarded, campaigns } = await loyalty.evaluateTransaction({
    body: {
      transactionRef: `receipt-${n.toString()}`,
      memberRef: `member-${(n % 7).toString()}`,
      amount: 1_000 + n * 37,
      occurredAt: new Date(Date.UTC(2026, 2, 1 + (n % 28), n % 24)).toISOString(),
      storeRef: n % 2 === 0 ? '1' : '0012',
      ...(n % 3 === 0 && {
        lineItems: [{ sku: 'milk', quantity: 3, unitPrice: 500, categories: ['dairy'] }],
      }),
    },
  });
  // RANDOM draws by the campaign's id, which is another in each environment.
  const fixed = campaigns.filter(({ campaignName }) => !campaignName.startsWith('Random'));
  const points = fixed.map(({ campaignName, pointsEarned, rewardIds }) => [
    campaignName,
    pointsEarned,
    rewardIds.length,
  ]);
  return { points: points.toSorted(), sum: fixed.length === campaigns.length ? pointsAwarded : null };
};

/** Named by their keys, so that awards can be compared. */
const deterministic = (seed: number): string => {
  const programme = makeProgramme(seed) as {
    readonly campaigns: readonly { readonly key: string; readonly earningRule: { readonly type: string } }[];
  };
  const campaigns = programme.campaigns.map((one) => ({
    ...one,
    name: `${one.earningRule.type === 'RANDOM' ? 'Random' : 'Campaign'} ${one.key}`,
  }));
  return stringify({ ...programme, campaigns });
};

test('a programme is the same bytes in another tenant, twice applied changes nothing, and decides alike (D343, D344)', async () => {
  for (let seed = 1; seed <= sizeOf(4, 40); seed += 1) {
    const [first, second] = await Promise.all([createPlace(), createPlace()]);
    await apply(first, deterministic(seed), '--with-states');
    const text = await pull(first);
    await apply(second, text, '--with-states');
    expect(await pull(second)).toBe(text);
    expect(await apply(second, text, '--with-states', '--prune')).toBe('Nothing differs.\n');
    expect(await run('diff', second, text, '--with-states')).toMatchObject({
      exitCode: 0,
      out: 'Nothing differs.\n',
    });
    for (let n = 0; n < 50; n += 1) expect(await decidedOf(second, n)).toEqual(await decidedOf(first, n));
  }
});

const campaign = { key: 'double', name: 'Double', earningRule: { type: 'FIXED_POINTS', points: 5 } };

test('a difference is shown, and states only if they are asked for', async () => {
  const place = await createPlace();
  const text = stringify({ campaigns: [{ ...campaign, state: 'ACTIVE' }] });
  const differs = await run('diff', place, text);
  expect(differs).toMatchObject({ exitCode: 1, err: '' });
  expect(differs.out).toContain('+ campaign double: create\n    name: "Double"');
  await apply(place, text);
  expect(await pull(place)).toContain('state: DRAFT');
  await apply(place, text, '--with-states');
  expect(await pull(place)).toContain('state: ACTIVE');
  const changed = stringify({ campaigns: [{ ...campaign, minSpend: 500 }], tiers: [] });
  expect((await run('diff', place, changed)).out).toContain(
    '~ campaign double: update\n    minSpend: null → 500',
  );
  await apply(place, 'campaigns: []', '--prune');
  await apply(place, text);
  const { campaigns } = await place.loyalty.listCampaigns();
  expect(campaigns.map(({ key, state }) => [key, state])).toEqual([
    ['double', 'DRAFT'],
    ['double', 'ARCHIVED'],
  ]);
});

test('▲ what a key lacks and every other fault is named before anything is sent', async () => {
  const place = await createPlace();
  await apply(place, stringify({ campaigns: [{ ...campaign, state: 'ACTIVE' }] }), '--with-states');
  const permissions =
    'campaigns:read,campaigns:write,segments:read,tiers:read,settings:read,event-definitions:read';
  const made = await documentOf<{ key: string }>(
    'keys',
    'create',
    '--tenant',
    place.tenant,
    '--mode',
    'test',
    '--permissions',
    permissions,
  );
  const narrow = placeOf(place.tenant, made.key);
  const text = stringify({
    segments: [{ key: 'new', name: 'New', type: 'STATIC' }],
    campaigns: [
      { ...campaign, name: 'Renamed' },
      { ...campaign, key: 'other' },
    ],
  });
  const { exitCode, err } = await run('apply', narrow, text, '--yes');
  expect(exitCode).toBe(1);
  expect(err).toMatch(/:2: segment new the key lacks segments:write/);
  expect(err).toMatch(/:6: campaign double the key lacks campaigns:run/);
  expect(await pull(place)).not.toMatch(/key: (new|other)|Renamed/);
});

test('▲ a PATCH loop beside an apply loses no change: it stops, and shows what differs now', async () => {
  const place = await createPlace();
  const keys = Array.from({ length: 20 }, (_, n) => `c-${n.toString().padStart(2, '0')}`);
  const documentWith = (given: object): string =>
    stringify({ campaigns: keys.map((key) => ({ ...campaign, key, ...given })) });
  await apply(place, documentWith({}));
  const { campaigns } = await place.loyalty.listCampaigns({ limit: 200 });
  const ended = new AbortController();
  const others = (async () => {
    for (let n = 0; !ended.signal.aborted; n += 1) {
      const campaignId = campaigns[n % campaigns.length]?.id ?? '';
      await place.loyalty.updateCampaign({ campaignId, body: { description: `Theirs ${n.toString()}` } });
    }
  })();
  const stopped = await run('apply', place, documentWith({ minSpend: 5 }), '--yes');
  ended.abort();
  await others;
  expect(stopped.exitCode).toBe(1);
  expect(stopped.err).toContain('Somebody has changed the campaign');
  await apply(place, documentWith({ minSpend: 5, description: 'Ours' }));
  expect(await run('diff', place, documentWith({ minSpend: 5, description: 'Ours' }))).toMatchObject({
    exitCode: 0,
  });
});

test('an active campaign that the document has as a DRAFT is named, asked about, and paused', async () => {
  const place = await createPlace();
  const second = { ...campaign, key: 'second' };
  const active = [campaign, second].map((one) => ({ ...one, state: 'ACTIVE' }));
  await apply(place, stringify({ campaigns: active }), '--with-states');
  const text = stringify({ campaigns: [{ ...campaign, state: 'DRAFT' }] });
  const asked = await run('apply', place, text, '--with-states', '--prune');
  expect(asked).toMatchObject({ exitCode: 1 });
  expect(asked.out).toContain(
    '> campaign double: pause\n    state: "ACTIVE" → "PAUSED"\n    It is active here and a',
  );
  expect(asked.out).toContain('Active campaigns that stop: second, double.\n');
  expect(asked.err).toContain('Send these 2 calls to test, and stop 2 active campaigns? (yes/no)');
  expect(await pull(place)).not.toContain('state: PAUSED');
  await apply(place, text, '--with-states');
  expect(await pull(place)).toContain('state: PAUSED');
  expect((await run('diff', place, text, '--with-states')).out).not.toContain('that stop');
});

test('a document is applied only after a yes', async () => {
  const place = await createPlace();
  const { exitCode, err } = await run('apply', place, stringify({ campaigns: [campaign] }));
  expect([exitCode, err]).toEqual([1, expect.stringContaining('Nothing was done')]);
  expect(await pull(place)).toContain('campaigns: []');
});
