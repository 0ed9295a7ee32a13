import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../app/root.ts';
import { given, type Search, textIn } from '../../model/address.ts';

interface WebhookSearch {
  readonly show?: 'failed';
  /** The chosen delivery. */
  readonly delivery?: string;
}

export const webhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$webhookId',
  validateSearch: ({ show, delivery }: Search): WebhookSearch =>
    given({ show: show === 'failed' ? show : undefined, delivery: textIn(delivery) }),
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
});
