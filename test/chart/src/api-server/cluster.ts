import type { Manifest } from '../manifest.ts';
import { ask, stream, type Door, type Response } from './ask.ts';

/** The server's verdict on an object. */
export interface Applied {
  readonly isTaken: boolean;
  /** False: there is no definition of such an object. */
  readonly isKnown: boolean;
  /** Why it was refused; empty otherwise. */
  readonly message: string;
  readonly warnings: readonly string[];
}

/** An object that a watch tells of. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'ERROR';
  readonly object: unknown;
}

interface Resource {
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** A server of the API of Kubernetes on this machine, asked without kubectl. */
export class Cluster {
  readonly #door: Door;
  readonly #known = new Map<string, Promise<ReadonlyMap<string, Resource>>>();

  constructor(door: Door) {
    this.#door = door;
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

  /** Server-side apply with strict fields; `isDry`: everything but storing; `manager`: who owns the fields. */
  async apply(object: Manifest, { isDry = false, manager = 'chart' } = {}): Promise<Applied> {
    const path = await this.#pathOf(object);
    if (path === null) return { isTaken: false, isKnown: false, message: 'nobody defines it', warnings: [] };
    const query = `fieldManager=${manager}&force=true&fieldValidation=Strict${isDry ? '&dryRun=All' : ''}`;
    const { status, body, warnings } = await this.ask('PATCH', `${path}?${query}`, JSON.stringify(object));
    const isTaken = status < 300;
    return {
      isTaken,
      isKnown: true,
      message: isTaken ? '' : String((body as { message?: string }).message),
      warnings,
    };
  }

  /** Returns the stored object, or null where there is none. */
  async read(object: Manifest): Promise<unknown> {
    const path = await this.#pathOf(object);
    const { status, body } = path === null ? { status: 404, body: null } : await this.ask('GET', path);
    return status === 404 ? null : body;
  }

  /** Asks for the end of an object, and of what it owns; one that is not there is none. */
  async remove(object: Manifest): Promise<void> {
    const path = await this.#pathOf(object);
    if (path !== null) await this.ask('DELETE', `${path}?propagationPolicy=Background`);
  }

  /** Returns the objects at a path. */
  async list(path: string): Promise<readonly unknown[]> {
    const { body } = await this.ask('GET', path);
    return (body as { readonly items: readonly unknown[] }).items;
  }

  /** Tells of every object at a path, then of each change in its order. Returns a function that ends it. */
  watch(path: string, onChange: (change: Change) => void): () => void {
    return stream(this.#door, `${path}?watch=true`, (line) => {
      const change = JSON.parse(line) as Change;
      if (change.type === 'ERROR') throw new Error(`the watch of ${path} ended: ${line}`);
      onChange(change);
    });
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
    return ask(this.#door, { method, path, body });
  }
}
