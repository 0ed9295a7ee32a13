import type { Schemas } from '@loyalty/client';
import { Chip } from '../../parts/texts/chip.tsx';
import { wordOf } from '../../words/index.ts';
import { eventWords } from './words.ts';

type Definition = Schemas['EventDefinition'];

export function DefinitionState({ definition: { state } }: { readonly definition: Definition }) {
  return (
    <Chip tone={state === 'ACTIVE' ? 'ok' : 'line'} hasDot>
      {wordOf(eventWords.states, state)}
    </Chip>
  );
}
