import { builtDocument } from '../built-document.ts';
import type { Permission } from '../generated/permissions.ts';

export const openapiDocument = builtDocument('openapi') as OpenapiDocument;

/** `safe`: may be sent again as it is. `reference`: with the same reference. `never`: not by itself (D195). */
export type Retry = 'safe' | 'reference' | 'never';

/** `any`: each credential may call it. `none`: no credential is asked for (D211). */
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
  /** Every operation of a tenant has it (D195). */
  readonly 'x-retry'?: Retry;
  /** The action that the audit log notes, or `none` (D208). In every operation of a tenant. */
  readonly 'x-audit'?: string;
  /** The console wants a fresh sign-in for it (D308); absent where it does not. */
  readonly 'x-fresh'?: true;
  /** The field of the body, or of each of its items, that holds the reference; only with `reference`. */
  readonly 'x-reference'?: string;
  /** A response may take this long, if that is more than a till waits. */
  readonly 'x-takes-seconds'?: number;
  readonly 'x-test-key-only'?: boolean;
  readonly 'x-checkout'?: boolean;
  readonly 'x-body-limit-bytes'?: number;
  /** The date of deprecation, and that until which it is served; only where it is marked `deprecated`. */
  readonly 'x-deprecated-since'?: string;
  readonly 'x-sunset'?: string;
  readonly deprecated?: boolean;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Reference[];
  readonly requestBody?: { readonly required: boolean; readonly content: ContentByMediaType };
  readonly responses: Readonly<Record<string, Reference | ResponseObject>>;
  readonly [key: string]: unknown;
}

export interface PathItem {
  readonly servers?: readonly { readonly url: string }[];
  readonly parameters?: readonly Reference[];
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
