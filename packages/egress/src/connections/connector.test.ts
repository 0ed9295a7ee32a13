import { type AddressInfo, createServer } from 'node:net';
import { startNameServer } from '@loyalty/testkit/servers';
import type { Egress } from '../egress.ts';
import { createResolver } from '../names/resolver.ts';
import type { DialError } from '../posts/post-result.ts';
import { createAddressPolicy, parseCidrs } from '../targets/address-policy.ts';
import { type Certificate, makeCertificates } from '../testing/certificates.ts';
import { callerOf, createLoopbackEgress, requestTo } from '../testing/loopback-egress.ts';
import { answer, type Receiver, startReceiver } from '../testing/receiver.ts';
import { createDial, createTlsContext } from './connector.ts';

const certificates = makeCertificates();
const { ca, good, ofOther, expired, selfSigned } = certificates;

/** Its server sends the certificate of the authority as well. */
const withAuthority = { key: good.key, cert: `${good.cert}${ca}` };

const startTls = (tls: Certificate): Promise<Receiver> =>
  startReceiver((socket) => socket.write(answer(200)), { tls });

describe('TLS', () => {
  let egress: Egress;
  let receiver: Receiver;
  afterEach(async () => {
    await egress.close();
    await receiver.close();
  });

  it('is spoken with who has a certificate of a trusted authority for this address', async () => {
    egress = createLoopbackEgress({ ca });
    receiver = await startTls(good);
    expect(await egress.post(requestTo(receiver.url))).toMatchObject({ outcome: 'answered', status: 200 });
  });

  it('asks for the name and judges the certificate by it, whatever address was dialled', async () => {
    const names = await startNameServer((_name, family) => (family === 4 ? ['127.0.0.1'] : []));
    egress = createLoopbackEgress({ ca, resolver: createResolver({ servers: names.servers }) });
    receiver = await startTls(good);
    const urlOf = (name: string): string => `https://${name}:${receiver.port.toString()}/`;
    expect(await egress.post(requestTo(urlOf('good.example')))).toMatchObject({ status: 200 });
    expect(await egress.post(requestTo(urlOf('bad.example')))).toMatchObject({ failure: 'TLS_FAILED' });
    await names.close();
  });

  it.each([
    ['of another name', ofOther, ca, 'NAME_MISMATCH'],
    ['that has expired', expired, ca, 'CERTIFICATE_EXPIRED'],
    ['of an authority that nobody knows', good, undefined, 'UNKNOWN_ISSUER'],
    ['of an authority that nobody knows, sent too', withAuthority, undefined, 'UNKNOWN_ISSUER'],
    ['that it signed itself', selfSigned, ca, 'SELF_SIGNED'],
  ])('▲ with a certificate %s is TLS_FAILED with its reason, and nothing was sent', async (...given) => {
    const [, certificate, trusted, tlsFailure] = given;
    egress = createLoopbackEgress(trusted === undefined ? {} : { ca: trusted });
    receiver = await startTls(certificate);
    expect(await egress.post(requestTo(receiver.url))).toMatchObject({
      outcome: 'failed',
      failure: 'TLS_FAILED',
      tlsFailure,
      wasSent: false,
    });
  });

  it('is checked even when the process is set to trust everyone', async () => {
    // eslint-disable-next-line n/no-process-env -- this is about a variable that node reads.
    const variables = process.env;
    variables['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    egress = createLoopbackEgress();
    receiver = await startTls(good);
    const result = await egress.post(requestTo(receiver.url));
    delete variables['NODE_TLS_REJECT_UNAUTHORIZED'];
    expect(result).toMatchObject({ failure: 'TLS_FAILED' });
  });

  it('that stalls is TIMED_OUT, and its connection is freed', async () => {
    egress = createLoopbackEgress({ ca, attemptMs: 500 });
    receiver = await startReceiver(() => undefined);
    const url = receiver.url.replace('http:', 'https:');
    expect(await egress.post(requestTo(url))).toMatchObject({ failure: 'TIMED_OUT', wasSent: false });
    await receiver.freed();
  });

  it('with who speaks none is TLS_FAILED', async () => {
    egress = createLoopbackEgress({ ca });
    receiver = await startReceiver(() => undefined);
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expect(await egress.post(requestTo(`https://127.0.0.1:${port.toString()}/`))).toMatchObject({
      failure: 'TLS_FAILED',
      tlsFailure: 'PROTOCOL',
    });
    server.close();
  });

  it('▲ with who hangs up during the handshake is TLS_FAILED because it was CLOSED', async () => {
    egress = createLoopbackEgress({ ca });
    receiver = await startReceiver(() => undefined);
    const server = createServer((socket) => socket.once('data', () => socket.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await egress.post(requestTo(`https://127.0.0.1:${port.toString()}/`))).toMatchObject({
      failure: 'TLS_FAILED',
      tlsFailure: 'CLOSED',
    });
    server.close();
  });
});

describe('dialling', () => {
  const dialTo = (hostname: string, allow: string): Promise<DialError | null> => {
    const policy = createAddressPolicy({ allowCidrs: parseCidrs(allow) ?? [] });
    const dial = createDial({
      policyOf: () => policy,
      caller: callerOf(1),
      tls: createTlsContext(),
      resolver: createResolver({ servers: ['127.0.0.1:1'], timeoutMs: 50 }),
    });
    return new Promise((resolve) => {
      dial({ hostname, host: hostname, protocol: 'http:', port: '1' }, (...[error]) => {
        // What it calls back with is always one of ours.
        resolve(error as DialError | null);
      });
    });
  };

  it.each(['127.0.0.1', '::1', '10.0.0.1', '::ffff:127.0.0.1'])(
    '▲ judges the literal %s itself: nobody looks it up',
    async (literal) => {
      expect((await dialTo(literal, ''))?.failure).toBe('BLOCKED_ADDRESS');
    },
  );

  it('tells a name without an address from an address that nobody listens at', async () => {
    expect((await dialTo('nobody.example', ''))?.failure).toBe('DNS_FAILED');
    expect((await dialTo('127.0.0.1', '127.0.0.0/8'))?.failure).toBe('CONNECT_FAILED');
  });
});
