import { createAddressPolicy, parseCidrs } from './address-policy.ts';

const policy = createAddressPolicy();
const allowing = (text: string) => createAddressPolicy({ allowCidrs: parseCidrs(text) ?? [] });

it.each([
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450::1',
  '2001:200::1',
  '2620:4f:8001::1',
  '3ffe:ffff::1',
])('%s is global', (address) => {
  expect(policy.allows(address)).toBe(true);
});

it.each([
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '4000::1',
  '2001::1',
  '2001:1ff::1',
  '2001:db8::1',
  '2002:808:808::1',
  '3fff::1',
  '3fff:fff::1',
  '2620:4f:8000::1',
  'fe80::1%eth0',
  '2606:4700::1%1',
  '127.1',
  '2130706433',
  'shop.example',
  '',
])('%s is not', (address) => {
  expect(policy.allows(address)).toBe(false);
});

it.each([
  '168.63.129.16',
  '161.26.0.1',
  '166.8.0.1',
  '166.11.255.255',
  '199.36.153.4',
  '199.36.153.11',
  '100.100.100.200',
  '169.254.170.2',
  '192.0.0.192',
  'fd20:ce::254',
])('▲ %s is answered by a cloud to its own machines, and is not', (address) => {
  expect(policy.allows(address)).toBe(false);
});

it('a denied range is closed, be it public or allowed', () => {
  const denying = createAddressPolicy({
    allowCidrs: parseCidrs('10.0.0.0/8') ?? [],
    denyCidrs: parseCidrs('8.8.8.0/24, 10.1.0.0/16, 2606:4700::/32') ?? [],
  });
  const asked = ['8.8.8.8', '10.1.2.3', '2606:4700:4700::1111', '8.8.4.4', '10.2.0.1', '2a00:1450::1'];
  expect(asked.filter(denying.allows)).toEqual(['8.8.4.4', '10.2.0.1', '2a00:1450::1']);
});

it('an allowed range opens what is in it, and nothing else', () => {
  const local = allowing('127.0.0.0/8, fd00::/16');
  expect(['127.0.0.1', '127.255.0.1', 'fd00::1', '8.8.8.8'].filter(local.allows)).toHaveLength(4);
  expect(['10.0.0.1', '169.254.169.254', 'fd01::1', '::1', '::7f00:1'].filter(local.allows)).toStrictEqual(
    [],
  );
});

it('an allowed range is compared with the address itself, never with one embedded in it', () => {
  expect(allowing('127.0.0.0/8').allows('::ffff:127.0.0.1')).toBe(false);
  expect(allowing('::ffff:0:0/96').allows('127.0.0.1')).toBe(false);
  expect(allowing('::ffff:0:0/96').allows('::ffff:127.0.0.1')).toBe(true);
});

describe('a list of ranges', () => {
  it('is separated by commas or blanks; an address stands for itself', () => {
    expect(parseCidrs(' 10.0.0.0/8,::1 127.0.0.2/32 ')).toStrictEqual([
      { network: '10.0.0.0', prefix: 8 },
      { network: '::1', prefix: 128 },
      { network: '127.0.0.2', prefix: 32 },
    ]);
    expect(parseCidrs('')).toStrictEqual([]);
  });

  it.each([
    '10.0.0.0/33',
    '::/129',
    '10/8',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'fe80::1%eth0',
    'shop.example',
    '10.0.0.0/-1',
  ])('%s is none', (text) => {
    expect(parseCidrs(text)).toBeNull();
  });
});
