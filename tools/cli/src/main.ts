#!/usr/bin/env node
import { runLoyaltyctl } from './run-loyaltyctl.ts';

// `loyaltyctl … | head` closes the output early; that is no failure.
process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
  if (failure.code !== 'EPIPE') throw failure;
});
process.exitCode = await runLoyaltyctl(process.argv.slice(2));
