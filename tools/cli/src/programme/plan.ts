import type { OperationId } from '@loyalty/client';
import { operations } from '@loyalty/contracts/http';
import type { Content, EntityKind } from './programme.ts';

export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Action = 'create' | 'update' | 'remove' | 'activate' | 'pause' | 'resume';

/** One call of the API. */
export interface PlannedCall {
  readonly action: Action;
  readonly kind: EntityKind | 'setting';
  /** Empty for settings. */
  readonly key: string;
  readonly operationId: OperationId;
  /** The fields to send, as the document has them; what is to be cleared has its default. */
  readonly fields: Content;
  readonly changes: readonly FieldChange[];
  /** What the changes do not say; null for most calls. */
  readonly note: string | null;
  readonly permissions: readonly string[];
}

/** Something that cannot be done, with the entity that it is about. */
export interface PlanFault {
  readonly kind: EntityKind | 'setting';
  readonly key: string;
  readonly message: string;
}

export interface Plan {
  readonly calls: readonly PlannedCall[];
  /** The entities that the environment has and a section of the document does not. */
  readonly missing: readonly { readonly kind: EntityKind; readonly key: string }[];
  readonly faults: readonly PlanFault[];
}

export interface PlanOptions {
  readonly withStates: boolean;
  readonly prune: boolean;
}

const permissionOf = new Map<string, string>(
  operations.map(({ operationId, permission }) => [operationId, permission]),
);

/** Adds the permissions that the API asks for. */
export const call = (
  given: Omit<PlannedCall, 'permissions' | 'note'> & { readonly note?: string | null },
  more: readonly string[] = [],
): PlannedCall => {
  const permission = permissionOf.get(given.operationId);
  return { note: null, ...given, permissions: [...(permission === undefined ? [] : [permission]), ...more] };
};
