import express from 'express';
import type { Express } from 'express';
import { IncomingMessage, ServerResponse, createServer } from 'node:http';
import type { Server } from 'node:http';

import { decodePercent } from './read-query.ts';

/** Bytes that a URL may hold unencoded; anything else would be misread, as a reference that nobody sent. */
const plainUrl = /^[\x21-\x7e]*$/;

/** A request that knows whether its URL can be decoded at all. */
export class ServerRequest extends IncomingMessage {
  isUrlMalformed = false;
}

/** An express application inside the node server that feeds it. Routes are added to `app` before it listens. */
export interface ExpressServer {
  readonly app: Express;
  readonly server: Server;
}

/**
 * Express gives every request and response the prototypes of its application. Here the server creates them with
 * these prototypes already, which makes that step a no-op: changing the prototype of a living object throws away
 * what the engine has learnt about it, and costs two thirds of the requests per second.
 */
export const createExpressServer = (): ExpressServer => {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  class AppRequest extends ServerRequest {}
  class AppResponse extends ServerResponse<AppRequest> {}
  Object.setPrototypeOf(ServerRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { app, server: createServer({ IncomingMessage: AppRequest, ServerResponse: AppResponse }) };
};
