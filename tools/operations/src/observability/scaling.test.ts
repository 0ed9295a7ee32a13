import { scaling } from './scaling.ts';

const followers = ['tier-service', 'segment-service', 'fulfilment', 'webhook-dispatcher'];

const triggerOf = (workload: string, named: string) =>
  scaling[workload]?.triggers.find(({ name }) => name === named);

test.each(['earn-engine-bulk', ...followers])('%s is scaled by what waits in its bulk lane', (workload) => {
  expect(triggerOf(workload, 'backlog')).toMatchObject({ metricType: 'AverageValue' });
  expect(triggerOf(workload, 'backlog')?.query).toContain('sum(loyalty_stream_lag_messages{lane="bulk"}');
});

test.each(followers)('%s gets processes once two minutes would not do to catch up', (workload) => {
  const [backlog, rate] = [triggerOf(workload, 'backlog'), triggerOf(workload, 'rate')];
  // The rate's threshold is half of what a process was measured with.
  expect(Number(backlog?.threshold) / Number(rate?.threshold)).toBeCloseTo(240, 0);
});

test('triggers of a workload have names of their own', () => {
  const names = Object.values(scaling).map(({ triggers }) => triggers.map(({ name }) => name));
  expect(names).toEqual(names.map((each) => [...new Set(each)]));
});
