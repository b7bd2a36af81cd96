const WRITTEN = '# Written by druse install';

/**
 * Changes only lines with paths of `deploy/druse.service`, and drops the comment about setting it
 * up by hand.
 */
export function unitFor(template: string, home: string): string {
  const installed = template
    .slice(template.indexOf('[Unit]'))
    .replace('ExecStart=/opt/druse/node_modules/.bin/node', `ExecStart=${home}/current/node/node`)
    .replace(
      'WorkingDirectory=/opt/druse',
      `WorkingDirectory=${home}/current\nExecStartPre=+${home}/before-start`,
    );
  return `${WRITTEN}, which writes it again: put changes into a drop-in (systemctl edit druse).\n${installed}`;
}

/** Starts `deploy/druse-failure.service` once the shop's unit has failed for good. */
export function failureUnitFor(template: string): string {
  const help =
    'which writes it again. What tells you belongs into a drop-in (systemctl edit druse-failure):\n# ExecStart= without anything, then ExecStart= with your command.';
  return `${WRITTEN}, ${help}\n${template.slice(template.indexOf('[Unit]'))}`;
}

/**
 * A unit that somebody put there by hand is not ours to write over.
 * @param unit null: there is none.
 */
export const isByHand = (unit: string | null): boolean =>
  unit !== null && !unit.startsWith(WRITTEN);

/**
 * Fits `deploy/Caddyfile` to one process on this machine.
 * @param email where the authority writes about certificates.
 */
export function siteFor(
  template: string,
  { domain, email, port }: { domain: string; email: string; port: number },
): string {
  return template
    .replace('{$DOMAIN} {\n', `${domain} {\n\ttls ${email}\n`)
    .replace(/\n\t#[^\n]*\n(?=\treverse_proxy )/, '\n')
    .replace(/\{\$SHOPS:[^}]*\}/, `127.0.0.1:${port}`);
}

/** Debian's own Caddyfile, without comments and spaces: a page that says that it works. */
const DEBIANS_OWN = ':80{root*/usr/share/caddyfile_server}';

export function withImport(caddyfile: string, site: string): string {
  const line = `import ${site}`;
  if (caddyfile.split('\n').includes(line)) return caddyfile;
  const isDebiansOwn = caddyfile.replaceAll(/#.*$/gm, '').replaceAll(/\s/g, '') === DEBIANS_OWN;
  return isDebiansOwn || caddyfile.trim() === ''
    ? `${line}\n`
    : `${caddyfile.trimEnd()}\n\n${line}\n`;
}

export const withoutImport = (caddyfile: string, site: string): string =>
  caddyfile.replace(`import ${site}\n`, '');

export function withVariable(text: string, name: string, value: string): string {
  const line = `${name}=${value}`;
  const pattern = new RegExp(`^${name}=.*$`, 'm');
  if (pattern.test(text)) return text.replace(pattern, line);
  return text === '' || text.endsWith('\n') ? `${text}${line}\n` : `${text}\n${line}\n`;
}
