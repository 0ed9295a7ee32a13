import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import { ProblemPage } from '../parts/problem.tsx';
import { words } from '../words/index.ts';

export interface Session {
  readonly person: { readonly name: string | null };
  readonly tenantId: string;
  readonly tenantName: string;
  readonly permissions: readonly string[];
  readonly links: { readonly reference: string };
  readonly apiUrl: string;
  readonly local?: {
    readonly scope: string;
    readonly scopes: readonly string[];
    readonly tenants: readonly { readonly id: string; readonly name: string }[];
  };
}

const SessionContext = createContext<Session | null>(null);

/** Within `SessionGate`, where there always is one. */
export const useSession = (): Session => {
  const session = use(SessionContext);
  if (session === null) throw new Error('There is no session here.');
  return session;
};

export const sessionKey = ['session'] as const;

const fromConsole = { 'X-Console': '1' };

const readSession = async (signal: AbortSignal): Promise<Session> => {
  const response = await fetch('/session', { headers: fromConsole, signal });
  if (!response.ok) throw new Error(`/session: ${response.status.toString()}`);
  return (await response.json()) as Session;
};

/** Shows nothing before it is known who asks. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { data, isError, refetch } = useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => readSession(signal),
    staleTime: Infinity,
    retry: 2,
  });
  if (data !== undefined) return <SessionContext value={data}>{children}</SessionContext>;
  if (!isError) return null;
  return (
    <ProblemPage
      title={words.problem.noSession}
      detail={words.problem.noSessionDetail}
      onAgain={() => void refetch()}
    />
  );
}

interface Choice {
  readonly tenantId?: string;
  readonly scope?: string;
}

/** Signs in again, as another tenant or with another scope; what is shown is read anew. */
export const useChoose = (): ((choice: Choice) => Promise<void>) => {
  const queries = useQueryClient();
  const { tenantId, local } = useSession();
  return async (choice) => {
    const body = JSON.stringify({ tenantId, scope: local?.scope, ...choice });
    const response = await fetch('/session', { method: 'POST', headers: fromConsole, body });
    if (!response.ok) return;
    const session = (await response.json()) as Session;
    queries.setQueryData(sessionKey, session);
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  };
};
