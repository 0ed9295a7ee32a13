import { readNameServers } from './name-channels.ts';

it('name servers are addresses, with a port or without one', () => {
  const text = '10.0.0.2, 10.0.0.3:53 [fd00::2]:5353 fd00::3';
  expect(readNameServers('DNS_SERVERS', text)).toEqual(text.split(/[ ,]+/));
  expect([null, '', ' '].map((none) => readNameServers('DNS_SERVERS', none))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it.each([
  'dns.example',
  '10.0.0.2:0',
  '10.0.0.2:65536',
  '10.0.0:53',
  'fd00::2:',
  '[10.0.0.2]:53',
  '10.0.0.2/32',
])('%s is none', (text) => {
  expect(() => readNameServers('DNS_SERVERS', text)).toThrow('DNS_SERVERS must be addresses by commas');
});
