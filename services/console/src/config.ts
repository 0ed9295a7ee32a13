import {
  adminSettings,
  choiceSetting,
  type ConfigOf,
  integerSetting,
  listSetting,
  optionalRedisSettings,
  optionalSetting,
  optionalUrlSetting,
  secretKeysSettings,
  textSetting,
  tlsFilesSettings,
  urlSetting,
} from '@loyalty/service/settings';

const schemes = ['http:', 'https:'];

const localSettings = {
  jwtPrivateKeyFile: optionalSetting({
    variable: 'JWT_PRIVATE_KEY_FILE',
    help: 'PEM file with the private key of the checkout, by which tokens are signed where SIGN_IN is local',
  }),
  jwtJwksUrl: optionalSetting({
    variable: 'JWT_JWKS_URL',
    help: 'where it is set, tokens are those of an identity provider, and SIGN_IN=local is refused',
  }),
  issuer: textSetting({
    variable: 'JWT_ISSUER',
    help: 'iss of tokens that are signed here',
    otherwise: 'loyalty-local',
  }),
  audience: textSetting({
    variable: 'JWT_AUDIENCE',
    help: 'aud of tokens that are signed here',
    otherwise: 'loyalty-api',
  }),
  tenantClaim: textSetting({
    variable: 'JWT_TENANT_CLAIM',
    help: 'the claim of tokens that names the tenant',
    otherwise: 'tenant_id',
  }),
  rolesClaim: textSetting({
    variable: 'JWT_ROLES_CLAIM',
    help: 'the claim of tokens that lists roles or permissions, in addition to scope; dots lead into objects, as in realm_access.roles',
    otherwise: 'roles',
  }),
  localTenants: listSetting({
    variable: 'LOCAL_TENANTS',
    help: 'tenants of which a person may choose where SIGN_IN is local, as in id=name, by commas; the first is chosen at first',
    otherwise: [],
  }),
};

const providerSettings = {
  oidcIssuerUrl: optionalUrlSetting({
    variable: 'OIDC_ISSUER_URL',
    help: 'the identity provider, as its iss says, where SIGN_IN is oidc: https, or http on loopback',
    schemes,
  }),
  oidcClientId: optionalSetting({
    variable: 'OIDC_CLIENT_ID',
    help: 'by which the provider knows the console, a confidential client',
  }),
  oidcClientSecretFile: optionalSetting({
    variable: 'OIDC_CLIENT_SECRET_FILE',
    help: 'a file with the secret of that client, read again each hour',
  }),
  oidcScope: textSetting({
    variable: 'OIDC_SCOPE',
    help: 'what is asked of the provider, with blanks between; some give a refresh token for offline_access alone',
    otherwise: 'openid profile',
  }),
  oidcAudience: optionalSetting({
    variable: 'OIDC_AUDIENCE',
    help: 'the API, as the provider names it, where it issues access tokens for an audience that is asked for',
  }),
  redisUrl: optionalRedisSettings,
  ...secretKeysSettings,
};

export const consoleSettings = {
  ...adminSettings,
  ...localSettings,
  ...providerSettings,
  apiUrl: urlSetting({
    variable: 'API_URL',
    help: 'where this process reaches the API, up to and with /v1',
    schemes,
  }),
  checkoutApiUrl: optionalUrlSetting({
    variable: 'CHECKOUT_API_URL',
    help: 'where it reaches what a till asks, if roles of ingress are apart',
    schemes,
  }),
  publicApiUrl: optionalUrlSetting({
    variable: 'PUBLIC_API_URL',
    help: 'where callers reach the API, for links and snippets; API_URL when absent',
    schemes,
  }),
  grafanaUrl: optionalUrlSetting({
    variable: 'GRAFANA_URL',
    help: 'where dashboards are, for a link',
    schemes,
  }),
  consoleUrl: urlSetting({
    variable: 'CONSOLE_URL',
    help: 'where people reach the console: scheme, host and port, without a path',
    schemes,
  }),
  hstsSubdomains: choiceSetting({
    variable: 'HSTS_SUBDOMAINS',
    help: 'true: browsers reach names below that of CONSOLE_URL by https alone, too (includeSubDomains); false where one of them is served without',
    words: ['false', 'true'],
    otherwise: 'false',
  }),
  signIn: choiceSetting({
    variable: 'SIGN_IN',
    help: 'who says who a person is: oidc, an identity provider, or local, which signs everybody in by itself, for one machine alone',
    words: ['oidc', 'local'],
  }),
  httpPort: integerSetting({
    variable: 'HTTP_PORT',
    help: 'where pages, sessions and the proxy are served; 0 takes any free port',
    min: 0,
    max: 65_535,
    otherwise: 8_088,
  }),
  httpHost: optionalSetting({
    variable: 'HTTP_HOST',
    help: 'the one address to serve pages on; every address of the machine without it',
  }),
  httpTls: tlsFilesSettings('HTTP', {
    serves: 'pages are served',
    clients: 'without one of theirs nobody gets a connection',
  }),
};

export type ConsoleConfig = ConfigOf<typeof consoleSettings>;
