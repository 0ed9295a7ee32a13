import { setTimeout as sleep } from 'node:timers/promises';
import { type NameServer, startNameServer, type Zone } from '@loyalty/testkit/servers';
import { createEgress, type Egress } from '../egress.ts';
import { createResolver } from '../names/resolver.ts';
import { type AddressPolicy, createAddressPolicy, parseCidrs } from '../targets/address-policy.ts';
import { forbiddenUrlsAt } from '../testing/forbidden-urls.ts';
import { createLoopbackEgress, requestTo } from '../testing/loopback-egress.ts';
import { answer, type Receiver, startReceiver } from '../testing/receiver.ts';

const blocked = { outcome: 'failed', failure: 'BLOCKED_ADDRESS', wasSent: false };
/** The same result as for an unknown name, so that names of the internal network are not revealed. */
const unknown = { outcome: 'failed', failure: 'DNS_FAILED', wasSent: false };

let canary: Receiver;
let egress: Egress;
beforeEach(async () => {
  canary = await startReceiver((socket) => socket.write(answer(200)));
});
afterEach(async () => {
  await egress.close();
  await canary.close();
});

it('a forbidden address that came past registration is called in none of its notations', async () => {
  const policy = createAddressPolicy();
  egress = createEgress({ policyOf: () => policy });
  for (const url of forbiddenUrlsAt(canary.port)) {
    expect(await egress.post(requestTo(url))).toMatchObject(blocked);
  }
  expect(canary.connections()).toBe(0);
});

describe('a name', () => {
  let names: NameServer;
  afterEach(() => names.close());
  /** Plays the public internet on one address of loopback. */
  const served = async (zone: Zone, allow = '127.0.0.1/32'): Promise<string> => {
    names = await startNameServer(zone);
    const resolver = createResolver({ servers: names.servers, timeoutMs: 100 });
    egress = createLoopbackEgress({ allow, resolver });
    return `http://shop.example:${canary.port.toString()}/hook`;
  };

  it('is called at the address that it stands for, under its own name', async () => {
    const url = await served((_name, family) => (family === 4 ? ['127.0.0.1'] : []));
    expect(await egress.post(requestTo(url))).toMatchObject({ outcome: 'answered', status: 200 });
    expect(canary.received()).toContain(`host: shop.example:${canary.port.toString()}\r\n`);
  });

  it('with a public and a private address is refused', async () => {
    const url = await served((_name, family) => (family === 4 ? ['127.0.0.1'] : ['fd00::1']));
    expect(await egress.post(requestTo(url))).toMatchObject(unknown);
    expect(canary.connections()).toBe(0);
  });

  it('with private addresses only is refused', async () => {
    const url = await served((_name, family) => (family === 4 ? ['127.0.0.2', '169.254.169.254'] : []));
    expect(await egress.post(requestTo(url))).toMatchObject(unknown);
    expect(canary.connections()).toBe(0);
  });

  it('that turns to a private address is refused, although a connection to the old one is open', async () => {
    let address = '127.0.0.1';
    const url = await served((_name, family) => (family === 4 ? [address] : []));
    expect(await egress.post(requestTo(url))).toMatchObject({ status: 200 });
    address = '127.0.0.2';
    const until = performance.now() + 5_000;
    let result = await egress.post(requestTo(url));
    while (result.outcome === 'answered' && performance.now() < until) {
      await sleep(50);
      result = await egress.post(requestTo(url));
    }
    expect(result).toMatchObject(unknown);
    expect(canary.connections()).toBeGreaterThan(0);
  });

  it('that nobody knows is DNS_FAILED, as one that is refused', async () => {
    const url = await served(() => []);
    expect(await egress.post(requestTo(url))).toMatchObject(unknown);
  });

  it('whose name server keeps silent is DNS_FAILED in its time, and holds up nobody else', async () => {
    const url = await served((name) => (name === 'shop.example' ? 'silence' : []));
    const silent = egress.post(requestTo(url));
    const other = requestTo(`http://127.0.0.1:${canary.port.toString()}/`, { endpoint: 'other' });
    expect(await egress.post(other)).toMatchObject({ status: 200 });
    expect(await silent).toMatchObject(unknown);
  });
});

it('http is not spoken with who must speak https, whatever was registered', async () => {
  egress = createLoopbackEgress();
  expect(await egress.post(requestTo(canary.url))).toMatchObject({ status: 200 });
  expect(await egress.post(requestTo(canary.url, { isHttpAllowed: false }))).toMatchObject(blocked);
  expect(canary.received().match(/POST/g)).toHaveLength(1);
});

it('localhost is called without a name server where loopback is allowed', async () => {
  egress = createLoopbackEgress({ resolver: createResolver({ servers: ['127.0.0.1:1'], timeoutMs: 50 }) });
  const url = `http://localhost:${canary.port.toString()}/`;
  expect(await egress.post(requestTo(url))).toMatchObject({ status: 200 });
});

describe('an address that turns out to be another once the connection is open', () => {
  /** Allows what is asked about a name, and nothing that is asked about an open connection. */
  const onlyBefore = (times: number): AddressPolicy => {
    const local = createAddressPolicy({ allowCidrs: parseCidrs('127.0.0.0/8') ?? [] });
    let asked = 0;
    return {
      allows: (address) => {
        asked += 1;
        return asked <= times && local.allows(address);
      },
    };
  };

  it('gets not a byte', async () => {
    // Asked by the reader of the URL and by the dialler.
    const policy = onlyBefore(2);
    egress = createEgress({ policyOf: () => policy });
    expect(await egress.post(requestTo(canary.url))).toMatchObject(blocked);
    expect(canary.received()).toBe('');
  });

  it('gets not even the greeting of TLS', async () => {
    const policy = onlyBefore(2);
    egress = createEgress({ policyOf: () => policy });
    expect(await egress.post(requestTo(canary.url.replace('http:', 'https:')))).toMatchObject(blocked);
    expect(canary.received()).toBe('');
  });
});
