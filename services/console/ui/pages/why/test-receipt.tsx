import { useNavigate } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { useMode } from '../../app/mode.ts';
import { toast, toastProblem } from '../../parts/dialogs/toasts.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import type { Basket } from './basket.ts';
import { whyWords } from './words.ts';

const words = whyWords.test;

/**
 * Sends the basket as a receipt, in test alone. The reference stays the same until the receipt is decided, so that
 * a repeat after a lost response makes no second one.
 */
export function SendTestReceipt({ basket }: { readonly basket: Basket }) {
  const mode = useMode();
  const navigate = useNavigate();
  const [transactionRef, setTransactionRef] = useState(newTestRef);
  const send = useWrite('evaluateTransaction', {
    invalidates: ['getMember', 'listMembers', 'findTransaction', 'listRequestLogs'],
    onFailed: toastProblem,
    onDone: () => {
      setTransactionRef(newTestRef());
      toast({ title: words.done });
      void navigate({ to: '/why', search: { receipt: transactionRef, basket, mode: 'test' } });
    },
  });
  if (mode !== 'test') return null;
  return (
    <ActionButton
      kind="main"
      operations={['evaluateTransaction']}
      onClick={() => send.mutate({ body: bodyOf(basket, transactionRef) })}
    >
      {words.send} <Send size={16} />
    </ActionButton>
  );
}

const newTestRef = (): string => `test-receipt-${crypto.randomUUID().slice(0, 8)}`;

const bodyOf = ({ products, attributes, ...rest }: Basket, transactionRef: string) => ({
  transactionRef,
  ...rest,
  ...(products === undefined
    ? {}
    : {
        products: products.map(({ categories = [], ...line }) => ({ ...line, categories: [...categories] })),
      }),
  ...(attributes === undefined ? {} : { attributes }),
});
