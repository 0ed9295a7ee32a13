import type { Schemas } from '@loyalty/client';
import { useOperation } from '../../api/use-operation.ts';
import { pointsText, shareOf } from '../../model/numbers/figures.ts';
import { shortTimeText } from '../../model/times/times.ts';
import { Meter } from '../../parts/charts/meter.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { wordOf } from '../../words/index.ts';
import { tierWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './tiers-page.module.css';

const texts = tierWords.retiering;
const pollMs = 3_000;

/** Shows how many of the members have been moved by the newest change. */
export function RetieringCard() {
  const retiering = useOperation(
    'getRetiering',
    {},
    { staleMs: 0, pollMs, pollWhile: ({ state }) => state !== 'IDLE' },
  ).data;
  const isMoving = retiering !== undefined && retiering.state !== 'IDLE';
  return (
    <section className={css.card} aria-label={texts.title}>
      <header>
        <h2>{texts.title}</h2>
        {isMoving ? <span className={`${css.dot} ${css.ok}`} data-live /> : null}
      </header>
      <div className={`${css.pad} ${css.stack}`} role="status">
        {retiering === undefined ? null : <Progress retiering={retiering} />}
        <p className={`${css.small} ${css.faint}`}>{texts.about}</p>
      </div>
    </section>
  );
}

function Progress({ retiering }: { readonly retiering: Schemas['Retiering'] }) {
  const { state, scanned, membersTotal, changed, rewardsRequested, wantedAt, finishedAt } = retiering;
  if (wantedAt === null) return <p className={css.muted}>{texts.never}</p>;
  const isMoving = state !== 'IDLE';
  return (
    <>
      <p className={css.strong}>{wordOf(texts.states, state)}</p>
      {isMoving ? <Meter share={shareOf(scanned, membersTotal - scanned)} label={texts.progress} /> : null}
      <ul className={`${own.moved} ${css.num}`}>
        <li>
          <b>{texts.changed(pointsText(changed))}</b>
        </li>
        <li>
          {isMoving
            ? texts.scanned(pointsText(scanned), pointsText(membersTotal))
            : texts.scannedAll(pointsText(scanned))}
        </li>
        {rewardsRequested > 0 ? <li>{texts.rewards(pointsText(rewardsRequested))}</li> : null}
        {finishedAt === null || isMoving ? null : (
          <li className={css.faint}>
            <Time iso={finishedAt} text={texts.ended(shortTimeText(finishedAt, new Date().toISOString()))} />
          </li>
        )}
      </ul>
    </>
  );
}
