import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { root } from '../root.ts';
import type { Docker } from '../run-with-docker.ts';
import { printed, run } from '../run.ts';

/** Apart from a project that a developer runs. */
const projectName = 'loyalty-test';
const subnet = '172.30.66.0/24';
/** The tag of the images under test. */
export const testedTag = 'test';
/** Docker and compose need as long by themselves on a loaded machine. */
const patience = { withinMs: 180_000, everyMs: 200 };

/** A container of the project. */
export interface Container {
  readonly id: string;
  readonly service: string;
}

/** A running project of compose. */
export class ComposeProject {
  readonly docker: string;
  /** The address of the API on this machine. */
  readonly origin: string;
  /** The address of Prometheus on this machine, in the profile that has one. */
  readonly prometheusOrigin: string;
  readonly #words: readonly string[];
  readonly #variables: Readonly<Record<string, string>>;

  private constructor(docker: string, ports: readonly [number, number, number], files: readonly string[]) {
    const [port, prometheusPort, consolePort] = ports;
    this.docker = docker;
    this.origin = `http://127.0.0.1:${port.toString()}`;
    this.prometheusOrigin = `http://127.0.0.1:${prometheusPort.toString()}`;
    const standIns = join(root, '.loyalty/stand-ins.env');
    this.#words = [
      'compose',
      '--ansi',
      'never',
      '--progress',
      'quiet',
      '--project-name',
      projectName,
      ...(existsSync(standIns) ? ['--env-file', standIns] : []),
      ...files.flatMap((file) => ['--file', file]),
    ];
    this.#variables = {
      LOYALTY_TAG: testedTag,
      LOYALTY_PORT: port.toString(),
      LOYALTY_CONSOLE_PORT: consolePort.toString(),
      LOYALTY_SUBNET: subnet,
      PROMETHEUS_PORT: prometheusPort.toString(),
    };
  }

  /** Plans a project of these files, without anything of an earlier run. */
  static async plan({ docker }: Docker, files: readonly string[]): Promise<ComposeProject> {
    const project = new ComposeProject(docker, [await freePort(), await freePort(), await freePort()], files);
    await project.remove();
    return project;
  }

  /** Starts everything and waits until it is healthy. Returns how long that took, in milliseconds. Throws when it does not. */
  async up(...words: readonly string[]): Promise<number> {
    const begunAt = performance.now();
    await this.compose('up', '--detach', '--wait', '--no-build', ...words);
    return performance.now() - begunAt;
  }

  /** Stops everything and deletes containers, networks and volumes. */
  async remove(): Promise<void> {
    await run(this.docker, ['rm', '--force', receiverName]);
    await this.compose('--profile', 'tools', 'down', '--volumes', '--remove-orphans', '--timeout', '10');
  }

  /** Runs compose on the project and returns what it printed; throws when it failed. */
  compose(...words: readonly string[]): Promise<string> {
    return this.composeWith({}, ...words);
  }

  /** Does what {@link compose} does, with more environment variables. */
  composeWith(variables: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<string> {
    return printed(this.docker, [...this.#words, ...words], { ...this.#variables, ...variables });
  }

  /** The words with which a shell in the checkout runs the operator's tool of this project. */
  get loyaltyctlWords(): string {
    const variables = Object.entries(this.#variables).map(([name, value]) => `${name}=${value}`);
    return ['env', ...variables, this.docker, ...this.#words, ...loyaltyctl].join(' ');
  }

  /** Runs the operator's tool with --json and returns its output; throws when it failed. */
  async loyaltyctl<T>(...args: readonly string[]): Promise<T> {
    return JSON.parse(await this.compose(...loyaltyctl, ...args, '--json')) as T;
  }

  /** The containers of a service that run, oldest first. */
  async containersOf(service: string): Promise<readonly Container[]> {
    const filters = [`com.docker.compose.project=${projectName}`, `com.docker.compose.service=${service}`];
    const words = ['--no-trunc', '--filter', 'status=running', '--filter', 'status=paused'];
    const labels = filters.flatMap((label) => ['--filter', `label=${label}`]);
    const list = await printed(this.docker, ['ps', '--quiet', ...words, ...labels]);
    const ids = list.split('\n').filter((id) => id !== '');
    return ids.toReversed().map((id) => ({ id, service }));
  }

  /** The one container of a service. */
  async containerOf(service: string): Promise<Container> {
    const [container] = await this.containersOf(service);
    if (container === undefined) throw new Error(`${service} does not run`);
    return container;
  }

  /** Waits until a container is healthy. */
  async untilHealthy({ id, service }: Container): Promise<void> {
    const isHealthy = async (): Promise<boolean> => (await this.#stateOf(id, '.Health.Status')) === 'healthy';
    await eventually(`${service} is healthy`, isHealthy, patience);
  }

  /** Stops a container as an orchestrator does, and returns the exit code of its process. */
  async stop({ id }: Container): Promise<number> {
    await printed(this.docker, ['stop', id]);
    return Number(await this.#stateOf(id, '.ExitCode'));
  }

  /** Does this to a container, as in `docker pause`. */
  async act(action: 'start' | 'kill' | 'pause' | 'unpause', { id }: Container): Promise<void> {
    await printed(this.docker, [action, id]);
  }

  /** Deletes a container, whatever it does. */
  async discard({ id }: Container): Promise<void> {
    await printed(this.docker, ['rm', '--force', id]);
  }

  /** Takes a container's network away. */
  async disconnect({ id }: Container): Promise<void> {
    await printed(this.docker, ['network', 'disconnect', '--force', `${projectName}_default`, id]);
  }

  /** The image of a container, with its tag. */
  imageOf({ id }: Container): Promise<string> {
    return printed(this.docker, ['inspect', '--format', '{{.Config.Image}}', id]);
  }

  /** Everything that anybody sees who asks Docker about the containers of this project: settings, arguments, logs. */
  async shown(): Promise<string> {
    const ids = (await this.compose('ps', '--all', '--quiet')).split('\n');
    const settings = await printed(this.docker, ['inspect', ...ids]);
    return `${settings}\n${await this.compose('logs', '--no-color')}`;
  }

  /** How often a container was started again since it was made. */
  async restartsOf({ id }: Container): Promise<number> {
    return Number(await printed(this.docker, ['inspect', '--format', '{{.RestartCount}}', id]));
  }

  #stateOf(id: string, field: string): Promise<string> {
    return printed(this.docker, ['inspect', '--format', `{{.State${field}}}`, id]);
  }

  /** Starts a program of Node in the project's network, under the name of a receiver. */
  async startReceiver(program: string): Promise<void> {
    const image = `loyalty/loyaltyctl:${testedTag}`;
    const words = ['--detach', '--name', receiverName, '--network', `${projectName}_default`];
    const place = ['--network-alias', receiverHost, '--entrypoint', 'node', image, '--eval', program];
    await printed(this.docker, ['run', ...words, ...place]);
  }

  /** Runs a program of Node in the project's network, with our libraries, and returns what it printed. */
  runNode(program: string): Promise<string> {
    const image = `loyalty/loyaltyctl:${testedTag}`;
    const place = ['--network', `${projectName}_default`, '--workdir', '/app', '--entrypoint', 'node'];
    return printed(this.docker, ['run', '--rm', ...place, image, '--eval', program]);
  }

  /** The lines that the receiver has printed. */
  async receivedLines(): Promise<readonly string[]> {
    const { stdout } = await run(this.docker, ['logs', receiverName]);
    return stdout.split('\n').filter((line) => line !== '');
  }
}

const receiverName = `${projectName}-receiver`;
/** A partner's host name has a dot. */
export const receiverHost = 'receiver.loyalty.test';
const loyaltyctl = ['run', '--rm', '--no-deps', '-T', 'loyaltyctl'];
