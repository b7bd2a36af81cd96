import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { COULD_NOT } from '../scripts/programs.ts';
import { root } from './support/imports.ts';

/** What the audit ends with and says where the registry answers so. */
async function audited(status: number, body: string) {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const env = { ...process.env, npm_config_registry: registry, npm_config_fetch_retries: '0' };
  const words = ['scripts/audit.ts'];
  return new Promise<[number | null, string]>((resolve) => {
    const child = execFile(process.execPath, words, { cwd: root, env }, (_error, stdout) => {
      server.close();
      resolve([child.exitCode, stdout]);
    });
  });
}

test('an audit that the registry refuses is no good news', async () => {
  expect(await audited(405, '{}')).toEqual([
    COULD_NOT,
    expect.stringMatching(/^Not audited: the registry gave no answer \(405 /),
  ]);
});

test('an audit without findings is good news', async () => {
  expect(await audited(200, '{}')).toEqual([0, '0 vulnerable dependencies, 0 with a fix\n']);
});
