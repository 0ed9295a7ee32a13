import { occurredAtFault } from './evaluate-request-faults.ts';
import { textFault, type FieldFault } from './field-fault.ts';
import type { MemberEventRequest } from './model.ts';

/** Everything that an event of the right shape can still get wrong; empty when it is sound (D9, D10, D35). */
export const faultsOfMemberEvent = (event: MemberEventRequest, nowMs: number): readonly FieldFault[] => {
  const { ref, memberRef, occurredAt } = event;
  const faults: readonly (readonly [string, string | null])[] = [
    ['/ref', textFault(ref)],
    ['/memberRef', textFault(memberRef)],
    ['/occurredAt', occurredAt === null ? null : occurredAtFault(occurredAt, nowMs)],
  ];
  return faults.flatMap(([pointer, message]) => (message === null ? [] : [{ pointer, message }]));
};
