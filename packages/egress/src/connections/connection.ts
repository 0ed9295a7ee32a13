import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import type { HeldSlots } from '@loyalty/kernel/shares';
import type { Handshaker, Handshakes } from '../limits/handshakes.ts';
import { DialError } from '../posts/post-result.ts';
import type { Dial } from './connector.ts';
import { InterimResponses } from './interim-responses.ts';

interface ConnectionUser {
  hold(): void;
  go(): void;
}

interface ConnectionOptions {
  readonly of: Handshaker;
  readonly handshakes: Pick<Handshakes, 'ask'>;
  readonly dial: Dial;
}

/** A moved name is followed within this time, however busy the connection to its old address is. */
const ageMsMax = 300_000;

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #interims = new InterimResponses();
  #socket: ReturnType<Dial> = null;
  #cancel: (() => void) | null = null;
  #user: ConnectionUser | null = null;
  #wasUsed = false;
  #openedAtMs = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  readonly connect = (options: buildConnector.Options, done: buildConnector.Callback): void => {
    this.#wasUsed = false;
    this.#openedAtMs = performance.now();
    const opened: buildConnector.Callback = (...outcome) => {
      const [, socket] = outcome;
      if (socket !== null) this.#bearInterims(socket);
      done(...outcome);
    };
    if (options.protocol === 'https:') this.#shakeHands(options, opened);
    else this.#socket = this.#options.dial(options, opened);
  };

  serve(user: ConnectionUser): void {
    this.#user = user;
  }

  /** Returns true if the connection must close after one more request. */
  get isOld(): boolean {
    return this.#wasUsed && performance.now() - this.#openedAtMs > ageMsMax;
  }

  /** Notes that a request is about to be written. Returns true if another one was written before. */
  use(): boolean {
    const isReused = this.#wasUsed;
    this.#wasUsed = true;
    this.#interims.begin();
    return isReused;
  }

  /** Ends the connection's request. undici's own `abort` would open another connection that nothing uses. */
  giveUp(): void {
    this.#cancel?.();
    this.#socket?.destroy(new DialError('CONNECT_FAILED'));
  }

  /** undici reads a socket by `read` alone, so what that returns is what its parser sees. */
  #bearInterims(socket: Socket): void {
    const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
    socket.read = (size?: number): Buffer | null => {
      const chunk = read(size);
      if (chunk !== null) this.#interims.pass(chunk);
      return chunk;
    };
  }

  /** Dials when a slot is free. The request's clock is stopped until then. */
  #shakeHands(options: buildConnector.Options, done: buildConnector.Callback): void {
    const { of, handshakes, dial } = this.#options;
    const user = this.#user;
    const giveUp = (failure: DialError): void => {
      this.#cancel = null;
      done(failure, null);
    };
    const begin = (slot: HeldSlots): void => {
      this.#cancel = null;
      user?.go();
      this.#socket = dial(options, (...outcome) => {
        slot.end();
        done(...outcome);
      });
    };
    const refuse = (): void => {
      giveUp(new DialError('NO_TURN'));
    };
    user?.hold();
    let slot: HeldSlots | null = null;
    this.#cancel = () => {
      slot?.end();
      giveUp(new DialError('CONNECT_FAILED'));
    };
    slot = handshakes.ask(of, { begin, refuse });
  }
}

export interface ConnectionHandler extends Dispatcher.DispatchHandlers, ConnectionUser {
  usesConnection(connection: Connection): void;
}

export class OneConnectionClient extends Client {
  readonly #connection: Connection;

  constructor(origin: string, options: Client.Options, connection: Connection) {
    super(origin, { ...options, connect: connection.connect });
    this.#connection = connection;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: ConnectionHandler): boolean {
    this.#connection.serve(handler);
    handler.usesConnection(this.#connection);
    return super.dispatch(this.#connection.isOld ? { ...options, reset: true } : options, handler);
  }
}
