import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { findPostgresBinaries, stopPostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of this run, for what its test files share. */
    runFolder: string;
  }
}

export default function setup(project: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), 'druse-tests-'));
  project.provide('runFolder', folder);
  const binaries = findPostgresBinaries();
  if (!binaries) {
    console.log(
      'No PostgreSQL server binaries in /usr/lib/postgresql/*/bin or PATH: tests on a real server are skipped, those on PGlite run.',
    );
  }
  return () => stopPostgresServer(binaries, folder);
}
