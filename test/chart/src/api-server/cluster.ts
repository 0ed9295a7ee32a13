import { request } from 'node:https';
import type { Manifest } from '../manifest.ts';

/** The server's verdict on an object. */
export interface Applied {
  readonly isTaken: boolean;
  /** False: there is no definition of such an object. */
  readonly isKnown: boolean;
  /** Why it was refused; empty otherwise. */
  readonly message: string;
  readonly warnings: readonly string[];
}

interface Response {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: unknown;
}

interface Resource {
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** A server of the API of Kubernetes on this machine, asked without kubectl. */
export class Cluster {
  readonly #port: number;
  readonly #token: string;
  readonly #known = new Map<string, Promise<ReadonlyMap<string, Resource>>>();

  constructor(port: number, token: string) {
    this.#port = port;
    this.#token = token;
  }

  /** True once it serves. */
  async isReady(): Promise<boolean> {
    const { status } = await this.ask('GET', '/readyz').catch(() => ({ status: 0 }));
    return status === 200;
  }

  /** True once objects of this definition are taken. */
  async isEstablished(definition: string): Promise<boolean> {
    const { body } = await this.ask(
      'GET',
      `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${definition}`,
    );
    const { conditions = [] } =
      (body as { status?: { conditions?: { type: string; status: string }[] } }).status ?? {};
    return conditions.some(({ type, status }) => type === 'Established' && status === 'True');
  }

  /** Server-side apply with strict fields; `isDry`: everything but storing. */
  async apply(object: Manifest, { isDry = false } = {}): Promise<Applied> {
    const path = await this.#pathOf(object);
    if (path === null) return { isTaken: false, isKnown: false, message: 'nobody defines it', warnings: [] };
    const query = `fieldManager=chart&force=true&fieldValidation=Strict${isDry ? '&dryRun=All' : ''}`;
    const { status, body, warnings } = await this.ask('PATCH', `${path}?${query}`, JSON.stringify(object));
    const isTaken = status < 300;
    return {
      isTaken,
      isKnown: true,
      message: isTaken ? '' : String((body as { message?: string }).message),
      warnings,
    };
  }

  async #pathOf({ apiVersion, kind, metadata }: Manifest): Promise<string | null> {
    const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const resource = (await this.#resourcesOf(base)).get(kind);
    if (resource === undefined) return null;
    const place = resource.isNamespaced ? `/namespaces/${metadata.namespace ?? 'loyalty'}` : '';
    return `${base}${place}/${resource.plural}/${metadata.name}`;
  }

  #resourcesOf(base: string): Promise<ReadonlyMap<string, Resource>> {
    const known = this.#known.get(base) ?? this.#discover(base);
    this.#known.set(base, known);
    return known;
  }

  async #discover(base: string): Promise<ReadonlyMap<string, Resource>> {
    const { status, body } = await this.ask('GET', base);
    if (status !== 200) return new Map();
    const { resources } = body as { resources: { name: string; kind: string; namespaced: boolean }[] };
    return new Map(
      resources
        .filter(({ name }) => !name.includes('/'))
        .map(({ kind, name, namespaced }) => [kind, { plural: name, isNamespaced: namespaced }] as const),
    );
  }

  ask(method: string, path: string, body?: string): Promise<Response> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(body !== undefined && { 'content-type': 'application/apply-patch+yaml' }),
    };
    return new Promise((resolve, reject) => {
      // Its certificate was made a moment ago, for this machine alone.
      const options = {
        host: '127.0.0.1',
        port: this.#port,
        path,
        method,
        headers,
        rejectUnauthorized: false,
      };
      const sent = request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const { statusCode: status = 0, headersDistinct } = response;
          resolve({
            status,
            warnings: warningsIn(headersDistinct['warning']),
            body: parsed(Buffer.concat(chunks)),
          });
        });
      });
      sent.on('error', reject).end(body);
    });
  }
}

/** As in `299 - "text"`. */
const warningsIn = (headers: readonly string[] = []): readonly string[] =>
  headers.map((header) => header.replace(/^\d+ \S+ /, ''));

const parsed = (bytes: Buffer): unknown => {
  const text = bytes.toString();
  return text.startsWith('{') ? JSON.parse(text) : text;
};
