import { scaling } from './scaling.ts';

const followers = ['tier-service', 'segment-service', 'fulfilment', 'webhook-dispatcher'];

const triggerOf = (workload: string, named: string) =>
  scaling[workload]?.triggers.find(({ name }) => name === named);

test.each(['earn-engine-bulk', ...followers])('%s is scaled by what waits in its bulk lane', (workload) => {
  expect(triggerOf(workload, 'backlog')).toMatchObject({ metricType: 'AverageValue' });
  expect(triggerOf(workload, 'backlog')?.query).toContain('sum(loyalty_stream_lag_messages{lane="bulk"}');
});

test.each(['earn-engine-bulk', ...followers])(
  'what waits for a transaction starts no process of %s (D331)',
  (workload) => {
    expect(triggerOf(workload, 'backlog')?.query).toMatch(
      / - \(sum\(loyalty_open_transaction_messages\{lane="bulk"\}.*\) or vector\(0\)\)/,
    );
  },
);

test.each(followers)('%s gets processes once two minutes would not do to catch up', (workload) => {
  const [backlog, rate] = [triggerOf(workload, 'backlog'), triggerOf(workload, 'rate')];
  // The rate's threshold is half of what a process was measured with.
  expect(Number(backlog?.threshold) / Number(rate?.threshold)).toBeCloseTo(240, 0);
});

test('triggers of a workload have names of their own', () => {
  const names = Object.values(scaling).map(({ triggers }) => triggers.map(({ name }) => name));
  expect(names).toEqual(names.map((each) => [...new Set(each)]));
});

const all = Object.entries(scaling).map(([workload, { triggers }]) => ({ workload, triggers }));

test.each(all)(
  '$workload is scaled by rate or backlog, by its processors, and by lag (D157)',
  ({ triggers }) => {
    const names = triggers.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['processor', 'lag']));
    expect(names.includes('rate') || names.includes('backlog')).toBe(true);
  },
);

test('▲ what waits scales nothing while the database is unavailable, or every process waits for it (D157)', () => {
  const waiting = all.flatMap(({ triggers }) => triggers.filter(({ query }) => query.includes('_lag_')));
  expect(waiting.length).toBeGreaterThan(10);
  const ungated = waiting.filter(
    ({ query }) =>
      !query.endsWith(' and on () (max(loyalty_dependency_up{dependency="database"}) == 1)') ||
      !/process_cpu_seconds_total.*> bool 0[.]3/.test(query),
  );
  expect(ungated).toEqual([]);
});
