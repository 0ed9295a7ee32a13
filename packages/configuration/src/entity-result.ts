import type { FieldFault } from '@loyalty/rules';

/** What comes of creating an entity of the configuration; `Refusal` is what this one may be refused for. */
export type CreateResult<Entity, Refusal> =
  { readonly outcome: 'created'; readonly record: Entity } | Refusal;

/** What comes of changing one: `record` is as it is now. `Refusal` is what this one may be refused for. */
export type ChangeResult<Entity, Refusal> =
  | { readonly outcome: 'changed' | 'unchanged'; readonly record: Entity }
  | { readonly outcome: 'not-found' }
  | Refusal;

/** Content that contradicts itself or what is stored: answer 400 VALIDATION_ERROR with the faults. */
export interface InvalidContent {
  readonly outcome: 'invalid';
  readonly faults: readonly FieldFault[];
}
