import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { modeIn } from '../../app/mode.ts';
import { TextField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { BasketForm } from './basket-form.tsx';
import { basketFields } from './basket.ts';
import { whyWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './why-page.module.css';

/** The page that asks by the reference of a receipt, or with a basket. */
export function AskPage({ member = '' }: { readonly member: string | undefined }) {
  return (
    <main className={css.main} id="content">
      <PageHead title={whyWords.title} about={whyWords.about} />
      <div className={own.ask}>
        <section className={css.card} aria-label={whyWords.ask}>
          <header>
            <h2>{whyWords.ask}</h2>
          </header>
          <ReceiptForm />
        </section>
        <section className={css.card} aria-label={whyWords.orBasket}>
          <header>
            <h2>{whyWords.orBasket}</h2>
          </header>
          <p className={css.cardAbout}>{whyWords.orBasketAbout}</p>
          <BasketForm key={member} first={basketFields({ memberRef: member })} />
        </section>
      </div>
    </main>
  );
}

function ReceiptForm() {
  const [receipt, setReceipt] = useState('');
  const navigate = useNavigate();
  return (
    <div className={css.pad}>
      <Form
        error={null}
        pointers={[]}
        isPending={false}
        submit={whyWords.lookUp}
        canSubmit={receipt !== ''}
        onSubmit={() => void navigate({ to: '/why', search: (search) => ({ receipt, ...modeIn(search) }) })}
      >
        <TextField
          label={whyWords.receiptRef}
          hint={whyWords.receiptHint}
          isMono
          value={receipt}
          onChange={setReceipt}
        />
      </Form>
    </div>
  );
}
