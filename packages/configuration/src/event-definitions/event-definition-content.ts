import { compilePayloadValidator } from '@loyalty/contracts';
import type { FieldFault } from '@loyalty/rules';
import type { EventDefinitionContent } from './event-definition-record.ts';
import { lifecycleTypeOf } from './lifecycle-type.ts';

/** A change of a definition: what is absent stays. Shapes and bounds of single fields are the caller's to check. */
export type EventDefinitionPatch = Partial<EventDefinitionContent>;

/** A new definition: key and name at least (D62). */
export interface EventDefinitionInput extends Omit<EventDefinitionPatch, 'state'> {
  readonly key: string;
  readonly name: string;
}

/** The content of a new definition, with the defaults of D62 and D65. */
export const contentOfInput = ({
  key,
  name,
  identityProperty = 'customerId',
  referrerProperty = 'referrerRef',
  lifecycleType = lifecycleTypeOf(key),
  properties = {},
}: EventDefinitionInput): EventDefinitionContent => ({
  name,
  identityProperty,
  referrerProperty,
  lifecycleType,
  properties,
  state: 'ACTIVE',
});

/** Lifecycle events without a definition stand under such keys in the feed (D66). */
const ownKeys = 'lifecycle.';

/** What is wrong with a new definition. */
export const faultsOfInput = (input: EventDefinitionInput): readonly FieldFault[] => [
  ...(input.key.startsWith(ownKeys) ? [reservedKey] : []),
  ...faultsOfProperties(input),
];

const reservedKey: FieldFault = { pointer: '/key', message: `must not begin with ${ownKeys}` };

/** What is wrong with the payload schema of a body, if it has one: hostile ones are refused (D62). */
export const faultsOfProperties = ({ properties }: EventDefinitionPatch): readonly FieldFault[] => {
  if (properties === undefined) return [];
  const compiled = compilePayloadValidator(properties);
  return compiled.ok ? [] : compiled.errors;
};
