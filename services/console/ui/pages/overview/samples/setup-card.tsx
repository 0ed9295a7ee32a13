import type { OperationId } from '@loyalty/client';
import { Circle, CircleCheck } from 'lucide-react';
import { missingPermission } from '../../../app/permissions.ts';
import { useSession } from '../../../app/session.tsx';
import { useOperation } from '../../../api/use-operation.ts';
import { PageLink } from '../../../parts/names/page-link.tsx';
import { type SetupStep, setupSteps } from './setup-steps.ts';
import { setupWords as words } from './words.ts';
import * as css from '../../../styles/common.module.css';
import * as own from '../overview-page.module.css';

const pages: Readonly<Record<SetupStep, { readonly path: string; readonly hash?: string }>> = {
  timeZone: { path: '/settings', hash: 'timeZone' },
  phoneCountry: { path: '/settings', hash: 'phoneCountry' },
  pointValue: { path: '/settings', hash: 'pointValueCents' },
  tiers: { path: '/tiers' },
  campaign: { path: '/campaigns' },
  key: { path: '/keys' },
  webhook: { path: '/webhooks' },
};

const staleMs = 30_000;

/** Shows what to set up in a new environment, with a tick at what is done. It is gone with the first receipt. */
export function SetupCard({ active }: { readonly active: readonly unknown[] | undefined }) {
  const steps = useSteps(active);
  if (steps.length === 0) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={css.card} aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        <span className={`${css.small} ${css.muted}`}>{words.done(done, steps.length)}</span>
      </header>
      <ul className={own.setup}>
        {steps.map(({ step, isDone }) => (
          <li key={step}>
            {isDone ? (
              <CircleCheck size={18} className={css.ok} aria-label={words.isDone} />
            ) : (
              <Circle size={18} className={css.faint} aria-label={words.isOpen} />
            )}
            <div>
              <PageLink {...pages[step]} className={css.link} otherwise={words.steps[step].title}>
                {words.steps[step].title}
              </PageLink>
              <p className={`${css.small} ${css.muted}`}>{words.steps[step].why}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const useSteps = (campaigns: readonly unknown[] | undefined) => {
  const { permissions } = useSession();
  const options = (id: OperationId) => ({
    staleMs,
    isEnabled: missingPermission([id], permissions) === null,
  });
  const settings = useOperation('getSettings', {}, options('getSettings')).data?.settings;
  const tiers = useOperation('listTiers', {}, options('listTiers')).data?.tiers;
  const keys = useOperation('listApiKeys', { state: 'ACTIVE' }, options('listApiKeys')).data?.apiKeys;
  const webhooks = useOperation('listWebhooks', {}, options('listWebhooks')).data?.webhooks;
  return setupSteps({ settings, tiers, campaigns, keys, webhooks });
};
