import { format } from 'node:util';
import { afterEach, expect } from 'vitest';

/** Shared by every instance of this module: it runs again for each test file, while helpers that a worker has loaded keep the first one. */
const shared = globalThis as typeof globalThis & { printedErrors?: string[] };
shared.printedErrors ??= [];
const printed = shared.printedErrors;
console.error = (...words: unknown[]) => {
  printed.push(format(...words));
};

/** What was printed since the last call; a test that expects an error line takes it, so that it does not fail for it. */
export const takeConsoleErrors = (): string[] => printed.splice(0);

afterEach(() => {
  expect(takeConsoleErrors(), 'console.error was called').toEqual([]);
});
