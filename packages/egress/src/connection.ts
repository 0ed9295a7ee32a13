import type { Socket } from 'node:net';
import { Client, type buildConnector, type Dispatcher } from 'undici';
import type { Dial } from './connector.ts';
import { DialError } from './dial-error.ts';

/** What an attempt knows of the connection that carries it. */
export class Connection {
  readonly #dial: Dial;
  #dialling: Socket | null = null;
  #hasCarried = false;

  constructor(dial: Dial) {
    this.#dial = dial;
  }

  readonly connect = (options: buildConnector.Options, done: buildConnector.Callback): void => {
    this.#dialling = this.#dial(options, (...result) => {
      this.#dialling = null;
      this.#hasCarried = false;
      done(...result);
    });
  };

  /** A request is about to be written; answers whether another one was written before. */
  use(): boolean {
    const isReused = this.#hasCarried;
    this.#hasCarried = true;
    return isReused;
  }

  /** The one who waits for this connection to open waits no longer. */
  giveUpDialling(): void {
    this.#dialling?.destroy(new DialError('CONNECT_FAILED'));
  }
}

/** A handler of undici that is told which connection carries it. */
export interface CarriedHandler extends Dispatcher.DispatchHandlers {
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
    handler.carriedBy(this.#connection);
    return super.dispatch(options, handler);
  }
}
