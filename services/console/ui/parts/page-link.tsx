import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { modeIn } from '../app/mode.ts';
import { pages } from '../app/pages.ts';
import { missingPermission } from '../app/permissions.ts';
import { useSession } from '../app/session.tsx';

interface PageLinkProps {
  /** The address of a page, or of something on it, without a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly className?: string;
  readonly label?: string;
  readonly children: ReactNode;
  /** In its place where the page is not there. */
  readonly otherwise?: ReactNode;
}

/** A link to a page of this console, where it is there and this person may see it. */
export function PageLink({ path, query, className, label, children, otherwise = null }: PageLinkProps) {
  const { permissions } = useSession();
  const page = pages.find((one) => one.path === `/${path.split('/')[1] ?? ''}`);
  if (page === undefined || missingPermission(page.operations, permissions) !== null) return otherwise;
  return (
    <Link
      // Pages are looked up above; the router's types know only those that are there today.
      to={path as '/'}
      search={(search) => Object.assign({}, query, modeIn(search))}
      className={className}
      aria-label={label}
    >
      {children}
    </Link>
  );
}
