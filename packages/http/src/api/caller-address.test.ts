import type { IncomingMessage } from 'node:http';
import { callerAddressOf } from './caller-address.ts';

const proxies = new Set(['10.0.0.1', '10.0.0.2', '2001:db8::1']);

const addressOf = (remoteAddress: string | undefined, forwarded?: string): string =>
  callerAddressOf(
    {
      socket: { remoteAddress },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage,
    (address) => proxies.has(address),
  );

test.each<[string, string | undefined, string | undefined, string]>([
  ['is the connection’s', '192.0.2.1', undefined, '192.0.2.1'],
  ['is IPv4 where the listener shows IPv6', '::ffff:192.0.2.1', undefined, '192.0.2.1'],
  ['is the connection’s where no trusted proxy speaks', '192.0.2.1', '203.0.113.9', '192.0.2.1'],
  ['is what a trusted proxy says', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['is not what the caller has written before', '10.0.0.1', '127.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['is behind all trusted proxies', '::ffff:10.0.0.1', '203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['is the first proxy where all are trusted', '10.0.0.1', '10.0.0.2', '10.0.0.2'],
  ['loses its port', '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['loses brackets and port', '2001:db8::1', '[2001:db8::9]:4711', '2001:db8::9'],
  ['is the proxy’s where its word is no address', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['is the proxy’s where it says nothing', '10.0.0.1', undefined, '10.0.0.1'],
  ['is empty where the connection is gone', undefined, '203.0.113.9', ''],
])('▲ the address of a caller %s', (_, connection, forwarded, expected) => {
  expect(addressOf(connection, forwarded)).toBe(expected);
});

test('of a thousand hops the last sixteen are read', () => {
  const hops = ['203.0.113.9', ...Array<string>(1_000).fill('10.0.0.2')].join(', ');
  expect(addressOf('10.0.0.1', hops)).toBe('10.0.0.2');
});
