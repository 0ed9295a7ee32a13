import type { Browser } from 'playwright-core';
import { type StartedService, startService } from '@loyalty/stack';
import type { TestTenant } from '../support/tenant.ts';
import { startBalancer } from './balancer.ts';
import { createWindows, launchBrowser, openWindow, type Watched } from './browser.ts';
import { leaksOf, logsFromNow } from './received.ts';

export const themes = ['light', 'dark'] as const;

interface View {
  /** Words of their token; everything if not given. */
  readonly scope?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  /** A window that nobody had before. */
  readonly isNew?: boolean;
  /** A new one, with which later tests go on. */
  readonly isKept?: boolean;
}

export interface StartedConsole {
  readonly origin: string;
  readonly browser: Browser;
  /** Opens a path as a person whom nobody else shares a session with. */
  readonly open: (path: string, view?: View) => Promise<Watched>;
  /** Throws if a token, cookie, secret or key is in what a browser got, in a log or in Redis. */
  readonly stop: () => Promise<void>;
}

/** Starts a console of one tenant, and a browser. */
export const startConsole = async (tenant: TestTenant, name = 'Karoo Grocers'): Promise<StartedConsole> => {
  // What stands before it notes what browsers get.
  const balancer = await startBalancer();
  const { origin } = balancer;
  const env = { LOCAL_TENANTS: `${tenant.tenantId}=${name}`, CONSOLE_URL: origin };
  const [browser, served]: [Browser, StartedService] = await Promise.all([
    launchBrowser(),
    startService({ name: 'console', env }),
  ]);
  const lend = createWindows(browser);
  balancer.serve([served.httpPort]);
  const stackLogs = logsFromNow();
  return {
    origin,
    browser,
    open: async (path, { scope, colorScheme, width, isKept = false, isNew = isKept } = {}) => {
      const watched = isNew ? await openWindow(browser, { isKept }) : await lend({ colorScheme, width });
      if (scope !== undefined) await chooseScope(watched, origin, tenant.tenantId, scope);
      await watched.page.goto(new URL(path, origin).href);
      return watched;
    },
    stop: async () => {
      const secrets = [tenant.keys.live, tenant.keys.test];
      const leaks = await leaksOf(
        {
          passed: balancer.passed,
          cookies: balancer.cookies,
          secrets,
          logs: [served.logPath],
        },
        stackLogs,
      );
      await browser.close();
      balancer.stop();
      await served.stop();
      if (leaks.length > 0) throw new Error(leaks.join('\n'));
    },
  };
};

const chooseScope = async ({ page }: Watched, origin: string, tenantId: string, scope: string) => {
  const response = await page.request.post(`${origin}/session`, {
    headers: { 'X-Console': '1', Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
    data: JSON.stringify({ tenantId, scope }),
  });
  if (!response.ok()) throw new Error(`/session: ${response.status().toString()}`);
};
