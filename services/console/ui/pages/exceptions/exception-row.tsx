import type { Schemas } from '@loyalty/client';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { actorNameOf } from '../../model/actor-name.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { dayText } from '../../model/times/times.ts';
import { Name } from '../../parts/names/name.tsx';
import { PageLink } from '../../parts/names/page-link.tsx';
import { exceptionWords } from '../../words/exceptions.ts';
import { wordOf } from '../../words/index.ts';
import { adjustmentsQuery, exceptionOrders, tabOfMember } from './exceptions.ts';
import * as css from '../../styles/common.module.css';
import * as own from './exceptions-page.module.css';

type Item = Schemas['ExceptionItem'];
type Order = Schemas['ExceptionOrder'];

/** Returns a key for each member, author or store, also for those that are not known. */
export const keyOf = ({ memberId, author, storeRef }: Item): string =>
  JSON.stringify([memberId, author?.kind, author?.id, storeRef]);

interface ExceptionRowProps {
  readonly item: Item;
  readonly by: Schemas['ExceptionsBy'];
  readonly order: Order;
  readonly firstDay: string;
}

/** Shows the total of a member, author or store and, when it is opened, each day. */
export function ExceptionRow({ item, by, order, firstDay }: ExceptionRowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <tr>
        <th scope="row">
          <div className={own.subject}>
            <button
              type="button"
              className={own.fold}
              aria-expanded={isOpen}
              aria-label={exceptionWords.days(shownText(nameOf(item, by)))}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronRight size={15} />
            </button>
            <div className={css.stackTight}>
              <Subject item={item} by={by} order={order} />
            </div>
          </div>
        </th>
        <Counts counts={item} order={order} />
      </tr>
      {isOpen ? <Days item={item} order={order} /> : null}
      {isOpen && by === 'credential' ? <ToAdjustments item={item} firstDay={firstDay} /> : null}
    </>
  );
}

const nameOf = (
  { memberId = '', externalRef, author, storeRef }: Item,
  by: ExceptionRowProps['by'],
): string => {
  switch (by) {
    case 'member':
      return externalRef ?? memberId;
    case 'credential':
      return author ? actorNameOf(author) : exceptionWords.nobody;
    case 'store':
      return storeRef ?? exceptionWords.noStore;
  }
};

function Subject({ item, by, order }: Omit<ExceptionRowProps, 'firstDay'>) {
  const text = nameOf(item, by);
  switch (by) {
    case 'member':
      return <MemberSubject item={item} order={order} text={text} />;
    case 'credential':
      return item.author ? (
        <AuthorSubject author={item.author} text={text} />
      ) : (
        <Unknown text={text} about={exceptionWords.nobodyAbout} />
      );
    case 'store':
      return typeof item.storeRef === 'string' ? (
        <Name text={text} className={css.strong} />
      ) : (
        <Unknown text={text} about={exceptionWords.noStoreAbout} />
      );
  }
}

interface MemberSubjectProps extends Pick<ExceptionRowProps, 'item' | 'order'> {
  readonly text: string;
}

function MemberSubject({ item, order, text }: MemberSubjectProps) {
  const name = <Name text={text} className={css.strong} />;
  const tab = tabOfMember(item, order);
  return (
    <PageLink
      path={`/members/${item.memberId ?? ''}`}
      query={tab === undefined ? undefined : { tab }}
      className={`${css.link} ${css.cut}`}
      otherwise={name}
    >
      {name}
    </PageLink>
  );
}

interface AuthorSubjectProps {
  readonly author: Schemas['Author'];
  readonly text: string;
}

function AuthorSubject({ author: { kind, id, name }, text }: AuthorSubjectProps) {
  const shown = <Name text={text} className={name === null ? css.mono : css.strong} />;
  return (
    <>
      {kind === 'KEY' ? (
        <PageLink path={`/keys/${id}`} className={`${css.link} ${css.cut}`} otherwise={shown}>
          {shown}
        </PageLink>
      ) : (
        shown
      )}
      <small>{wordOf(exceptionWords.kinds, kind)}</small>
    </>
  );
}

function Unknown({ text, about }: { readonly text: string; readonly about: string }) {
  return (
    <>
      <span className={css.muted}>{text}</span>
      <small>{about}</small>
    </>
  );
}

interface CountsProps {
  readonly counts: Omit<Schemas['ExceptionDay'], 'at'>;
  readonly order: Order;
}

/** On a phone columns have no headings: each figure has its own there, and those that are 0 are left out. */
function Counts({ counts, order }: CountsProps) {
  return (
    <>
      <td className={`${css.num} ${css.right} ${css.muted}`} data-head={exceptionWords.acts}>
        {pointsText(counts.acts)}
      </td>
      {exceptionOrders.map((one) => (
        <td
          key={one}
          className={`${css.num} ${css.right} ${counts[one] === 0 ? css.faint : ''} ${one === order ? css.strong : ''}`}
          data-head={exceptionWords.orders[one]}
          data-none={counts[one] === 0 && one !== order ? '' : undefined}
        >
          {pointsText(counts[one])}
        </td>
      ))}
    </>
  );
}

/** The API says no more of one. */
const daysMax = 31;

function Days({ item: { days }, order }: Pick<ExceptionRowProps, 'item' | 'order'>) {
  return (
    <>
      {days.map((day) => (
        <tr key={day.at} className={own.day}>
          <th scope="row">{dayText(day.at)}</th>
          <Counts counts={day} order={order} />
        </tr>
      ))}
      {days.length < daysMax ? null : <Below>{exceptionWords.daysCut}</Below>}
    </>
  );
}

function ToAdjustments({ item, firstDay }: Pick<ExceptionRowProps, 'item' | 'firstDay'>) {
  const query = adjustmentsQuery(item.author ?? null, item, firstDay);
  if (query === null) return null;
  return (
    <Below>
      <PageLink path="/audit-log" query={query} className={css.link}>
        {exceptionWords.adjustments}
      </PageLink>
    </Below>
  );
}

function Below({ children }: { readonly children: ReactNode }) {
  return (
    <tr className={`${own.day} ${own.below}`}>
      <td colSpan={2 + exceptionOrders.length} className={`${css.small} ${css.muted}`}>
        {children}
      </td>
    </tr>
  );
}
