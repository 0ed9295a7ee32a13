import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A text that somebody could read, and where. */
export interface Text {
  readonly where: string;
  readonly text: string;
}

/** Stands before consoles at an address of its own. */
interface Balancer {
  readonly origin: string;
  /** Heads and bodies of all responses but those of files, which are the same for everybody; cookies apart. */
  readonly passed: readonly Text[];
  readonly cookies: ReadonlySet<string>;
  readonly serve: (ports: readonly number[]) => void;
  readonly stop: () => void;
}

/** One request after the other to each of the ports; what cannot be connected to is passed over, as a balancer does. */
export const startBalancer = async (): Promise<Balancer> => {
  let ports: readonly number[] = [];
  let turn = 0;
  const passed: Text[] = [];
  const cookies = new Set<string>();
  const pass = (incoming: IncomingMessage, response: ServerResponse, body: Buffer, place: number): void => {
    const port = ports[place % ports.length];
    const { method = '', url: path = '', headers } = incoming;
    const call = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
    call.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
      for (const line of answer.headers['set-cookie'] ?? []) noteCookie(cookies, line);
      if (!path.startsWith('/assets/')) noteResponse(passed, `${method} ${path}`, answer);
    });
    call.once('error', () => {
      if (place < turn + ports.length) pass(incoming, response, body, place + 1);
      else response.destroy();
    });
    call.end(body);
  };
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => {
      turn += 1;
      pass(incoming, response, Buffer.concat(chunks), turn);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}`,
    passed,
    cookies,
    serve: (next) => {
      ports = next;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** One that takes a cookie away has no value. */
const noteCookie = (cookies: Set<string>, line: string): void => {
  const [, value = ''] = /^[^=]+=([^;]+)/.exec(line) ?? [];
  if (value !== '') cookies.add(value);
};

const noteResponse = (passed: Text[], where: string, answer: IncomingMessage): void => {
  const heads = Object.entries(answer.headers).filter(([name]) => name !== 'set-cookie');
  passed.push({ where: `heads of ${where}`, text: JSON.stringify(heads) });
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.once('close', () => passed.push({ where, text: Buffer.concat(chunks).toString('latin1') }));
};
