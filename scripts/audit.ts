/**
 * `node scripts/audit.ts` fails if a dependency has a known vulnerability with a published fix. Where
 * the registry gives no answer it says so, and ends with `COULD_NOT`: that is no good news.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { COULD_NOT, programCall } from './programs.ts';

type Vulnerability = {
  name: string;
  severity: string;
  fixAvailable: boolean | { name: string; version: string };
};
type Report = {
  auditReportVersion?: number;
  vulnerabilities?: Record<string, Vulnerability>;
  message?: string;
};

const { file, args, shell } = programCall('npm', ['audit', '--json']);
const cwd = path.join(import.meta.dirname, '..');
const { stdout, error } = spawnSync(file, args, { cwd, shell, encoding: 'utf8', timeout: 60_000 });
const report = parse(stdout);
if (report?.auditReportVersion === undefined) {
  const reason = report?.message ?? error?.message ?? 'it sent nothing that npm can read';
  console.log(`Not audited: the registry gave no answer (${reason}).`);
  process.exitCode = COULD_NOT;
} else {
  const found = Object.values(report.vulnerabilities ?? {});
  for (const { name, severity, fixAvailable } of found) {
    const fix =
      typeof fixAvailable === 'object'
        ? `install ${fixAvailable.name} ${fixAvailable.version}`
        : 'run npm audit fix';
    console.log(`${name}: ${severity}; ${fixAvailable ? fix : 'no fix is published yet'}`);
  }
  const fixable = found.filter(({ fixAvailable }) => fixAvailable);
  console.log(`${found.length} vulnerable dependencies, ${fixable.length} with a fix`);
  process.exitCode = fixable.length === 0 ? 0 : 1;
}

function parse(text: string | null): Report | null {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
