import { Resolver as DnsResolver } from 'node:dns/promises';
import type { EnvironmentId } from '@loyalty/kernel';
import { Turns } from '../turns.ts';

export interface NameChannelsOptions {
  /** Name servers, each an address or `address:port`; default: those of the system. */
  readonly servers?: readonly string[];
  /** Of the first try; c-ares doubles it for the second. Default 2,000. */
  readonly timeoutMs?: number;
  /** Who waits longer for a turn is refused. Default 5,000. */
  readonly waitMs?: number;
}

export interface LookUpFor {
  readonly environmentId: EnvironmentId;
  /** The name was answered the last time. */
  readonly isKnown: boolean;
}

const timeoutMsUsual = 2_000;
const waitMsUsual = 5_000;
const tries = 2;
/** Names under way at a time. Those that were answered the last time have places of their own: strangers never stand before them. */
const places = {
  new: { ofAll: 64, ofEnvironment: 8 },
  known: { ofAll: 32, ofEnvironment: 4 },
} as const;

/** Ways to ask name servers, one for each look-up under way: what is left of it can be cancelled. */
export class NameChannels {
  readonly #options: NameChannelsOptions;
  readonly #turns: Turns;
  readonly #idle: DnsResolver[] = [];

  constructor(options: NameChannelsOptions) {
    this.#options = options;
    this.#turns = new Turns(options.waitMs ?? waitMsUsual);
  }

  /** Works when it is the environment's turn; null when that has not come in time. */
  use<Found>(
    { environmentId, isKnown }: LookUpFor,
    work: (dns: DnsResolver) => Promise<Found>,
  ): Promise<Found | null> {
    const kind = isKnown ? 'known' : 'new';
    const { ofAll, ofEnvironment } = places[kind];
    const claims = [
      { key: `${kind} of ${environmentId.toString()}`, max: ofEnvironment },
      { key: kind, max: ofAll },
    ];
    return new Promise((resolve, reject) => {
      this.#turns.ask({
        ...{ queue: environmentId.toString(), claims: () => claims },
        begin: (turn) => {
          const dns = this.#idle.pop() ?? this.#createChannel();
          const end = (): void => {
            this.#idle.push(dns);
            turn.end();
          };
          work(dns).finally(end).then(resolve, reject);
        },
        refuse: () => {
          resolve(null);
        },
      });
    });
  }

  close(): void {
    this.#turns.close();
  }

  #createChannel(): DnsResolver {
    const { servers, timeoutMs = timeoutMsUsual } = this.#options;
    const dns = new DnsResolver({ timeout: timeoutMs, tries });
    if (servers !== undefined) dns.setServers(servers);
    return dns;
  }
}
