import { createLifecycle, Fault, isWrongSetting, type Lifecycle, type Part, textOf } from '@loyalty/kernel';
import { createLogger, type Logger } from '@loyalty/telemetry/logger';
import { createMetrics, type Metrics } from '@loyalty/telemetry/metrics';
import { createTracing, type Tracer } from '@loyalty/telemetry/tracing';
import { processEnvironment, processSettings } from './config.ts';
import {
  type ConfigOf,
  describeSettings,
  readSettings,
  type SettingsSpec,
} from './settings/read-settings.ts';
import { ProcessPhase } from './process/process-phase.ts';

export interface ServiceContext<Config> {
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  readonly phase: ProcessPhase;
  /** The time after which the process ends with exit code 1. */
  readonly stopWithinMs: number;
  /**
   * Ends the process, with exit code 2 for a wrong setting and otherwise 1, for a reason that a restart may
   * cure.
   */
  readonly onFatal: (reason: unknown) => void;
}

interface ServiceDefinition<Spec extends SettingsSpec> {
  readonly name: string;
  readonly settings: Spec;
  /** A stop waits this long for work. The default is 10 s, the longest attempt of a stream service. */
  readonly longestWorkMs?: (config: ConfigOf<Spec>) => number;
  /**
   * Returns the parts in start order. It calls no other server: the parts wait for what is unavailable. Throws for a
   * wrong setting.
   */
  readonly createParts: (context: ServiceContext<ConfigOf<Spec>>) => readonly Part[];
}

const usualWorkMs = 10_000;
/** This time is for the parts that stop after the last piece of work. */
const afterWorkMs = 5_000;

/**
 * Starts the parts in order and stops them in reverse. Exit codes: 0 stopped on request, also while the start
 * waits; 1 failed (the log has the reason); 2 the settings are wrong.
 */
export const runService = async <Spec extends SettingsSpec>(
  service: ServiceDefinition<Spec>,
): Promise<void> => {
  if (process.argv.includes('--help')) {
    const spec = { ...service.settings, ...processSettings };
    process.stdout.write(`${service.name}: settings, all from the environment\n${describeSettings(spec)}\n`);
    return;
  }
  const own = readOrExit(service.name, processSettings);
  const config = readOrExit(service.name, service.settings);
  const logger = createLogger({ service: service.name, level: own.logLevel });
  const { longestWorkMs = () => usualWorkMs } = service;
  const stopWithinMs = own.stopWithinMs ?? longestWorkMs(config) + afterWorkMs;
  await createProcess(service, own, { config, logger, stopWithinMs }).run();
};

const readOrExit = <Spec extends SettingsSpec>(name: string, spec: Spec): ConfigOf<Spec> => {
  try {
    return readSettings(spec, processEnvironment());
  } catch (failure) {
    process.stderr.write(`${name}: ${textOf(failure)}\n`);
    process.exit(2);
  }
};

const createProcess = <Spec extends SettingsSpec>(
  service: ServiceDefinition<Spec>,
  own: ConfigOf<typeof processSettings>,
  given: Pick<ServiceContext<ConfigOf<Spec>>, 'config' | 'logger' | 'stopWithinMs'>,
) => {
  const { logger, stopWithinMs } = given;
  const phase = new ProcessPhase(logger);
  let lifecycle: Lifecycle | null = null;
  let isEnding = false;

  const end = async (code: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    phase.noteStopping();
    exitAfter(stopWithinMs, logger);
    const isClean = await stopped(lifecycle, logger);
    process.exit(isClean ? code : 1);
  };

  const onFatal = (reason: unknown): void => {
    logger.error({ error: reason }, `the process must end: ${textOf(reason)}`);
    void end(isWrongSetting(reason) ? 2 : 1);
  };

  const onSignal = (signal: string): void => {
    logger.info({ signal }, 'stopping');
    void end(0);
  };

  const run = async (): Promise<void> => {
    process.once('SIGTERM', onSignal).once('SIGINT', onSignal);
    process.on('uncaughtException', onFatal).on('unhandledRejection', onFatal);
    try {
      lifecycle = await buildLifecycle(service, own, { ...given, phase, onFatal });
      if ((await lifecycle.start()) === 'stopped') return;
      phase.noteStarted();
      logger.info({}, 'started');
    } catch (failure) {
      logCannotStart(logger, failure);
      await end(isWrongSetting(failure) ? 2 : 1);
    }
  };
  return { run };
};

const exitAfter = (withinMs: number, logger: Logger): void => {
  setTimeout(() => {
    logger.error({ withinMs }, 'stopping took too long');
    process.exit(1);
  }, withinMs);
};

const logCannotStart = (logger: Logger, failure: unknown): void => {
  const code = failure instanceof Fault ? failure.code : undefined;
  logger.error({ error: failure, code }, `cannot start: ${textOf(failure)}`);
};

const buildLifecycle = async <Spec extends SettingsSpec>(
  service: ServiceDefinition<Spec>,
  own: ConfigOf<typeof processSettings>,
  given: Omit<ServiceContext<ConfigOf<Spec>>, 'metrics' | 'tracer'>,
): Promise<Lifecycle> => {
  const metrics = createMetrics({ service: service.name });
  const { tracer, stop } = await createTracing({
    service: service.name,
    settings: own.tracing,
    logger: given.logger,
    metrics,
  });
  const parts = service.createParts({ ...given, metrics, tracer });
  // Tracing stops last, so the spans of work that the parts finish are sent too.
  return createLifecycle([{ name: 'tracing', stop }, ...parts]);
};

const stopped = async (lifecycle: Lifecycle | null, logger: Logger): Promise<boolean> => {
  try {
    await lifecycle?.stop();
    logger.info({}, 'stopped');
    return true;
  } catch (failure) {
    logger.error({ error: failure }, `did not stop cleanly: ${textOf(failure)}`);
    return false;
  }
};
