import { targetRefusalTexts } from '@loyalty/egress/targets';
import { type EnvironmentId, randomId, type TenantId } from '@loyalty/kernel';
import type { TargetOwner } from '../usecases/change-webhooks.ts';
import { createJudgeTarget } from './judge-target.ts';

const owner: TargetOwner = {
  environmentId: 1 as EnvironmentId,
  tenantId: randomId() as TenantId,
  mode: 'live',
  isHttpAllowed: false,
};
const overHttp = { ...owner, isHttpAllowed: true };
const judge = createJudgeTarget({ webhookAllowCidrs: null, egressDenyCidrs: '8.8.8.0/24' });

test.each([
  ['https://good.example/in', null],
  ['https://1.1.1.1/in', null],
  ['https://10.0.0.7/in', targetRefusalTexts.ADDRESS_NOT_ALLOWED],
  ['https://8.8.8.8/in', targetRefusalTexts.ADDRESS_NOT_ALLOWED],
  ['https://redis/in', targetRefusalTexts.ADDRESS_NOT_ALLOWED],
  ['http://good.example/in', targetRefusalTexts.SCHEME],
])('%s is judged by its text: %j', (url, refusal) => {
  expect(judge(url, owner)).toBe(refusal);
});

test('http is taken where it is allowed', () => {
  expect(judge('http://good.example/in', overHttp)).toBeNull();
});

test('▲ a name is taken whatever it stands for inside: registration does not tell', () => {
  for (const name of ['localtest.me', 'nobody.invalid', 'metadata.example'])
    expect(judge(`https://${name}/in`, owner)).toBeNull();
});

test('the operator may open networks, to one tenant alone too; what is none is refused at the start', () => {
  const webhookAllowCidrs = `127.0.0.0/8, ${owner.tenantId}=10.1.0.0/16`;
  const local = createJudgeTarget({ webhookAllowCidrs, egressDenyCidrs: null });
  const other = { ...overHttp, tenantId: randomId() as TenantId };
  expect(local('http://127.0.0.1:8081/', other)).toBeNull();
  expect(local('http://10.1.0.1:8081/', overHttp)).toBeNull();
  expect(local('http://10.1.0.1:8081/', other)).toBe(targetRefusalTexts.ADDRESS_NOT_ALLOWED);
  expect(() => createJudgeTarget({ webhookAllowCidrs: 'loopback', egressDenyCidrs: null })).toThrow(
    'WEBHOOK_ALLOW_CIDRS',
  );
});
