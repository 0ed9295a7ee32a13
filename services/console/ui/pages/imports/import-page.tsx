import type { Schemas } from '@loyalty/client';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { actorNameOf } from '../../model/actor-name.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { wholeTimeText } from '../../model/times/times.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { Name } from '../../parts/names/name.tsx';
import { WhoChanged } from '../../parts/names/who-changed.tsx';
import { Crumb } from '../../parts/page/crumb.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { TitleHead } from '../../parts/page/title-head.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { CloseImport } from './close-import.tsx';
import { GuideLink, ImportCommand } from './import-command.tsx';
import { ImportStateChip, pollMs } from './import-state.tsx';
import { importWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './import-page.module.css';
import * as factsCss from '../../parts/texts/facts.module.css';
import * as pairsCss from '../../parts/texts/pairs.module.css';

type Import = Schemas['Import'];

export function ImportPage() {
  const { source } = useParams({ from: '/imports/$source' });
  return (
    <Permitted operations={['getImport']}>
      <ImportBody key={source} source={source} />
    </Permitted>
  );
}

function ImportBody({ source }: { readonly source: string }) {
  const read = useOperation('getImport', { source }, { pollMs, pollWhile: ({ state }) => state === 'OPEN' });
  return (
    <main className={css.main} id="content">
      {read.data === undefined ? <ListCrumb text={source} /> : <ImportHead record={read.data} />}
      <ReadCard read={read}>
        {(record) => (
          <>
            <Counts record={record} />
            <div className={css.grid2}>
              <div>
                <NextStep record={record} />
              </div>
              <div>
                <Details record={record} />
                <WhoChanged objectType="import" objectId={record.source} />
              </div>
            </div>
          </>
        )}
      </ReadCard>
    </main>
  );
}

function ListCrumb({ text }: { readonly text: string }) {
  return (
    <Crumb text={text}>
      <Link className={css.link} to="/imports" search={modeIn}>
        {importWords.title}
      </Link>
    </Crumb>
  );
}

function ImportHead({ record: { source, state } }: { readonly record: Import }) {
  const [isClosing, setClosing] = useState(false);
  return (
    <TitleHead
      crumb={<ListCrumb text={source} />}
      title={source}
      line={<ImportStateChip state={state} />}
      acts={
        <>
          <CodeButton operation="getImport" args={{ source }} />
          {state === 'OPEN' ? (
            <ActionButton operations={['closeImport']} kind="main" onClick={() => setClosing(true)}>
              {importWords.close}
            </ActionButton>
          ) : null}
          {isClosing ? <CloseImport source={source} onClose={() => setClosing(false)} /> : null}
        </>
      }
    />
  );
}

function Counts({ record: { members, created, points, lifetimePoints } }: { readonly record: Import }) {
  const { facts } = importWords;
  return (
    <ul className={`${css.card} ${factsCss.facts} ${factsCss.three}`}>
      <Count label={facts.members} value={members} about={facts.created(pointsText(created))} />
      <Count label={facts.points} value={points} about={facts.pointsAbout} />
      <Count label={facts.lifetime} value={lifetimePoints} about={facts.lifetimeAbout} />
    </ul>
  );
}

interface CountProps {
  readonly label: string;
  readonly value: number;
  readonly about: string;
}

function Count({ label, value, about }: CountProps) {
  return (
    <li>
      <div className={factsCss.label}>{label}</div>
      <div className={factsCss.value}>{pointsText(value)}</div>
      <p>{about}</p>
    </li>
  );
}

/** Shows the command that goes on with an open import, or begins another one. */
function NextStep({ record: { source, state } }: { readonly record: Import }) {
  const isOpen = state === 'OPEN';
  const title = isOpen ? importWords.goOn : importWords.over;
  return (
    <section className={css.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <div className={`${css.pad} ${css.stack}`}>
        <p className={css.muted}>{isOpen ? importWords.goOnAbout : importWords.overAbout}</p>
        <ImportCommand source={isOpen ? source : importWords.otherSource} />
        <div>
          <GuideLink />
        </div>
      </div>
    </section>
  );
}

function Details({ record }: { readonly record: Import }) {
  const { createdAt, updatedAt, closedAt, signedUp } = record;
  return (
    <section className={css.card} aria-label={importWords.details}>
      <header>
        <h2>{importWords.details}</h2>
      </header>
      <dl className={`${pairsCss.pairs} ${own.details}`}>
        <Detail label={importWords.opened}>
          <WholeTime iso={createdAt} />
        </Detail>
        <Detail label={importWords.openedBy}>
          <OpenedBy record={record} />
        </Detail>
        <Detail label={importWords.changed}>
          <WholeTime iso={updatedAt} />
        </Detail>
        <Detail label={importWords.closed}>
          {closedAt === null ? (
            <span className={css.faint}>{importWords.stillOpen}</span>
          ) : (
            <WholeTime iso={closedAt} />
          )}
        </Detail>
        <Detail label={importWords.signUp}>{importWords.signUps[signedUp ? 'none' : 'given']}</Detail>
      </dl>
    </section>
  );
}

function WholeTime({ iso }: { readonly iso: string }) {
  return <Time iso={iso} text={wholeTimeText(iso, new Date().toISOString())} />;
}

/** Shows the name that the audit log has, or the id where there is none, or this person may not read the log. */
function OpenedBy({ record: { source, createdBy } }: { readonly record: Import }) {
  const { permissions } = useSession();
  const entry = useOperation(
    'listAuditEntries',
    { objectType: 'import', objectId: source, action: 'import.opened', limit: 1 },
    { staleMs: 30_000, isEnabled: missingPermission(['listAuditEntries'], permissions) === null },
  ).data?.auditEntries[0];
  const name = entry?.actor.id === createdBy ? actorNameOf(entry.actor) : createdBy;
  return <Name text={name} />;
}

function Detail({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
