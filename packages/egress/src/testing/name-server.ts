import { createSocket } from 'node:dgram';

/** What a name server says about a name: its addresses of one family, or nothing at all, ever. */
export type Zone = (
  name: string,
  family: 4 | 6,
  howManyth: number,
) => readonly string[] | 'silence' | 'failure';

export interface NameServer {
  /** As `createResolver` takes it. */
  readonly servers: readonly [string];
  /** Questions that came so far. */
  asked(): number;
  close(): Promise<void>;
}

const typeA = 1;
const typeAaaa = 28;
const headerBytes = 12;

/** A name server on loopback (RFC 1035), for questions of one name. */
export const startNameServer = async (zone: Zone, ttlSeconds = 1): Promise<NameServer> => {
  const socket = createSocket('udp4');
  const askedOf = new Map<string, number>();
  let asked = 0;
  socket.on('message', (query, from) => {
    asked += 1;
    const { name, type, end } = readQuestion(query);
    const howManyth = (askedOf.get(`${name} ${type.toString()}`) ?? 0) + 1;
    askedOf.set(`${name} ${type.toString()}`, howManyth);
    const said = type === typeA || type === typeAaaa ? zone(name, type === typeA ? 4 : 6, howManyth) : [];
    if (said === 'silence') return;
    const records = said === 'failure' ? [] : said.map((address) => recordOf(type, address, ttlSeconds));
    const header = Buffer.alloc(headerBytes);
    header.writeUInt16BE(query.readUInt16BE(0), 0);
    // An answer, recursion available; code 2 is a failure of the server.
    header.writeUInt16BE(0x8180 | (said === 'failure' ? 2 : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(
      Buffer.concat([header, query.subarray(headerBytes, end), ...records]),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    servers: [`127.0.0.1:${socket.address().port.toString()}`],
    asked: () => asked,
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
};

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

/** A record of the name in the question (a pointer to byte 12), class IN. */
const recordOf = (type: number, address: string, ttlSeconds: number): Buffer => {
  const bytes = type === typeA ? Buffer.from(address.split('.').map(Number)) : bytesOfIpv6(address);
  const head = Buffer.from([0xc0, headerBytes, 0, type, 0, 1, 0, 0, 0, ttlSeconds, 0, bytes.length]);
  return Buffer.concat([head, bytes]);
};

/** Of an address whose one `::` stands before its last group. */
const bytesOfIpv6 = (address: string): Buffer => {
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':');
  const zeros = Array<string>(7 - groups.length).fill('0');
  return Buffer.from([...groups, ...zeros, tail].map((group) => group.padStart(4, '0')).join(''), 'hex');
};
