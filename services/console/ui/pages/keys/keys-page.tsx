import type { Schemas } from '@loyalty/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Clock, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { given } from '../../model/address.ts';
import { endsSoonIn } from '../../model/api-keys.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { FilterSelect } from '../../parts/lists/filter-select.tsx';
import { ListEnd } from '../../parts/lists/list-end.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { keyWords } from '../../words/keys.ts';
import { CreateKey } from './create-key.tsx';
import { KeysTable } from './keys-table.tsx';
import { keyStates } from './search.ts';
import * as css from '../../styles/common.module.css';
import * as own from './keys-page.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';
import * as filtersCss from '../../parts/lists/filters.module.css';

const from = '/keys';
const pageSize = 50;

export function KeysPage() {
  return (
    <Permitted operations={['listApiKeys']}>
      <Keys />
    </Permitted>
  );
}

function Keys() {
  const { state } = useSearch({ from });
  const [isAdding, setAdding] = useState(false);
  const navigate = useNavigate({ from });
  const args = { limit: pageSize, state };
  const list = useList('listApiKeys', args);
  return (
    <main className={css.main} id="content">
      <PageHead
        title={keyWords.title}
        about={keyWords.about}
        acts={
          <>
            <CodeButton operation="listApiKeys" args={args} />
            <ActionButton operations={['createApiKey']} kind="main" onClick={() => setAdding(true)}>
              <Plus size={16} /> {keyWords.add}
            </ActionButton>
          </>
        }
      />
      <section className={css.card} aria-label={keyWords.title}>
        <div className={filtersCss.filters}>
          <FilterSelect
            label={keyWords.state}
            any={keyWords.anyState}
            chosen={state ?? ''}
            options={keyStates.map((value) => ({ value, text: keyWords.states[value] }))}
            onChoose={(value) =>
              void navigate({
                search: (before) => ({ ...modeIn(before), ...given({ state: value }) }),
                replace: true,
              })
            }
          />
        </div>
        <KeyList list={list} isPart={state !== undefined} />
      </section>
      {isAdding ? (
        <CreateKey
          onClose={(keyId) => {
            setAdding(false);
            if (keyId !== null) void navigate({ to: '/keys/$keyId', params: { keyId }, search: modeIn });
          }}
        />
      ) : null}
    </main>
  );
}

interface KeyListProps {
  readonly list: ReturnType<typeof useList<'listApiKeys'>>;
  readonly isPart: boolean;
}

function KeyList({ list, isPart }: KeyListProps) {
  if (list.isPending) return <Bars rows={5} />;
  if (list.data === undefined) return <ProblemNote error={list.error} onAgain={() => void list.refetch()} />;
  const keys = list.data.pages.flatMap((page) => page.apiKeys);
  return (
    <>
      <EndSoon keys={keys} />
      {keys.length === 0 ? <NoKeys isPart={isPart} isWhole={!list.hasNextPage} /> : <KeysTable keys={keys} />}
      <ListEnd list={list} count={keys.length} />
    </>
  );
}

/** It names keys that are shown: a key that ends while a till calls with it stops the till. */
function EndSoon({ keys }: { readonly keys: readonly Schemas['ApiKey'][] }) {
  const now = new Date().toISOString();
  const count = keys.filter((key) => endsSoonIn(key, now) !== null).length;
  if (count === 0) return null;
  return (
    <p className={own.soon}>
      <Clock size={16} className={css.warn} />
      <span>
        <b>{keyWords.soonTitle(pointsText(count))}</b> {keyWords.soon}
      </span>
    </p>
  );
}

function NoKeys({ isPart, isWhole }: { readonly isPart: boolean; readonly isWhole: boolean }) {
  const [title, text] = isPart
    ? isWhole
      ? [keyWords.noMatchTitle, keyWords.noMatch]
      : [keyWords.noMatchYetTitle, keyWords.noMatchYet]
    : [keyWords.noneTitle, keyWords.none];
  return (
    <div className={emptyCss.empty} role="status">
      <span className={emptyCss.icon}>
        <KeyRound size={22} />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  );
}
