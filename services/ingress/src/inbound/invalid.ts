import type { FieldError } from '@loyalty/contracts';
import { problem, type Problem } from '@loyalty/http';

/** 400 with every field that is at fault (D7). */
export const invalid = (errors: readonly FieldError[]): Problem =>
  problem('VALIDATION_ERROR', { context: { errors } });
