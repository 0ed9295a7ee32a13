import type { Socket } from 'node:net';
import { Client, type buildConnector, type Dispatcher } from 'undici';
import type { Dial } from './connector.ts';
import { DialError } from './dial-error.ts';
import type { Handshaker, Handshakes } from './handshakes.ts';
import type { Turn } from './semaphore.ts';

/** A request on its way, as the connection that carries it knows it. */
export interface Carried {
  /** It waits for a turn of ours. */
  hold(): void;
  /** It waits no more. */
  go(): void;
}

export interface ConnectionOptions {
  /** Whose connection. */
  readonly of: Handshaker;
  readonly handshakes: Pick<Handshakes, 'ask'>;
  /** Opens a connection to the addresses that its owner may call. */
  readonly dial: Dial;
}

/** A name that has moved is followed in this time at the latest, however busy the connection to its old address is. */
const ageMsMax = 300_000;

/** What an attempt knows of the connection that carries it. */
export class Connection {
  readonly #options: ConnectionOptions;
  /** On its way, or open. */
  #socket: Socket | null = null;
  /** Gives up the wait for the handshake's turn; null when it does not wait. */
  #cancel: (() => void) | null = null;
  #carried: Carried | null = null;
  #hasCarried = false;
  #openedAtMs = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  readonly connect = (options: buildConnector.Options, done: buildConnector.Callback): void => {
    this.#hasCarried = false;
    this.#openedAtMs = performance.now();
    if (options.protocol === 'https:') this.#shakeHands(options, done);
    else this.#socket = this.#options.dial(options, done);
  };

  carry(carried: Carried): void {
    this.#carried = carried;
  }

  /** It carries one more request, and is closed then. */
  get isOld(): boolean {
    return this.#hasCarried && performance.now() - this.#openedAtMs > ageMsMax;
  }

  /** A request is about to be written; answers whether another one was written before. */
  use(): boolean {
    const isReused = this.#hasCarried;
    this.#hasCarried = true;
    return isReused;
  }

  /**
   * Ends the connection, whether it is open yet or not: whoever it carries gives up. undici's own way (`abort`) would open
   * another connection, only to find that nobody wants it.
   */
  giveUp(): void {
    this.#cancel?.();
    this.#socket?.destroy(new DialError('CONNECT_FAILED'));
  }

  /** Dials when it is its turn; the request's clock stands still until then. */
  #shakeHands(options: buildConnector.Options, done: buildConnector.Callback): void {
    const { of, handshakes, dial } = this.#options;
    const carried = this.#carried;
    const giveUp = (failure: DialError): void => {
      this.#cancel = null;
      done(failure, null);
    };
    const begin = (turn: Turn): void => {
      this.#cancel = null;
      carried?.go();
      this.#socket = dial(options, (...outcome) => {
        turn.end();
        done(...outcome);
      });
    };
    const refuse = (): void => {
      giveUp(new DialError('NO_TURN'));
    };
    carried?.hold();
    let turn: Turn | null = null;
    this.#cancel = () => {
      turn?.end();
      giveUp(new DialError('CONNECT_FAILED'));
    };
    turn = handshakes.ask(of, { begin, refuse });
  }
}

/** A handler of undici that is told which connection carries it. */
export interface CarriedHandler extends Dispatcher.DispatchHandlers, Carried {
  carriedBy(connection: Connection): void;
}

/** undici's client of one connection, which tells its requests about it. */
export class CarryingClient extends Client {
  readonly #connection: Connection;

  constructor(origin: string, options: Client.Options, connection: Connection) {
    super(origin, { ...options, connect: connection.connect });
    this.#connection = connection;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: CarriedHandler): boolean {
    this.#connection.carry(handler);
    handler.carriedBy(this.#connection);
    return super.dispatch(this.#connection.isOld ? { ...options, reset: true } : options, handler);
  }
}
