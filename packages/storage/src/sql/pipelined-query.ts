import type { Writable } from 'node:stream';
import pg from 'pg';
import { invariant } from '@loyalty/kernel';
import { type ParameterTypes, parameterTypesOf } from './array-parameter.ts';
import { bindMessage } from './bind-message.ts';

interface Sent {
  /** Empty for a statement that is parsed each time. */
  readonly name: string;
  readonly text: string;
  readonly isParsed: boolean;
  /** Null until the format of its rows is known. */
  shape: Shape | null;
  readonly rows: unknown[];
  command: string;
  failure: Error | null;
  readonly resolve: (answer: StatementResult) => void;
  readonly reject: (reason: Error) => void;
}

export interface StatementResult {
  readonly rows: readonly unknown[];
  readonly command: string;
}

/** These are internals of pg 8.23. */
interface PgConnection {
  readonly stream: Writable;
  /** Texts by name: statements that the server has parsed, and those on their way to it. */
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  parse(statement: { readonly name: string; readonly text: string }): void;
  describe(portal: { readonly type: 'P'; readonly name: string }): void;
  execute(portal: { readonly portal: string; readonly rows: number }): void;
  sync(): void;
}

interface PgQuery {
  name: string;
  text: string;
  callback: (failure: Error | null) => void;
  readonly _result: { readonly _types: pg.CustomTypesConfig };
}

interface Shape {
  addFields(fields: readonly pg.FieldDef[]): void;
  parseRow(fields: readonly unknown[]): unknown;
}

const ShapeOfPg = pg.Result as unknown as new (rowMode: undefined, types: pg.CustomTypesConfig) => Shape;

const QueryOfPg = pg.Query as unknown as new (config: { readonly text: string }) => PgQuery;

/** Above this size a write is worth its cost: the server can start while the next is prepared. */
const muchBytes = 32_768;

/** Each statement is described once on a connection. A result without rows has no fields. */
const shapes = new WeakMap<PgConnection, Map<string, Shape>>();

/** The failure has SQLSTATE in_failed_sql_transaction. */
const skipped = (): Error =>
  Object.assign(new pg.DatabaseError('an earlier statement of its flight failed', 0, 'error'), {
    code: '25P02',
  });

/**
 * Sends several statements with one Sync at the end. pg sends one Sync for each statement, and the server
 * responds to each with a separate write. For pg this is one query. If a statement fails, the server skips
 * those after it, and they fail as well.
 */
export class PipelinedQuery extends QueryOfPg {
  /** The time limit, which replaces that of the connection. */
  query_timeout?: number;
  readonly #sent: Sent[] = [];
  #at = 0;
  #connection: PgConnection | null = null;
  #isClosed = false;
  #failure: Error | null = null;

  constructor({ query_timeout }: { readonly query_timeout?: number } = {}) {
    super({ text: '' });
    this.callback = () => undefined;
    if (query_timeout !== undefined) this.query_timeout = query_timeout;
  }

  get isOpen(): boolean {
    return !this.#isClosed;
  }

  submit(connection: PgConnection): null {
    this.#connection = connection;
    connection.stream.cork();
    return null;
  }

  /**
   * Sends a statement. Rejects with the server's error, or for an invalid value, in which case nothing was
   * written.
   */
  send(name: string, text: string, values: readonly unknown[]): Promise<StatementResult> {
    const connection = this.#connection;
    if (connection === null || this.#failure !== null) return this.#refused();
    const bind = bindMessage(name, values, typesOf(name, text));
    return new Promise((resolve, reject) => {
      this.#sent.push(write(connection, { name, text, bind }, { resolve, reject }));
      if (this.#sent.length === 1) this.#nameForPg();
      if (connection.stream.writableLength > muchBytes) flush(connection.stream);
    });
  }

  /** Ends the query. It must be called before anything else is written to the connection. */
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
    this.#completed();
  }

  handleEmptyQuery(): void {
    this.#completed();
  }

  handleReadyForQuery(): void {
    this.#settle(this.#sent);
    this.callback(null);
  }

  /**
   * Assigns an error: one of the server belongs to the next result, and one of the connection to all that are
   * left.
   */
  handleError(failure: Error): void {
    if (this.#failure !== null) return;
    this.#failure = failure;
    const left = this.#sent.splice(this.#at);
    this.#settle(this.#sent);
    const isOfServer = failure instanceof pg.DatabaseError;
    for (const [at, { name, isParsed, reject }] of left.entries()) {
      // The server skipped the parsing of all statements behind the failed one.
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

  #completed(): void {
    const { name, shape } = this.#current;
    if (name !== '' && this.#connection !== null)
      shapesOf(this.#connection).set(name, shape ?? this.#newShape());
    this.#at += 1;
    this.#nameForPg();
  }

  #newShape(): Shape {
    return new ShapeOfPg(undefined, this._result._types);
  }

  /**
   * Sets the name and text of the statement whose result is next: pg uses them to note what the server has
   * parsed.
   */
  #nameForPg(): void {
    const { name = '', text = '' } = this.#sent[this.#at] ?? {};
    this.name = name;
    this.text = text;
  }

  #settle(answered: readonly Sent[]): void {
    for (const { rows, command, failure, resolve, reject } of answered)
      if (failure === null) resolve({ rows, command });
      else reject(failure);
  }

  /** Returns a rejection for a lost connection, which reports it in the next tick. */
  #refused(): Promise<StatementResult> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#sent.push({ ...nothingYet(), name: '', text: '', isParsed: false, shape: null, resolve, reject });
    });
  }
}

const nothingYet = () => ({ rows: [], command: '', failure: null });

const shapesOf = (connection: PgConnection): Map<string, Shape> => {
  const known = shapes.get(connection);
  if (known !== undefined) return known;
  const none = new Map<string, Shape>();
  shapes.set(connection, none);
  return none;
};

const parameterTypes = new Map<string, ParameterTypes>();

/** The types of named statements are kept, because their texts are few. */
const typesOf = (name: string, text: string): ParameterTypes => {
  if (name === '') return [];
  const known = parameterTypes.get(text);
  if (known !== undefined) return known;
  const types = parameterTypesOf(text);
  parameterTypes.set(text, types);
  return types;
};

const flush = (stream: Writable): void => {
  stream.uncork();
  stream.cork();
};

interface Bound {
  readonly name: string;
  readonly text: string;
  readonly bind: Buffer;
}

const write = (
  connection: PgConnection,
  { name, text, bind }: Bound,
  settle: Pick<Sent, 'resolve' | 'reject'>,
): Sent => {
  const isParsed = parseIfNew(connection, { name, text });
  // As pg does: what is written to a connection that is lost is passed over.
  if (connection.stream.writable) connection.stream.write(bind);
  const shape = name === '' ? null : (shapesOf(connection).get(name) ?? null);
  if (shape === null) connection.describe({ type: 'P', name: '' });
  connection.execute({ portal: '', rows: 0 });
  return { ...nothingYet(), name, text, isParsed, shape, ...settle };
};

const parseIfNew = (connection: PgConnection, { name, text }: Pick<Bound, 'name' | 'text'>): boolean => {
  const { parsedStatements, submittedNamedStatements } = connection;
  const known = name === '' ? undefined : (parsedStatements[name] ?? submittedNamedStatements[name]);
  invariant(known === undefined || known === text, `one text is named ${name}`);
  if (known !== undefined) return false;
  connection.parse({ name, text });
  if (name !== '') submittedNamedStatements[name] = text;
  return true;
};
