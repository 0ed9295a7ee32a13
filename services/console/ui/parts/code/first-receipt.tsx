import { Snippet } from './code-button.tsx';

/** Shows the call that creates the first member, with the tenant's own address. */
export function FirstReceipt() {
  const body = { transactionRef: 'receipt-1', memberRef: 'customer-1', amount: 15_000 };
  return <Snippet operation="evaluateTransaction" args={{ body }} />;
}
