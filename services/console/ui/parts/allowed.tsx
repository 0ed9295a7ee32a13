import type { OperationId } from '@loyalty/client';
import type { ReactNode } from 'react';
import { missingPermission } from '../app/permissions.ts';
import { useSession } from '../app/session.tsx';
import { words } from '../words/index.ts';
import { ProblemPage } from './problem.tsx';

interface AllowedProps {
  /** All that the page cannot do without. */
  readonly operations: readonly OperationId[];
  readonly children: ReactNode;
}

/** A page, or one that says which permission its person lacks. */
export function Allowed({ operations, children }: AllowedProps) {
  const { permissions } = useSession();
  const missing = missingPermission(operations, permissions);
  if (missing === null) return children;
  return <ProblemPage title={words.problem.notAllowed} detail={words.problem.notAllowedDetail(missing)} />;
}
