import { consentTexts } from './consent-texts.ts';

const consent = (channel: string, granted: boolean, purpose = 'MARKETING') => ({ purpose, channel, granted });

test('the channels to which a member consents are named, and none that was withdrawn', () => {
  expect(consentTexts([])).toEqual([]);
  expect(consentTexts([consent('EMAIL', false)])).toEqual([]);
  expect(consentTexts([consent('EMAIL', true), consent('SMS', true), consent('POST', false)])).toEqual([
    'Marketing by Email, SMS',
  ]);
  // A newer API may have more of both.
  expect(consentTexts([consent('FAX', true), consent('SMS', true, 'RESEARCH')])).toHaveLength(2);
});
