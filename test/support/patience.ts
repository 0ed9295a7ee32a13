// Tests on the real stack wait for other processes; jest's own 5 s are for code in memory.
jest.setTimeout(60_000);
