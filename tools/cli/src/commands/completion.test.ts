import { execFileSync } from 'node:child_process';
import { captureRun } from '../testing/captured-run.ts';

/** Returns what bash offers for the last of these words. */
const offered = (script: string, words: readonly string[]): readonly string[] => {
  const asked = ['loyaltyctl', ...words].map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${asked}); COMP_CWORD=${words.length.toString()}; _loyaltyctl; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', `${script}\n${ask}`], { cwd: '/' })
    .toString()
    .trim()
    .split('\n');
};

it('completes commands, their options and files', async () => {
  const { exitCode, out } = await captureRun(['completion', 'bash']);
  expect(exitCode).toBe(0);
  expect(offered(out, ['memb'])).toEqual(['members']);
  expect(offered(out, ['members', ''])).toEqual(expect.arrayContaining(['show', 'erase']));
  expect(offered(out, ['members', 'show', 'customer-42', '--ten'])).toEqual(['--tenant']);
  expect(offered(out, ['api', 'evaluateTr'])).toEqual(['evaluateTransaction']);
  expect(offered(out, ['receipts', 'send', 'et'])).toEqual(['etc']);
});

it('loads the completions of bash into zsh, and knows no other shell', async () => {
  expect((await captureRun(['completion', 'zsh'])).out).toMatch(/^autoload .*bashcompinit/);
  expect((await captureRun(['completion', 'tcsh'])).exitCode).toBe(2);
});
