import { operation } from "./operation.ts";

export const completion = operation(
  {
    name: "completion",
    summary: "print the script that makes a shell complete this command, with the numbers of the list",
    arguments: {
      shell: { value: "shell", summary: "which shell", choices: ["bash", "zsh", "fish"], isRequired: true },
    },
    examples: [
      'tasks completion zsh > "$fpath[1]/_tasks"',
      "tasks completion fish > ~/.config/fish/completions/tasks.fish",
      "source <(tasks completion bash)",
    ],
  },
  async ({ shell }) => {
    const script = scripts[shell];
    return { json: { shell, script }, text: script.trimEnd() };
  },
);

/**
 * The script for each shell. None contains commands or options: they ask the program, which knows its declarations and
 * the numbers of the list.
 */
const scripts = {
  bash: `# Completion of tasks for bash: source <(tasks completion bash)
_tasks_completion() {
  local cur=\${COMP_WORDS[COMP_CWORD]} value description
  COMPREPLY=()
  while IFS=$'\\t' read -r value description; do
    if [[ $value == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$cur")
      return
    fi
    # Between quotation marks the word goes in as it is.
    if [[ $cur != [\\"\\']* && $value == *[!A-Za-z0-9.,:=/_-]* ]]; then printf -v value %q "$value"; fi
    COMPREPLY+=("$value")
  done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _tasks_completion tasks
`,
  zsh: `#compdef tasks
# Completion of tasks for zsh: tasks completion zsh > "$fpath[1]/_tasks"
_tasks() {
  local line value
  local -a candidates
  while IFS= read -r line; do
    if [[ $line == :files* ]]; then
      _files
      return
    fi
    value=\${line%%$'\\t'*}
    candidates+=("\${value//:/\\\\:}:\${line#*$'\\t'}")
  done < <("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe -V 'tasks' candidates
}
if [[ \${funcstack[1]} == _tasks ]]; then
  _tasks "$@"
else
  compdef _tasks tasks
fi
`,
  fish: `# Completion of tasks for fish: tasks completion fish > ~/.config/fish/completions/tasks.fish
function __tasks_completion
    set -l words (commandline -opc) (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    for line in ($program __complete -- $words 2>/dev/null)
        if string match -q ':files*' -- $line
            __fish_complete_path (commandline -ct)
        else
            printf '%s\\n' $line
        end
    end
end
complete -c tasks -f -k -a '(__tasks_completion)'
`,
};
