import type { Request } from 'express';

/** The tenant that a path names, in lower case; undefined where it names none. */
export const tenantIdIn = ({ params }: Request): string | undefined =>
  params['tenantId']?.toString().toLowerCase();
