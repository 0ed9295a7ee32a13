import { builtDocument } from '../built-document.ts';
import type { JsonSchema, Reference } from '../http/openapi-document.ts';

export const asyncapiDocument = builtDocument('asyncapi') as AsyncapiDocument;

export interface AsyncapiMessage {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly contentType: string;
  readonly headers?: Reference;
  readonly payload: Reference;
  readonly 'x-data'?: Reference;
  readonly examples?: readonly {
    readonly name: string;
    readonly summary?: string;
    readonly payload: unknown;
  }[];
  readonly [key: string]: unknown;
}

interface AsyncapiChannel {
  readonly title: string;
  readonly address: string | null;
  readonly description: string;
  readonly messages: Readonly<Record<string, Reference>>;
  readonly [key: string]: unknown;
}

export interface AvroSchema {
  readonly schemaFormat: string;
  readonly schema: object;
}

export interface AsyncapiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly channels: Readonly<Record<string, AsyncapiChannel>>;
  readonly components: {
    readonly messages: Readonly<Record<string, AsyncapiMessage>>;
    readonly schemas: Readonly<Record<string, JsonSchema | AvroSchema>>;
  };
  readonly [key: string]: unknown;
}
