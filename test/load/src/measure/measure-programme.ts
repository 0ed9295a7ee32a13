import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contender } from '../contender.ts';
import { loyaltyctl } from '../loyaltyctl.ts';
import { openOurTenant } from '../our-service.ts';
import type { BenchRun } from './bench-run.ts';
import { type BesideLoad, loadBeside } from './beside.ts';

const beside: BesideLoad = { bodies: 'evaluate', ratePerSecond: 100 };

/** The calls of the apply that is measured. */
const changed = 200;
/** Entities of the programme that is pulled; a thousand together. */
const large = { campaigns: 600, segments: 300, tiers: 60, eventDefinitions: 40 };

/** Applies, pulls and compares documents of a programme by loyaltyctl, whose own start is part of it (D344). */
export const measureProgramme = async (run: BenchRun): Promise<void> => {
  run.say('Applying, pulling and comparing programmes');
  const folder = mkdtempSync(join(tmpdir(), 'bench-programme-'));
  try {
    const small = await openOurTenant(run.stack, []);
    const documents = [1, 2].map((minSpend) => writeDocument(folder, { campaigns: changed }, minSpend));
    await noteSeconds(run, `apply of ${changed.toString()} new campaigns`, () =>
      apply(run, small, documents[0]),
    );
    await noteSeconds(run, `apply of ${changed.toString()} changes`, () => apply(run, small, documents[1]));
    const full = await openOurTenant(run.stack, []);
    for (const { tenantId } of [small, full]) await raiseWrites(run, tenantId);
    const document = writeDocument(folder, large, 1);
    await apply(run, full, document);
    await noteSeconds(run, 'pull of 1,000 entities', () => pull(run, full));
    await noteSeconds(run, 'diff of 1,000 entities', () => programme(run, full, 'diff', document));
    await measureNeighbour(run, async (n) => {
      await apply(run, small, documents[n % 2]);
      await pull(run, full);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The evaluates of another tenant, while documents are applied and pulled without a pause. */
const measureNeighbour = async (run: BenchRun, work: (n: number) => Promise<void>): Promise<void> => {
  const alone = await loadBeside(run, beside);
  const ended = new AbortController();
  const working = (async () => {
    for (let n = 0; !ended.signal.aborted; n += 1) await work(n);
  })();
  const { p99Ms } = await loadBeside(run, beside);
  ended.abort();
  await working;
  const ratio = p99Ms / alone.p99Ms;
  const title = 'evaluates’ p99 of a neighbour beside applies and pulls to that without';
  run.figures.add('engine', { title, unit: '×' }, ratio);
  run.say(`  ${title}: ${ratio.toFixed(2)} ×`);
};

const noteSeconds = async (run: BenchRun, title: string, work: () => Promise<unknown>): Promise<void> => {
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  run.figures.add('engine', { title, unit: 's' }, seconds);
  run.say(`  ${title}: ${seconds.toFixed(1)} s`);
};

type Counts = Readonly<Partial<typeof large>>;

const writeDocument = (folder: string, counts: Counts, minSpend: number): string => {
  const { campaigns = 0, segments = 0, tiers = 0, eventDefinitions = 0 } = counts;
  const sections = {
    eventDefinitions: entities(eventDefinitions, 'event', (key) => ({
      key,
      name: key,
      lifecycleType: 'CUSTOM',
    })),
    segments: entities(segments, 'segment', (key) => ({ key, name: key, type: 'STATIC' })),
    tiers: entities(tiers, 'tier', (key, n) => ({ key, name: key, minLifetimePoints: n * 100 })),
    campaigns: entities(campaigns, 'campaign', (key, n) => ({
      key,
      name: key,
      earningRule: { type: 'FIXED_POINTS', points: 1 + (n % 50) },
      minSpend,
      ...(segments > 0 && { targetSegments: [`segment-${(n % segments).toString()}`] }),
    })),
  };
  const path = join(folder, `${campaigns.toString()}-${minSpend.toString()}.yaml`);
  // JSON is YAML.
  writeFileSync(path, JSON.stringify(sections));
  return path;
};

const entities = (count: number, prefix: string, make: (key: string, n: number) => object): object[] =>
  Array.from({ length: count }, (_, n) => make(`${prefix}-${n.toString()}`, n));

const programme = (
  run: BenchRun,
  { tenantId, key }: Contender,
  ...words: readonly string[]
): Promise<unknown> =>
  loyaltyctl(
    run.stack,
    'programme',
    ...words,
    '--tenant',
    tenantId,
    '--mode',
    'live',
    '--key',
    key,
    '--base-url',
    run.stack.baseUrl,
  );

const apply = (run: BenchRun, ours: Contender, document = ''): Promise<unknown> =>
  programme(run, ours, 'apply', document, '--yes');

const pull = (run: BenchRun, ours: Contender): Promise<unknown> => programme(run, ours, 'pull');

/** What prepares the programme, and what is done in a loop, waits for no bucket. */
const raiseWrites = (run: BenchRun, tenantId: string): Promise<unknown> =>
  loyaltyctl(
    run.stack,
    'settings',
    'set',
    'configurationWritesPerMinute',
    '1000000',
    '--tenant',
    tenantId,
    '--mode',
    'live',
  );
