import { Argument, type Command } from 'commander';
import { examples } from '../arguments.ts';
import type { Session } from '../session.ts';

const explanation = `
For bash, add this line to ~/.bashrc:   eval "$(loyaltyctl completion bash)"
For zsh, add it to ~/.zshrc:            eval "$(loyaltyctl completion zsh)"
`;

export const addCompletionCommand = (program: Command, session: Session): void => {
  program
    .command('completion')
    .description('Print a script with which a shell completes commands, options and files.')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh']))
    .addHelpText('after', explanation + examples('completion bash'))
    .action(
      session.action((task, shell: string) => {
        const script = completionOf(program);
        // zsh runs completions that were written for bash.
        task.say(shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script);
        return Promise.resolve({ document: { shell, script } });
      }),
    );
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
