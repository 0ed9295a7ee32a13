import { Resolver as DnsResolver } from 'node:dns/promises';
import type { EnvironmentId } from '@loyalty/kernel';
import { Semaphore, type Claim } from '../semaphore.ts';
import { lookUp, type Found } from './look-up.ts';
import { ThreadShare } from './thread-share.ts';

export interface NameChannelsOptions {
  /** Name servers, each an address or `address:port`. Default: those of the system. */
  readonly servers?: readonly string[];
  /** The time-out of the first try; c-ares doubles it for the second. Default 2,000. */
  readonly timeoutMs?: number;
  /** A look-up that waits longer for a slot is refused. Default 5,000. */
  readonly waitMs?: number;
  /** Milliseconds of a monotonic clock. Default: that of the process. */
  readonly elapsedMs?: () => number;
}

export interface Wanted {
  readonly name: string;
  readonly environmentId: EnvironmentId;
  /** True when the last look-up of the name succeeded. */
  readonly isKnown: boolean;
}

const timeoutMsUsual = 2_000;
const waitMsUsual = 5_000;
const tries = 2;
/** Look-ups that run at once. Known names have slots of their own, so that new ones never delay them. */
const places = {
  new: { ofAll: 64, ofEnvironment: 8 },
  known: { ofAll: 32, ofEnvironment: 4 },
} as const;

/** Channels to name servers, one for each running look-up, so that it can be cancelled. */
export class NameChannels {
  readonly #options: NameChannelsOptions;
  readonly #turns: Semaphore;
  readonly #share: ThreadShare;
  readonly #idle: DnsResolver[] = [];

  constructor(options: NameChannelsOptions) {
    const { waitMs = waitMsUsual, elapsedMs = () => performance.now() } = options;
    this.#options = options;
    this.#turns = new Semaphore(waitMs);
    this.#share = new ThreadShare({ waitMs, elapsedMs });
  }

  /** Looks up a name when there is a slot and it is the environment's turn. Returns null when either did not come in time. */
  lookUp({ name, environmentId, isKnown }: Wanted): Promise<Found | null> {
    const claims = (): Claim[] => this.#claimsOf(isKnown ? 'known' : 'new', environmentId);
    return new Promise((resolve, reject) => {
      this.#turns.ask({
        queue: environmentId.toString(),
        claims,
        begin: (turn) => {
          const found = this.#share.use(environmentId, () => this.#ask(name));
          const end = (): void => {
            turn.end();
          };
          found.finally(end).then(resolve, reject);
        },
        refuse: () => {
          resolve(null);
        },
      });
    });
  }

  close(): void {
    this.#turns.close();
    this.#share.close();
  }

  #claimsOf(kind: keyof typeof places, environmentId: EnvironmentId): Claim[] {
    const { ofAll, ofEnvironment } = places[kind];
    // It starts one at a time; more of its look-ups would only hold slots that all share.
    const max = this.#share.isDear(environmentId) ? 1 : ofEnvironment;
    return [
      { key: `${kind} of ${environmentId.toString()}`, max },
      { key: kind, max: ofAll },
    ];
  }

  async #ask(name: string): Promise<Found> {
    const dns = this.#idle.pop() ?? this.#createChannel();
    const found = await lookUp(dns, name);
    this.#idle.push(dns);
    return found;
  }

  #createChannel(): DnsResolver {
    const { servers, timeoutMs = timeoutMsUsual } = this.#options;
    const dns = new DnsResolver({ timeout: timeoutMs, tries });
    if (servers !== undefined) dns.setServers(servers);
    return dns;
  }
}
