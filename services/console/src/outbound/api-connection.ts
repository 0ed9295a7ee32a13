import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as SecureAgent, request as requestHttps } from 'node:https';
import { Fault, textOf } from '@loyalty/kernel';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { SendToApi, ApiRequest, ApiResponse } from '../usecases/forward-call.ts';

interface ApiConnectionOptions {
  readonly apiUrl: string;
  /** If null, one address serves all operations. */
  readonly checkoutApiUrl: string | null;
  readonly metrics: Pick<Metrics, 'observe'>;
}

/** Ingress gives one environment a quarter of its connections; people need few. */
const callsMax = 64;
/** The longest operation takes 25 s. */
const timeoutMs = 60_000;

/** Creates the only connection to the API. The process calls no other addresses. */
export const createApiConnection = ({
  apiUrl,
  checkoutApiUrl,
  metrics,
}: ApiConnectionOptions): { readonly send: SendToApi; readonly close: () => void } => {
  const agents = {
    'http:': new Agent({ keepAlive: true, maxSockets: callsMax }),
    'https:': new SecureAgent({ keepAlive: true, maxSockets: callsMax }),
  };
  const api = new URL(apiUrl);
  const checkout = new URL(checkoutApiUrl ?? apiUrl);
  let calls = 0;
  const send: SendToApi = async (request) => {
    if (calls >= callsMax) throw new Fault('API_BUSY', `${callsMax.toString()} requests wait for the API`);
    calls += 1;
    const base = request.operation.isCheckout ? checkout : api;
    const agent = base.protocol === 'https:' ? agents['https:'] : agents['http:'];
    const begunMs = performance.now();
    try {
      const response = await exchange({ base, agent, request });
      response.body.once('close', () => {
        calls -= 1;
      });
      return response;
    } catch (failure) {
      calls -= 1;
      throw failure;
    } finally {
      metrics.observe('loyalty_console_upstream_seconds', {}, (performance.now() - begunMs) / 1_000);
    }
  };
  return {
    send,
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
};

interface Exchange {
  readonly base: URL;
  readonly agent: Agent;
  readonly request: ApiRequest;
}

const exchange = ({ base, agent, request }: Exchange): Promise<ApiResponse> =>
  new Promise((resolve, reject) => {
    const { operation, path, headers, body } = request;
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    const open = base.protocol === 'https:' ? requestHttps : requestHttp;
    const call = open({
      agent,
      signal,
      method: operation.method,
      hostname: base.hostname,
      port: base.port,
      path: `${base.pathname.replace(/\/+$/, '')}${path}`,
      headers,
    });
    call.once('response', (response) => {
      // A body that breaks off ends the response to the browser, too.
      response.on('error', () => undefined);
      resolve({ status: response.statusCode ?? 502, headers: headersOf(response), body: response });
    });
    call.once('error', (failure) => {
      reject(faultOf(failure, signal.aborted && !request.signal.aborted));
    });
    if (body === null) call.end();
    else {
      body.once('error', (failure) => call.destroy(failure));
      body.pipe(call);
    }
  });

/** A body that is refused on its way ends the call with its own fault. */
const faultOf = (failure: Error, isSlow: boolean): Fault =>
  failure instanceof Fault
    ? failure
    : new Fault(isSlow ? 'API_SLOW' : 'API_AWAY', `the API is unavailable: ${textOf(failure)}`, {
        cause: failure,
      });

const headersOf = ({ headers }: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
