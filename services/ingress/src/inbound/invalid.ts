import type { FieldError } from '@loyalty/contracts';
import { problem, type Problem } from '@loyalty/http';

/** Returns 400 with every field at fault (D7). */
export const invalid = (errors: readonly FieldError[]): Problem =>
  problem('VALIDATION_ERROR', { context: { errors } });
