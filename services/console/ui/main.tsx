import { CSPProvider } from '@base-ui/react/csp-provider';
import { isProblem } from '@loyalty/client';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { SessionGate, sessionKey } from './app/session.tsx';
import { applyTheme, keptTheme } from './app/theme.ts';
import './styles/index.css';

const queries: QueryClient = new QueryClient({
  // The client repeats what may be repeated.
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: true } },
  queryCache: new QueryCache({ onError: (error) => void signInAgain(error) }),
});

/** Locally the next look at the session makes one. Then what failed is read anew. */
const signInAgain = async (error: unknown): Promise<void> => {
  if (!isProblem(error) || error.code !== 'SESSION_ENDED') return;
  await queries.refetchQueries({ queryKey: sessionKey });
  await queries.refetchQueries({ predicate: ({ state }) => state.error === error });
};

applyTheme(keptTheme());
const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queries}>
          <SessionGate>
            <RouterProvider router={router} />
          </SessionGate>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
