import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@loyalty/testkit/runs';
import type { Build } from './builds.ts';
import type { MixedStack } from './mixed-stack.ts';
import { call, faultsOf, otherShop } from './story.ts';

/** A process that was killed counts as running for 30 s. */
const patience = { withinMs: 90_000, everyMs: 1_000 };

interface Key {
  readonly what: string;
  readonly id: string;
  readonly liveKey: string;
}

/** Keys with less than everything, or an end, of which an older build may know nothing (D216). Each method returns what is wrong. */
export class NarrowKeys {
  readonly #stack: MixedStack;
  readonly #newer: Build;
  /** True if the older build has no such keys. */
  readonly areNew: boolean;
  #keys: readonly Key[] = [];

  constructor(stack: MixedStack, older: Build, newer: Build) {
    this.#stack = stack;
    this.#newer = newer;
    this.areNew = !existsSync(join(older.root, 'packages/tables/src/tenants/key-rules.ts'));
  }

  /** While an ingress of the older build runs, none is made, and nothing is taken from one. */
  async areRefused(): Promise<readonly string[]> {
    if (!this.areNew) return [];
    const { id } = await this.#make('plain', '--role', 'admin');
    const attempts = [
      ['create', ...this.#place(), '--role', 'till'],
      ['create', ...this.#place(), '--role', 'admin', '--expires', '1h'],
      ['narrow', id, '--role', 'till'],
      ['rotate', id],
    ];
    const faults: string[] = [];
    for (const line of attempts) {
      const [refusal] = await faultsOf(() => this.#keysCommand(...line));
      if (refusal?.includes('older release') !== true)
        faults.push(`keys ${line.join(' ')} beside an older ingress: ${refusal ?? 'was done'}`);
    }
    return faults;
  }

  /** Once no older ingress runs, keys are made, narrowed and rotated, and open what is left to them. */
  async areMade(): Promise<readonly string[]> {
    const plain = await this.#make('narrowed', '--role', 'admin');
    const late = await faultsOf(() =>
      eventually(
        'a key is narrowed',
        () => this.#isDone('narrow', plain.id, '--permissions', 'campaigns:read'),
        patience,
      ),
    );
    if (late.length > 0) return late;
    const rotated = await this.#make('replaced', '--role', 'admin');
    await this.#keysCommand('rotate', rotated.id, '--overlap', '168h');
    this.#keys = [
      plain,
      rotated,
      await this.#make('of a role', '--role', 'marketer'),
      await this.#make('with an end', '--role', 'admin', '--expires', '30d'),
    ];
    return this.areOpen();
  }

  async areOpen(): Promise<readonly string[]> {
    return this.#faultsOfAll(200);
  }

  /** The older ingress finds no such key. It must never take one for a key that may do everything. */
  async areUnknown(): Promise<readonly string[]> {
    return this.#faultsOfAll(this.areNew ? 401 : 200);
  }

  async #faultsOfAll(expected: number): Promise<readonly string[]> {
    const faults: string[] = [];
    for (const { what, liveKey } of this.#keys) {
      const { status } = await call(this.#stack, { tenantId: otherShop.tenantId, liveKey }, '/campaigns');
      if (status !== expected) faults.push(`a key ${what} got ${status.toString()}`);
    }
    return faults;
  }

  async #make(what: string, ...flags: readonly string[]): Promise<Key> {
    const made = await this.#keysCommand('create', ...this.#place(), ...flags);
    const { id, key } = JSON.parse(made) as { readonly id: string; readonly key: string };
    return { what, id, liveKey: key };
  }

  async #isDone(...line: readonly string[]): Promise<boolean> {
    return (await faultsOf(() => this.#keysCommand(...line))).length === 0;
  }

  #keysCommand(...line: readonly string[]): Promise<string> {
    return this.#stack.loyaltyctl(this.#newer, 'keys', ...line, '--json');
  }

  #place(): readonly string[] {
    return ['--tenant', otherShop.tenantId, '--mode', 'live'];
  }
}
