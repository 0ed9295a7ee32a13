import { configWith } from './topics.ts';

const declared = { 'min.insync.replicas': '2', 'retention.ms': '1000' };
const withLeast = (least: string) => ({ ...declared, 'min.insync.replicas': least });

test.each([
  { copies: 1, least: '1' },
  { copies: 2, least: '1' },
  { copies: 3, least: '2' },
  { copies: 5, least: '2' },
])('▲ of $copies copies $least must have what is acknowledged', ({ copies, least }) => {
  expect(configWith(declared, copies)).toEqual(withLeast(least));
});

test('a declaration of 1 stays so, and a topic without a declaration has none', () => {
  expect(configWith(withLeast('1'), 3)).toEqual(withLeast('1'));
  expect(configWith({ 'retention.ms': '1000' }, 3)).toEqual({ 'retention.ms': '1000' });
});
