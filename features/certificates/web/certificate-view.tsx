import { Link } from '@tanstack/react-router';
import type { Tone } from '#core/contract/tables.ts';
import {
  certificateStateTable,
  factRows,
} from '#features/certificates/contract/certificate-rules.ts';
import type {
  Certificate,
  CertificateDocument,
} from '#features/certificates/contract/certificates.ts';
import { pathOf } from '#ui/lib/api.ts';
import { formatDay } from '#ui/lib/format.ts';

const plain = { border: 'border-field', text: 'text-quiet' };
const tones: Record<Tone, { border: string; text: string }> = {
  good: { border: 'border-good', text: 'text-good' },
  warn: { border: 'border-warn', text: 'text-warn' },
  bad: { border: 'border-bad', text: 'text-bad' },
  quiet: plain,
  info: plain,
  progress: plain,
};

type Props = { certificate: Certificate; timeZone: string };

export function CertificateView({ certificate, timeZone }: Props) {
  const { signed, picturePath } = certificate;
  const title = signed?.facts.find(({ name }) => name === 'title')?.value;
  return (
    <article className="page min-h-[60svh] py-10 md:py-14">
      <div
        className={`grid gap-x-16 gap-y-8 lg:gap-x-24 ${picturePath ? 'md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]' : ''}`}
      >
        {picturePath && (
          <div className="room self-start overflow-hidden md:sticky md:top-24">
            <img
              src={picturePath}
              alt={title ?? ''}
              className="aspect-square w-full object-contain"
            />
          </div>
        )}
        <div className="min-w-0 max-w-2xl">
          {signed && <p className="label text-quiet">Certificate of {signed.shop}</p>}
          <h1
            dir="auto"
            className="mt-3 text-[clamp(1.9rem,3.4vw,3rem)] leading-[1.05] wrap-anywhere"
          >
            {title ?? 'Certificate'}
          </h1>
          <Verdict certificate={certificate} />
          {signed && <Facts signed={signed} timeZone={timeZone} />}
          <Proof certificate={certificate} />
        </div>
      </div>
    </article>
  );
}

function Verdict({ certificate: { state, changed, specimenPath } }: { certificate: Certificate }) {
  const { label, tone, text } = certificateStateTable[state];
  return (
    <div role="status" className={`mt-6 border-l-4 py-2 pl-4 ${tones[tone].border}`}>
      <p className={`label ${tones[tone].text}`}>{label}</p>
      <p className="mt-1">
        {text}
        {changed.length > 0 && ` ${changed.join(', ').toLowerCase()}.`}
      </p>
      {specimenPath !== null && (
        <Link
          to="/specimen/$specimen"
          params={{ specimen: specimenPath.replace('/specimen/', '') }}
          className="inline-flex min-h-11 items-center text-link print:hidden"
        >
          See our current listing
        </Link>
      )}
    </div>
  );
}

function Facts({ signed, timeZone }: { signed: CertificateDocument; timeZone: string }) {
  const shown = factRows(signed.facts);
  const description = signed.facts.find(({ name }) => name === 'description')?.value ?? '';
  const rows: [string, string][] = [
    ...shown.map(({ label, value }): [string, string] => [label, value]),
    ...(signed.pieces > 1 ? [['Quantity', String(signed.pieces)] satisfies [string, string]] : []),
    ['Catalog number', signed.specimen.catalogueNumber],
    ['Signed', formatDay(signed.issuedAt, timeZone)],
  ];
  return (
    <>
      <dl className="figures mt-8 border-t border-line text-fine">
        {rows.map(([name, value]) => (
          <div
            key={name}
            className="grid grid-cols-[7rem_1fr] gap-4 border-b border-line py-2.5 sm:grid-cols-[9rem_1fr]"
          >
            <dt className="text-quiet">{name}</dt>
            <dd dir="auto" className="wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {description !== '' && (
        <p dir="auto" className="mt-6 leading-relaxed whitespace-pre-line wrap-anywhere">
          {description}
        </p>
      )}
    </>
  );
}

function Proof({ certificate: { code, keyFingerprint, signed } }: { certificate: Certificate }) {
  const link = 'inline-flex min-h-11 items-center text-link';
  return (
    <section aria-labelledby="proof" className="mt-10 border-t border-line pt-6">
      <h2 id="proof" className="text-xl">
        Check it yourself
      </h2>
      <p className="mt-2 text-sm text-quiet">
        {signed
          ? 'The file contains an exact copy of what was signed, its Ed25519 signature and our public key. The card that came with the piece shows the same code and key.'
          : 'The file contains what’s stored under this code, a signature that doesn’t match it and our public key.'}
      </p>
      <dl className="figures mt-3 grid grid-cols-[9rem_1fr] gap-x-4 gap-y-1 text-sm wrap-anywhere">
        <dt className="text-quiet">Code</dt>
        <dd>{code}</dd>
        <dt className="text-quiet">Key</dt>
        <dd>{keyFingerprint}</dd>
      </dl>
      <p className="mt-2 flex flex-wrap gap-x-6 print:hidden">
        <a
          href={pathOf('GET /api/certificates/:code/signed', { params: { code } })}
          download
          className={link}
        >
          Signed file
        </a>
        <a href="/api/certificate-key" download className={link}>
          Public key
        </a>
      </p>
    </section>
  );
}
