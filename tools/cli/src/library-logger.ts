import { createLogger, silentLogger, type Logger } from '@loyalty/telemetry';
import type { CommandContext } from './session.ts';

/** Libraries log nothing without --debug: a command reports failures itself. */
export const libraryLogger = ({ isDebug, terminal }: CommandContext): Logger =>
  isDebug ? createLogger({ service: 'loyaltyctl', level: 'debug', destination: terminal.err }) : silentLogger;
