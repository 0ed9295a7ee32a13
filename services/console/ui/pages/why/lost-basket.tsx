import { BasketForm } from './basket-form.tsx';
import { type Basket, basketFields } from './basket.ts';
import { whyWords } from './words.ts';
import * as css from '../../styles/common.module.css';

interface LostBasketProps {
  readonly receipt: string;
  readonly known: Partial<Basket>;
}

/** A form with what is known about the receipt: its member, amount, store and time of purchase. */
export function LostBasket({ receipt, known }: LostBasketProps) {
  return (
    <section className={css.card} aria-label={whyWords.basket}>
      <header>
        <h2>{whyWords.asNow}</h2>
      </header>
      <p className={css.cardAbout}>
        {whyWords.lostBasket} {whyWords.lostBasketAbout}
      </p>
      <BasketForm first={basketFields(known)} receipt={receipt} />
    </section>
  );
}
