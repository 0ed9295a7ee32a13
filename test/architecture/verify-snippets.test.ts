import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read } from '../support/sources.ts';

const secret = 'a secret of the partner';
const body = Buffer.from('{"event":"reward.issued","name":"Zoë"}');
const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** The way to run a snippet: files beside it, a compile step, and the command that gets secret and header. */
interface Runtime {
  readonly snippet: string;
  readonly files: Readonly<Record<string, string>>;
  readonly build?: readonly string[];
  readonly command: readonly string[];
}

const runtimes: Readonly<Record<string, Runtime>> = {
  js: {
    snippet: 'verify.mjs',
    files: {
      'main.mjs': `import { readFileSync } from 'node:fs';
import { verify } from './verify.mjs';
process.exit(verify(process.argv[2], readFileSync(0), process.argv[3]) ? 0 : 1);`,
    },
    command: ['node', 'main.mjs'],
  },
  python: {
    snippet: 'verify.py',
    files: {
      'main.py': `import sys
from verify import verify
sys.exit(0 if verify(sys.argv[1], sys.stdin.buffer.read(), sys.argv[2]) else 1)`,
    },
    command: ['python3', '-X', 'utf8', 'main.py'],
  },
  java: {
    snippet: 'LoyaltySignature.java',
    files: {
      'Main.java': `class Main {
  public static void main(String[] a) throws Exception {
    System.exit(LoyaltySignature.verify(a[0], System.in.readAllBytes(), a[1]) ? 0 : 1);
  }
}`,
    },
    build: ['javac', '-encoding', 'UTF-8', 'LoyaltySignature.java', 'Main.java'],
    command: ['java', 'Main'],
  },
  csharp: {
    snippet: 'LoyaltySignature.cs',
    files: {
      'Main.cs': `using System;
using System.IO;
public static class Program {
  public static int Main(string[] a) {
    var body = new MemoryStream();
    Console.OpenStandardInput().CopyTo(body);
    return LoyaltySignature.Verify(a[0], body.ToArray(), a[1]) ? 0 : 1;
  }
}`,
    },
    build: ['mcs', '-langversion:latest', '-out:main.exe', 'LoyaltySignature.cs', 'Main.cs'],
    command: ['mono', 'main.exe'],
  },
  php: {
    snippet: 'verify.php',
    files: {
      'main.php': `<?php
require 'verify.php';
exit(verify($argv[1], file_get_contents('php://stdin'), $argv[2]) ? 0 : 1);`,
    },
    command: ['php', 'main.php'],
  },
  go: {
    snippet: 'verify.go',
    files: {
      'main.go': `package main

import (
	"io"
	"os"
)

func main() {
	body, _ := io.ReadAll(os.Stdin)
	if !verify(os.Args[1], body, os.Args[2]) {
		os.Exit(1)
	}
}`,
    },
    build: ['go', 'build', '-o', 'main', 'verify.go', 'main.go'],
    command: ['./main'],
  },
};

const chapter = /^## Webhooks$([^]*?)^## /m.exec(read('docs/integration.md'))?.[1] ?? '';
const snippets = new Map(
  [...chapter.matchAll(/^```(\w+) run\n([^]*?)^```/gm)].map(([, language = '', code = '']) => [
    language,
    code,
  ]),
);

const isHere = ({ build, command: [command = ''] }: Runtime): boolean =>
  [build?.[0], command].every(
    (tool) => tool === undefined || tool.startsWith('.') || spawnSync('which', [tool]).status === 0,
  );
const here = Object.entries(runtimes).filter(([, runtime]) => isHere(runtime));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const prepare = (language: string, { snippet, files, build }: Runtime): void => {
  for (const [name, text] of Object.entries({ ...files, [snippet]: snippets.get(language) ?? '' }))
    writeFileSync(join(folder, name), text);
  const [tool, ...args] = build ?? [];
  if (tool !== undefined) execFileSync(tool, args, { cwd: folder, stdio: 'pipe' });
};

const isTaken = ({ command: [tool = '', ...args] }: Runtime, input: Buffer, header: string): boolean => {
  const { status, stderr } = spawnSync(tool, [...args, secret, header], { cwd: folder, input });
  if (status !== 0 && status !== 1) throw new Error(stderr.toString());
  return status === 0;
};

test('every snippet of integration.md is marked as one that is run: here, and the retry loop on the stack', () => {
  const page = read('docs/integration.md');
  const marks = [...page.matchAll(/^```(\w.*)$/gm)].map(([, mark]) => mark);
  expect(marks.filter((mark) => mark?.endsWith(' run') !== true)).toEqual([]);
  expect(marks).toHaveLength(snippets.size + 1);
});

test('the chapter on webhooks shows how to verify a delivery in six languages', () => {
  expect([...snippets.keys()].toSorted()).toEqual(Object.keys(runtimes).toSorted());
  expect(here.map(([language]) => language)).toContain('js');
});

test.each(here)(
  'the snippet in %s accepts what we sign, and nothing else',
  (language, runtime) => {
    prepare(language, runtime);
    expect(isTaken(runtime, body, signature)).toBe(true);
    expect(isTaken(runtime, Buffer.from('{}'), signature)).toBe(false);
    expect(isTaken(runtime, body, signature.toUpperCase())).toBe(false);
    expect(isTaken(runtime, body, '')).toBe(false);
  },
  60_000,
);
