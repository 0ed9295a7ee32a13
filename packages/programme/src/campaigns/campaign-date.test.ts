import fc from 'fast-check';
import { parseCampaignDate } from './campaign-date.ts';

const isoOf = (text: string, edge: 'start' | 'end'): string | null => {
  const atMs = parseCampaignDate(text, edge);
  return atMs === null ? null : new Date(atMs).toISOString();
};

describe('a date of a campaign (D13)', () => {
  it.each([
    ['2026-03-01', 'start', '2026-03-01T00:00:00.000Z'],
    ['2026-03-31', 'end', '2026-03-31T23:59:59.999Z'],
    ['2028-02-29', 'end', '2028-02-29T23:59:59.999Z'],
    ['2026-03-01T08:30', 'start', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T08:30', 'end', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T08:30:15', 'start', '2026-03-01T08:30:15.000Z'],
    ['2026-03-01T08:30:15.5', 'start', '2026-03-01T08:30:15.500Z'],
    ['2026-03-01T08:30:15,5', 'start', '2026-03-01T08:30:15.500Z'],
    ['2026-03-01T08:30:15.999999999Z', 'start', '2026-03-01T08:30:15.999Z'],
    ['2026-03-01T00:30:00+02:00', 'start', '2026-02-28T22:30:00.000Z'],
    ['2026-03-01T00:30:00+0200', 'start', '2026-02-28T22:30:00.000Z'],
    ['2026-02-28T22:30:00-05', 'end', '2026-03-01T03:30:00.000Z'],
    ['0050-01-01', 'start', '0050-01-01T00:00:00.000Z'],
  ] as const)('%s as %s means %s', (text, edge, expected) => {
    expect(isoOf(text, edge)).toBe(expected);
  });

  it.each([
    '',
    'tomorrow',
    '2026',
    '2026-3-1',
    '2026-02-29',
    '2026-02-30T10:00:00Z',
    '2026-13-01',
    '2026-00-10',
    '2026-01-32',
    '2026-01-01T24:00:00Z',
    '2026-01-01T10:60:00Z',
    '2026-01-01T10:00:60Z',
    '2026-01-01 10:00:00Z',
    '2026-01-01T10:00:00+24:00',
    '2026-01-01T10:00:00+01:60',
    '2026-01-01Z',
    '+12026-01-01',
    '0000-06-01',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '2026-01-01\n',
  ])('%j is refused', (text) => {
    expect(parseCampaignDate(text, 'start')).toBeNull();
  });

  it('reads back every instant that it could have written', () => {
    const anyDate = fc.date({
      min: new Date('0001-01-01T00:00:00.000Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyDate, (date) => {
        expect(parseCampaignDate(date.toISOString(), 'end')).toBe(date.getTime());
      }),
    );
  });
});
