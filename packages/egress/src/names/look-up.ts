import type { Resolver as DnsResolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Resolution } from './resolution.ts';

/** What name servers have said of a name. */
export interface Found {
  readonly resolution: Resolution;
  /** The shortest of all addresses; 0 where it is not known. */
  readonly ttlSeconds: number;
  /** To read it has taken milliseconds of the thread. */
  readonly isDear: boolean;
}

/** Of one family: addresses, or that there are none; FAILED: nobody said so. */
type Answer = readonly Address[] | 'FAILED';

interface Address {
  readonly address: string;
  /** c-ares knows the times of 256 addresses at most. */
  readonly ttl: number | undefined;
}

/** Once one family has brought addresses, the other one has so long: a name must not wait for a server that answers half of it. */
const otherFamilyMs = 250;
/** More than anybody needs: to judge thousands for each attempt would take milliseconds of the thread (D114). */
const addressesMax = 16;
/** c-ares takes less than half a millisecond to read so many; 14 for 4,000. */
const cheapMax = 128;

/** Asks for both families. One that fails or is late is left out: its addresses are never dialled. Never throws. */
export const lookUp = async (dns: DnsResolver, name: string): Promise<Found> => {
  const families = [ask(dns.resolve4(name, { ttl: true })), ask(dns.resolve6(name, { ttl: true }))];
  const answers: Answer[] = ['FAILED', 'FAILED'];
  const all = Promise.all(
    families.map(async (asked, place) => {
      answers[place] = await asked;
    }),
  );
  const some = Promise.any(families.map(requireSome));
  const half = some.then(
    () => (addressesIn(answers).length > addressesMax ? null : sleep(otherFamilyMs, null, { ref: false })),
    () => all,
  );
  await Promise.race([all, half]);
  // Nobody waits for what is still being asked.
  dns.cancel();
  return foundIn(answers);
};

/** c-ares' words for: there is no such name, and: it has nothing of this kind. */
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

const foundIn = (answers: readonly Answer[]): Found => {
  const addresses = addressesIn(answers);
  const isDear = addresses.length > cheapMax;
  if (addresses.length > addressesMax)
    return { resolution: { ok: false, reason: 'TOO_MANY' }, ttlSeconds: 0, isDear };
  if (addresses.length > 0)
    return {
      resolution: { ok: true, addresses: addresses.map(({ address }) => address) },
      ttlSeconds: Math.min(...addresses.map(({ ttl = 0 }) => ttl)),
      isDear,
    };
  const reason = answers.includes('FAILED') ? 'SILENT' : 'UNKNOWN';
  return { resolution: { ok: false, reason }, ttlSeconds: 0, isDear };
};

const addressesIn = (answers: readonly Answer[]): readonly Address[] =>
  answers.flatMap((answer) => (answer === 'FAILED' ? [] : answer));
