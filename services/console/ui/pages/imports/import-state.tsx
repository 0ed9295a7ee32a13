import type { Schemas } from '@loyalty/client';
import { Chip } from '../../parts/texts/chip.tsx';
import { importWords } from './words.ts';

/** An open import may be running, at up to 500 lines a second; its counts move with each call. */
export const pollMs = 5_000;

export function ImportStateChip({ state }: Pick<Schemas['Import'], 'state'>) {
  return (
    <Chip tone={state === 'OPEN' ? 'ok' : 'line'} hasDot>
      {importWords.states[state]}
    </Chip>
  );
}
