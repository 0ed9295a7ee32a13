import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { RequestTurns } from './limits/request-turns.ts';
import { decodePercent } from './read-query.ts';

interface ExpressServer {
  readonly app: Express;
  readonly server: Server;
}

const connectionsCheckingInterval = 1_000;

type Unrouted = (request: Request, response: Response, thrown: unknown) => void;

/** With express' prototypes from the start: changing them costs two thirds of the requests per second. */
export const createExpressServer = (turns: RequestTurns, unrouted: Unrouted): ExpressServer => {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  const server = createServer(
    { IncomingMessage: AppRequest, ServerResponse: AppResponse, connectionsCheckingInterval },
    (incoming, outgoing) => {
      // They have the application's prototypes from their creation, see above.
      const request = incoming as Request;
      const response = outgoing as Response;
      guardUrl(request);
      const next: NextFunction = (thrown?: unknown) => {
        unrouted(request, response, thrown);
      };
      turns.enter({ request, response }, () => {
        app(request, response, next);
      });
    },
  );
  return { app, server };
};

const malformed = new WeakSet<IncomingMessage>();

/** When its path cannot be decoded: it gets a 400 once the caller is identified (D2). */
export const isUrlInvalid = (request: IncomingMessage): boolean => malformed.has(request);

/** Express would refuse a malformed path before the 401. It gets one that it can decode, and a mark. */
const guardUrl = (request: Request): void => {
  const [path = ''] = request.url.split('?', 1);
  if (decodePercent(path) !== undefined) return;
  malformed.add(request);
  request.url = request.url.replaceAll('%', '_');
};
