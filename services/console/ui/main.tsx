// First: it says the order of layers.
import './styles/index.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { SessionGate } from './app/session.tsx';
import {
  SignedIn,
  signedInPath,
  SignedOut,
  signedOutPath,
  SignInNotice,
  watchSession,
} from './app/sign-in.tsx';
import { applyTheme, keptTheme } from './app/theme.ts';

const onError = watchSession(() => queries);
const queries: QueryClient = new QueryClient({
  // The client repeats what may be repeated.
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: true } },
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
});

/** A second tab, in which a person signed in, has a page of its own. */
const pageOf = (path: string) => (path === signedInPath ? <SignedIn /> : <RouterProvider router={router} />);

applyTheme(keptTheme());
const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queries}>
          {location.pathname === signedOutPath ? (
            <SignedOut />
          ) : (
            <SessionGate>{pageOf(location.pathname)}</SessionGate>
          )}
          <SignInNotice />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
