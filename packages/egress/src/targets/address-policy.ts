import { BlockList, isIP } from 'node:net';

export interface Cidr {
  readonly network: string;
  readonly prefix: number;
}

export interface AddressPolicy {
  /** Returns true if this address may be called, and false for an invalid address or one with a zone. */
  readonly allows: (address: string) => boolean;
}

/** All of iana-ipv4-special-registry, and multicast; 224.0.0.0/4 and 240.0.0.0/4 end the space. */
const closedIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Azure's wire server (settings and keys), IBM's services, Google's private access: no webhook is there. */
const closedOfClouds = [
  '168.63.129.16/32',
  '161.26.0.0/16',
  '166.8.0.0/14',
  '199.36.153.4/30',
  '199.36.153.8/30',
];

/** All but IANA's global unicast space, 2000::/3: mapped, compatible, NAT64 (64:ff9b::/96), local, link-local, multicast. */
const outsideGlobalIpv6 = ['::/3', '4000::/2', '8000::/1'];

/**
 * These parts of the global space are not global: Teredo and other protocols, documentation, 6to4,
 * documentation, AS112.
 */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'];

/**
 * Networks that are called only if an operator opens them. The chart's NetworkPolicy excludes the same
 * networks.
 */
export const closedNetworks: { readonly ipv4: readonly string[]; readonly ipv6: readonly string[] } = {
  ipv4: [...closedIpv4, ...closedOfClouds],
  ipv6: [...outsideGlobalIpv6, ...specialIpv6],
};

/**
 * Creates a policy from ranges. A range never matches an embedded address: allowing 127.0.0.0/8 does not
 * allow ::ffff:127.0.0.1.
 */
export const createAddressPolicy = (
  options: {
    readonly allowCidrs?: readonly Cidr[];
    /** Ranges that are denied even if they are allowed. */
    readonly denyCidrs?: readonly Cidr[];
  } = {},
): AddressPolicy => {
  const { allowCidrs = [], denyCidrs = [] } = options;
  const closed4 = listOf(closedNetworks.ipv4.map(cidrOf));
  const closed6 = listOf(closedNetworks.ipv6.map(cidrOf));
  const [allowed4, allowed6] = listsOf(allowCidrs);
  const [denied4, denied6] = listsOf(denyCidrs);
  const allows4 = (address: string): boolean =>
    !denied4.check(address) && (!closed4.check(address) || allowed4.check(address));
  const allows6 = (address: string): boolean => {
    const isIn = (list: BlockList): boolean => list.check(address, 'ipv6');
    return !isIn(denied6) && (!isIn(closed6) || isIn(allowed6));
  };
  return {
    allows: (address) => {
      if (address.includes('%')) return false;
      const family = isIP(address);
      return family === 4 ? allows4(address) : family === 6 && allows6(address);
    },
  };
};

/** Returns one list per family: a BlockList of both would find 127.0.0.0/8 in ::ffff:127.0.0.1. */
const listsOf = (cidrs: readonly Cidr[]): readonly [BlockList, BlockList] => [
  listOf(cidrs.filter(({ network }) => isIP(network) === 4)),
  listOf(cidrs.filter(({ network }) => isIP(network) === 6)),
];

/** Creates a function that returns true for a valid address within one of the ranges. */
export const createRangeCheck = (ranges: readonly Cidr[]): ((address: string) => boolean) => {
  const [ipv4, ipv6] = listsOf(ranges);
  return (address) => {
    const family = isIP(address);
    return family === 4 ? ipv4.check(address) : family === 6 && ipv6.check(address, 'ipv6');
  };
};

/**
 * Parses ranges that are separated by commas or blanks; an address is a range of one. Returns null if any of
 * them is invalid.
 */
export const parseCidrs = (text: string): readonly Cidr[] | null => {
  const ranges: Cidr[] = [];
  for (const part of text.split(/[\s,]+/).filter((found) => found !== '')) {
    const range = parseCidr(part);
    if (range === null) return null;
    ranges.push(range);
  }
  return ranges;
};

const parseCidr = (text: string): Cidr | null => {
  const [, network = '', digits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = isIP(network);
  if (family === 0) return null;
  const bits = family === 4 ? 32 : 128;
  const prefix = digits === undefined ? bits : Number(digits);
  return prefix <= bits ? { network, prefix } : null;
};

const cidrOf = (text: string): Cidr => {
  const [network = '', prefix] = text.split('/');
  return { network, prefix: Number(prefix) };
};

const listOf = (ranges: readonly Cidr[]): BlockList => {
  const list = new BlockList();
  for (const { network, prefix } of ranges) {
    list.addSubnet(network, prefix, isIP(network) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
};
