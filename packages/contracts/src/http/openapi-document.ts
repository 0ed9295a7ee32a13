import { builtDocument } from '../built-document.ts';
import type { Permission } from '../generated/permissions.ts';

export const openapiDocument = builtDocument('openapi') as OpenapiDocument;

/**
 * How an operation may be sent again (D195). `safe`: as it is. `reference`: with the same reference. `key`:
 * with the same `Idempotency-Key`.
 */
export type Retry = 'safe' | 'reference' | 'key';

/**
 * The permission that an operation requires. `any`: every credential may call it. `none`: no credential is
 * required (D211).
 */
export type AskedPermission = Permission | 'any' | 'none';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Reference {
  readonly $ref: string;
}

interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown; readonly [key: string]: unknown }>>;
}

type ContentByMediaType = Readonly<Record<string, MediaType>>;

export interface ResponseObject {
  readonly description: string;
  readonly content?: ContentByMediaType;
  readonly 'x-error-codes'?: readonly string[];
  readonly [key: string]: unknown;
}

export interface OperationObject {
  readonly operationId: string;
  readonly 'x-permission': AskedPermission;
  /** How the operation may be sent again. Every operation of a tenant has this (D195). */
  readonly 'x-retry'?: Retry;
  /** The action that the audit log records, or `none` (D208). Every operation of a tenant has this. */
  readonly 'x-audit'?: string;
  /** The console requires a recent sign-in for this operation (D308). */
  readonly 'x-fresh'?: true;
  /** The field of the body, or of each of its items, that holds the reference; only with `reference`. */
  readonly 'x-reference'?: string;
  /** The longest time that a response may take in seconds, if a till waits less than that. */
  readonly 'x-takes-seconds'?: number;
  readonly 'x-test-key-only'?: boolean;
  readonly 'x-checkout'?: boolean;
  readonly 'x-body-limit-bytes'?: number;
  /**
   * The date since which the operation is deprecated, and the date until which it is served. It has these
   * only if it is marked `deprecated`.
   */
  readonly 'x-deprecated-since'?: string;
  readonly 'x-sunset'?: string;
  readonly deprecated?: boolean;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Reference[];
  readonly requestBody?: { readonly required: boolean; readonly content: ContentByMediaType };
  readonly responses: Readonly<Record<string, Reference | ResponseObject>>;
  readonly [key: string]: unknown;
}

/** The parameters of a path are repeated in each operation (D314). */
export interface PathItem {
  readonly servers?: readonly { readonly url: string }[];
  readonly get?: OperationObject;
  readonly post?: OperationObject;
  readonly put?: OperationObject;
  readonly patch?: OperationObject;
  readonly delete?: OperationObject;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonSchema;
  readonly [key: string]: unknown;
}

interface OpenapiDocument {
  readonly servers: readonly [{ readonly url: string; readonly [key: string]: unknown }];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, ParameterObject>>;
    readonly headers: Readonly<
      Record<string, { readonly schema: JsonSchema; readonly [key: string]: unknown }>
    >;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly [key: string]: unknown;
  };
  readonly [key: string]: unknown;
}
