import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type StartedService, startService } from '@loyalty/stack';
import { startBalancer, type Text } from './balancer.ts';

export const audience = 'https://api.loyalty.example/';

/** An identity provider's next deed, as `identity-provider.mjs` has it. */
interface ProviderControl {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly scope?: string;
  readonly lifeS?: number;
  readonly denies?: boolean;
  readonly isAway?: boolean;
  readonly delayMs?: number;
  readonly isOpaque?: boolean;
  readonly audience?: string;
  readonly loginAgoS?: number;
  readonly account?: string;
  readonly subject?: string | null;
}

interface ProviderCounts {
  /** Tokens, codes and verifiers. */
  readonly secrets: readonly string[];
  readonly grants: Readonly<Record<string, number>>;
  readonly refused: number;
  readonly revoked: number;
  /** Logout tokens that the console took, or did not. */
  readonly loggedOut: number;
  readonly logoutsRefused: number;
  readonly account: string;
}

/** Under which Redis keeps the session of a cookie. */
export const sessionKeyOf = (cookie: string): string =>
  `console-session:${createHash('sha256').update(cookie).digest('base64url')}`;

/** A provider, an ingress that trusts it, and two consoles behind one address. */
export interface SignInStack {
  readonly origin: string;
  readonly issuer: string;
  readonly control: (next: ProviderControl) => Promise<ProviderCounts>;
  /** Makes a logout token as the provider would send it, with these additional claims. */
  readonly logoutToken: (claims: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly kill: (replica: number) => Promise<void>;
  readonly consoles: readonly Pick<StartedService, 'adminPort'>[];
  readonly logPaths: readonly string[];
  /** Passed on to browsers. */
  readonly passed: readonly Text[];
  readonly cookies: ReadonlySet<string>;
  /** Logged by all consoles and the ingress. */
  readonly logs: () => string;
  /** Secrets that only a console may hold. */
  readonly secrets: readonly string[];
  readonly stop: () => Promise<void>;
}

export const startSignInStack = async (): Promise<SignInStack> => {
  const folder = mkdtempSync(join(tmpdir(), 'loyalty-sign-in-'));
  const [clientSecret, key] = [randomBytes(24).toString('base64url'), randomBytes(32).toString('base64')];
  writeFileSync(join(folder, 'client-secret'), `${clientSecret}\n`);
  writeFileSync(join(folder, 'secret-keys'), `test:${key}`);
  const balancer = await startBalancer();
  const { origin } = balancer;
  const provider = await startProvider(origin, clientSecret);
  const { issuer } = provider;
  const ingress = await startService({
    name: 'ingress',
    env: {
      JWT_JWKS_URL: `${issuer}/jwks`,
      JWT_PUBLIC_KEY_FILE: '',
      JWT_ISSUER: issuer,
      JWT_AUDIENCE: audience,
    },
  });
  const env = {
    SIGN_IN: 'oidc',
    API_URL: `http://127.0.0.1:${ingress.httpPort.toString()}/v1`,
    CONSOLE_URL: origin,
    OIDC_ISSUER_URL: issuer,
    OIDC_CLIENT_ID: 'console',
    OIDC_CLIENT_SECRET_FILE: join(folder, 'client-secret'),
    OIDC_SCOPE: 'openid profile read write points:adjust admin',
    OIDC_AUDIENCE: audience,
    SECRET_KEYS_FILE: join(folder, 'secret-keys'),
    LOG_LEVEL: 'debug',
  };
  const replicas = await Promise.all([0, 1].map(() => startService({ name: 'console', env })));
  const logPaths = replicas.concat(ingress).map(({ logPath }) => logPath);
  balancer.serve(replicas.map(({ httpPort }) => httpPort));
  return {
    origin,
    issuer,
    control: provider.control,
    logoutToken: provider.logoutToken,
    kill: async (at) => {
      replicas[at]?.kill('SIGKILL');
      await replicas[at]?.ended;
    },
    consoles: replicas,
    logPaths,
    passed: balancer.passed,
    cookies: balancer.cookies,
    logs: () => logPaths.map((path) => readFileSync(path, 'utf8')).join('\n'),
    secrets: [clientSecret, key],
    stop: async () => {
      balancer.stop();
      await Promise.all(replicas.concat(ingress).map((service: StartedService) => service.stop()));
      await provider.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const startProvider = async (consoleUrl: string, secret: string) => {
  const port = (await freePort()).toString();
  const child = spawn(
    process.execPath,
    [join(__dirname, 'identity-provider.mjs'), port, consoleUrl, secret],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => {
      throw new Error('the identity provider does not start');
    }),
  ]);
  const issuer = `http://localhost:${port}`;
  return {
    issuer,
    control: async (next: ProviderControl): Promise<ProviderCounts> => {
      const response = await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify(next) });
      return (await response.json()) as ProviderCounts;
    },
    logoutToken: async (claims: Readonly<Record<string, unknown>>): Promise<string> =>
      (await fetch(`${issuer}/logout-token`, { method: 'POST', body: JSON.stringify(claims) })).text(),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
};
