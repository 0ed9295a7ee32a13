import type { FieldFault } from '@loyalty/rules';

/** The result of creating an entity of the configuration. `Refusal` is its possible refusals. */
export type CreateResult<Entity, Refusal> =
  { readonly outcome: 'created'; readonly record: Entity } | Refusal;

/** The result of changing an entity: `record` is its current state. `Refusal` is its possible refusals. */
export type ChangeResult<Entity, Refusal> =
  | { readonly outcome: 'changed' | 'unchanged'; readonly record: Entity }
  | { readonly outcome: 'not-found' }
  | Refusal;

/** Content that contradicts itself or stored data: respond with 400 VALIDATION_ERROR and the faults. */
export interface InvalidContent {
  readonly outcome: 'invalid';
  readonly faults: readonly FieldFault[];
}
