import { createAddressPolicy, targetRefusalTexts, type Resolution } from '@loyalty/egress';
import { createJudges, createJudgeTarget } from './judge-target.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'good.example': ['8.8.8.8', '2606:4700:4700::1111'],
  'inside.example': ['10.0.0.7'],
  'half.example': ['8.8.8.8', '::1'],
};

const judge = createJudgeTarget({
  policy: createAddressPolicy(),
  resolver: {
    resolve: (name): Promise<Resolution> => {
      const addresses = names[name];
      return Promise.resolve(
        addresses === undefined ? { ok: false, failure: 'DNS_FAILED' } : { ok: true, addresses },
      );
    },
  },
});

test.each([
  ['https://good.example/in', null],
  ['https://nobody.example/in', null],
  ['https://inside.example/in', targetRefusalTexts.ADDRESS_NOT_ALLOWED],
  ['https://half.example/in', targetRefusalTexts.ADDRESS_NOT_ALLOWED],
  ['https://10.0.0.7/in', targetRefusalTexts.ADDRESS_NOT_ALLOWED],
  ['https://redis/in', targetRefusalTexts.ADDRESS_NOT_ALLOWED],
  ['http://good.example/in', targetRefusalTexts.SCHEME],
])('%s is judged by its text, then by its addresses: %j', async (url, refusal) => {
  expect(await judge(url, { isHttpAllowed: false })).toBe(refusal);
});

test('http is taken where it is allowed', async () => {
  expect(await judge('http://good.example/in', { isHttpAllowed: true })).toBeNull();
});

test('the operator may allow networks; what is none is refused at the start', async () => {
  const local = createJudgeTarget(createJudges({ webhookAllowCidrs: '127.0.0.0/8' }));
  expect(await local('http://127.0.0.1:8081/', { isHttpAllowed: true })).toBeNull();
  expect(await local('http://10.0.0.1:8081/', { isHttpAllowed: true })).not.toBeNull();
  expect(() => createJudges({ webhookAllowCidrs: 'loopback' })).toThrow('WEBHOOK_ALLOW_CIDRS');
});
