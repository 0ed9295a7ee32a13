import { useOperation } from '../../api/use-operation.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { wholeTimeText } from '../../model/times/times.ts';
import { Chip } from '../../parts/texts/chip.tsx';
import { wordOf } from '../../words/index.ts';
import { replayWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './webhook-page.module.css';

const pollMs = 3_000;

/** Shows the newest replay of the webhook, and how far it has come. */
export function ReplayNote({ webhookId }: { readonly webhookId: string }) {
  const { data } = useOperation(
    'listReplays',
    { webhookId, limit: 1 },
    { pollMs, pollWhile: ({ replays }) => replays.some(({ state }) => state === 'RUNNING') },
  );
  const newest = data?.replays[0];
  if (newest === undefined) return null;
  const { state, since, until, made, only } = newest;
  const isRunning = state === 'RUNNING';
  const now = new Date().toISOString();
  const count = pointsText(made);
  return (
    <section className={`${css.card} ${own.replay}`} role="status" aria-label={replayWords.title}>
      <Chip tone={isRunning ? 'accent' : state === 'DONE' ? 'ok' : 'warn'} hasDot>
        {wordOf(replayWords.states, state)}
      </Chip>
      <span className={css.num}>
        {replayWords.range(wholeTimeText(since, now), wholeTimeText(until, now))}
      </span>
      <span className={`${css.small} ${css.muted}`}>{wordOf(replayWords.onlys, only)}</span>
      <span className={`${css.num} ${css.push}`}>
        {isRunning ? replayWords.madeSoFar(count) : replayWords.made(count)}
      </span>
    </section>
  );
}
