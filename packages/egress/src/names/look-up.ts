import type { Resolver as DnsResolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** The result of looking up a name. */
export type Resolution =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | {
      readonly ok: false;
      /**
       * UNKNOWN: it has no address. TOO_MANY: it has too many (D114). SILENT: its name servers failed or did
       * not respond. NO_TURN: they were not contacted, because too many look-ups were running.
       */
      readonly reason: 'UNKNOWN' | 'TOO_MANY' | 'SILENT' | 'NO_TURN';
    };

export interface Found {
  readonly resolution: Resolution;
  /** The shortest time to live of all addresses; 0 if it is unknown. */
  readonly ttlSeconds: number;
  /** True if reading the response took milliseconds of the thread. */
  readonly isExpensive: boolean;
}

/** One family's addresses, perhaps none; FAILED when no server responded. */
type Answer = readonly Address[] | 'FAILED';

interface Address {
  readonly address: string;
  /** c-ares returns the TTLs of at most 256 addresses. */
  readonly ttl: number | undefined;
}

/** The wait for the other family once one has addresses: some servers respond for one only. */
const otherFamilyMs = 250;

/** More than any endpoint needs: checking thousands for each attempt would take milliseconds (D114). */
const addressesMax = 16;

/** c-ares takes less than half a millisecond to read this many; 14 ms for 4,000. */
const cheapMax = 128;

/**
 * Looks up the IPv4 and IPv6 addresses of a name. A family that fails or is late is left out. Never throws.
 */
export const lookUp = async (dns: DnsResolver, name: string): Promise<Found> => {
  const families = [ask(dns.resolve4(name, { ttl: true })), ask(dns.resolve6(name, { ttl: true }))];
  const results: Answer[] = ['FAILED', 'FAILED'];
  const all = Promise.all(
    families.map(async (asked, place) => {
      results[place] = await asked;
    }),
  );
  const some = Promise.any(families.map(requireSome));
  const half = some.then(
    () => (addressesIn(results).length > addressesMax ? null : sleep(otherFamilyMs, null, { ref: false })),
    () => all,
  );
  await Promise.race([all, half]);
  // Cancels look-ups that nobody waits for.
  dns.cancel();
  return foundIn(results);
};

/** c-ares' codes for a name that does not exist, and for one without records of this type. */
const nothing: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

const ask = async (asked: Promise<readonly Address[]>): Promise<Answer> => {
  try {
    return await asked;
  } catch (failure) {
    return nothing.has(codeOf(failure)) ? [] : 'FAILED';
  }
};

const codeOf = (failure: unknown): unknown =>
  typeof failure === 'object' && failure !== null && 'code' in failure ? failure.code : null;

const requireSome = async (asked: Promise<Answer>): Promise<void> => {
  const answer = await asked;
  if (answer === 'FAILED' || answer.length === 0) throw new Error('no addresses');
};

const foundIn = (results: readonly Answer[]): Found => {
  const addresses = addressesIn(results);
  const isExpensive = addresses.length > cheapMax;
  if (addresses.length > addressesMax)
    return { resolution: { ok: false, reason: 'TOO_MANY' }, ttlSeconds: 0, isExpensive };
  if (addresses.length > 0)
    return {
      resolution: { ok: true, addresses: addresses.map(({ address }) => address) },
      ttlSeconds: Math.min(...addresses.map(({ ttl = 0 }) => ttl)),
      isExpensive,
    };
  const reason = results.includes('FAILED') ? 'SILENT' : 'UNKNOWN';
  return { resolution: { ok: false, reason }, ttlSeconds: 0, isExpensive };
};

const addressesIn = (results: readonly Answer[]): readonly Address[] =>
  results.flatMap((answer) => (answer === 'FAILED' ? [] : answer));
