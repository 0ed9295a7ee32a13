import { createLogger, silentLogger, type Logger } from '@loyalty/telemetry';
import type { CommandContext } from './session.ts';

/** Libraries are quiet unless --debug asks for them: a command says itself what went wrong. */
export const libraryLogger = ({ isDebug, terminal }: CommandContext): Logger =>
  isDebug ? createLogger({ service: 'loyaltyctl', level: 'debug', destination: terminal.err }) : silentLogger;
