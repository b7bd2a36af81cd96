import { randomBytes } from 'node:crypto';
import { lstat, open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { clockInDoubtSince } from '#core/server/admin/schedule/clock.service.ts';
import { isLoopback } from '#core/server/config.ts';
import { bad, good, type Look, unknown, warning } from '#core/server/findings.ts';
import { ConfigurationError } from '#platform/configuration-error.ts';
import { refuseUnwritable } from '#platform/storage/data-owner.ts';
import { OWN_FILES } from '#platform/storage/private-files.ts';
import { clockOffsetMs } from './clock-offset.service.ts';

const MB = 1024 * 1024;

export const lookAtConfiguration: Look = async ({ config }) => {
  const { publicUrl, adminPassword, databaseUrl, bucket, smtpUrl, trustProxy } = config;
  if (publicUrl === null || isLoopback(new URL(publicUrl).hostname))
    return warning(
      'PUBLIC_URL is not set, so only this machine can open the shop.',
      'Set PUBLIC_URL to the shop’s public address, such as https://druse.example, and restart.',
    );
  if (!publicUrl.startsWith('https:'))
    return bad(
      `PUBLIC_URL is ${publicUrl}, without encryption.`,
      'Put a web server with a certificate in front, and set PUBLIC_URL to its https address.',
    );
  const set = [
    `PUBLIC_URL ${publicUrl}`,
    databaseUrl === null ? 'SQLite' : 'PostgreSQL',
    bucket === null ? 'media in DATA_DIR' : 'media in a bucket',
    ...(adminPassword === null ? [] : ['ADMIN_PASSWORD']),
    ...(smtpUrl === null ? [] : ['SMTP_URL']),
    `TRUST_PROXY ${Array.isArray(trustProxy) ? trustProxy.join(',') : trustProxy}`,
  ];
  return good(`${set.join(' · ')}.`);
};

export const lookAtFiles: Look = async ({ config: { dataDir } }) => {
  try {
    refuseUnwritable(dataDir);
  } catch (error) {
    if (error instanceof ConfigurationError)
      return bad(error.problems.join(' '), 'Run the command in that sentence, and restart.');
    throw error;
  }
  if (process.platform === 'win32')
    return unknown('Everything can be written. Windows does not say who else may read it.');
  const found = await Promise.all(
    OWN_FILES.map(async (file) => ({
      file,
      stat: await lstat(path.join(dataDir, file)).catch(() => null),
    })),
  );
  const open = found
    .filter(({ stat }) => stat && (stat.mode & 0o077) !== 0)
    .map(({ file }) => file);
  if (open.length === 0)
    return good('Everything can be written, and only the shop’s user can read it.');
  return warning(
    `Other users of this machine can read ${open.join(', ')}.`,
    `As the shop’s user: chmod -R go= ${dataDir}`,
  );
};

export const lookAtDisk: Look = async ({ config: { dataDir } }) => {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const share = blocks === 0 ? 1 : bavail / blocks;
  const text = `${sizeOf(bavail * bsize)} are free, ${Math.floor(share * 100)}% of the disk.`;
  const wayOut = 'Delete files you don’t need, or get a larger disk.';
  if (bavail * bsize < 128 * MB) return bad(text, wayOut);
  return share < 0.1 ? warning(text, wayOut) : good(text);
};

const sizeOf = (bytes: number) =>
  bytes < 1024 * MB ? `${Math.floor(bytes / MB)} MB` : `${(bytes / MB / 1024).toFixed(1)} GB`;

const FLUSHES = 5;
/** Each order waits for one flush. */
const SLOW_MS = 100;

export const lookAtSpeed: Look = async ({ config: { dataDir } }) => {
  const file = path.join(dataDir, `shop.doctor-${randomBytes(6).toString('hex')}`);
  const times: number[] = [];
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      for (let time = 0; time < FLUSHES; time += 1) {
        await handle.write(randomBytes(4096));
        const began = performance.now();
        await handle.sync();
        times.push(performance.now() - began);
      }
    } finally {
      await handle.close();
    }
  } finally {
    await rm(file, { force: true });
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(FLUSHES / 2)] ?? 0;
  const text = `Saving takes ${median < 1 ? 'less than 1' : Math.round(median)} ms.`;
  if (median < SLOW_MS) return good(text);
  return warning(
    text,
    'That is slow: every order waits for it. A solid-state drive helps; memory cards and network drives are often like that.',
  );
};

const MAX_OFFSET_MS = 120_000;

export const lookAtClock: Look = async (patient) => {
  const text = `It says ${patient.clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
  if ((await clockInDoubtSince(patient)) !== null)
    return bad(
      `${text} It jumped ahead, so no hold ends.`,
      'Compare it with a watch. If it is right, say so in Today; otherwise set it.',
    );
  const offset = await clockOffsetMs(patient);
  if (offset === null) return good(`${text} Nothing to compare it with.`);
  if (Math.abs(offset) <= MAX_OFFSET_MS)
    return good(
      `${text} It agrees with ${patient.config.databaseUrl === null ? 'the bucket' : 'its neighbors'}.`,
    );
  const minutes = Math.round(Math.abs(offset) / 60_000);
  return bad(
    `${text} It is ${minutes} minutes ${offset > 0 ? 'ahead' : 'behind'}.`,
    'Turn on time synchronization on this machine.',
  );
};
