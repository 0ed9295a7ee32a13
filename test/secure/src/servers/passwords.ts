import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every password of the run holds this text, so that it is found wherever one of them is shown. */
export const marker = 'mArKeRoFsEcReTs';

/** Returns a new password. It needs no quotes in any file or statement. */
export const newPassword = (): string => `${marker}${randomBytes(12).toString('hex')}`;

/** A folder with one password in each file, as a secret store mounts them. */
export class PasswordFiles {
  readonly #folder: string;
  readonly #passwords = new Map<string, string>();

  constructor(folder: string) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
  }

  /** Returns the password of this name, made at the first call, and so is its file. */
  of(name: string): string {
    const password = this.#passwords.get(name) ?? newPassword();
    if (!this.#passwords.has(name)) this.replace(name, password);
    return password;
  }

  /** Returns the path of its file. */
  pathOf(name: string): string {
    this.of(name);
    return join(this.#folder, name);
  }

  /** Replaces the file in one step, so that no reader sees half of it. */
  replace(name: string, password: string): void {
    const path = join(this.#folder, name);
    writeFileSync(`${path}.new`, `${password}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    this.#passwords.set(name, password);
  }
}
