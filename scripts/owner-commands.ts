/** The commands of those who run a shop: as `package.json` has them, and those of a release without npm. */
import { commandPrefix } from '#server/platform/way-of-running.ts';

/** Shaped like the others, but for those who have the sources. */
const MAKERS = ['build', 'test', 'release'];

/** Those of a release alone. npm would run a script of the name `install` by itself. */
const releaseCommands = { install: 'scripts/install.ts', uninstall: 'scripts/uninstall.ts', upgrade: 'scripts/upgrade.ts' };

/** Each command with its script, relative to the package. */
export function ownerCommands(scripts: Record<string, string>): Record<string, string> {
  const found = Object.entries(scripts).flatMap(([name, line]) => {
    const script = /^node --import \.\/scripts\/needs-node\.js (scripts\/\S+\.ts)$/.exec(line)?.[1];
    return script === undefined || MAKERS.includes(name) ? [] : [[name, script]];
  });
  return Object.fromEntries(found);
}

/** Those that follow `druse`. */
export const releasedCommands = (scripts: Record<string, string>): Record<string, string> => ({
  ...ownerCommands(scripts),
  ...releaseCommands,
});

/**
 * Which script is meant by what was typed after `druse`, and with which arguments.
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
  return name === '--help' ? { text: list, code: 0 } : { text: `There is no command ${name}.\n\n${list}`, code: 1 };
}
