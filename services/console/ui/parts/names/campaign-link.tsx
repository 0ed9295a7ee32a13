import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { modeIn } from '../../app/mode.ts';
import * as own from './campaign-link.module.css';

interface CampaignLinkProps {
  /** Null for a draft that is not stored. */
  readonly campaignId: string | null;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Links to a campaign's page. If this console has none, a name within a sentence is shown without a link, and
 * a button is not shown.
 */
export function CampaignLink({ campaignId, className, children }: CampaignLinkProps) {
  const { routesByPath } = useRouter();
  const hasPage = '/campaigns/$campaignId' in routesByPath;
  if (campaignId === null || !hasPage) return className === undefined ? children : null;
  return (
    <Link className={className ?? own.plain} to={pathOf(campaignId)} search={modeIn}>
      {children}
    </Link>
  );
}

/**
 * The path is not taken from the list of pages, so that a console without the page of campaigns still works.
 */
const pathOf = (campaignId: string): string => `/campaigns/${campaignId}`;
