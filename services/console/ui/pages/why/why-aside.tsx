import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { modeIn } from '../../app/mode.ts';
import { centsText, pointsText } from '../../model/numbers/figures.ts';
import { namedText } from '../../model/shown-text.ts';
import { clockText, dayText } from '../../model/times/times.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { CampaignLink } from '../../parts/names/campaign-link.tsx';
import { Name } from '../../parts/names/name.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { AdjustDialog } from '../member/dialogs/adjust-dialog.tsx';
import { type Basket, type BasketLine, knownBasket } from './basket.ts';
import type { WhySearch } from './search.ts';
import { SendTestReceipt } from './test-receipt.tsx';
import { whyWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './why-page.module.css';
import * as factsCss from '../../parts/texts/facts.module.css';
import * as rowsCss from '../../parts/lists/rows.module.css';

type Member = Schemas['Member'];

interface ReceiptCardProps {
  readonly search: WhySearch;
  readonly decided: Schemas['EvaluateResult'] | null;
  readonly basket: Basket | null;
  readonly isFromLog: boolean;
  readonly member: Member | undefined;
}

export function ReceiptCard(props: ReceiptCardProps) {
  const { search, decided, basket, isFromLog, member } = props;
  const { memberRef, amount, currency, storeRef, occurredAt, products = [] } = shownBasket(props);
  const title = search.receipt === undefined ? whyWords.basket : whyWords.receipt;
  return (
    <section className={css.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {basket === null ? null : <Chip tone="line">{isFromLog ? whyWords.fromLog : whyWords.typed}</Chip>}
      </header>
      <dl className={factsCss.list}>
        <Fact name={whyWords.reference} value={search.receipt} isMono />
        {memberRef === undefined || memberRef === '' ? null : (
          <Row name={whyWords.member}>
            <MemberName member={member} memberRef={memberRef} />
          </Row>
        )}
        <Fact name={whyWords.store} value={storeRef} isMono />
        {amount === undefined ? null : (
          <Row name={whyWords.amount}>
            <b className={css.num}>{centsText(amount, undefined, currency)}</b>
          </Row>
        )}
        <Attributes basket={basket} />
        <Instant name={whyWords.boughtAt} iso={occurredAt} />
        <Instant name={whyWords.decided} iso={decided?.createdAt} />
        <Fact
          name={whyWords.balanceAfter}
          value={decided === null ? undefined : pointsText(decided.pointsBalance)}
        />
      </dl>
      <Lines products={products} currency={currency} />
    </section>
  );
}

/** The basket that is judged. Where the request log says nothing of a receipt, it has what is stored. */
const shownBasket = ({ decided, member, basket, isFromLog }: ReceiptCardProps): Partial<Basket> => {
  const known = knownBasket(decided ?? {}, member?.externalRef);
  return isFromLog ? { ...known, ...basket } : (basket ?? known);
};

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly isMono?: boolean;
}

function Fact({ name, value, isMono = false }: FactProps) {
  if (value === undefined) return null;
  return (
    <Row name={name}>
      <Name text={value} className={isMono ? css.mono : css.num} />
    </Row>
  );
}

function Attributes({ basket }: { readonly basket: Basket | null }) {
  return Object.entries(basket?.attributes ?? {}).map(([name, value]) => (
    <Fact key={name} name={namedText(name)} value={value ?? undefined} isMono />
  ));
}

function Instant({ name, iso }: { readonly name: string; readonly iso: string | undefined }) {
  if (iso === undefined || Number.isNaN(Date.parse(iso))) return null;
  return (
    <Row name={name}>
      <Time iso={iso} text={`${dayText(iso)}, ${clockText(iso)}`} />
    </Row>
  );
}

function MemberName({
  member,
  memberRef,
}: {
  readonly member: Member | undefined;
  readonly memberRef: string;
}) {
  if (member === undefined) return <Name text={memberRef} className={css.mono} />;
  return (
    <Link className={css.link} to="/members/$memberId" params={{ memberId: member.id }} search={modeIn}>
      <Name text={member.name ?? memberRef} />
    </Link>
  );
}

/** More lines than these are a number. */
const shownLines = 20;

interface LinesProps {
  readonly products: readonly BasketLine[];
  readonly currency: string | undefined;
}

function Lines({ products, currency }: LinesProps) {
  if (products.length === 0) return null;
  return (
    <ul className={rowsCss.rows}>
      {products.slice(0, shownLines).map(({ sku, quantity, unitPrice, categories = [], amount }, place) => (
        <li key={place} className={`${rowsCss.row} ${own.line}`}>
          <div className={rowsCss.text}>
            <Name text={sku} className={`${css.mono} ${css.strong}`} />
            {categories.length === 0 ? null : (
              <p className={`${css.small} ${css.faint} ${css.wrap}`}>
                {categories.map(namedText).join(', ')}
              </p>
            )}
          </div>
          <span className={css.num}>
            <span className={css.faint}>{whyWords.times(pointsText(quantity))}</span>{' '}
            {centsText(unitPrice, undefined, currency)}
            {amount === undefined ? null : (
              <small className={css.faint}>{whyWords.paidText(centsText(amount, undefined, currency))}</small>
            )}
          </span>
        </li>
      ))}
      {products.length > shownLines ? (
        <li className={`${rowsCss.row} ${own.line} ${css.small} ${css.faint}`}>
          {whyWords.moreLines(pointsText(products.length - shownLines))}
        </li>
      ) : null}
    </ul>
  );
}

interface WhyActionsProps {
  readonly member: Member | undefined;
  readonly basket: Basket | null;
  readonly explained: Schemas['Explanation'] | undefined;
  readonly receipt: string | undefined;
}

/** Offers the actions that follow from the explanation. */
export function WhyActions({ member, basket, explained, receipt }: WhyActionsProps) {
  const [isOpen, setOpen] = useState(false);
  const first = explained?.campaigns.find(({ fired, campaignId }) => !fired && campaignId !== null);
  return (
    <section className={css.card} aria-label={whyWords.act}>
      <header>
        <h2>{whyWords.act}</h2>
      </header>
      <div className={`${css.pad} ${css.stack} ${own.acts}`}>
        {basket === null ? null : <SendTestReceipt basket={basket} />}
        {member === undefined || member.state === 'anonymized' ? null : (
          <>
            <ActionButton operations={['adjustPoints']} onClick={() => setOpen(true)}>
              {whyWords.give} <ArrowRight size={16} />
            </ActionButton>
            <AdjustDialog member={member} isOpen={isOpen} onClose={() => setOpen(false)} />
          </>
        )}
        {first === undefined ? null : (
          <CampaignLink campaignId={first.campaignId} className={css.btn}>
            <Name text={whyWords.openCampaign(first.campaignName)} /> <ArrowRight size={16} />
          </CampaignLink>
        )}
        {basket === null ? (
          <CodeButton operation="findTransaction" args={{ transactionRef: receipt }} />
        ) : (
          <CodeButton operation="explainTransaction" args={{ body: basket }} />
        )}
      </div>
    </section>
  );
}
