// Tests on the real stack wait for other processes; jest's own 5 s are for code in memory. A slow machine must not fail a test.
jest.setTimeout(900_000);
