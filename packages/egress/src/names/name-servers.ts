import { isIP, isIPv4, isIPv6 } from 'node:net';
import { Fault } from '@loyalty/kernel';

/**
 * Returns the name servers of a setting, for `createResolver`; undefined when it is not set. Throws a Fault `CONFIG_INVALID`
 * when it is invalid.
 */
export const readNameServers = (variable: string, text: string | null): readonly string[] | undefined => {
  const servers = (text ?? '').split(/[\s,]+/).filter((part) => part !== '');
  if (servers.length === 0) return undefined;
  if (servers.every(isServer)) return servers;
  throw new Fault(
    'CONFIG_INVALID',
    `${variable} must be addresses by commas, as in 10.0.0.2, 10.0.0.3:53 or [fd00::2]:53`,
  );
};

const isServer = (text: string): boolean => {
  if (isIP(text) !== 0) return true;
  const [, four, six, port] = /^(?:([0-9.]+)|\[([0-9a-f:.]+)\]):(\d{1,5})$/i.exec(text) ?? [];
  const isAddress = four === undefined ? isIPv6(six ?? '') : isIPv4(four);
  return isAddress && isPort(Number(port));
};

const isPort = (port: number): boolean => port >= 1 && port <= 65_535;
