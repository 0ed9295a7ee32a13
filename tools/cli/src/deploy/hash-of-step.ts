import { createHash } from 'node:crypto';
import type { Migration } from '@loyalty/storage';

/** A released step never changes: `deploy/releases.json` keeps this hash of what it does to the database (SHA-256, hex). */
export const hashOfStep = ({ sql }: Migration): string =>
  createHash('sha256').update(JSON.stringify(sql)).digest('hex');
