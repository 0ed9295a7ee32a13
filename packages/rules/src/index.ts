export * from './apply-evaluate.ts';
export * from './campaign-transition.ts';
export * from './decide-evaluate.ts';
export * from './decision.ts';
export * from './evaluate-answer.ts';
export * from './evaluate-request-faults.ts';
export type { FieldFault } from './field-fault.ts';
export * from './model.ts';
