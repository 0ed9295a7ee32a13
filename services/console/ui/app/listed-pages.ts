import type { OperationId } from '@loyalty/client';
import { useRouter } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { words } from '../words/index.ts';

/** What the sidebar shows of a page; a page that only others lead to has none. */
interface Listing {
  readonly name: string;
  readonly group: keyof typeof words.groups;
  readonly icon: ComponentType<{ readonly size?: number }>;
  /** All that it cannot do without. */
  readonly operations: readonly OperationId[];
}

export interface ListedPage extends Listing {
  readonly path: string;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly listed?: Listing;
  }
}

/** Returns the pages in the order of the router's list, which is also the sidebar's. */
export const useListedPages = (): readonly ListedPage[] =>
  (useRouter().routeTree.children ?? []).flatMap(({ fullPath, options }) => {
    const listed = options.staticData?.listed;
    return listed === undefined ? [] : [{ path: fullPath, ...listed }];
  });

/** Returns the page of the sidebar to which an address belongs: `/members` for a member. */
export const listedPage = (pages: readonly ListedPage[], pathname: string): ListedPage | undefined =>
  pages.find(({ path }) => path === `/${pathname.split('/')[1] ?? ''}`);
