import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listedPage, useListedPages } from '../../app/listed-pages.ts';
import { modeIn } from '../../app/mode.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';

interface PageLinkProps {
  /** The address of a page, or of something on it, without a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** The element that gets the focus on the page, such as the name of a field. */
  readonly hash?: string | undefined;
  readonly className?: string;
  readonly label?: string;
  readonly children: ReactNode;
  /** It is shown instead if the page does not exist. */
  readonly otherwise?: ReactNode;
}

/** A link to a page of this console, if the page exists and this person may see it. */
export function PageLink(props: PageLinkProps) {
  const { path, query, hash = '', className, label, children, otherwise = null } = props;
  const { permissions } = useSession();
  const page = listedPage(useListedPages(), path);
  if (page === undefined || missingPermission(page.operations, permissions) !== null) return otherwise;
  return (
    <Link
      to={path}
      search={(search) => ({ ...query, ...modeIn(search) })}
      hash={hash}
      className={className}
      aria-label={label}
    >
      {children}
    </Link>
  );
}
