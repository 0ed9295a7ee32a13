import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningSecret, signatureHeaders } from '@loyalty/egress/signatures';
import { readSnippets } from '@loyalty/testkit/runs';
import { read } from '../support/sources.ts';

/**
 * The way to run a snippet: files beside it, a compile step, and the command. It reads one delivery a line, with tabs between secret, id,
 * timestamp, signatures and the body in base64. It prints a line for each: what `verify` returns.
 */
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
for (const line of readFileSync(0, 'utf8').trimEnd().split('\\n')) {
  const [secret, id, timestamp, signatures, body] = line.split('\\t');
  console.log(verify(secret, Buffer.from(body, 'base64'), id, timestamp, signatures));
}`,
    },
    command: ['node', 'main.mjs'],
  },
  python: {
    snippet: 'verify.py',
    files: {
      'main.py': `import base64, sys
from verify import verify
for line in sys.stdin:
    secret, id, timestamp, signatures, body = line.rstrip("\\n").split("\\t")
    print(verify(secret, base64.b64decode(body), id, timestamp, signatures))`,
    },
    command: ['python3', '-X', 'utf8', 'main.py'],
  },
  java: {
    snippet: 'LoyaltySignature.java',
    files: {
      'Main.java': `import java.nio.charset.StandardCharsets;
import java.util.Base64;
class Main {
  public static void main(String[] a) throws Exception {
    String lines = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    for (String line : lines.split("\\n")) {
      String[] f = line.split("\\t", -1);
      System.out.println(LoyaltySignature.verify(f[0], Base64.getDecoder().decode(f[4]), f[1], f[2], f[3]));
    }
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
using System.Text;
public static class Program {
  public static void Main() {
    var lines = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
    for (var line = lines.ReadLine(); line != null; line = lines.ReadLine()) {
      var f = line.Split('\\t');
      Console.WriteLine(LoyaltySignature.Verify(f[0], Convert.FromBase64String(f[4]), f[1], f[2], f[3]));
    }
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
foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $line) {
  [$secret, $id, $timestamp, $signatures, $body] = explode("\\t", $line);
  echo verify($secret, base64_decode($body), $id, $timestamp, $signatures) ? "true\\n" : "false\\n";
}`,
    },
    command: ['php', 'main.php'],
  },
  go: {
    snippet: 'verify.go',
    files: {
      'main.go': `package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\\t")
		body, _ := base64.StdEncoding.DecodeString(f[4])
		fmt.Println(verify(f[0], body, f[1], f[2], f[3]))
	}
}`,
    },
    build: ['go', 'build', '-o', 'main', 'verify.go', 'main.go'],
    command: ['./main'],
  },
};

const snippets = new Map(
  readSnippets('docs/integration.md', 'Webhooks').map(({ language, code }) => [language, code]),
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

interface Delivery {
  /** The secret of the receiver. */
  readonly secret: string;
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: string;
  readonly body: Buffer;
}

const encoded = `whsec_${Buffer.from('thirty-two bytes, but not random').toString('base64')}`;
const plain = 'ein Schlüssel des Partners';
const sentBody = Buffer.from('{"event":"reward.issued","name":"Zoë"}');

/** Signs as the dispatcher does; `previous` also signs during a rotation. */
const deliveryOf = ({
  current = encoded,
  previous = null,
  ageSeconds = 0,
}: {
  readonly current?: string;
  readonly previous?: string | null;
  readonly ageSeconds?: number;
} = {}): Delivery => {
  const timestampSeconds = Math.floor(Date.now() / 1_000) - ageSeconds;
  const headers = signatureHeaders(
    { id: '0198c0de-0000-8000-8000-000000000001', timestampSeconds, body: sentBody },
    {
      current: createSigningSecret(current),
      previous: previous === null ? null : createSigningSecret(previous),
    },
  );
  return {
    secret: current,
    id: headers['webhook-id'],
    timestamp: headers['webhook-timestamp'],
    signatures: headers['webhook-signature'],
    body: sentBody,
  };
};

const changed = (change: Partial<Delivery>, delivery = deliveryOf()): Delivery => ({
  ...delivery,
  ...change,
});

/** A margin of half a minute, because compiling and starting take their time. */
const cases = (): readonly (readonly [what: string, isTaken: boolean, delivery: Delivery])[] => {
  const rotating = deliveryOf({ current: encoded, previous: plain });
  return [
    ['a delivery of now', true, deliveryOf()],
    ['one whose secret is a plain text beyond ASCII', true, deliveryOf({ current: plain })],
    ['one of four and a half minutes ago', true, deliveryOf({ ageSeconds: 270 })],
    ['an old one', false, deliveryOf({ ageSeconds: 301 })],
    ['one from the future', false, deliveryOf({ ageSeconds: -400 })],
    [
      'an old one under a new time',
      false,
      changed({ timestamp: deliveryOf().timestamp }, deliveryOf({ ageSeconds: 3_600 })),
    ],
    ['another body', false, changed({ body: Buffer.from('{}') })],
    ['another id', false, changed({ id: '0198c0de-0000-8000-8000-000000000002' })],
    ['a rotation, by the new secret', true, rotating],
    ['a rotation, by the secret of before', true, changed({ secret: plain }, rotating)],
    ['a rotation, by a third secret', false, changed({ secret: 'the secret of a stranger' }, rotating)],
    ['no signature', false, changed({ signatures: '' })],
    ['an empty one', false, changed({ signatures: 'v1, v1a,AAAA' })],
    ['no timestamp', false, changed({ timestamp: '' })],
    ['a timestamp that is no number', false, changed({ timestamp: 'now' })],
    ['a timestamp beyond every integer', false, changed({ timestamp: '9'.repeat(30) })],
    ['no id', false, changed({ id: '' })],
  ];
};

const judged = ({ command: [tool = '', ...args] }: Runtime, deliveries: readonly Delivery[]): boolean[] => {
  const lines = deliveries.map(({ secret, id, timestamp, signatures, body }) =>
    [secret, id, timestamp, signatures, body.toString('base64')].join('\t'),
  );
  const { status, stdout, stderr } = spawnSync(tool, args, { cwd: folder, input: `${lines.join('\n')}\n` });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().toLowerCase() === 'true');
};

test('every snippet of integration.md is marked as one that is run: here, on the stack, or with the packed client', () => {
  const page = read('docs/integration.md');
  const marks = [...page.matchAll(/^```(\w.*)$/gm)].map(([, mark]) => mark);
  expect(marks.filter((mark) => mark?.endsWith(' run') !== true)).toEqual([]);
  // The retry loop and the campaigns, with conditions, on lines, with limits and in groups, on the stack; the first call, twice, and the
  // till that keeps receipts by packed.full.test.ts of the client; the producers of streams and the reconciliation on the stack and by
  // the drill `clients`; the proof, the bulk call, «Moving in», «Cards, lost cards, two accounts», four times, «Taking your data out»,
  // «Moving from test to live» and «From our topic into your warehouse» on the stack.
  expect(marks).toHaveLength(snippets.size + 22);
});

test('the chapter on webhooks shows how to verify a delivery in six languages', () => {
  expect([...snippets.keys()].toSorted()).toEqual(Object.keys(runtimes).toSorted());
  expect(here.map(([language]) => language)).toContain('js');
});

test('every snippet compares in constant time, and none reads the legacy header', () => {
  const constantTime =
    /timingSafeEqual|compare_digest|MessageDigest\.isEqual|FixedTimeEquals|hash_equals|hmac\.Equal/;
  for (const code of snippets.values()) {
    expect(code).toMatch(constantTime);
    expect(code).not.toMatch(/sha256=/);
  }
});

test.each(here)(
  '▲ the snippet in %s accepts what we sign within five minutes, and nothing else',
  (language, runtime) => {
    prepare(language, runtime);
    const all = cases();
    const taken = judged(
      runtime,
      all.map(([, , delivery]) => delivery),
    );
    expect(all.map(([what], index) => [what, taken[index]])).toEqual(
      all.map(([what, isTaken]) => [what, isTaken]),
    );
  },
);
