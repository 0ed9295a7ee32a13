import type { Request } from 'express';

/** Returns the tenant in the path, in lower case; undefined when the path has none. */
export const tenantIdIn = ({ params }: Request): string | undefined =>
  params['tenantId']?.toString().toLowerCase();
