import {
  adminSettings,
  choiceSetting,
  type ConfigOf,
  integerSetting,
  listSetting,
  optionalSetting,
  optionalUrlSetting,
  textSetting,
  urlSetting,
} from '@loyalty/service/settings';

const schemes = ['http:', 'https:'];

const localSettings = {
  jwtPrivateKeyFile: textSetting({
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
  localTenants: listSetting({
    variable: 'LOCAL_TENANTS',
    help: 'tenants of which a person may choose where SIGN_IN is local, as in id=name, by commas; the first is chosen at first',
  }),
};

export const consoleSettings = {
  ...adminSettings,
  ...localSettings,
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
  consoleUrl: urlSetting({
    variable: 'CONSOLE_URL',
    help: 'where people reach the console: scheme, host and port, without a path',
    schemes,
  }),
  signIn: choiceSetting({
    variable: 'SIGN_IN',
    help: 'who says who a person is: local signs everybody in by itself, for one machine alone',
    words: ['local'],
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
};

export type ConsoleConfig = ConfigOf<typeof consoleSettings>;
