/** A shop that systemd runs has its configuration in a file that no shell reads. */
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Environment, readEnvironment } from '#core/server/config.ts';
import { ConfigurationError } from '#platform/configuration-error.ts';

export const UNIT = { file: '/etc/druse.env', dataDir: '/var/lib/druse' };

/**
 * The environment and `.env`; where neither says where the shop's data are, that of the systemd
 * unit, if there is one.
 * @param say is told that it was taken.
 * @throws ConfigurationError where this user may not read it.
 */
export function shopEnvironment(
  given: Environment = readEnvironment(),
  unit = UNIT,
  say: (message: string) => void = console.error,
): Environment {
  if (given.DATA_DIR || given.DATABASE_URL || !existsSync(unit.file)) return given;
  const environment: Environment = {
    DATA_DIR: unit.dataDir,
    ...parseEnv(readUnitFile(unit.file)),
    ...given,
  };
  const place = environment.DATABASE_URL
    ? 'DATABASE_URL as it says'
    : `DATA_DIR ${environment.DATA_DIR}`;
  say(`With the configuration of ${unit.file}: ${place}.`);
  return environment;
}

function readUnitFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigurationError([
      `The shop's configuration ${file} cannot be read by this user: run the command as root, or set DATA_DIR or DATABASE_URL`,
    ]);
  }
}
