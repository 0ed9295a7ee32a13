import { Link, useSearch } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { modeIn } from '../../app/mode.ts';
import { shownText } from '../../model/shown-text.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { Name } from '../../parts/names/name.tsx';
import { usePageTitle } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { words } from '../../words/index.ts';
import { AskPage } from './ask-page.tsx';
import { BasketForm } from './basket-form.tsx';
import { type Basket, basketFields, knownBasket } from './basket.ts';
import { Caused } from './caused.tsx';
import { Explanation } from './explanation.tsx';
import { LostBasket } from './lost-basket.tsx';
import type { WhySearch } from './search.ts';
import { RefusedOutcome, StoredOutcome } from './stored-outcome.tsx';
import { ReceiptCard, WhyActions } from './why-aside.tsx';
import { useExplanation, useMemberOf, useReceipt } from './why-data.ts';
import { whyWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './why-page.module.css';
import * as headCss from '../../parts/page/page-head.module.css';

export function WhyPage() {
  return (
    <Permitted operations={['findTransaction', 'explainTransaction']}>
      <Why />
    </Permitted>
  );
}

function Why() {
  const search = useSearch({ from: '/why' });
  return search.receipt === undefined && search.basket === undefined ? (
    <AskPage member={search.member} />
  ) : (
    <WhyResult key={search.receipt} search={search} />
  );
}

function WhyResult({ search }: { readonly search: WhySearch }) {
  const receipt = useReceipt(search.receipt);
  const basket = search.basket ?? receipt.fromLog;
  const explained = useExplanation(basket);
  const member = useMemberOf(basket, receipt.member);
  const { found, decided } = receipt;
  if (found.isError)
    return <NoReceipt error={found.error} search={search} onAgain={() => void found.refetch()} />;
  return (
    <main className={css.main} id="content">
      <WhyHead title={titleOf(search, decided)} member={member} basket={basket} search={search} />
      <div className={css.grid2}>
        <div>
          <Stored receipt={receipt} isAlone={basket === null} />
          {decided?.createdAt === undefined ? null : <Caused decided={decided} since={decided.createdAt} />}
          {basket === null ? (
            <Searched receipt={receipt} transactionRef={search.receipt ?? ''} />
          ) : (
            <Explanation basket={basket} explained={explained} member={member} />
          )}
        </div>
        <div>
          <ReceiptCard
            search={search}
            decided={decided}
            basket={basket}
            isFromLog={search.basket === undefined}
            member={member}
          />
          <WhyActions member={member} basket={basket} explained={explained.data} receipt={search.receipt} />
        </div>
      </div>
    </main>
  );
}

type FoundReceipt = ReturnType<typeof useReceipt>;

function Stored({
  receipt: { found, decided },
  isAlone,
}: {
  readonly receipt: FoundReceipt;
  readonly isAlone: boolean;
}) {
  if (decided !== null) return <StoredOutcome decided={decided} isAlone={isAlone} />;
  return found.data !== undefined && 'problem' in found.data ? (
    <RefusedOutcome problem={found.data.problem} />
  ) : null;
}

interface SearchedProps {
  readonly receipt: FoundReceipt;
  readonly transactionRef: string;
}

/** It is shown until it is known where the basket is, and if it is nowhere. */
function Searched({ receipt: { isSearching, decided, member }, transactionRef }: SearchedProps) {
  if (!isSearching)
    return <LostBasket receipt={transactionRef} known={knownBasket(decided ?? {}, member?.externalRef)} />;
  return (
    <section className={css.card}>
      <Bars rows={6} />
    </section>
  );
}

const titleOf = (
  { receipt }: WhySearch,
  decided: { readonly campaigns: readonly unknown[] } | null,
): string => {
  if (receipt === undefined) return whyWords.headings.basket;
  return decided?.campaigns.length === 0 ? whyWords.headings.nothing : whyWords.headings.some;
};

interface WhyHeadProps {
  readonly title: string;
  readonly member:
    { readonly id: string; readonly name: string | null; readonly externalRef: string } | undefined;
  readonly basket: Basket | null;
  readonly search: WhySearch;
}

function WhyHead({ title, member, basket, search }: WhyHeadProps) {
  const heading = usePageTitle(title);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <header className={headCss.head}>
      <div className={headCss.text}>
        <p className={headCss.crumb}>
          <Link className={css.link} to="/members" search={modeIn}>
            {words.pages.members}
          </Link>
          {member === undefined ? null : (
            <>
              <span aria-hidden>{words.slash}</span>
              <Link
                className={`${css.link} ${own.crumb}`}
                to="/members/$memberId"
                params={{ memberId: member.id }}
                search={modeIn}
              >
                <Name text={member.name ?? member.externalRef} />
              </Link>
            </>
          )}
        </p>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </div>
      <div className={headCss.acts}>
        <Link className={css.btn} to="/why" search={modeIn}>
          {whyWords.another}
        </Link>
        {basket === null ? null : (
          <button type="button" className={css.btn} onClick={() => setOpen(true)}>
            <Pencil size={16} /> {whyWords.change}
          </button>
        )}
      </div>
      <Dialog title={whyWords.basket} about={whyWords.orBasketAbout} isOpen={isOpen} onClose={close}>
        <BasketForm first={basketFields(basket ?? {})} receipt={search.receipt} onDone={close} />
      </Dialog>
    </header>
  );
}

interface NoReceiptProps {
  readonly error: unknown;
  readonly search: WhySearch;
  readonly onAgain: () => void;
}

function NoReceipt({ error, search, onAgain }: NoReceiptProps) {
  const heading = usePageTitle(whyWords.title);
  return (
    <main className={css.main} id="content">
      <header className={headCss.head}>
        <h1 ref={heading} tabIndex={-1} className={css.wrap}>
          {whyWords.unknownReceiptTitle(shownText(search.receipt ?? ''))}
        </h1>
        <div className={headCss.acts}>
          <Link className={css.btn} to="/why" search={modeIn}>
            {whyWords.another}
          </Link>
        </div>
      </header>
      <section className={css.card}>
        <ProblemNote error={error} onAgain={onAgain} />
      </section>
    </main>
  );
}
