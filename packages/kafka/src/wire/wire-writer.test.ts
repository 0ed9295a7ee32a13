import { WireWriter } from './primitive-types.ts';

test('a request that is shorter than planned is never sent: behind it is stale memory', () => {
  expect(new WireWriter(4).int32(1).full()).toHaveLength(4);
  expect(() => new WireWriter(5).int32(1).full()).toThrow('what was planned was written');
});
