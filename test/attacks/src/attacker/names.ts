import { manyAddresses, startNameServer, type NameServer } from '@loyalty/testkit/servers';

/** A name that begins so has 4,000 addresses. */
export const manyAddressesName = 'many';
/** A name that begins so has one address, and no response for IPv6. */
export const silentName = 'half';

const thousands = manyAddresses(4_000);

/** Starts the name server by which the services of the run resolve names of endpoints. */
export const startNames = (): Promise<NameServer> =>
  startNameServer((name, family) => {
    if (name.startsWith(silentName)) return family === 4 ? ['127.0.0.1'] : 'silence';
    if (family === 6) return [];
    return name.startsWith(manyAddressesName) ? thousands : ['127.0.0.1'];
  });
