import { readSecuredUrl, type Secret, type SecuredUrl } from '@loyalty/kernel';
import type pg from 'pg';

const defaultPort = 5432;

/**
 * Returns how pg connects to an address. The password and the authorities are read anew at each connection. Wherever the
 * connection is encrypted, the server proves that it is the host of the URL.
 */
export const postgresAddress = (text: string): pg.ClientConfig => {
  const address = readSecuredUrl(text);
  const isPlain = address.ca === null && !provesItself(address) && !text.includes('passwordfile=');
  // The rest that an address may say, as the folder of a socket, pg reads for itself.
  return isPlain ? { connectionString: text } : configOf(address);
};

const provesItself = ({ url }: SecuredUrl): boolean => url.searchParams.get('sslmode') === 'verify-full';

const configOf = (address: SecuredUrl): pg.ClientConfig => {
  const { url, host, user, password, ca } = address;
  return {
    host,
    port: url.port === '' ? defaultPort : Number(url.port),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(user !== null && { user }),
    ...(password !== null && { password }),
    ssl: ca !== null || provesItself(address) ? verified(ca) : false,
  };
};

/** pg reads the field when it connects. */
const verified = (ca: Secret | null) => ({
  rejectUnauthorized: true,
  get ca(): string | undefined {
    return ca?.();
  },
});
