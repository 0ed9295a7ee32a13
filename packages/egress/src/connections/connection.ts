import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import type { Handshaker, Handshakes } from '../limits/handshakes.ts';
import type { Turn } from '../limits/semaphore.ts';
import { DialError } from '../posts/post-result.ts';
import type { Dial } from './connector.ts';

/** A request, as seen by its connection. */
export interface Carried {
  /** Called when it waits for a slot. */
  hold(): void;
  /** Called when the wait ends. */
  go(): void;
}

export interface ConnectionOptions {
  /** The owner of the connection. */
  readonly of: Handshaker;
  readonly handshakes: Pick<Handshakes, 'ask'>;
  /** Opens a connection to the addresses that its owner may call. */
  readonly dial: Dial;
}

/** A moved name is followed within this time, however busy the connection to its old address is. */
const ageMsMax = 300_000;

/** The connection of an attempt. */
export class Connection {
  readonly #options: ConnectionOptions;
  /** Opening, or open. */
  #socket: Socket | null = null;
  /** Cancels the wait for the handshake's slot; null when it does not wait. */
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

  /** True when it must close after one more request. */
  get isOld(): boolean {
    return this.#hasCarried && performance.now() - this.#openedAtMs > ageMsMax;
  }

  /** Notes that a request is about to be written. Returns true when another one was written before. */
  use(): boolean {
    const isReused = this.#hasCarried;
    this.#hasCarried = true;
    return isReused;
  }

  /**
   * Ends the connection, opening or open, and with it the request. undici's own `abort` would open another connection that
   * nothing uses.
   */
  giveUp(): void {
    this.#cancel?.();
    this.#socket?.destroy(new DialError('CONNECT_FAILED'));
  }

  /** Dials when it gets a slot. The request's clock is stopped until then. */
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

/** A handler of undici that learns its connection. */
export interface CarriedHandler extends Dispatcher.DispatchHandlers, Carried {
  carriedBy(connection: Connection): void;
}

/** undici's client of one connection, which passes the connection to its requests. */
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
