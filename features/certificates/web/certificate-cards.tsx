import type { CSSProperties } from 'react';
import {
  cardRows,
  certificateStateTable,
} from '#features/certificates/contract/certificate-rules.ts';
import type { Certificate } from '#features/certificates/contract/certificates.ts';
import type { PaperSize } from '#features/paper/contract/paper-sizes.ts';
import { Loading, NothingToPrint } from '#features/paper/web/loading.tsx';
import type { PaperProps } from '#features/paper/web/paper-search.ts';
import { Papers } from '#features/paper/web/papers.tsx';
import { SizeChoice } from '#features/paper/web/size-choice.tsx';
import { titleClass } from '#features/paper/web/title-class.ts';
import { formatDay } from '#ui/lib/format.ts';
import QrCode from '#ui/qr-code.tsx';
import { titleLines } from './card-title.ts';
import type { CertificatesSearch } from './certificates-search.ts';
import { certificatesQuery } from './certifying-queries.ts';

/** In millimeters; `page` is the name in paper.css. */
const cards: Record<PaperSize, { page: string; width: number; height: number }> = {
  letter: { page: 'card-letter', width: 152.4, height: 101.6 },
  a4: { page: 'card-a4', width: 148, height: 105 },
};
const cardNames: Record<PaperSize, string> = { letter: '6 × 4 in', a4: 'A6' };

export function CertificateCards({ search, timeZone, onSearch }: PaperProps<CertificatesSearch>) {
  if (search.codes === undefined)
    return <NothingToPrint text="Make certificates first, from an order." />;
  return (
    <Loading query={certificatesQuery(search.codes)}>
      {({ certificates, size: usual }) => {
        const size = search.size ?? usual;
        const shown = certificates.filter(({ state }) => certificateStateTable[state].isPrinted);
        const refused = certificates.filter(({ state }) => !certificateStateTable[state].isPrinted);
        return (
          <Papers
            width={cards[size].width}
            canPrint={shown.length > 0}
            options={
              <SizeChoice
                label="Card"
                names={cardNames}
                size={size}
                onChange={(chosen) => onSearch({ ...search, size: chosen })}
              />
            }
            notice={
              <>
                {certificates.length === 0 && (
                  <NothingToPrint text="No certificates have these codes." />
                )}
                {refused.map(({ code, state }) => (
                  <p key={code} role="alert" className="mt-5 callout look-bad">
                    {code}: {certificateStateTable[state].text}
                  </p>
                ))}
              </>
            }
          >
            {shown.map((certificate) => (
              <Card
                key={certificate.code}
                certificate={certificate}
                size={size}
                timeZone={timeZone}
              />
            ))}
          </Papers>
        );
      }}
    </Loading>
  );
}

function Card({
  certificate: { code, url, signed, picturePath, keyFingerprint },
  size,
  timeZone,
}: {
  certificate: Certificate;
  size: PaperSize;
  timeZone: string;
}) {
  if (!signed) return null;
  const { page, width, height } = cards[size];
  const factOf = (wanted: string) => signed.facts.find(({ name }) => name === wanted)?.value ?? '';
  const title = factOf('title');
  const rows = cardRows(signed.facts);
  return (
    <article
      aria-label={`Certificate of ${title}`}
      className="certificate-card"
      style={{ page, width: `${width}mm`, height: `${height}mm` }}
    >
      <div className="certificate-picture">{picturePath && <img src={picturePath} alt="" />}</div>
      <div className="certificate-words">
        <p className="label">Certificate of {signed.shop}</p>
        <h2
          dir="auto"
          className={titleClass(title)}
          style={{ '--lines': titleLines(rows) } as CSSProperties}
        >
          {title}
        </h2>
        <dl className="figures">
          {rows.map(({ name, label, value }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
          {signed.pieces > 1 && (
            <div>
              <dt>Pieces</dt>
              <dd>{signed.pieces}</dd>
            </div>
          )}
        </dl>
        <div className="certificate-description">
          <p dir="auto">{factOf('description')}</p>
        </div>
        <footer>
          <div className="certificate-code">
            <QrCode text={url} label={`QR code of ${url}`} className="block w-full" />
          </div>
          <p>
            {signed.specimen.catalogueNumber}, signed {formatDay(signed.issuedAt, timeZone)}
            <br />
            <b>{code}</b>
            <br />
            In full at {url.replace(/^https?:\/\//, '').replace(`/${code}`, '')}
            <br />
            Key {keyFingerprint}
          </p>
        </footer>
      </div>
    </article>
  );
}
