import {
  createTraceparent,
  notSampled,
  parseTraceparent,
  traceIdOf,
  traceparentFrom,
} from './traceparent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it('gives its ids', () => {
    expect(parseTraceparent(`00-${traceId}-${parentId}-01`)).toEqual({ traceId, parentId, flags: '01' });
    expect(traceIdOf(`00-${traceId}-${parentId}-01`)).toBe(traceId);
  });

  it('of a later version is read up to its flags and passed on as version 00', () => {
    expect(traceparentFrom(`cc-${traceId}-${parentId}-01-more`)).toBe(`00-${traceId}-${parentId}-01`);
  });

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['upper case', `00-${traceId.toUpperCase()}-${parentId}-01`],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${parentId}-01`],
    ['a parent id of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['version ff', `ff-${traceId}-${parentId}-01`],
    ['version 00 with more fields', `00-${traceId}-${parentId}-01-more`],
    ['a short trace id', `00-${traceId.slice(1)}-${parentId}-01`],
    ['text before it', ` 00-${traceId}-${parentId}-01`],
    ['another version with glued text', `01-${traceId}-${parentId}-01x`],
  ])('that is %s has no ids and is replaced by a new one', (_what, header) => {
    expect(traceIdOf(header)).toBeUndefined();
    const fresh = traceparentFrom(header);
    expect(parseTraceparent(fresh)).toBeDefined();
    expect(traceparentFrom(fresh)).toBe(fresh);
  });

  it.each([
    ['01', '00'],
    ['03', '02'],
    ['ff', 'fe'],
    ['00', '00'],
  ])('with flags %s has flags %s, and the same ids, for those who are not to sample it', (flags, others) => {
    expect(notSampled(`00-${traceId}-${parentId}-${flags}`)).toBe(`00-${traceId}-${parentId}-${others}`);
  });

  it('is new each time', () => {
    expect(new Set(Array.from({ length: 100 }, createTraceparent)).size).toBe(100);
  });
});
