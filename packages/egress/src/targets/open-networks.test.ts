import { type EnvironmentId, randomId, type TenantId } from '@loyalty/kernel';
import { type Caller, readAddressPolicies } from './open-networks.ts';

const [ours, others] = [randomId(), randomId()];
const of = (tenantId: string, mode: Caller['mode']): Caller => ({
  tenantId: tenantId as TenantId,
  mode,
  environmentId: 1 as EnvironmentId,
});
const read = (open: string | null, closed: string | null = null) =>
  readAddressPolicies({
    open: { variable: 'WEBHOOK_ALLOW_CIDRS', text: open },
    closed: { variable: 'EGRESS_DENY_CIDRS', text: closed },
  });

it('▲ networks are open to all, to one tenant, or to one of its environments', () => {
  const policyOf = read(`127.0.0.0/8, ${ours}=10.1.0.0/16, ${ours}/live=10.2.0.0/16 ${ours}/live=fd00::/16`);
  const openTo = (caller: Caller): string[] =>
    ['127.0.0.1', '10.1.0.1', '10.2.0.1', 'fd00::1', '10.3.0.1'].filter(policyOf(caller).allows);
  expect(openTo(of(ours, 'live'))).toEqual(['127.0.0.1', '10.1.0.1', '10.2.0.1', 'fd00::1']);
  expect(openTo(of(ours, 'test'))).toEqual(['127.0.0.1', '10.1.0.1']);
  expect(openTo(of(others, 'live'))).toEqual(['127.0.0.1']);
});

it('all who have no networks of their own share one policy, and each keeps its own', () => {
  const policyOf = read(`${ours}=10.1.0.0/16`);
  expect(policyOf(of(others, 'live'))).toBe(policyOf(of(randomId(), 'test')));
  expect(policyOf(of(ours, 'live'))).toBe(policyOf(of(ours, 'live')));
});

it('what is denied is open to nobody', () => {
  const policyOf = read(`${ours}=10.0.0.0/8`, '10.1.0.0/16 8.8.8.8');
  expect(['10.1.0.1', '8.8.8.8', '10.2.0.1'].filter(policyOf(of(ours, 'live')).allows)).toEqual(['10.2.0.1']);
});

it.each([
  'loopback',
  '=10.0.0.0/8',
  'shop=10.0.0.0/8',
  `${ours}=`,
  `${ours}=10/8`,
  `${ours}/stage=10.0.0.0/8`,
  `${ours}=10.0.0.0/8=10.0.0.0/8`,
  `${ours}/live/live=10.0.0.0/8`,
  ours,
])('%s is no setting', (text) => {
  expect(() => read(text)).toThrow('WEBHOOK_ALLOW_CIDRS must be networks by commas');
});

it('what is denied is said as networks alone', () => {
  expect(() => read(null, `${ours}=10.0.0.0/8`)).toThrow('EGRESS_DENY_CIDRS must be networks by commas');
});
