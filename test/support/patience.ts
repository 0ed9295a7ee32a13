import { setConnectTimeout } from '../../packages/storage/src/sql/session-config.ts';
import { patienceMs } from '../../packages/testkit/src/patience.ts';

// Tests on the real stack wait for other processes; jest's own 5 s are for code in memory. A slow machine must not fail a test.
jest.setTimeout(3 * patienceMs);
setConnectTimeout(patienceMs);
