import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, inheritedEnvironment, spawnTied, type TiedProcess } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { home } from '../stack/root.ts';
import type { Services } from '../stack/services.ts';
import { writeConfiguration } from './configuration.ts';
import { writeHistory } from './history.ts';

/** An alert that holds, as Prometheus shows it. */
export interface ActiveAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly state: 'firing' | 'pending';
}

/** A time, and how far apart its points are. */
export interface TimeRange {
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly stepSeconds: number;
}

/** A series over a time: points of milliseconds and values. */
export interface RangeLine {
  readonly labels: Readonly<Record<string, string>>;
  readonly points: readonly (readonly [atMs: number, value: number])[];
}

interface Matrix {
  readonly result: readonly {
    readonly metric: Readonly<Record<string, string>>;
    readonly values: readonly (readonly [atSeconds: number, value: string])[];
  }[];
}

interface Answer<T> {
  readonly status: string;
  readonly error?: string;
  readonly data: T;
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly name: string;
      readonly health: string;
      readonly lastError?: string;
    }[];
  }[];
}

/** A real Prometheus that scrapes the services of the run. */
export class Prometheus {
  readonly #process: TiedProcess;
  /** The address at which it listens: `http://127.0.0.1:PORT`. */
  readonly origin: string;

  /** Starts it on six hours of history, and waits until it responds. */
  static async start(services: Services): Promise<Prometheus> {
    const dataFolder = join(home, 'prometheus');
    rmSync(dataFolder, { recursive: true, force: true });
    mkdirSync(dataFolder, { recursive: true });
    writeHistory(dataFolder);
    const address = `127.0.0.1:${(await freePort()).toString()}`;
    const process = spawnTied({
      command: 'prometheus',
      args: [
        `--config.file=${writeConfiguration(services)}`,
        `--storage.tsdb.path=${dataFolder}`,
        `--web.listen-address=${address}`,
        '--log.level=warn',
      ],
      env: inheritedEnvironment(),
      logPath: join(home, 'logs/prometheus.log'),
    });
    const prometheus = new Prometheus(process, `http://${address}`);
    await eventually('Prometheus is ready', () => prometheus.#isReady(), { everyMs: 100 });
    return prometheus;
  }

  private constructor(process: TiedProcess, origin: string) {
    this.#process = process;
    this.origin = origin;
  }

  /** Returns how many series answer a query now. Throws when it is none. */
  async countSeries(query: string): Promise<number> {
    const { result } = await this.#ask<{ readonly result: readonly unknown[] }>(
      `query?query=${encodeURIComponent(query)}`,
    );
    return result.length;
  }

  /** Returns every series of a query over a time. */
  async readRange(
    query: string,
    { fromSeconds, toSeconds, stepSeconds }: TimeRange,
  ): Promise<readonly RangeLine[]> {
    const range = { start: fromSeconds.toString(), end: toSeconds.toString(), step: stepSeconds.toString() };
    const parameters = new URLSearchParams({ query, ...range });
    const { result } = await this.#ask<Matrix>(`query_range?${parameters.toString()}`);
    return result.map(({ metric, values }) => ({
      labels: metric,
      points: values.map(([atSeconds, value]) => [atSeconds * 1_000, Number(value)] as const),
    }));
  }

  /** Returns all alerts that fire or are pending. */
  async activeAlerts(): Promise<readonly ActiveAlert[]> {
    return (await this.#ask<{ readonly alerts: readonly ActiveAlert[] }>('alerts')).alerts;
  }

  /** Returns the rules whose last evaluation failed, with the reason. */
  async sickRules(): Promise<readonly string[]> {
    const { groups } = await this.#ask<Rules>('rules');
    return groups
      .flatMap(({ rules }) => rules)
      .filter(({ health }) => health !== 'ok')
      .map(({ name, health, lastError = '' }) => `${name}: ${health} ${lastError}`);
  }

  async stop(): Promise<void> {
    await this.#process.stop();
  }

  async #isReady(): Promise<boolean> {
    return fetch(`${this.origin}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async #ask<T>(path: string): Promise<T> {
    const answer = (await (await fetch(`${this.origin}/api/v1/${path}`)).json()) as Answer<T>;
    if (answer.status !== 'success') throw new Error(`${path}: ${answer.error ?? ''}`);
    return answer.data;
  }
}
