import type { Schemas } from '@loyalty/client';
import { pointsText } from '../../model/numbers/figures.ts';
import { Chip } from '../../parts/texts/chip.tsx';
import { wordOf } from '../../words/index.ts';
import { webhookWords } from '../../words/webhooks.ts';

export function WebhookStateChip({ webhook }: { readonly webhook: Schemas['Webhook'] }) {
  const { status, disabledReason } = webhook;
  const isActive = status === 'ACTIVE';
  return (
    <Chip tone={isActive ? 'ok' : disabledReason === 'MANUAL' ? 'warn' : 'bad'} hasDot>
      {isActive || disabledReason === null
        ? wordOf(webhookWords.states, status)
        : wordOf(webhookWords.disabled, disabledReason)}
    </Chip>
  );
}

export const eventsText = (events: readonly string[]): string =>
  events.includes('*')
    ? webhookWords.allEvents
    : events.length === 1
      ? webhookWords.oneEvent
      : webhookWords.someEvents(pointsText(events.length));
