import { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { createTransport, type TlsPort, type Transport } from '../admin/transport.ts';
import type { RequestTurns } from './limits/request-turns.ts';
import { decodePercent } from './read-query.ts';

interface ExpressServer {
  readonly app: Express;
  readonly transport: Transport;
}

const connectionsCheckingInterval = 1_000;

type Unrouted = (request: Request, response: Response, thrown: unknown) => void;

/** Node itself would send only a status. */
type RefusedByNode = 'expectation' | 'no-host';

interface ServerPorts {
  /** Null means plain HTTP. */
  readonly tls: TlsPort | null;
  readonly turns: RequestTurns;
  readonly unrouted: Unrouted;
  readonly refused: (request: Request, response: Response, refusal: RefusedByNode) => void;
}

/**
 * Creates a server whose messages have the prototypes of express from the start, because changing them later
 * costs two thirds of the requests per second.
 */
export const createExpressServer = ({ tls, turns, unrouted, refused }: ServerPorts): ExpressServer => {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  const enter = (incoming: IncomingMessage, outgoing: ServerResponse, refusal?: RefusedByNode): void => {
    // They have the application's prototypes from their creation, see above.
    const request = incoming as Request;
    const response = outgoing as Response;
    guardUrl(request);
    const next: NextFunction = (thrown?: unknown) => {
      unrouted(request, response, thrown);
    };
    turns.enter({ request, response }, () => {
      if (refusal === undefined) app(request, response, next);
      else refused(request, response, refusal);
    });
  };
  const transport = createTransport(
    tls,
    {
      IncomingMessage: AppRequest,
      ServerResponse: AppResponse,
      connectionsCheckingInterval,
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      enter(incoming, outgoing, lacksHost(incoming) ? 'no-host' : undefined);
    },
  );
  transport.server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    enter(incoming, outgoing, 'expectation');
  });
  return { app, transport };
};

/** RFC 9112, section 3.2, requires the header `Host` of HTTP/1.1. */
const lacksHost = ({ httpVersionMajor, httpVersionMinor, headers }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersionMajor === 1 && httpVersionMinor >= 1;

const malformed = new WeakSet<IncomingMessage>();

/**
 * Returns true if the path cannot be decoded or a byte is not ASCII. Such a request gets a 400 once the
 * caller is identified (D2).
 */
export const isUrlInvalid = (request: IncomingMessage): boolean => malformed.has(request);

/** The parsers of later Nodes refuse such a request; that of 20.19.0 reads it as Latin-1. */
const notAscii = /[\u0080-\u{10ffff}]/u;

/** Express would refuse a malformed path before the 401. It gets one that it can decode, and a mark. */
const guardUrl = (request: Request): void => {
  if (notAscii.test(request.url)) malformed.add(request);
  const [path = ''] = request.url.split('?', 1);
  if (decodePercent(path) !== undefined) return;
  malformed.add(request);
  request.url = request.url.replaceAll('%', '_');
};
