import type { Schemas } from '@loyalty/client';
import { ArrowLeftRight, ShieldMinus } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { firstMissing } from '../../model/api-keys.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { words } from '../../words/index.ts';
import { keyWords } from '../../words/keys.ts';
import { ExchangeKey } from './exchange-key.tsx';
import { NarrowKey } from './narrow-key.tsx';
import { RevokeKey } from './revoke-key.tsx';

type ApiKey = Schemas['ApiKey'];

const dialogs = { narrow: NarrowKey, exchange: ExchangeKey, revoke: RevokeKey } as const;

/**
 * The actions on a key. A person can change only keys whose permissions are all among their own, and no key
 * that has expired.
 */
export function KeyActions({ apiKey }: { readonly apiKey: ApiKey }) {
  const [shown, show] = useState<keyof typeof dialogs | null>(null);
  const { permissions: own } = useSession();
  const missing = firstMissing(apiKey.permissions, own);
  const why =
    apiKey.state === 'ACTIVE'
      ? missing === null
        ? undefined
        : words.needsPermission(missing)
      : keyWords.notActive;
  const whyNotChanged = why ?? (apiKey.replacedBy === null ? undefined : keyWords.isReplaced);
  const opens = (dialog: keyof typeof dialogs) => () => show(dialog);
  const Shown = shown === null ? null : dialogs[shown];
  return (
    <>
      <CodeButton operation="getApiKey" args={{ keyId: apiKey.id }} />
      <ActionButton operations={['revokeApiKey']} why={why} onClick={opens('revoke')}>
        {keyWords.revoke}
      </ActionButton>
      <ActionButton operations={['narrowApiKey']} why={whyNotChanged} onClick={opens('narrow')}>
        <ShieldMinus size={15} /> {keyWords.narrow}
      </ActionButton>
      <ActionButton operations={['rotateApiKey']} kind="main" why={whyNotChanged} onClick={opens('exchange')}>
        <ArrowLeftRight size={15} /> {keyWords.exchange}
      </ActionButton>
      {Shown === null ? null : <Shown apiKey={apiKey} onClose={() => show(null)} />}
    </>
  );
}
