import type { Definitions } from './validate-event.ts';
import type { JsonObject } from '@loyalty/contracts';
import type { EngineOutcome } from '../engines/request-outcome.ts';

import { readPayload } from './event-payload.ts';
import { createSendEvent, type EventCall, type SendEventPorts } from './send-event.ts';
import { validateEvent } from './validate-event.ts';

/** One custom event with a checked shape. */
export interface SubmitEventCall extends Omit<EventCall, 'prepare'> {
  readonly eventKey: string;
  readonly payload: JsonObject;
}

export interface SubmitEventPorts extends SendEventPorts {
  readonly definitions: Definitions;
}

/** Submits a custom event (interface 4.7, D63). Throws a retriable Fault when it can be neither checked nor sent. */
export type SubmitEvent = (call: SubmitEventCall) => Promise<EngineOutcome>;

/**
 * Creates the path of a custom event: checks it by the present definition, and has it decided. A refused event uses up no
 * reference.
 */
export const createSubmitEvent = (ports: SubmitEventPorts): SubmitEvent => {
  const sendEvent = createSendEvent(ports);
  return async ({ eventKey, payload, ...call }) => {
    const read = readPayload(payload);
    if (read.outcome === 'refused') return read;
    const event = { eventKey, ref: call.ref, payload, bytes: read.bytes };
    return sendEvent({
      ...call,
      prepare: async () => validateEvent(event, await ports.definitions.find(call.environmentId, eventKey)),
    });
  };
};
