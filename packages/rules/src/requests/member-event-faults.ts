import type { MemberEventRequest } from '@loyalty/contracts';
import type { FieldError } from '@loyalty/contracts/http';
import { type JudgingContext, occurredAtFault, textFault } from './field-fault.ts';

/**
 * Reports faults that the schema does not find (D9, D10, D76). Ingress and the engines use this one function,
 * so no accepted event becomes a dead letter (D75). Pointers name the fields of the request. `nowMs` is the
 * time at `place`.
 */
export const faultsOfMemberEvent = (
  event: MemberEventRequest,
  nowMs: number,
  place: JudgingContext,
): readonly FieldError[] => {
  const { occurredAt } = event;
  const faults: readonly (readonly [string, string | null])[] = [
    ['/ref', textFault(event.ref)],
    ['/memberRef', textFault(event.memberRef)],
    ['/eventKey', faultUnlessNull(event.eventKey)],
    ['/lifecycleType', faultUnlessNull(event.lifecycleType)],
    ['/referrerRef', faultUnlessNull(event.referrerRef)],
    ['/occurredAt', occurredAt === null ? null : occurredAtFault(occurredAt, nowMs, place)],
  ];
  return faults.flatMap(([pointer, message]) => (message === null ? [] : [{ pointer, message }]));
};

const faultUnlessNull = (text: string | null): string | null => (text === null ? null : textFault(text));

export const lifecycleTypes = ['SIGNUP', 'BIRTHDAY', 'ANNIVERSARY', 'REFERRAL', 'CUSTOM'] as const;

const words: readonly string[] = lifecycleTypes.filter((type) => type !== 'CUSTOM');

/**
 * Returns a type in the form that is compared: the four types that rules name match in any case, and other
 * texts stay as they are (D77).
 */
export const knownLifecycleType = (type: string): string => {
  const upper = type.toUpperCase();
  return words.includes(upper) ? upper : type;
};

export type LifecycleType = (typeof lifecycleTypes)[number];
