import { demoTenants, type LocalStack } from '../local-stack.ts';
import { report } from '../report.ts';
import { consoleService, consoleUrlOf, createService, hasConsole, serviceNames } from './service.ts';

const root = process.cwd();
const consoleUrl = consoleUrlOf(8_088);
const stack: LocalStack = {
  pid: 1,
  root,
  home: `${root}/.loyalty`,
  startedAt: '2026-11-27T00:00:00Z',
  baseUrl: 'http://127.0.0.1:8080/v1',
  consoleUrl,
  kafkaBrokers: '127.0.0.1:19092',
  schemaRegistryUrl: 'http://127.0.0.1:18081/apis/ccompat/v7',
  databaseUrl: 'postgres://loyalty@127.0.0.1:15432/loyalty',
  hasRoles: true,
  redisUrl: 'redis://127.0.0.1:16379',
  dnsServers: null,
  secretKeysFile: 'keys',
  parts: {},
  services: { ingress: { pid: 2, isServing: true, port: 18_093, log: 'ingress.log' } },
  clients: {},
  tenants: demoTenants,
};

test('the console has a port of its own, signs in on this machine, and calls the API of this stack', () => {
  const { env } = createService({
    name: consoleService,
    stack,
    ports: { http: 8_088, admin: 18_097 },
  }).command();
  expect(env).toMatchObject({
    HTTP_PORT: '8088',
    ADMIN_PORT: '18097',
    HTTP_HOST: '127.0.0.1',
    SIGN_IN: 'local',
    CONSOLE_URL: consoleUrl,
    API_URL: stack.baseUrl,
    JWT_PRIVATE_KEY_FILE: `${root}/.loyalty/jwt/private.pem`,
  });
  const ingress = createService({ name: 'ingress', stack, ports: { http: 8_080, admin: 18_093 } }).command();
  expect(ingress.env).toMatchObject({ HTTP_PORT: '8080' });
  expect(ingress.env).not.toHaveProperty('JWT_PRIVATE_KEY_FILE');
});

test('it is none of the services, and none where people have an identity provider', () => {
  expect(serviceNames(root)).not.toContain(consoleService);
  expect(hasConsole(root)).toBe(true);
  expect(hasConsole('/nowhere')).toBe(false);
  const environment = jest.replaceProperty(process, 'env', { JWT_JWKS_URL: 'https://id.example.com/keys' });
  expect(hasConsole(root)).toBe(false);
  environment.restore();
});

test('its link is the first address that the start prints, with what to press there', () => {
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  report(stack, 8_000);
  const text = written.mock.calls.map(([chunk]) => String(chunk)).join('');
  written.mockRestore();
  expect(text.split('\n').find((line) => line.includes('http'))).toBe(
    `  Console    ${consoleUrl}      you are signed in; Test → «Send 200 sample receipts», or stream twenty thousand with the command below`,
  );
});
