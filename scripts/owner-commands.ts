import { commandPrefix } from '#platform/process/way-of-running.ts';

const MAKERS = ['build', 'test', 'release'];

/** Only a release has these. npm would run a script of the name `install` by itself. */
const releaseCommands = {
  install: 'scripts/install.ts',
  uninstall: 'scripts/uninstall.ts',
  upgrade: 'scripts/upgrade.ts',
};

export function ownerCommands(scripts: Record<string, string>): Record<string, string> {
  const found = Object.entries(scripts).flatMap(([name, line]) => {
    const script = /^node --import \.\/scripts\/needs-node\.js (scripts\/\S+\.ts)$/.exec(line)?.[1];
    return script === undefined || MAKERS.includes(name) ? [] : [[name, script]];
  });
  return Object.fromEntries(found);
}

export const releasedCommands = (scripts: Record<string, string>): Record<string, string> => ({
  ...ownerCommands(scripts),
  ...releaseCommands,
});

/**
 * Finds the script and arguments of what was typed after `druse`.
 * @returns a text instead where no command was named, or one that there is not.
 */
export function commandTyped(
  scripts: Record<string, string>,
  [name = '--help', ...args]: string[],
): { script: string; args: string[] } | { text: string; code: number } {
  const commands = releasedCommands(scripts);
  if (name === '--version') return { script: commands.start ?? '', args: [name] };
  // What `Object` brings along is no command.
  const script = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (script !== undefined) return { script, args };
  const program = commandPrefix === 'npm' ? 'druse' : commandPrefix;
  const list = `${program} start\n\nCommands: ${Object.keys(commands).join(', ')}. ${program} COMMAND --help says more.`;
  return name === '--help'
    ? { text: list, code: 0 }
    : { text: `There is no command ${name}.\n\n${list}`, code: 1 };
}
