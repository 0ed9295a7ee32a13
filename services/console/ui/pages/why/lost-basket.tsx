import { useOperation } from '../../api/use-operation.ts';
import { Bars } from '../../parts/lists/bars.tsx';
import { BasketForm } from './basket-form.tsx';
import { basketFields } from './basket.ts';
import { whyWords } from './words.ts';
import * as css from '../../styles/common.module.css';

interface LostBasketProps {
  readonly receipt: string;
  readonly memberRef: string;
}

/** A form with what is known about the receipt: its member and its amount. */
export function LostBasket({ receipt, memberRef }: LostBasketProps) {
  const known = useOperation('listReturns', { transactionRef: receipt });
  return (
    <section className={css.card} aria-label={whyWords.basket}>
      <header>
        <h2>{whyWords.asNow}</h2>
      </header>
      <p className={css.cardAbout}>
        {whyWords.lostBasket} {whyWords.lostBasketAbout}
      </p>
      {known.isPending ? (
        <Bars rows={4} />
      ) : (
        <BasketForm first={basketFields({ memberRef, ...amountOf(known.data?.amount) })} receipt={receipt} />
      )}
    </section>
  );
}

const amountOf = (amount: number | null | undefined): { readonly amount?: number } =>
  typeof amount === 'number' ? { amount } : {};
