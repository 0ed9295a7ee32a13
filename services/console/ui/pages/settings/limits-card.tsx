import type { Schemas } from '@loyalty/client';
import { pointsText } from '../../model/numbers/figures.ts';
import { Meter } from '../../parts/charts/meter.tsx';
import { wordOf } from '../../words/index.ts';
import { limitsByUse, limitTone, usedShare } from './settings.ts';
import { settingsWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './settings-page.module.css';

type Limit = Schemas['EnvironmentLimit'];

/** Shows how much of each limit is used, and folds those of which little is; rates have no such figure. */
export function LimitsCard({ limits }: { readonly limits: readonly Limit[] }) {
  const { near, others } = limitsByUse(limits);
  return (
    <section className={css.card} aria-label={settingsWords.limits}>
      <header>
        <h2>{settingsWords.limits}</h2>
        <span className={`${css.small} ${css.faint}`}>{settingsWords.limitsAbout}</span>
      </header>
      {near.length === 0 ? (
        <p className={css.cardAbout}>{settingsWords.limitsCalm}</p>
      ) : (
        <Lines limits={near} />
      )}
      {others.length === 0 ? null : (
        <details className={own.others}>
          <summary>{settingsWords.otherLimits(others.length)}</summary>
          <Lines limits={others} />
        </details>
      )}
    </section>
  );
}

function Lines({ limits }: { readonly limits: readonly Limit[] }) {
  return (
    <ul className={own.limits}>
      {limits.map((limit) => (
        <LimitLine key={limit.of} limit={limit} />
      ))}
    </ul>
  );
}

function LimitLine({ limit }: { readonly limit: Limit }) {
  const name = wordOf(settingsWords.limitNames, limit.of);
  const share = usedShare(limit);
  return (
    <li>
      <p className={css.rowB}>
        <span>{name}</span>
        <span className={`${css.small} ${css.muted} ${css.num}`}>{figureOf(limit)}</span>
      </p>
      {share === null ? null : (
        <Meter share={share} label={settingsWords.limitMeter(name)} tone={limitTone(share)} />
      )}
    </li>
  );
}

const figureOf = ({ of, used, limit }: Limit): string => {
  if (limit === null) return used === null ? settingsWords.noLimit : pointsText(used);
  if (used !== null) return settingsWords.usedOf(pointsText(used), pointsText(limit));
  return of.endsWith('PerMinute') ? settingsWords.perMinute(pointsText(limit)) : pointsText(limit);
};
