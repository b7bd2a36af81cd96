/** Comes to the shop as a visitor does, from outside in. */

import { isLoopback } from '#core/server/config.ts';
import { bad, good, type Look, type Patient, unknown, warning } from '#core/server/findings.ts';
import { boundedText } from '#platform/http/bounded-text.ts';
import { lookAtOwnAddress } from '#platform/http/own-address.ts';
import { makePass, PROBE_PATH, SPOOFED_ADDRESS } from './probe.service.ts';
import { isEnding, LIVE_PATH } from './watched.service.ts';

const TIMEOUT_MS = 10_000;

/** null if the shop is not open to the public. */
const publicOrigin = ({ config: { publicUrl } }: Patient) =>
  publicUrl === null || isLoopback(new URL(publicUrl).hostname) ? null : publicUrl;

const notPublic = unknown('The shop has no public address yet.');

export const lookAtAddress: Look = async (patient) => {
  const origin = publicOrigin(patient);
  if (origin === null) return notPublic;
  const { problem, certificate } = await lookAtOwnAddress(origin, LIVE_PATH, 'ok');
  if (problem !== null)
    return bad(
      `${origin} can’t be opened from this machine: ${problem}.`,
      'Check the domain, the web server in front and the router. If visitors can open it, your router may only refuse its own address from inside.',
    );
  const { headers, body } = await fetch(origin, {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await body?.cancel();
  if (!headers.has('content-security-policy'))
    return warning(
      `${origin} answers, but without the shop’s security headers.`,
      'Let the web server in front pass all headers on.',
    );
  if (certificate === null) return good(`${origin} answers.`);
  const until = certificate.until.toISOString().slice(0, 10);
  if (isEnding(certificate, patient.clock.now().getTime()))
    return warning(
      `${origin} answers. Its certificate is valid until ${until}.`,
      'Check that the web server in front renews it.',
    );
  return good(`${origin} answers, with all headers. Its certificate is valid until ${until}.`);
};

type Seen = { isSpoofed: boolean; isForwarded: boolean; isUntrusted: boolean };

/** Tests TRUST_PROXY: which IP address the shop sees of a visitor, and of one who lies. */
export const lookAtProxy: Look = async (patient) => {
  const origin = publicOrigin(patient);
  if (origin === null) return notPublic;
  const ask = async (headers: Record<string, string>): Promise<Seen> => {
    const url = `${origin}${PROBE_PATH}/${await makePass(patient)}`;
    const response = await fetch(url, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status !== 200) throw new Error(`${response.status}`);
    return JSON.parse((await boundedText(response.body, 1_000)) ?? '') as Seen;
  };
  let honest: Seen;
  let lying: Seen;
  try {
    honest = await ask({});
    lying = await ask({ 'x-forwarded-for': SPOOFED_ADDRESS });
  } catch {
    return unknown(
      'The shop couldn’t reach itself at its own address.',
      'Look at “The shop’s address” first. If it’s good, restart the shop and try again.',
    );
  }
  if (lying.isSpoofed)
    return bad(
      'Visitors can fake their IP address and get around every limit.',
      'TRUST_PROXY counts more proxies than you have. Set it to the number in front of the shop.',
    );
  if (honest.isUntrusted)
    return bad(
      'The proxy in front isn’t trusted, so all visitors share one limit.',
      'Set TRUST_PROXY to the number of proxies in front of the shop, usually 1.',
    );
  if (!honest.isForwarded && patient.config.trustProxy !== 0)
    return warning(
      'TRUST_PROXY is set, but no proxy passes on visitors’ IP addresses.',
      'Let the proxy send X-Forwarded-For, or set TRUST_PROXY to 0.',
    );
  return good('The shop sees visitors’ real IP addresses, and no one can fake one.');
};
