import { createSocket } from 'node:dgram';

/** Returns a name server's response for a name: its addresses of one family, a failure, or no response. */
export type Zone = (
  name: string,
  family: 4 | 6,
  howManyth: number,
) => readonly string[] | 'silence' | 'failure';

export interface NameServer {
  /** The address in the form that `createResolver` takes. */
  readonly servers: readonly [string];
  /** Returns the number of queries so far. */
  asked(): number;
  close(): Promise<void>;
}

const typeA = 1;
const families: ReadonlyMap<number, 4 | 6> = new Map([
  [typeA, 4],
  [28, 6],
]);
const headerBytes = 12;

/** Starts a name server on loopback (RFC 1035) for queries of one name, on a free port unless one is given. */
export const startNameServer = async (zone: Zone, ttlSeconds = 1, port = 0): Promise<NameServer> => {
  const socket = createSocket('udp4');
  const askedOf = new Map<string, number>();
  let asked = 0;
  socket.on('message', (query, from) => {
    asked += 1;
    const { name, type, end } = readQuestion(query);
    const howManyth = (askedOf.get(`${name} ${type.toString()}`) ?? 0) + 1;
    askedOf.set(`${name} ${type.toString()}`, howManyth);
    const family = families.get(type);
    const said = family === undefined ? [] : zone(name, family, howManyth);
    if (said === 'silence') return;
    const count = said === 'failure' ? 0 : said.length;
    const records = said === 'failure' ? Buffer.alloc(0) : recordsOf(type, said, ttlSeconds);
    const header = Buffer.alloc(headerBytes);
    header.writeUInt16BE(query.readUInt16BE(0), 0);
    // A response, recursion available; code 2 is a failure of the server.
    header.writeUInt16BE(0x8180 | (said === 'failure' ? 2 : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(count, 6);
    socket.send(Buffer.concat([header, query.subarray(headerBytes, end), records]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve));
  return {
    servers: [`127.0.0.1:${socket.address().port.toString()}`],
    asked: () => asked,
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
};

/** Returns this many different IPv4 addresses on loopback. */
export const manyAddresses = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `127.1.${(n >> 8).toString()}.${(n & 255).toString()}`);

const readQuestion = (
  query: Buffer,
): { readonly name: string; readonly type: number; readonly end: number } => {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

const written = new WeakMap<readonly string[], Buffer>();

/** Built once for each list: writing thousands of records would take longer than reading them. */
const recordsOf = (type: number, addresses: readonly string[], ttlSeconds: number): Buffer => {
  const known = written.get(addresses);
  if (known !== undefined) return known;
  const records = Buffer.concat(addresses.map((address) => recordOf(type, address, ttlSeconds)));
  written.set(addresses, records);
  return records;
};

/** A record of the name in the query (a pointer to byte 12), class IN. */
const recordOf = (type: number, address: string, ttlSeconds: number): Buffer => {
  const bytes = type === typeA ? Buffer.from(address.split('.').map(Number)) : bytesOfIpv6(address);
  const head = Buffer.from([0xc0, headerBytes, 0, type, 0, 1, 0, 0, 0, ttlSeconds, 0, bytes.length]);
  return Buffer.concat([head, bytes]);
};

/** Reads an address whose one `::` stands before its last group. */
const bytesOfIpv6 = (address: string): Buffer => {
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':');
  const zeros = Array<string>(7 - groups.length).fill('0');
  return Buffer.from([...groups, ...zeros, tail].map((group) => group.padStart(4, '0')).join(''), 'hex');
};
