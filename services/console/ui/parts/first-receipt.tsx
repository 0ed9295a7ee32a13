import { snippetOf } from '@loyalty/client/snippets';
import { useSession } from '../app/session.tsx';
import { words } from '../words/index.ts';
import { CopyButton } from './copy-button.tsx';

/** The call that makes the first member, with the tenant's own address. */
export function FirstReceipt() {
  const { apiUrl, tenantId } = useSession();
  const body = { transactionRef: 'receipt-1', memberRef: 'customer-1', amount: 15_000 };
  const text = snippetOf('evaluateTransaction', { body }, 'curl', { baseUrl: apiUrl, tenantId });
  return (
    <div className="snippet">
      <pre className="code" tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text} what={words.member.code} />
    </div>
  );
}
