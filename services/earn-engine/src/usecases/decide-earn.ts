import { headers as names } from '@loyalty/contracts';
import { refuse, type RequestDecision } from '@loyalty/engine';
import type { Snapshot } from '@loyalty/rules';
import type { PointsExpiry } from '@loyalty/rules/campaigns';
import {
  decideCredit,
  decideEvaluate,
  decideEvent,
  toCreditResponse,
  toEvaluateResponse,
  toEventResponse,
} from '@loyalty/rules/earning';
import type { EarnBodyOf, EarnRequest, ProcessedEarnRequest } from './earn-request.ts';
import { contextOf, type EarnInputs, memberEventOf } from './rule-inputs.ts';

export interface DecidingInputs extends EarnInputs {
  /** The time up to which records are decided again because their commits were lost. */
  readonly lostUntilMs: number;
}

export const decideEarn = (
  request: EarnRequest,
  inputs: DecidingInputs,
): RequestDecision<ProcessedEarnRequest> => {
  const { value } = request.message;
  switch (value.kind) {
    case 'evaluate':
      return evaluate(request, value, inputs);
    case 'event':
      return memberEvent(request, value, inputs);
    case 'credit':
      return credit(request, value, inputs);
  }
};

const evaluate = (
  request: EarnRequest,
  { body }: EarnBodyOf<'evaluate'>,
  inputs: DecidingInputs,
): RequestDecision<ProcessedEarnRequest> => {
  const result = decideEvaluate(contextOf(request, inputs), body);
  if (result.outcome === 'refused') return refuse(request.message.record, result.code);
  return processed(result, result.transactionId, toEvaluateResponse(result), result.terms);
};

const memberEvent = (
  request: EarnRequest,
  value: EarnBodyOf<'event'>,
  inputs: DecidingInputs,
): RequestDecision<ProcessedEarnRequest> => {
  const { record } = request.message;
  const { body } = value;
  const { snapshot } = inputs;
  if (isJudgedByAnother(request, body.eventKey, inputs)) return refuse(record, 'RETRY_DEFINITION');
  const event = memberEventOf(request, value, inputs);
  const result = decideEvent(contextOf(request, inputs), event, body.occurredAt);
  if (result.outcome === 'refused') return refuse(record, result.code);
  const definitionVersion = definitionVersionOf(snapshot, body.eventKey);
  const response = toEventResponse(result, {
    request: body,
    definitionVersion,
    receivedAtMs: record.timestamp,
  });
  return processed(result, result.eventId, response);
};

const credit = (
  request: EarnRequest,
  { body }: EarnBodyOf<'credit'>,
  inputs: DecidingInputs,
): RequestDecision<ProcessedEarnRequest> => {
  const result = decideCredit(contextOf(request, inputs), { awards: body.awards.map(creditedAwardOf) });
  if (result.outcome === 'skipped') return { outcome: 'skipped', reason: result.reason };
  return processed(result, result.creditId, toCreditResponse(result, body.ref));
};

const creditedAwardOf = ({ pointsExpiry, ...award }: EarnBodyOf<'credit'>['body']['awards'][number]) => ({
  ...award,
  // Only this engine writes it, from a rule of a snapshot.
  pointsExpiry: pointsExpiry === null ? null : (JSON.parse(pointsExpiry) as PointsExpiry),
});

const processed = (
  result: ProcessedEarnRequest,
  id: string,
  response: object,
  awardTerms: Buffer | null = null,
): RequestDecision<ProcessedEarnRequest> => ({
  outcome: 'processed',
  result,
  id,
  response: Buffer.from(JSON.stringify(response)),
  awardTerms,
});

/**
 * Returns true if a caller waits for an event that ingress validated by a revision other than the present one
 * (D63). Otherwise the validated revision counts. No caller waits in a lost history, and its revision may be
 * lost too.
 */
const isJudgedByAnother = (
  { message: { record } }: EarnRequest,
  eventKey: string | null,
  { snapshot, lostUntilMs }: DecidingInputs,
): boolean => {
  const revision = record.headers[names.definitionRevision]?.toString();
  if (eventKey === null || revision === undefined || record.headers[names.replyTopic] === undefined)
    return false;
  if (record.timestamp <= lostUntilMs) return false;
  return snapshot.eventDefinitions.get(eventKey)?.revision.toString() !== revision;
};

/**
 * Returns the version of the definition; null if there is none, or if it was archived since the event was
 * accepted.
 */
export const definitionVersionOf = (
  { eventDefinitions }: Snapshot,
  eventKey: string | null,
): number | null => (eventKey === null ? null : (eventDefinitions.get(eventKey)?.version ?? null));
