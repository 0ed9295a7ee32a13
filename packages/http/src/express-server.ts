import express from 'express';
import type { Express, NextFunction, Request, Response } from 'express';
import { IncomingMessage, ServerResponse, createServer } from 'node:http';
import type { Server } from 'node:http';

import type { RequestTurns } from './limits/request-turns.ts';
import { decodePercent } from './read-query.ts';

/** An express application inside the node server that feeds it; routes are added to `app` before it listens. */
export interface ExpressServer {
  readonly app: Express;
  readonly server: Server;
}

/** How often node looks for heads and bodies that take too long. */
const connectionsCheckingInterval = 1_000;

/** Called for a request that no route took, and with what was thrown when routing itself failed. */
export type Unrouted = (request: Request, response: Response, thrown: unknown) => void;

/**
 * Express gives every request and response the prototypes of its application. Here the server creates them with
 * these prototypes already, which makes that step a no-op: changing the prototype of a living object throws away
 * what the engine has learnt about it, and costs two thirds of the requests per second.
 */
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
      // They carry the application's prototypes from birth, see above.
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

/** True when the path of the request cannot be decoded: to be answered 400, once it is clear who asks (D2). */
export const isUrlMalformed = (request: IncomingMessage): boolean => malformed.has(request);

/** Express would refuse a malformed path itself, before 401. It gets one that it can decode, with a mark. */
const guardUrl = (request: Request): void => {
  const [path = ''] = request.url.split('?', 1);
  if (decodePercent(path) !== undefined) return;
  malformed.add(request);
  request.url = request.url.replaceAll('%', '_');
};
