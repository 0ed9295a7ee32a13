import { Resolver as DnsResolver } from 'node:dns/promises';
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { type EnvironmentId, Fault } from '@loyalty/kernel';
import { ClaimedSlots, noSlot, type SlotClaim } from '@loyalty/kernel/shares';
import { type Found, lookUp } from './look-up.ts';
import { ThreadShare } from './thread-share.ts';

export interface NameChannelsOptions {
  /** Name servers, each an address or `address:port`. Default: those of the system. */
  readonly servers?: readonly string[];
  /** The time-out of the first try; c-ares doubles it for the second one. Default: 2,000. */
  readonly timeoutMs?: number;
  /** The maximum wait for a slot; a look-up that waits longer is refused. Default: 5,000. */
  readonly waitMs?: number;
  /** Returns milliseconds of a monotonic clock. Default: the clock of the process. */
  readonly elapsedMs?: () => number;
}

interface LookUpRequest {
  readonly name: string;
  readonly environmentId: EnvironmentId;
  /** True if the last look-up of the name succeeded. */
  readonly isKnown: boolean;
}

const timeoutMsUsual = 2_000;
const waitMsUsual = 5_000;
const tries = 2;
/** Look-ups that run at once. Known names have slots of their own, so that new ones never delay them. */
const limits = {
  new: { whole: 64, share: 8 },
  known: { whole: 32, share: 4 },
} as const;

/** Channels to name servers, one for each running look-up, so that it can be cancelled. */
export class NameChannels {
  readonly #options: NameChannelsOptions;
  readonly #slots: ClaimedSlots;
  readonly #share: ThreadShare;
  readonly #idle: DnsResolver[] = [];

  constructor(options: NameChannelsOptions) {
    const { waitMs = waitMsUsual, elapsedMs = () => performance.now() } = options;
    this.#options = options;
    this.#slots = new ClaimedSlots({ waitMs });
    this.#share = new ThreadShare({ waitMs, elapsedMs });
  }

  /**
   * Looks up a name once there is a slot and it is the environment's turn; returns null if that does not
   * happen in time.
   */
  async lookUp({ name, environmentId, isKnown }: LookUpRequest): Promise<Found | null> {
    const claims = (): SlotClaim[] => this.#claimsOf(isKnown ? 'known' : 'new', environmentId);
    const found = await this.#slots.run({ owner: environmentId, claims }, () =>
      this.#share.use(environmentId, () => this.#ask(name)),
    );
    return found === noSlot ? null : found;
  }

  close(): void {
    this.#slots.close();
    this.#share.close();
  }

  #claimsOf(kind: keyof typeof limits, environmentId: EnvironmentId): SlotClaim[] {
    const { whole, share } = limits[kind];
    // It starts one at a time; more of its look-ups would only hold slots that all share.
    const max = this.#share.isExpensive(environmentId) ? 1 : share;
    return [
      { key: `${kind} of ${environmentId.toString()}`, max },
      { key: kind, max: whole },
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

/**
 * Returns the name servers of a setting, for `createResolver`; undefined if it is not set. Throws a Fault
 * `CONFIG_INVALID` if it is invalid.
 */
export const readNameServers = (variable: string, text: string | null): readonly string[] | undefined => {
  const servers = (text ?? '').split(/[\s,]+/).filter((part) => part !== '');
  if (servers.length === 0) return undefined;
  if (servers.every(isServer)) return servers;
  throw new Fault(
    'CONFIG_INVALID',
    `${variable} must be addresses by commas, as in 10.0.0.2, 10.0.0.3:53 or [fd00::2]:53`,
  );
};

const isServer = (text: string): boolean => {
  if (isIP(text) !== 0) return true;
  const [, four, six, port] = /^(?:([0-9.]+)|\[([0-9a-f:.]+)\]):(\d{1,5})$/i.exec(text) ?? [];
  const isAddress = four === undefined ? isIPv6(six ?? '') : isIPv4(four);
  return isAddress && isPort(Number(port));
};

const isPort = (port: number): boolean => port >= 1 && port <= 65_535;
