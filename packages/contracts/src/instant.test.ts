import fc from 'fast-check';
import { instantOf } from './instant.ts';

const ms = (text: string): number => Date.parse(text);

describe('an instant', () => {
  it.each([
    { text: '2026-03-01T08:00:00Z', at: '2026-03-01T08:00:00.000Z' },
    { text: '2026-03-01T08:00:00', at: '2026-03-01T08:00:00.000Z' },
    { text: '2026-03-01T08:00', at: '2026-03-01T08:00:00.000Z' },
    { text: '2026-03-01T08:00:00+02:00', at: '2026-03-01T06:00:00.000Z' },
    { text: '2026-03-01T08:00:00-0530', at: '2026-03-01T13:30:00.000Z' },
    { text: '2026-03-01T08:00:00+02', at: '2026-03-01T06:00:00.000Z' },
    { text: '2026-03-01t08:00:00z', at: '2026-03-01T08:00:00.000Z' },
    { text: '2026-03-01T08:00:00.5Z', at: '2026-03-01T08:00:00.500Z' },
    { text: '2026-03-01T08:00:00.123999Z', at: '2026-03-01T08:00:00.123Z' },
    { text: '2024-02-29', at: '2024-02-29T00:00:00.000Z' },
    { text: '0099-12-31T00:00:00Z', at: '0099-12-31T00:00:00.000Z' },
  ])('is read from $text', ({ text, at }) => {
    expect(instantOf(text, 'start')).toBe(ms(at));
  });

  it('of a plain date is the last millisecond of its day where it ends something', () => {
    expect(instantOf('2026-03-31', 'end')).toBe(ms('2026-03-31T23:59:59.999Z'));
    expect(instantOf('2026-03-31T10:00:00Z', 'end')).toBe(ms('2026-03-31T10:00:00.000Z'));
  });

  it.each([
    '2026-02-29',
    '2026-02-30T00:00:00Z',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-03-01T24:00:00Z',
    '2026-03-01T08:60:00Z',
    '2026-03-01T23:59:60Z',
    '2026-03-01T08:00:00+24:00',
    '2026-03-01T08:00:00+02:60',
    '0000-01-01',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '2026-3-1',
    '2026-03-01 08:00:00',
    '2026-03-01T',
    '2026-03-01Z',
    '01/03/2026',
    '20260301',
    '1772352000000',
    'today',
    '',
    '2026-03-01T08:00:00Z\n',
  ])('is not read from %j', (text) => {
    expect(instantOf(text, 'start')).toBeNull();
  });

  it('is read from every timestamp of a response', () => {
    const dates = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, (date) => {
        expect(instantOf(date.toISOString(), 'start')).toBe(date.getTime());
      }),
    );
  });
});
