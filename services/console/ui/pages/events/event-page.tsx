import type { Schemas } from '@loyalty/client';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Archive, ArchiveRestore, Pencil } from 'lucide-react';
import { useOperation } from '../../api/use-operation.ts';
import { useWrite } from '../../api/use-write.ts';
import { modeIn } from '../../app/mode.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { toast, toastProblem } from '../../parts/dialogs/toasts.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { Name } from '../../parts/names/name.tsx';
import { Crumb } from '../../parts/page/crumb.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { TitleHead } from '../../parts/page/title-head.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { wordOf } from '../../words/index.ts';
import { boundsText } from './bounds-text.ts';
import { DefinitionState } from './definition-state.tsx';
import { EventFeed } from './event-feed.tsx';
import { fieldsOf, type PayloadField } from './payload-form.ts';
import { Tester } from './tester.tsx';
import { eventWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './events-page.module.css';
import * as codeCss from '../../parts/code/code.module.css';

type Definition = Schemas['EventDefinition'];

export function EventPage() {
  const { eventKey } = useParams({ from: '/events/$eventKey' });
  return (
    <Permitted operations={['getEventDefinition', 'listEvents']}>
      <EventBody key={eventKey} eventKey={eventKey} />
    </Permitted>
  );
}

function EventBody({ eventKey }: { readonly eventKey: string }) {
  const read = useOperation('getEventDefinition', { eventKey });
  return (
    <main className={css.main} id="content">
      {read.data === undefined ? <ListCrumb text={eventKey} /> : <EventHead definition={read.data} />}
      <ReadCard read={read}>
        {(definition) => (
          <div className={own.even}>
            <div>
              <DefinitionCard definition={definition} />
              <EventFeed eventKey={eventKey} />
            </div>
            <div>
              <Tester definition={definition} />
            </div>
          </div>
        )}
      </ReadCard>
    </main>
  );
}

function ListCrumb({ text }: { readonly text: string }) {
  return (
    <Crumb text={text}>
      <Link className={css.link} to="/events" search={modeIn}>
        {eventWords.title}
      </Link>
    </Crumb>
  );
}

function EventHead({ definition }: { readonly definition: Definition }) {
  const { key, name, version, lifecycleType } = definition;
  const navigate = useNavigate();
  return (
    <TitleHead
      crumb={<ListCrumb text={name} />}
      title={name}
      line={
        <>
          <Name text={key} className={css.mono} />
          <DefinitionState definition={definition} />
          <Chip tone="line">{wordOf(eventWords.lifecycleTypes, lifecycleType)}</Chip>
          <span className={`${css.small} ${css.faint} ${css.num}`}>
            {eventWords.version} {pointsText(version)}
          </span>
        </>
      }
      acts={
        <>
          <CodeButton operation="getEventDefinition" args={{ eventKey: key }} />
          <ArchiveButton definition={definition} />
          <ActionButton
            operations={['updateEventDefinition']}
            kind="main"
            onClick={() =>
              void navigate({ to: '/events/$eventKey/edit', params: { eventKey: key }, search: modeIn })
            }
          >
            <Pencil size={15} /> {eventWords.edit}
          </ActionButton>
        </>
      }
    />
  );
}

/** Either way it can be undone, so it is done at once. */
function ArchiveButton({ definition: { key, state, etag } }: { readonly definition: Definition }) {
  const eventKey = key;
  const isActive = state === 'ACTIVE';
  const update = useWrite('updateEventDefinition', {
    invalidates: ['getEventDefinition', 'listEventDefinitions'],
    onDone: ({ state: now, etag: ifMatch }, { body }) => {
      const isArchived = now === 'ARCHIVED';
      const back = body.state === 'ARCHIVED' ? 'ACTIVE' : 'ARCHIVED';
      toast({
        title: isArchived ? eventWords.archived(shownText(key)) : eventWords.restored(shownText(key)),
        onUndo: () => update.mutate({ eventKey, body: { state: back }, ifMatch }, { onError: toastProblem }),
      });
    },
  });
  return (
    <ActionButton
      operations={['updateEventDefinition']}
      isBusy={update.isPending}
      onClick={() =>
        update.mutate(
          { eventKey, body: { state: isActive ? 'ARCHIVED' : 'ACTIVE' }, ifMatch: etag },
          { onError: toastProblem },
        )
      }
    >
      {isActive ? <Archive size={15} /> : <ArchiveRestore size={15} />}
      {isActive ? eventWords.archive : eventWords.restore}
    </ActionButton>
  );
}

function DefinitionCard({ definition }: { readonly definition: Definition }) {
  const fields = fieldsOf(definition);
  return (
    <section className={css.card} aria-label={eventWords.definition}>
      <header>
        <h2>{eventWords.definition}</h2>
      </header>
      <ul className={own.schema}>
        {fields.map((field) => (
          <SchemaField key={field.path.join(' ')} field={field} definition={definition} />
        ))}
      </ul>
      <details className={own.schemaJson}>
        <summary className={css.link}>{eventWords.json}</summary>
        <pre className={codeCss.code} tabIndex={0}>
          {JSON.stringify(definition.properties, null, 2)}
        </pre>
      </details>
    </section>
  );
}

interface SchemaFieldProps {
  readonly field: PayloadField;
  readonly definition: Definition;
}

function SchemaField({ field, definition }: SchemaFieldProps) {
  const { path, isIdentity, isRequired } = field;
  const isReferrer =
    definition.lifecycleType === 'REFERRAL' && path.join('.') === definition.referrerProperty;
  return (
    <li>
      <p className={css.rowB}>
        <Name text={path.join('.')} className={`${css.mono} ${css.strong}`} />
        {isRequired ? <span className={`${css.small} ${css.faint}`}>{eventWords.required}</span> : null}
      </p>
      <p className={`${css.small} ${css.muted} ${css.wrap}`}>
        <bdi>{boundsText(field)}</bdi>
      </p>
      {isIdentity ? <Chip tone="accent">{eventWords.identity}</Chip> : null}
      {isReferrer ? <Chip tone="accent">{eventWords.referrer}</Chip> : null}
    </li>
  );
}
