#!/usr/bin/env node
// Starts the bundle, or the modules themselves if something was compiled since.
import { fileURLToPath } from 'node:url';
import { loyaltyctlIn } from '../../stack/dist/run-loyaltyctl.js';

await import(loyaltyctlIn(fileURLToPath(new URL('../../..', import.meta.url))));
