import { operations, type OperationId } from '@loyalty/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect } from 'react';
import { ProblemPage } from '../parts/page/problem.tsx';
import { words } from '../words/index.ts';
import type { ShownMode } from './mode.ts';
import { missingPermission } from './permissions.ts';

export interface Session {
  readonly person: { readonly name: string | null };
  readonly tenantId: string;
  readonly tenantName: string;
  readonly modes: readonly ShownMode[];
  readonly permissions: readonly string[];
  readonly links: { readonly reference: string };
  readonly apiUrl: string;
  /** True if an identity provider signs people in. */
  readonly canSignOut?: true;
  readonly local?: {
    readonly scope: string;
    readonly scopes: readonly string[];
    readonly tenants: readonly { readonly id: string; readonly name: string }[];
  };
}

const SessionContext = createContext<Session | null>(null);

/** Returns the session. It is used only within `SessionGate`, where there always is a session. */
export const useSession = (): Session => {
  const session = use(SessionContext);
  if (session === null) throw new Error('There is no session here.');
  return session;
};

export const sessionKey = ['session'] as const;

const fromConsole = { 'X-Console': '1' };

/** Thrown if a provider signs people in, at an address of its own. */
export class NotSignedIn extends Error {}

const readSession = async (signal: AbortSignal): Promise<Session> => {
  const response = await fetch('/session', { headers: fromConsole, signal });
  if (response.status === 401) throw new NotSignedIn();
  if (!response.ok) throw new Error(`/session: ${response.status.toString()}`);
  return (await response.json()) as Session;
};

const hereOf = ({ pathname, search, hash }: Location): string => pathname + search + hash;

/** Shows nothing before it is known who the person is. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => readSession(signal),
    staleTime: Infinity,
    retry: (failures, failure) => !(failure instanceof NotSignedIn) && failures < 2,
  });
  const mustSignIn = data === undefined && error instanceof NotSignedIn;
  useEffect(() => {
    if (mustSignIn) location.replace(`/sign-in?returnTo=${encodeURIComponent(hereOf(location))}`);
  }, [mustSignIn]);
  if (data !== undefined) return <SessionContext value={data}>{children}</SessionContext>;
  if (error === null || mustSignIn) return null;
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

/**
 * Returns a function that signs in again, with another tenant or another scope; what is shown is read again.
 */
export const useChoose = (): ((choice: Choice) => Promise<void>) => {
  const queries = useQueryClient();
  const { tenantId, local } = useSession();
  return async (choice) => {
    const body = JSON.stringify({ tenantId, scope: local?.scope, ...choice });
    const response = await fetch('/session', { method: 'POST', headers: fromConsole, body });
    if (!response.ok) return;
    const session = (await response.json()) as Session;
    queries.setQueryData(sessionKey, session);
    await queries.invalidateQueries({ predicate: ({ queryKey }) => mayRead(session, queryKey) });
  };
};

/** Reads of another tenant, or that are no longer permitted, go with the parts that asked for them. */
const mayRead = ({ tenantId, permissions }: Session, [tenant, , id]: readonly unknown[]): boolean =>
  tenant === tenantId && isOperation(id) && missingPermission([id], permissions) === null;

const isOperation = (id: unknown): id is OperationId =>
  typeof id === 'string' && Object.hasOwn(operations, id);
