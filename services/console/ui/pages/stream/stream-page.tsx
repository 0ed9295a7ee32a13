import { useSearch } from '@tanstack/react-router';
import { Radio } from 'lucide-react';
import { useOperation } from '../../api/use-operation.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { Progress } from './progress-card.tsx';
import { RefusedCard } from './refused-card.tsx';
import { streamWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';

export function StreamPage() {
  return (
    <Permitted operations={['listRefusedTransactions']}>
      <Stream />
    </Permitted>
  );
}

const pollMs = 5_000;

function Stream() {
  const search = useSearch({ from: '/stream' });
  const { permissions } = useSession();
  const missing = missingPermission(['getEnvironment'], permissions);
  const read = useOperation('getEnvironment', {}, { pollMs, isEnabled: missing === null });
  const stream = read.data?.stream;
  return (
    <main className={css.main} id="content">
      <PageHead
        title={streamWords.title}
        about={streamWords.about}
        acts={missing === null ? <CodeButton operation="getEnvironment" args={{}} /> : undefined}
      />
      {missing === null ? (
        <ReadCard read={read}>
          {({ stream: found }) =>
            found === null ? (
              <NoStream />
            ) : (
              <Progress
                key={found.topic}
                topic={found.topic}
                partitions={found.partitions}
                atMs={read.dataUpdatedAt}
              />
            )
          }
        </ReadCard>
      ) : (
        <p className={`${css.card} ${css.padAll} ${css.muted}`}>{streamWords.needs(missing)}</p>
      )}
      <RefusedCard
        search={search}
        partitions={stream?.partitions.map(({ partition }) => partition) ?? []}
        isLeftOutIfEmpty={missing === null && (stream === undefined || stream === null)}
      />
    </main>
  );
}

function NoStream() {
  return (
    <div className={`${css.card} ${emptyCss.empty}`}>
      <span className={emptyCss.icon}>
        <Radio size={22} />
      </span>
      <h2>{streamWords.noneTitle}</h2>
      <p>{streamWords.none}</p>
      <p>{streamWords.guide}</p>
    </div>
  );
}
