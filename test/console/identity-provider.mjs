// An OpenID provider in a process of its own, for tests: it signs in without asking, as what `POST /control` says last.
// `POST /logout-token` returns a logout token with more claims. Arguments: port, address of the console, its client's secret. `GET /control` returns what it has given and how often.
import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { jwtVerify, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

const [port, consoleUrl, clientSecret] = process.argv.slice(2);
// A site of its own: cookies of the console at 127.0.0.1 do not come along.
const issuer = `http://localhost:${port}`;
/** What the console asks for; what a token says is `control.audience`. */
const resource = 'https://api.loyalty.example/';

const permissions = ['read', 'write', 'points:adjust', 'admin'];

/** `isAway`: every request but those of control gets 503. `delayMs`: a response of the token endpoint waits. */
let control = {
  claims: {},
  scope: 'read write',
  lifeS: 900,
  denies: false,
  isAway: false,
  delayMs: 0,
  isOpaque: false,
  audience: 'https://api.loyalty.example/',
  /** When the person last proved who they are. */
  loginAgoS: 0,
  /** Who signs in: no other provider on this machine knows them. */
  account: `nomsa-${randomUUID()}`,
  /** Whom ID tokens name from now on, where a provider mixes people up. */
  subject: null,
};
/** Secrets that nobody but the console may see, and how often each grant was asked for. */
const given = { secrets: [], grants: {}, refused: 0, revoked: 0, loggedOut: 0, logoutsRefused: 0 };

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' };

const provider = new Provider(issuer, {
  jwks: { keys: [key] },
  cookies: { keys: ['a key of a test'] },
  clients: [
    {
      client_id: 'console',
      client_secret: clientSecret,
      redirect_uris: [`${consoleUrl}/sign-in/callback`],
      backchannel_logout_uri: `${consoleUrl}/sign-out/back-channel`,
      backchannel_logout_session_required: true,
      post_logout_redirect_uris: [`${consoleUrl}/signed-out`],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  scopes: ['openid', 'profile'],
  claims: { openid: ['sub', 'auth_time'], profile: ['name'] },
  conformIdTokenClaims: false,
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: 'Nomsa of Support' }),
  }),
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  expiresWithSession: () => false,
  extraTokenClaims: () => Object.assign({ env: 'live' }, control.claims),
  // It would call no address of this machine.
  fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  ttl: { Session: 3600, Grant: 3600, Interaction: 600, RefreshToken: 3600 },
  features: {
    devInteractions: { enabled: false },
    revocation: { enabled: true },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => {
        ctx.body = `<!doctype html><title>Sign out</title>${form}<button form="op.logoutForm" name="logout" value="yes">Yes</button>`;
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => undefined,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: permissions.join(' '),
        audience: control.audience,
        accessTokenTTL: control.lifeS,
        accessTokenFormat: control.isOpaque ? 'opaque' : 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
});

const interact = async (request, response) => {
  if (control.denies) {
    await provider.interactionFinished(request, response, {
      error: 'access_denied',
      error_description: 'the person said no',
    });
    return;
  }
  const details = await provider.interactionDetails(request, response);
  if (details.prompt.name === 'login') {
    await provider.interactionFinished(request, response, {
      login: { accountId: control.account, ts: Math.floor(Date.now() / 1000) - control.loginAgoS },
    });
    return;
  }
  const grant = new provider.Grant({ accountId: details.session.accountId, clientId: 'console' });
  grant.addOIDCScope('openid profile');
  grant.addResourceScope(resource, control.scope);
  // What is neither granted nor rejected is asked for again.
  grant.rejectResourceScope(
    resource,
    permissions.filter((one) => !control.scope.split(' ').includes(one)).join(' '),
  );
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
};

provider.on('grant.success', (ctx) => {
  const { grant_type: type } = ctx.oidc.params;
  given.grants[type] = (given.grants[type] ?? 0) + 1;
  for (const name of ['access_token', 'refresh_token', 'id_token'])
    if (typeof ctx.body[name] === 'string') given.secrets.push(ctx.body[name]);
  for (const name of ['code', 'code_verifier'])
    if (typeof ctx.oidc.params[name] === 'string') given.secrets.push(ctx.oidc.params[name]);
});
provider.on('grant.error', () => (given.refused += 1));
provider.on('refresh_token.destroyed', () => (given.revoked += 1));

provider.use(async (ctx, next) => {
  await next();
  if (ctx.path !== '/token' || control.subject === null || typeof ctx.body?.id_token !== 'string') return;
  const { protectedHeader, payload } = await jwtVerify(ctx.body.id_token, createPublicKey(privateKey));
  ctx.body.id_token = await new SignJWT({ ...payload, sub: control.subject })
    .setProtectedHeader(protectedHeader)
    .sign(privateKey);
});

provider.on('backchannel.success', () => (given.loggedOut += 1));
provider.on('backchannel.error', (_, failure) => {
  given.logoutsRefused += 1;
  process.stderr.write(`${failure.message}\n`);
});

const bodyOf = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const logoutToken = async (claims) =>
  new SignJWT({
    iss: issuer,
    aud: 'console',
    jti: randomUUID(),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt' })
    .setIssuedAt()
    .setExpirationTime('2m')
    .sign(privateKey);

const callback = provider.callback();
createServer((request, response) => {
  const respond = async () => {
    if (request.url === '/control') {
      if (request.method === 'POST') control = { ...control, ...JSON.parse(await bodyOf(request)) };
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ ...given, account: control.account }));
    } else if (request.url === '/logout-token')
      response.end(await logoutToken(JSON.parse(await bodyOf(request))));
    else if (control.isAway) {
      response.writeHead(503);
      response.end();
    } else if (request.url.startsWith('/interaction/')) await interact(request, response);
    else {
      if (request.url === '/token') await new Promise((resolve) => setTimeout(resolve, control.delayMs));
      callback(request, response);
    }
  };
  respond().catch((failure) => {
    process.stderr.write(`${failure.stack}\n`);
    response.writeHead(500);
    response.end(String(failure));
  });
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
