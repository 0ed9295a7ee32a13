import type { Schemas } from '@loyalty/client';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { clockText, dayText } from '../../model/times/times.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Segments } from '../../parts/forms/segments.tsx';
import { Crumb } from '../../parts/page/crumb.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { TitleHead } from '../../parts/page/title-head.tsx';
import { exceptionWords } from '../../words/exceptions.ts';
import { words } from '../../words/index.ts';
import { ExceptionsTable } from './exceptions-table.tsx';
import {
  exceptionOrders,
  exceptionRanges,
  exceptionSubjects,
  firstDayOf,
  isCountedLater,
  defaultExceptions,
} from './exceptions.ts';
import { type ExceptionsSearch, exceptionsSearch } from './search.ts';
import * as css from '../../styles/common.module.css';
import * as own from './exceptions-page.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';
import * as fieldCss from '../../parts/forms/field.module.css';

export function ExceptionsPage() {
  return (
    <Permitted operations={['listExceptions']}>
      <Exceptions />
    </Permitted>
  );
}

function Exceptions() {
  const chosen = { ...defaultExceptions, ...useSearch({ from: '/members/exceptions' }) };
  const args = {
    from: firstDayOf(chosen.range, new Date().toISOString()),
    by: chosen.by,
    orderBy: chosen.order,
  };
  const read = useOperation('listExceptions', args);
  const choose = useChoice();
  return (
    <main className={css.main} id="content">
      <TitleHead
        crumb={
          <Crumb>
            <Link className={css.link} to="/members" search={modeIn}>
              {words.pages.members}
            </Link>
          </Crumb>
        }
        title={exceptionWords.title}
        line={<p className={`${css.small} ${css.faint}`}>{exceptionWords.about}</p>}
        acts={<CodeButton operation="listExceptions" args={args} />}
      />
      <section className={css.card} aria-label={exceptionWords.title}>
        <Choices chosen={chosen} onChoose={choose} />
        {read.data === undefined ? null : (
          <CutShort countedFrom={read.data.countedFrom} firstDay={args.from} />
        )}
        <Found read={read} chosen={chosen} firstDay={args.from} onChoose={choose} />
      </section>
      <Explanations />
    </main>
  );
}

type Chosen = Required<ExceptionsSearch>;

/** The choice is in the address, so that a link shows the same. */
const useChoice = () => {
  const navigate = useNavigate({ from: '/members/exceptions' });
  return (changed: ExceptionsSearch): void =>
    void navigate({
      search: (search) => ({ ...exceptionsSearch({ ...search, ...changed }), ...modeIn(search) }),
      replace: true,
      resetScroll: false,
    });
};

interface ChoicesProps {
  readonly chosen: Chosen;
  readonly onChoose: (changed: ExceptionsSearch) => void;
}

function Choices({ chosen, onChoose }: ChoicesProps) {
  return (
    <div className={own.choices}>
      <Segments
        label={exceptionWords.by}
        chosen={chosen.by}
        options={exceptionSubjects.map((value) => ({ value, text: exceptionWords.subjects[value] }))}
        onChoose={(by) => onChoose({ by })}
      />
      <Segments
        label={exceptionWords.range}
        chosen={chosen.range}
        options={exceptionRanges.map((value) => ({ value, text: exceptionWords.ranges[value] }))}
        onChoose={(range) => onChoose({ range })}
      />
      <OrderSelect chosen={chosen} onChoose={onChoose} />
    </div>
  );
}

/** On a phone columns have no headings, so this select chooses the order. */
function OrderSelect({ chosen, onChoose }: ChoicesProps) {
  return (
    <label className={own.order}>
      <span className={`${css.small} ${css.muted}`}>{exceptionWords.order}</span>
      <select
        className={fieldCss.input}
        value={chosen.order}
        onChange={({ target: { value } }) => {
          const order = exceptionOrders.find((one) => one === value);
          if (order !== undefined) onChoose({ order });
        }}
      >
        {exceptionOrders.map((value) => (
          <option key={value} value={value}>
            {exceptionWords.orders[value]}
          </option>
        ))}
      </select>
    </label>
  );
}

interface CutShortProps {
  readonly countedFrom: string;
  readonly firstDay: string;
}

function CutShort({ countedFrom, firstDay }: CutShortProps) {
  if (!isCountedLater(countedFrom, firstDay)) return null;
  return (
    <p className={own.cutShort} role="status">
      <TriangleAlert size={16} className={css.warn} />
      <span>{exceptionWords.cutShort(`${dayText(countedFrom)}, ${clockText(countedFrom)}`)}</span>
    </p>
  );
}

interface FoundProps extends ChoicesProps {
  readonly read: {
    readonly data: Schemas['Exceptions'] | undefined;
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  readonly firstDay: string;
}

function Found({ read, chosen, firstDay, onChoose }: FoundProps) {
  const { data, isError, error } = read;
  if (data === undefined && isError) return <ProblemNote error={error} onAgain={() => void read.refetch()} />;
  if (data?.items.length === 0) return <NoExceptions range={exceptionWords.ranges[chosen.range]} />;
  return (
    <>
      <ExceptionsTable
        items={data?.items}
        by={chosen.by}
        order={chosen.order}
        firstDay={firstDay}
        onOrder={(order) => onChoose({ order })}
      />
      {data === undefined ? null : <TableEnd count={data.items.length} />}
    </>
  );
}

/** The API lists no more. */
const itemsMax = 100;

function TableEnd({ count }: { readonly count: number }) {
  const shown = pointsText(count);
  return (
    <footer className={css.more}>
      <p className={`${css.small} ${css.faint}`} role="status">
        {count < itemsMax ? words.allShown(shown) : exceptionWords.most(shown)}
      </p>
    </footer>
  );
}

function NoExceptions({ range }: { readonly range: string }) {
  return (
    <div className={emptyCss.empty} role="status">
      <span className={emptyCss.icon}>
        <CircleCheck size={22} />
      </span>
      <h2>{exceptionWords.noneTitle}</h2>
      <p>{exceptionWords.none(range)}</p>
    </div>
  );
}

function Explanations() {
  return (
    <details className={own.explained}>
      <summary className={`${css.small} ${css.muted}`}>{exceptionWords.explained}</summary>
      <dl className={css.small}>
        <div>
          <dt>{exceptionWords.acts}</dt>
          <dd>{exceptionWords.actsExplained}</dd>
        </div>
        {exceptionOrders.map((order) => (
          <div key={order}>
            <dt>{exceptionWords.orders[order]}</dt>
            <dd>{exceptionWords.explanations[order]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
