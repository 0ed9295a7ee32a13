import { countries, timeZones } from './places.ts';

it('countries are offered by their names', () => {
  const found = countries('en');
  expect(found).toContainEqual({ code: 'ZA', name: 'South Africa' });
  expect(found.length).toBeGreaterThan(200);
  expect(found.map(({ code }) => code)).not.toContain('ZZ');
});

it('time zones are those of the browser', () => {
  expect(timeZones()).toContain('Africa/Johannesburg');
});
