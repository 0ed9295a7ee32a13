import type { Socket } from 'node:net';
import { Client, type buildConnector, type Dispatcher } from 'undici';
import type { Dial } from './connector.ts';
import { DialError } from './dial-error.ts';

/** What an attempt knows of the connection that carries it. */
export class Connection {
  readonly #dial: Dial;
  /** On its way, or open. */
  #socket: Socket | null = null;
  #hasCarried = false;

  constructor(dial: Dial) {
    this.#dial = dial;
  }

  readonly connect = (options: buildConnector.Options, done: buildConnector.Callback): void => {
    this.#hasCarried = false;
    this.#socket = this.#dial(options, done);
  };

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
    this.#socket?.destroy(new DialError('CONNECT_FAILED'));
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
