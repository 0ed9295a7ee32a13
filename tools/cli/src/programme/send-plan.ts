import { isProblem, type Loyalty } from '@loyalty/client';
import { type Clock, Fault } from '@loyalty/kernel';
import { failedCall } from '../api-access.ts';
import type { PlannedCall } from './plan.ts';
import type { Content, EntityKind, FoundProgramme } from './programme.ts';
import { type IdOrKeyOf, withIds } from './references.ts';
import { nameOf } from './show-plan.ts';

interface SendOptions {
  readonly loyalty: Loyalty;
  readonly found: FoundProgramme;
  readonly clock: Clock;
  readonly onSent: (planned: PlannedCall) => void;
}

/** Null if everything was sent; otherwise the call before which somebody else had changed something. */
type Overtaken = PlannedCall | null;

/** A record that a call returns. */
interface SentRecord {
  readonly id?: string;
  readonly etag?: string;
}

/** What is known of an entity, or of the settings, once the calls before have been sent. */
interface Known {
  readonly id: string;
  readonly etag: string | undefined;
}

/**
 * Sends calls one after the other, each on condition that nothing has changed since it was read. Returns the
 * first one that was overtaken, after which nothing is sent. Throws a Fault if the API refuses one.
 */
export const sendPlan = async (calls: readonly PlannedCall[], options: SendOptions): Promise<Overtaken> => {
  const known = knownIn(options.found);
  const idOf: IdOrKeyOf = (kind, key) => known.get(`${kind} ${key}`)?.id ?? null;
  for (const planned of calls) {
    const name = `${planned.kind} ${planned.key}`;
    try {
      const { id, etag } = await sendOne(planned, { ...options, known: known.get(name), idOf });
      known.set(name, { id: id ?? known.get(name)?.id ?? '', etag });
    } catch (error) {
      if (isProblem(error, 'PRECONDITION_FAILED') || isTakenKey(error, planned)) return planned;
      throw refusalOf(error, planned);
    }
    options.onSent(planned);
  }
  return null;
};

/** Somebody has created it since it was read. */
const isTakenKey = (error: unknown, { action }: PlannedCall): boolean =>
  action === 'create' && isProblem(error, 'DUPLICATE_KEY') && error.context.field === 'key';

const refusalOf = (error: unknown, planned: PlannedCall): Fault => {
  const { reason } = failedCall(error);
  return new Fault(
    'PROGRAMME_NOT_APPLIED',
    `The API did not ${planned.action} the ${nameOf(planned)}: ${reason}${faultsIn(error)}. ` +
      'What was sent before stands, and the same command goes on from here.',
    { cause: error },
  );
};

const faultsIn = (error: unknown): string =>
  isProblem(error, 'VALIDATION_ERROR')
    ? ` (${error.context.errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')})`
    : '';

const knownIn = ({ settings, entities }: FoundProgramme): Map<string, Known> => {
  const known = new Map<string, Known>([['setting ', { id: '', etag: settings.etag }]]);
  for (const kind of Object.keys(entities) as EntityKind[])
    for (const { key, id, etag } of entities[kind].values()) known.set(`${kind} ${key}`, { id, etag });
  return known;
};

interface OneCall extends SendOptions {
  readonly known: Known | undefined;
  readonly idOf: IdOrKeyOf;
}

/** A document may wait, and the bucket of a minute fills within one. */
const [waitsMax, longestWaitMs] = [20, 60_000];

const sendOne = async (planned: PlannedCall, one: OneCall): Promise<SentRecord> => {
  for (let waits = 0; ; waits += 1) {
    try {
      return await callOnce(planned, one);
    } catch (error) {
      const { status, retryAfterMs } = failedCall(error);
      if (status !== 429 || waits === waitsMax) throw error;
      await one.clock.sleep(Math.min(retryAfterMs ?? longestWaitMs, longestWaitMs));
    }
  }
};

const callOnce = async (planned: PlannedCall, { loyalty, known, idOf }: OneCall): Promise<SentRecord> => {
  const { kind, operationId, fields } = planned;
  const body = kind === 'setting' ? fields : withIds(kind, fields, idOf);
  // The operation and its arguments were planned together.
  const call = loyalty[operationId] as (args: Content, options: Content) => Promise<SentRecord | undefined>;
  const options = planned.action === 'create' ? {} : { ifMatch: known?.etag };
  const made = await call({ ...pathOf(planned, known), ...(hasBody(planned) ? { body } : null) }, options);
  return made ?? {};
};

const hasBody = ({ operationId }: PlannedCall): boolean => /^(create|update)/.test(operationId);

const pathOf = ({ kind, key, action }: PlannedCall, known: Known | undefined): Content => {
  if (action === 'create' || kind === 'setting' || known === undefined) return {};
  return kind === 'eventDefinition' ? { eventKey: key } : { [`${kind}Id`]: known.id };
};
