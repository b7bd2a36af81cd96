import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Settings } from '#core/contract/admin/settings.ts';
import type { ShownFact } from '#core/contract/catalogue/shown-facts.ts';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { specimenStatusTable } from '#core/contract/catalogue/statuses.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { pieceShipping, type ShippingRule } from '#core/contract/selling/shipping.ts';
import { shippingBeside } from '#core/contract/selling/shipping-beside.ts';
import { SpecimenParts } from '#core/web/on-specimen.tsx';
import { Formula } from '#ui/formula.tsx';
import { canBeBought } from './purchase.tsx';
import { Size } from './size.tsx';

type Props = {
  specimen: SpecimenDetail;
  settings: Pick<Settings, 'shipping_rule'>;
  /** 1 on the page, 2 in the quick view. */
  level: 1 | 2;
  /** A form says what shipping costs. */
  isBuying: boolean | undefined;
  children?: ReactNode;
};

export function SpecimenLabel({ specimen, settings, level, isBuying, children }: Props) {
  const Heading = `h${level}` as const;
  const { facts } = specimen;
  const kinds = new Set(facts.flatMap(({ kind }) => kind || []));
  const draw = (kind?: string) =>
    facts
      .filter((fact) => fact.kind === kind)
      .map(({ name, lines }) => (
        <Fact key={name} name={name}>
          {name === 'Dimensions' && specimen.isMeasured ? (
            <Size lines={lines} />
          ) : (
            lines.map((line) => <Line key={line.parts[0]?.text} {...line} />)
          )}
          <SpecimenParts at="underFact" specimen={specimen} name={name} />
        </Fact>
      ));
  return (
    <div>
      {!specimen.visible && (
        <p className="label mb-4 inline-block border border-warn px-2 py-1 text-warn">
          Hidden from Gallery
        </p>
      )}
      {/* A long title is set smaller, or the price would be out of sight. */}
      <Heading
        className={`leading-[1.05] wrap-anywhere ${specimen.title.length > 90 ? 'text-3xl' : 'text-[clamp(1.9rem,3.4vw,3rem)]'}`}
      >
        {specimen.title}
      </Heading>
      <Price
        specimen={specimen}
        rule={settings.shipping_rule}
        saysShipping={level === 1 && !isBuying}
      />
      <StatusBanner specimen={specimen} />
      <SpecimenParts at="underStatus" specimen={specimen} />
      {children}
      {specimen.visible && (
        <p className="mt-4 flex flex-wrap gap-x-6 empty:hidden print:hidden">
          <SpecimenParts at="actions" specimen={specimen} />
        </p>
      )}
      {specimen.description !== '' && (
        <p className="mt-8 max-w-prose text-prose leading-relaxed whitespace-pre-line wrap-anywhere">
          {specimen.description}
        </p>
      )}
      <dl className="figures mt-8 border-t border-line text-fine">
        {draw()}
        <Fact name="Added">
          <time dateTime={specimen.createdAt}>{specimen.addedOn}</time>
        </Fact>
        {draw('')}
      </dl>
      {[...kinds].map((kind) => (
        <details key={kind} className="figures text-fine">
          <summary className="border-b border-line py-2.5 mouse:hover:text-accent">{kind}</summary>
          <dl>{draw(kind)}</dl>
        </details>
      ))}
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[clamp(8rem,26%,11rem)_1fr] gap-4 border-b border-line py-1.5 leading-7">
    <dt className="text-quiet">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

const Line = ({ parts, formula }: ShownFact['lines'][number]) => (
  <span className="block">
    {parts.map(({ text, href }, index) =>
      href ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: what the server has written never moves
        <Link key={index} to={href} className="text-link">
          {text}
        </Link>
      ) : (
        text
      ),
    )}
    {formula && (
      <span className="ml-3 text-quiet">
        <Formula formula={formula} />
      </span>
    )}
  </span>
);

function Price({
  specimen,
  rule,
  saysShipping,
}: {
  specimen: SpecimenDetail;
  rule: ShippingRule;
  saysShipping: boolean;
}) {
  if (specimen.price === null) return <p className="mt-4 text-lg text-quiet">Not for sale</p>;
  const cents = parseAmount(specimen.price);
  const shipping = pieceShipping(rule, specimen.shippingPrice);
  const isOffered = specimen.forSale && specimen.status !== 'sold';
  const shippingWords =
    shipping === null
      ? `Shipping: ${specimen.shippingPrice}`
      : shippingBeside(rule, cents ?? 0, shipping, canBeBought(specimen));
  return (
    <p className="figures mt-2 flex flex-wrap items-baseline gap-x-3 lg:mt-4">
      <span className="text-2xl">{cents === null ? specimen.price : formatDollars(cents)}</span>
      {isOffered && saysShipping && <span className="text-quiet">{shippingWords}</span>}
      {!specimen.forSale && <span className="text-quiet">Not for sale right now</span>}
    </p>
  );
}

function StatusBanner({ specimen: { status, pendingUntil } }: { specimen: SpecimenDetail }) {
  const { label, tone, notice } = specimenStatusTable[status];
  if (notice === null) return null;
  return (
    <div
      role="status"
      className={`mt-5 flex flex-wrap items-center gap-3 border-l-4 py-2 pl-4 ${tone === 'good' ? 'border-good' : 'border-warn'}`}
    >
      <span className={`label ${tone === 'good' ? 'text-good' : 'text-warn'}`}>{label}</span>
      <span>{notice}</span>
      {pendingUntil && (
        <span className="figures basis-full text-sm text-quiet">{pendingUntil}</span>
      )}
    </div>
  );
}
