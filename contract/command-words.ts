/** What commands begin with: npm with the sources, the program of an unpacked release, or that of an installed one. */
export const commandPrefixes = ['npm', './druse', 'druse'] as const;
export type CommandPrefix = (typeof commandPrefixes)[number];

/** The text with its commands as they are typed where the shop runs. @param text says what to type where there is npm. */
export const commandsAs = (prefix: CommandPrefix, text: string): string =>
  prefix === 'npm' ? text : text.replaceAll(/\bnpm (?:run )?(?=[a-z])/g, `${prefix} `).replaceAll(/(?<=[ [])-- (?=\S)/g, '');
