import { lifecycleTypeOf } from './write-event-definitions.ts';

it.each([
  ['signup', 'SIGNUP'],
  ['member.signup', 'SIGNUP'],
  ['app.member.birthday', 'BIRTHDAY'],
  ['wedding.anniversary', 'ANNIVERSARY'],
  ['friend.referral', 'REFERRAL'],
  ['my.custom', 'CUSTOM'],
  ['signup.started', 'CUSTOM'],
  ['pre-signup', 'CUSTOM'],
  ['fuel.purchase', 'CUSTOM'],
])('the events of %s are %s unless their definition says otherwise (D65)', (key, type) => {
  expect(lifecycleTypeOf(key)).toBe(type);
});
