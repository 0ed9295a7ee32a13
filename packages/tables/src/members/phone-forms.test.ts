import { getCountries } from 'libphonenumber-js/min';
import { isPhoneCountry, phoneCountries } from '../tenants/phone-countries.ts';
import { phoneFormsOf, phoneNeedlesOf } from './phone-forms.ts';
import { digitsOf, searchTextOf } from './search-text.ts';

const finds = async (country: string | null, asked: string, stored: string): Promise<boolean> =>
  (await phoneFormsOf(asked, country)).includes(digitsOf(stored));

/** Ways in which one number is written. */
const same: readonly { readonly country: string | null; readonly forms: readonly string[] }[] = [
  { country: null, forms: ['+27 82 555 0142', '+27825550142', '+27-82-555.0142', '0027 82 555 0142'] },
  { country: null, forms: ['082 555 0142', '0825550142', '082.555-0142'] },
  {
    country: 'ZA',
    forms: [
      '+27 82 555 0142',
      '+27825550142',
      '0825550142',
      '082 555 0142',
      '0027825550142',
      '27825550142',
      '+27 (0)82 555 0142',
      '0027 (0)82 555 0142',
      '27 (0)82 555 0142',
    ],
  },
  { country: 'ZA', forms: ['+44 20 7946 0958', '0044 20 7946 0958', '+442079460958', '+44 (0)20 7946 0958'] },
  { country: 'GB', forms: ['020 7946 0958', '+442079460958', '0044 (0)20 7946 0958', '44 (0)20 7946 0958'] },
  { country: 'DE', forms: ['030 123456', '+49 30 123456', '0049 30 123456', '+49 (0)30 123456'] },
  { country: 'IT', forms: ['06 698 12345', '+39 06 698 12345', '0039 0669812345'] },
  {
    country: 'US',
    forms: ['2125550123', '1 212-555-0123', '+1 212 555 0123', '011 1 212 555 0123', '212.555.0123'],
  },
  { country: 'FR', forms: ['06 12 34 56 78', '+33 6 12 34 56 78', '0033612345678', '+33 (0)6 12 34 56 78'] },
  { country: 'AR', forms: ['011 15-2345-6789', '+54 9 11 2345 6789', '+5491123456789'] },
  { country: 'MX', forms: ['55 1234 5678', '+52 55 1234 5678'] },
  { country: 'BR', forms: ['(11) 98765-4321', '011 98765-4321', '+55 11 98765-4321'] },
  { country: 'RU', forms: ['8 912 345-67-89', '+7 912 345-67-89'] },
  { country: 'IN', forms: ['098765 43210', '98765 43210', '+91 98765 43210'] },
  { country: 'NG', forms: ['0803 123 4567', '+234 803 123 4567', '2348031234567'] },
  {
    country: 'AU',
    forms: ['0412 345 678', '+61 412 345 678', '0011 61 412 345 678', '0011 61 (0)412 345 678'],
  },
];

test.each(same)(
  'with the country $country these are one number, whichever is asked for: $forms (D128)',
  async ({ country, forms }) => {
    for (const asked of forms)
      for (const stored of forms)
        expect([asked, stored, await finds(country, asked, stored)]).toEqual([asked, stored, true]);
  },
);

const different: readonly (readonly [country: string | null, asked: string, stored: string])[] = [
  [null, '082 555 0142', '+27 82 555 0142'],
  [null, '+27 82 555 0142', '27 82 555 0142'],
  ['ZA', '082 555 0142', '082 555 0143'],
  ['ZA', '082 555 0142', '82 555 014'],
  ['ZA', '082 555 0142', '+44 82 555 0142'],
  ['GB', '020 7946 0958', '+27 20 7946 0958'],
  ['US', '0825550142', '+27825550142'],
  ['ZA', '+27 82 555 0142', '+27 82 555 0142 1'],
  ['ZA', '1234567890123', '+271234567890123'],
  ['DE', '+27 82 555 0142', '082 555 0142'],
];

test.each(different)('with the country %j %s is not %s', async (country, asked, stored) => {
  expect(await finds(country, asked, stored)).toBe(false);
});

test('a plus that was not encoded in the URL, and is a blank there, is a plus', async () => {
  expect(await finds('ZA', ' 27 82 555 0142', '0825550142')).toBe(true);
  expect(await finds(null, ' 27825550142', '+27825550142')).toBe(true);
  expect(await finds(null, ' 0825550142', '0825550142')).toBe(true);
});

test('a number asks for twelve forms at most, and the number itself is one of them', async () => {
  for (const { country, forms } of same)
    for (const asked of forms) {
      const found = await phoneFormsOf(asked, country);
      expect(found.length).toBeLessThanOrEqual(12);
      expect(new Set(found).size).toBe(found.length);
    }
});

const partly: readonly (readonly [
  country: string | null,
  search: string,
  stored: string,
  isFound: boolean,
])[] = [
  [null, '555 0142', '+27 82 555-0142', true],
  [null, '5550142', '(not) 555', false],
  [null, '082 555', '+27 82 555 0142', false],
  ['ZA', '082 555', '+27 82 555 0142', true],
  ['ZA', '0825', '082 555 0142', true],
  ['ZA', '+27 82', '082 555 0142', true],
  ['ZA', ' 27 82', '082 555 0142', true],
  ['ZA', '0027 82', '+27 82 555 0142', true],
  ['ZA', '083 555', '+27 82 555 0142', false],
  ['GB', '020 79', '+44 20 7946 0958', true],
  ['IT', '06 698', '+39 06 698 12345', true],
  ['US', '(212) 555', '+1 212 555 0123', true],
];

test.each(partly)(
  'with the country %j a search for «%s» finds %s: %j',
  async (country, search, stored, isFound) => {
    const text = searchTextOf({ externalRef: 'c', name: null, email: null, phone: stored });
    const needles = await phoneNeedlesOf(search, country);
    expect(needles.some((needle) => text.includes(needle))).toBe(isFound);
  },
);

test.each(['ann', '12', 'card-123', '0825550142@example.com', 'tel 082 555', '१२३४'])(
  'a search for «%s» is none for a number',
  async (search) => {
    expect(await phoneNeedlesOf(search, 'ZA')).toEqual([]);
  },
);

test('the countries that may be set are those whose numbers are known', () => {
  expect([...phoneCountries].toSorted()).toEqual(getCountries().toSorted());
  expect(isPhoneCountry('ZA')).toBe(true);
});
