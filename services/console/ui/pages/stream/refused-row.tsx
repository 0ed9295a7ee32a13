import { Link } from '@tanstack/react-router';
import { modeIn } from '../../app/mode.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { wholeTimeText } from '../../model/times/times.ts';
import { Name } from '../../parts/names/name.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { wordOf } from '../../words/index.ts';
import { recordFaults, refusalSentence, type Refused, unreadableText } from './refused.ts';
import { streamWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './stream-page.module.css';
import * as rowsCss from '../../parts/lists/rows.module.css';

/** One record that had no effect: which, where it stands, why, and what can be done. */
export function RefusedRow({ refused }: { readonly refused: Refused }) {
  const { transactionRef, code, memberId, at } = refused;
  return (
    <li className={rowsCss.row}>
      <div className={rowsCss.text}>
        <p className={own.named}>
          {transactionRef === null ? (
            <span className={css.faint}>{streamWords.noReference}</span>
          ) : (
            <Name text={transactionRef} className={`${css.mono} ${css.strong}`} />
          )}
          <Chip tone={code === 'PROCESSING_FAILED' ? 'bad' : 'warn'}>
            {wordOf(streamWords.codes, shownText(code))}
          </Chip>
        </p>
        <p className={css.wrap}>{refusalSentence(refused)}</p>
        <Faults refused={refused} />
        <Detail text={unreadableText(refused)} />
        <p className={rowsCss.sub}>
          <Time iso={at} text={wholeTimeText(at, new Date().toISOString())} />
          <Place source={refused.source} />
          {memberId === null ? null : (
            <Link to="/members/$memberId" params={{ memberId }} search={modeIn} className={css.link}>
              {streamWords.member}
            </Link>
          )}
        </p>
      </div>
    </li>
  );
}

function Place({ source }: Pick<Refused, 'source'>) {
  if (source === null) return streamWords.overHttp;
  const { topic, partition, offset } = source;
  return <span title={shownText(topic)}>{streamWords.place(partition, pointsText(offset))}</span>;
}

function Detail({ text }: { readonly text: string | null }) {
  return text === null ? null : (
    <p className={`${css.mono} ${css.faint} ${css.wrap}`}>
      <bdi>{shownText(text)}</bdi>
    </p>
  );
}

/** More faults than these are folded away. */
const faultsMax = 4;

function Faults({ refused }: { readonly refused: Refused }) {
  const faults = recordFaults(refused);
  const more = faults.slice(faultsMax);
  if (faults.length === 0) return null;
  return (
    <>
      <FaultList faults={faults.slice(0, faultsMax)} />
      {more.length === 0 ? null : (
        <details>
          <summary className={css.small}>{streamWords.moreFaults(pointsText(more.length))}</summary>
          <FaultList faults={more} />
        </details>
      )}
    </>
  );
}

function FaultList({ faults }: { readonly faults: ReturnType<typeof recordFaults> }) {
  return (
    <ul className={`${own.faults} ${css.small}`} aria-label={streamWords.faults}>
      {faults.map(({ pointer, message }, place) => (
        <li key={place} className={css.wrap}>
          {pointer === '' ? (
            <span className={css.muted}>{streamWords.whole}</span>
          ) : (
            <bdi className={css.mono}>{shownText(pointer)}</bdi>
          )}{' '}
          <bdi>{shownText(message)}</bdi>
        </li>
      ))}
    </ul>
  );
}
