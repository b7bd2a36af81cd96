/** `node tests/support/obstacle.ts firefox` prints what this machine lacks for a suite, in words, and nothing where it can run. */
const obstacles: Record<string, () => Promise<string | null>> = {
  firefox: async () => (await import('../browsers/firefox.ts')).firefox.missing,
  webkit: async () => (await import('../browsers/webkit.ts')).webkit.missing,
  servers: missingServer,
  deploy: async () => [...(await import('../deploy/image.ts')).missingTools(), (await missingServer()) ?? []].flat().join('; '),
};

async function missingServer(): Promise<string | null> {
  const { findPostgresBinaries } = await import('./postgres-server.ts');
  return findPostgresBinaries() ? null : 'PostgreSQL is missing: apt-get install postgresql';
}

const obstacle = obstacles[process.argv[2] ?? ''];
if (!obstacle) throw new Error(`The suites with obstacles are ${Object.keys(obstacles).join(', ')}`);
const reason = await obstacle();
if (reason) console.log(reason);
