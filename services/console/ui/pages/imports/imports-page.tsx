import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { FolderInput } from 'lucide-react';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { dayText } from '../../model/times/times.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { type Column, Table } from '../../parts/lists/table.tsx';
import { Name } from '../../parts/names/name.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { GuideLink, ImportCommand } from './import-command.tsx';
import { ImportStateChip, pollMs } from './import-state.tsx';
import { importWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';

type Import = Schemas['Import'];

export function ImportsPage() {
  return (
    <Permitted operations={['listImports']}>
      <Imports />
    </Permitted>
  );
}

function Imports() {
  const list = useOperation(
    'listImports',
    {},
    { pollMs, pollWhile: ({ imports }) => imports.some(({ state }) => state === 'OPEN') },
  );
  return (
    <main className={css.main} id="content">
      <PageHead
        title={importWords.title}
        about={importWords.about}
        acts={
          <>
            <CodeButton operation="listImports" args={{}} />
            {list.data?.imports.length === 0 ? null : <GuideLink />}
          </>
        }
      />
      <ReadCard read={list}>
        {({ imports }) =>
          imports.length === 0 ? (
            <NoImports />
          ) : (
            <section className={css.card} aria-label={importWords.title}>
              <Table columns={columns} rows={imports} keyOf={({ source }) => source} isLinked />
            </section>
          )
        }
      </ReadCard>
    </main>
  );
}

function NoImports() {
  return (
    <section className={`${css.card} ${emptyCss.empty}`} role="status">
      <span className={emptyCss.icon}>
        <FolderInput size={22} />
      </span>
      <h2>{importWords.noneTitle}</h2>
      <p>{importWords.none}</p>
      <ImportCommand source={importWords.newSource} />
      <div className={emptyCss.acts}>
        <GuideLink />
      </div>
    </section>
  );
}

const columns: readonly Column<Import>[] = [
  {
    head: importWords.source,
    phone: 'title',
    cell: ({ source }) => (
      <Link to="/imports/$source" params={{ source }} search={modeIn}>
        <Name text={source} className={css.strong} />
      </Link>
    ),
  },
  {
    head: importWords.state,
    width: '110px',
    phone: 'top',
    cell: ({ state }) => <ImportStateChip state={state} />,
  },
  {
    head: importWords.members,
    isRight: true,
    width: '140px',
    phone: 'bottom',
    className: `${css.num} ${css.strong}`,
    cell: ({ members }) => pointsText(members),
  },
  {
    head: importWords.points,
    isRight: true,
    width: '190px',
    phone: 'none',
    className: css.num,
    cell: ({ points }) => pointsText(points),
  },
  {
    head: importWords.opened,
    isRight: true,
    width: '130px',
    phone: 'none',
    className: `${css.small} ${css.muted}`,
    cell: ({ createdAt }) => <Time iso={createdAt} text={dayText(createdAt)} />,
  },
  {
    head: importWords.closed,
    isRight: true,
    width: '130px',
    phone: 'none',
    className: `${css.small} ${css.muted}`,
    cell: ({ closedAt }) =>
      closedAt === null ? importWords.stillOpen : <Time iso={closedAt} text={dayText(closedAt)} />,
  },
];
