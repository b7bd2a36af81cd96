/** npm with the sources, an unpacked release, or an installed one. */
export const commandPrefixes = ['npm', './druse', 'druse'] as const;
export type CommandPrefix = (typeof commandPrefixes)[number];

/** @param text with npm's commands. */
export const commandsAs = (prefix: CommandPrefix, text: string): string =>
  prefix === 'npm'
    ? text
    : text
        .replaceAll(/\bnpm (?:run )?(?=[a-z])/g, `${prefix} `)
        .replaceAll(/(?<=[ [])-- (?=\S)/g, '');
