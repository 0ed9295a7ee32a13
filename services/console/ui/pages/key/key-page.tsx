import type { Schemas } from '@loyalty/client';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { dayText } from '../../model/times/times.ts';
import { CopyButton } from '../../parts/code/copy-button.tsx';
import { Name } from '../../parts/names/name.tsx';
import { WhoChanged } from '../../parts/names/who-changed.tsx';
import { Crumb } from '../../parts/page/crumb.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { TitleHead } from '../../parts/page/title-head.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { keyWords } from '../../words/keys.ts';
import { endText, KeyStateChips, lastUseText } from '../keys/key-texts.tsx';
import { KeyActions } from './key-actions.tsx';
import { KeyPermissions } from './key-permissions.tsx';
import { whenText } from './when-text.ts';
import * as css from '../../styles/common.module.css';
import * as own from './key-page.module.css';
import * as pairsCss from '../../parts/texts/pairs.module.css';

type ApiKey = Schemas['ApiKey'];

export function KeyPage() {
  const { keyId } = useParams({ from: '/keys/$keyId' });
  return (
    <Permitted operations={['getApiKey']}>
      <Found key={keyId} keyId={keyId} />
    </Permitted>
  );
}

function Found({ keyId }: { readonly keyId: string }) {
  const found = useOperation('getApiKey', { keyId });
  return (
    <main className={css.main} id="content">
      {found.data === undefined ? <ListCrumb /> : null}
      <ReadCard read={found}>{(key) => <KeyBody apiKey={key} />}</ReadCard>
    </main>
  );
}

function ListCrumb() {
  return (
    <Crumb>
      <Link className={css.link} to="/keys" search={modeIn}>
        {keyWords.title}
      </Link>
    </Crumb>
  );
}

function KeyBody({ apiKey }: { readonly apiKey: ApiKey }) {
  return (
    <>
      <TitleHead
        crumb={<ListCrumb />}
        title={apiKey.name}
        line={
          <>
            <KeyStateChips apiKey={apiKey} />
            <span className={`${css.mono} ${css.faint}`}>{apiKey.hint}</span>
          </>
        }
        acts={<KeyActions apiKey={apiKey} />}
      />
      <Replaced apiKey={apiKey} />
      <div className={css.grid2}>
        <div>
          <KeyPermissions apiKey={apiKey} />
        </div>
        <div>
          <KeyFacts apiKey={apiKey} />
          <WhoChanged objectType="api_key" objectId={apiKey.id} />
        </div>
      </div>
    </>
  );
}

/** Shows until when a rotated key works, and which key replaces it. */
function Replaced({ apiKey: { replacedBy, state, expiresAt } }: { readonly apiKey: ApiKey }) {
  if (replacedBy === null) return null;
  return (
    <p className={`${css.card} ${css.padAll}`}>
      {state === 'ACTIVE' && expiresAt !== null
        ? keyWords.worksUntil(whenText(expiresAt))
        : keyWords.replacedGone}{' '}
      <Link className={css.link} to="/keys/$keyId" params={{ keyId: replacedBy }} search={modeIn}>
        {keyWords.facts.toSuccessor}
      </Link>
    </p>
  );
}

function KeyFacts({ apiKey }: { readonly apiKey: ApiKey }) {
  const { id, createdAt, madeBy, expiresAt, rateLimitPerMinute, revokedAt } = apiKey;
  const texts = keyWords.facts;
  return (
    <section className={css.card} aria-label={texts.title}>
      <header>
        <h2>{texts.title}</h2>
      </header>
      <dl className={`${pairsCss.pairs} ${own.facts}`}>
        <Fact label={texts.lastUse}>{lastUseText(apiKey)}</Fact>
        <Fact label={texts.ends}>
          {expiresAt === null ? endText(apiKey) : <Time iso={expiresAt} text={whenText(expiresAt)} />}
        </Fact>
        <Fact label={texts.limit}>
          {rateLimitPerMinute === null ? (
            <span className={css.faint}>{texts.standard}</span>
          ) : (
            pointsText(rateLimitPerMinute)
          )}
        </Fact>
        <Fact label={texts.made}>
          <Time iso={createdAt} text={dayText(createdAt)} />
        </Fact>
        <Fact label={texts.madeBy}>
          {madeBy === null ? (
            <span className={css.faint}>{texts.operator}</span>
          ) : (
            <Name text={madeBy} className={css.mono} />
          )}
        </Fact>
        {revokedAt === null ? null : (
          <Fact label={texts.revoked}>
            <Time iso={revokedAt} text={whenText(revokedAt)} />
          </Fact>
        )}
        <Fact label={texts.id}>
          <Name text={id} className={css.mono} />
          <CopyButton text={id} what={texts.id} />
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
