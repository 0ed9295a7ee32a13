import { createRequire } from 'node:module';
import type { Writable } from 'node:stream';
import { invariant } from '@loyalty/kernel';
import pg from 'pg';
import { arrayParameter } from './array-parameter.ts';

/** What was sent for one statement of a flight, and what came back. */
interface Sent {
  /** Empty: it is parsed each time. */
  readonly name: string;
  readonly text: string;
  /** True when it is parsed with this flight. */
  readonly isParsed: boolean;
  /** Null until it is known how its rows look. */
  shape: Shape | null;
  readonly rows: unknown[];
  command: string;
  /** Why its rows cannot be read. */
  failure: Error | null;
  readonly resolve: (answer: StatementResult) => void;
  readonly reject: (reason: Error) => void;
}

/** What the server answered to one statement. */
export interface StatementResult {
  readonly rows: readonly unknown[];
  /** As in `COMMIT`. */
  readonly command: string;
}

/** A connection of pg 8.23, as far as a flight writes to it. */
interface Connection {
  readonly stream: Writable;
  /** Texts by name: what the server has parsed, and what is on its way to it. */
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(bound: { readonly statement: string; readonly values: readonly unknown[] }): void;
  describe(portal: { readonly type: 'P'; readonly name: string }): void;
  execute(portal: { readonly portal: string; readonly rows: number }): void;
  sync(): void;
}

/** What pg reads and writes of a query that it is answered for. */
interface PgQuery {
  name: string;
  text: string;
  callback: (failure: Error | null) => void;
  readonly _result: { readonly _types: pg.CustomTypesConfig };
}

/** How the rows of a statement look. */
interface Shape {
  addFields(fields: readonly pg.FieldDef[]): void;
  parseRow(fields: readonly unknown[]): unknown;
}

const ShapeOfPg = pg.Result as unknown as new (rowMode: undefined, types: pg.CustomTypesConfig) => Shape;

const QueryOfPg = pg.Query as unknown as new (config: { readonly text: string }) => PgQuery;

const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as {
  readonly prepareValue: (value: unknown) => unknown;
};

const parameterOf = (value: unknown): unknown =>
  (Array.isArray(value) ? arrayParameter(value) : null) ?? prepareValue(value);

/** Beyond this many bytes a write is worth its cost, and the server may begin while we make the next statement. */
const muchBytes = 32_768;

/** How the rows of named statements look, by connection: each is described once. A statement without rows has no fields. */
const shapes = new WeakMap<Connection, Map<string, Shape>>();

/** SQLSTATE in_failed_sql_transaction. */
const skipped = (): Error =>
  Object.assign(new pg.DatabaseError('an earlier statement of its flight failed', 0, 'error'), {
    code: '25P02',
  });

/**
 * Statements that are sent together and answered together: one Sync stands behind all of them, where pg puts one behind each, and
 * the server answers each Sync with a write of its own. To pg it is one query. One that fails fails those behind it, which the
 * server skips.
 */
export class Flight extends QueryOfPg {
  readonly #sent: Sent[] = [];
  /** The statement that is answered next. */
  #at = 0;
  #connection: Connection | null = null;
  #isClosed = false;
  /** Why nothing of it is answered any more. */
  #failure: Error | null = null;

  constructor() {
    super({ text: '' });
    this.callback = () => undefined;
  }

  /** More may be sent with it. */
  get isOpen(): boolean {
    return !this.#isClosed;
  }

  /** Called by pg when it is this query's turn to write; not at all on a connection that is lost. */
  submit(connection: Connection): null {
    this.#connection = connection;
    connection.stream.cork();
    return null;
  }

  /** Rejects with what the server says, or with a mistake in a value; then nothing was written. */
  send(name: string, text: string, values: readonly unknown[]): Promise<StatementResult> {
    const connection = this.#connection;
    if (connection === null || this.#failure !== null) return this.#refused();
    const bound = values.map(parameterOf);
    return new Promise((resolve, reject) => {
      this.#sent.push(write(connection, { name, text, values: bound }, { resolve, reject }));
      if (this.#sent.length === 1) this.#tellPg();
      if (connection.stream.writableLength > muchBytes) flush(connection.stream);
    });
  }

  /** Nothing else is sent with it. Must be called before anything else is written to the connection. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connection?.sync();
    this.#connection?.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: pg.FieldDef[] }): void {
    const shape = this.#newShape();
    shape.addFields(fields);
    this.#current.shape = shape;
  }

  handleDataRow({ fields }: { readonly fields: unknown[] }): void {
    const { shape, rows, failure } = this.#current;
    if (failure !== null) return;
    try {
      invariant(shape !== null, 'rows come behind their description');
      rows.push(shape.parseRow(fields));
    } catch (thrown) {
      this.#current.failure = thrown as Error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#current.command = text.split(' ', 1)[0] ?? '';
    this.#answered();
  }

  handleEmptyQuery(): void {
    this.#answered();
  }

  handleReadyForQuery(): void {
    this.#settle(this.#sent);
    this.callback(null);
  }

  /** Of the server, then of the statement that is answered next; or of the connection, then of all that are left. */
  handleError(failure: Error): void {
    if (this.#failure !== null) return;
    this.#failure = failure;
    const left = this.#sent.splice(this.#at);
    this.#settle(this.#sent);
    const isOfServer = failure instanceof pg.DatabaseError;
    for (const [at, { name, isParsed, reject }] of left.entries()) {
      // Whatever was to be parsed behind it was skipped.
      if (isParsed) delete this.#connection?.submittedNamedStatements[name];
      reject(at === 0 || !isOfServer ? failure : skipped());
    }
    this.callback(failure);
  }

  get #current(): Sent {
    const current = this.#sent[this.#at];
    invariant(current !== undefined, 'an answer is of a statement that was sent');
    return current;
  }

  #answered(): void {
    const { name, shape } = this.#current;
    if (name !== '' && this.#connection !== null)
      shapesOf(this.#connection).set(name, shape ?? this.#newShape());
    this.#at += 1;
    this.#tellPg();
  }

  #newShape(): Shape {
    return new ShapeOfPg(undefined, this._result._types);
  }

  /** pg notes a statement as parsed, or not, by what it takes for the name and the text of the query. */
  #tellPg(): void {
    const { name = '', text = '' } = this.#sent[this.#at] ?? {};
    this.name = name;
    this.text = text;
  }

  #settle(answered: readonly Sent[]): void {
    for (const { rows, command, failure, resolve, reject } of answered)
      if (failure === null) resolve({ rows, command });
      else reject(failure);
  }

  /** A connection that is lost says so in the next tick. */
  #refused(): Promise<StatementResult> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#sent.push({ ...nothingYet(), name: '', text: '', isParsed: false, shape: null, resolve, reject });
    });
  }
}

const nothingYet = () => ({ rows: [], command: '', failure: null });

const shapesOf = (connection: Connection): Map<string, Shape> => {
  const known = shapes.get(connection);
  if (known !== undefined) return known;
  const none = new Map<string, Shape>();
  shapes.set(connection, none);
  return none;
};

const flush = (stream: Writable): void => {
  stream.uncork();
  stream.cork();
};

interface Bound {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

const write = (
  connection: Connection,
  { name, text, values }: Bound,
  settle: Pick<Sent, 'resolve' | 'reject'>,
): Sent => {
  const isParsed = parseIfNew(connection, { name, text });
  connection.bind({ statement: name, values });
  const shape = name === '' ? null : (shapesOf(connection).get(name) ?? null);
  if (shape === null) connection.describe({ type: 'P', name: '' });
  connection.execute({ portal: '', rows: 0 });
  return { ...nothingYet(), name, text, isParsed, shape, ...settle };
};

/** True when it was to be parsed. */
const parseIfNew = (connection: Connection, { name, text }: Pick<Bound, 'name' | 'text'>): boolean => {
  const { parsedStatements, submittedNamedStatements } = connection;
  const known = name === '' ? undefined : (parsedStatements[name] ?? submittedNamedStatements[name]);
  invariant(known === undefined || known === text, `one text is named ${name}`);
  if (known !== undefined) return false;
  connection.parse({ name, text });
  if (name !== '') submittedNamedStatements[name] = text;
  return true;
};
