import type { Schemas } from '@loyalty/client';
import { useList } from '../../../api/use-operation.ts';
import { clockText, dayText } from '../../../model/times/times.ts';
import { Name } from '../../../parts/names/name.tsx';
import { Chip } from '../../../parts/texts/chip.tsx';
import { Time } from '../../../parts/texts/time.tsx';
import { wordOf } from '../../../words/index.ts';
import { memberWords } from '../words.ts';
import { ListBody } from './list-body.tsx';
import * as css from '../../../styles/common.module.css';
import * as rowsCss from '../../../parts/lists/rows.module.css';

const words = memberWords.consent;
const pageSize = 25;

export function Consents({ member }: { readonly member: Schemas['Member'] }) {
  const list = useList('listConsents', { memberId: member.id, limit: pageSize });
  const consents = list.data?.pages.flatMap((page) => page.consents) ?? [];
  const current = list.data?.pages[0]?.current ?? [];
  return (
    <ListBody list={list} count={consents.length} empty={[words.none, words.noneDetail]}>
      <h2 className={rowsCss.head}>{words.current}</h2>
      <ul className={rowsCss.rows}>
        {current.map(({ purpose, channel, granted, since }) => (
          <li key={`${purpose} ${channel}`} className={rowsCss.row}>
            <div className={rowsCss.text}>
              <span className={css.strong}>
                {wordOf(memberWords.purposes, purpose)} · {wordOf(memberWords.channels, channel)}
              </span>
              <p className={rowsCss.sub}>{words.since(dayText(since))}</p>
            </div>
            <Said granted={granted} />
          </li>
        ))}
      </ul>
      <h2 className={rowsCss.head}>{words.records}</h2>
      <ul className={rowsCss.rows}>
        {consents.map((consent) => (
          <Record key={consent.id} consent={consent} />
        ))}
      </ul>
    </ListBody>
  );
}

function Said({ granted }: { readonly granted: boolean }) {
  return (
    <Chip tone={granted ? 'ok' : 'warn'} hasDot>
      {granted ? words.granted : words.withdrawn}
    </Chip>
  );
}

function Record({ consent }: { readonly consent: Schemas['Consent'] }) {
  const { purpose, channels, granted, source, grantedAt, policyVersion } = consent;
  return (
    <li className={rowsCss.row}>
      <div className={rowsCss.text}>
        <span className={css.strong}>
          {[wordOf(memberWords.purposes, purpose)]
            .concat(channels.map((channel) => wordOf(memberWords.channels, channel)))
            .join(' · ')}
        </span>
        <p className={rowsCss.sub}>
          <Time iso={grantedAt} text={`${dayText(grantedAt)}, ${clockText(grantedAt)}`} />
          {source === null ? null : <Name text={source} />}
          {policyVersion === null ? null : <Name text={policyVersion} className={css.mono} />}
        </p>
      </div>
      <Said granted={granted} />
    </li>
  );
}
