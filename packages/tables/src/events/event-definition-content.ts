import { compilePayloadValidator } from '@loyalty/contracts';
import type { FieldFault } from '@loyalty/rules';
import type { EventDefinitionContent } from './event-definition-record.ts';
import { lifecycleTypeOf } from './lifecycle-type.ts';

/** A change of a definition: absent fields stay. The caller checks shapes and bounds of single fields. */
export type EventDefinitionPatch = Partial<EventDefinitionContent>;

/** A new definition: at least a key and a name (D62). */
export interface EventDefinitionInput extends Omit<EventDefinitionPatch, 'state'> {
  readonly key: string;
  readonly name: string;
}

/** Returns the content of a new definition, with the defaults of D62 and D65. */
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

/** Lifecycle events without a definition have such keys in the feed (D66). */
const ownKeys = 'lifecycle.';

/** Returns the faults of a new definition. */
export const faultsOfInput = (input: EventDefinitionInput): readonly FieldFault[] => [
  ...(input.key.startsWith(ownKeys) ? [reservedKey] : []),
  ...faultsOfProperties(input),
];

const reservedKey: FieldFault = { pointer: '/key', message: `must not begin with ${ownKeys}` };

/** Returns the faults of the payload schema of a body, if it has one. Hostile schemas are refused (D62). */
export const faultsOfProperties = ({ properties }: EventDefinitionPatch): readonly FieldFault[] => {
  if (properties === undefined) return [];
  const compiled = compilePayloadValidator(properties);
  return compiled.ok ? [] : compiled.errors;
};
