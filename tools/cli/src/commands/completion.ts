import { existsSync, readFileSync } from 'node:fs';
import { Argument, type Command } from 'commander';
import { examples } from '../arguments.ts';
import type { Session } from '../session.ts';

const explanation = `
For bash, add this line to ~/.bashrc:   eval "$(loyaltyctl completion bash)"
For zsh, add it to ~/.zshrc:            eval "$(loyaltyctl completion zsh)"
`;

export const addCompletionCommand = (
  command: Command,
  session: Session,
  loadAll: () => Promise<void>,
): void => {
  const makeScript = async (): Promise<string> => {
    await loadAll();
    return completionOf(command.parent ?? command);
  };
  command
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh']))
    .addHelpText('after', explanation + examples('completion bash'))
    .action(
      session.action(async (task, shell: string) => {
        const script = keptScript() ?? (await makeScript());
        // zsh runs completions that were written for bash.
        task.say(shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script);
        return { document: { shell, script } };
      }),
    );
};

/** The build keeps the script next to the bundle: a shell asks for it at each start, and making it loads every command. */
const keptScript = (): string | null => {
  const path = new URL('../bundle/completion.bash', import.meta.url);
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd() : null;
};

const completionOf = (program: Command): string => `_loyaltyctl() {
  local word=\${COMP_WORDS[COMP_CWORD]} path="" given words=""
  for given in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $given == -* ]] || path+=" $given"
  done
  case "$path " in
${casesOf(program, '').join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [[ \${#COMPREPLY[@]} -gt 0 || $word == -* ]] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -F _loyaltyctl loyaltyctl`;

/** The longest paths come first, because an argument may follow each of them. */
const casesOf = (command: Command, path: string): readonly string[] => {
  const own = [...command.commands.map((one) => one.name()), ...command.options.map(({ long }) => long)];
  const words = [...own, '--help'].filter((word) => word != null).join(' ');
  return [
    ...command.commands.flatMap((one) => casesOf(one, `${path} ${one.name()}`)),
    `    "${path} "*) words="${words}" ;;`,
  ];
};
