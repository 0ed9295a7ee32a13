import { type ErrorCode, memberEventRequestCodec, type Reply } from '@loyalty/contracts';
import type { EngineReply, EventEngine, OutgoingRequest } from '../usecases/engines/ask-engine.ts';
import { type CallRefusal, refusal } from '../usecases/engines/request-outcome.ts';
import type { CompiledDefinition } from '../usecases/events/submit-event.ts';

/** Creates an engine that returns these replies in turn and records its requests. */
export const eventEngineThat = (replies: readonly EngineReply[]) => {
  const engineRequests: OutgoingRequest[] = [];
  const submitted: OutgoingRequest[] = [];
  const engine: EventEngine = {
    encode: (request) => memberEventRequestCodec.encode(request, 1),
    ask: (engineRequest) => {
      const reply = replies[engineRequests.length];
      engineRequests.push(engineRequest);
      return reply === undefined ? Promise.reject(new Error('not to be asked')) : Promise.resolve(reply);
    },
    submit: (engineRequest) => {
      submitted.push(engineRequest);
      return Promise.resolve();
    },
  };
  return { engine, engineRequests, submitted };
};

/** Returns a reply in time. */
export const replied = (given: Partial<Reply>): EngineReply => ({
  outcome: 'replied',
  reply: { code: null, replayed: false, mismatch: false, body: null, ...given },
});

/** Returns the refusal that a test expects. */
export const refusedBy = (code: ErrorCode, context: CallRefusal['context'] = {}): CallRefusal =>
  refusal(code, context);

/** Returns an ACTIVE definition in version 2, revision 3, that accepts every payload. */
export const definitionOf = (given: Partial<CompiledDefinition> = {}): CompiledDefinition => ({
  key: 'fuel.purchase',
  version: 2,
  revision: 3,
  state: 'ACTIVE',
  identityProperty: 'customerId',
  referrerProperty: 'referrerRef',
  lifecycleType: 'CUSTOM',
  validate: () => [],
  ...given,
});
