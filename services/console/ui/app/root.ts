import { createRootRoute } from '@tanstack/react-router';
import { modeIn } from './mode.ts';

/** The parent of every page; its frame is set by the router, which knows all pages. */
export const root = createRootRoute({
  validateSearch: (search: Record<string, unknown>): { mode?: 'test' } => modeIn(search),
});
