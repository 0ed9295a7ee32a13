import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { Braces, Plus } from 'lucide-react';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ActionLink } from '../../parts/forms/action-link.tsx';
import { type Column, Table } from '../../parts/lists/table.tsx';
import { Name } from '../../parts/names/name.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { wordOf } from '../../words/index.ts';
import { DefinitionState } from './definition-state.tsx';
import { EventFeed } from './event-feed.tsx';
import { fieldsOf } from './payload-form.ts';
import { eventWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';

type Definition = Schemas['EventDefinition'];

export function EventsPage() {
  return (
    <Permitted operations={['listEventDefinitions', 'listEvents']}>
      <EventsBody />
    </Permitted>
  );
}

function EventsBody() {
  const list = useOperation('listEventDefinitions', {});
  return (
    <main className={css.main} id="content">
      <PageHead
        title={eventWords.title}
        about={eventWords.about}
        acts={
          <>
            <CodeButton operation="listEventDefinitions" args={{}} />
            <ActionLink operations={['createEventDefinition']} kind="main" to="/events/new" search={modeIn}>
              <Plus size={16} /> {eventWords.new}
            </ActionLink>
          </>
        }
      />
      <ReadCard read={list}>
        {({ eventDefinitions }) =>
          eventDefinitions.length === 0 ? <NoEvents /> : <DefinitionTable definitions={eventDefinitions} />
        }
      </ReadCard>
      <EventFeed />
    </main>
  );
}

function NoEvents() {
  return (
    <section className={`${css.card} ${emptyCss.empty}`} role="status">
      <span className={emptyCss.icon}>
        <Braces size={22} />
      </span>
      <h2>{eventWords.noneTitle}</h2>
      <p>{eventWords.none}</p>
    </section>
  );
}

const columns: readonly Column<Definition>[] = [
  {
    head: eventWords.event,
    phone: 'title',
    cell: ({ key, name }) => (
      <>
        <Link to="/events/$eventKey" params={{ eventKey: key }} search={modeIn}>
          <Name text={name} className={css.strong} />
        </Link>
        <Name text={key} className={`${css.mono} ${css.faint} ${css.below}`} />
      </>
    ),
  },
  {
    head: eventWords.lifecycle,
    width: '20%',
    phone: 'none',
    className: css.muted,
    cell: ({ lifecycleType }) => wordOf(eventWords.lifecycleTypes, lifecycleType),
  },
  {
    head: eventWords.fields,
    isRight: true,
    width: '11%',
    phone: 'none',
    className: css.num,
    cell: (definition) => pointsText(fieldsOf(definition).length),
  },
  {
    head: eventWords.version,
    isRight: true,
    width: '11%',
    phone: 'none',
    className: css.num,
    cell: ({ version }) => pointsText(version),
  },
  {
    head: eventWords.state,
    isRight: true,
    width: '150px',
    phone: 'top',
    cell: (definition) => <DefinitionState definition={definition} />,
  },
];

function DefinitionTable({ definitions }: { readonly definitions: readonly Definition[] }) {
  return (
    <section className={css.card} aria-label={eventWords.definitions}>
      <Table columns={columns} rows={definitions} keyOf={({ id }) => id} isLinked />
    </section>
  );
}
