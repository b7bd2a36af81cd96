import { asTyped } from './process/way-of-running.ts';

export class ConfigurationError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    const list = problems.map((problem) => `  - ${problem}`).join('\n');
    super(
      `Druse cannot start:\n${list}\nEvery name with its meaning: ${asTyped('npm start -- --help')}`,
    );
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}
