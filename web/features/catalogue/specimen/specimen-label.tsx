import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Settings } from '#contract/admin/settings.ts';
import type { ShownFact } from '#contract/catalogue/shown-facts.ts';
import type { SpecimenDetail } from '#contract/catalogue/specimens.ts';
import { specimenStatusTable } from '#contract/catalogue/statuses.ts';
import { ASK_ABOUT_PIECE } from '#contract/messages/ask-words.ts';
import { formatDollars, parseAmount } from '#contract/money.ts';
import { pieceShipping, type ShippingRule } from '#contract/selling/shipping.ts';
import { shippingBeside } from '#contract/selling/shipping-beside.ts';
import { SpecimenParts } from '#web/on-specimen.tsx';
import { Formula } from '#web/ui/formula.tsx';
import { Size } from './size.tsx';

type Props = {
  specimen: SpecimenDetail;
  settings: Pick<Settings, 'shipping_rule'>;
  /** The heading's level: 1 on the page, 2 in the quick view. */
  level: 1 | 2;
  /** Whether a form says what shipping costs. */
  isBuying: boolean | undefined;
  /** Buttons: buy, add to the cart. */
  children?: ReactNode;
};

/** The label of a specimen: title, facts, price, status, description. */
export function SpecimenLabel({ specimen, settings, level, isBuying, children }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div>
      {!specimen.visible && <p className="label mb-4 inline-block border border-warn px-2 py-1 text-warn">Hidden from Gallery</p>}
      {/* A long title is set smaller, or the price would be out of sight. */}
      <Heading className={`leading-[1.05] wrap-anywhere ${specimen.title.length > 90 ? 'text-3xl' : 'text-[clamp(1.9rem,3.4vw,3rem)]'}`}>
        {specimen.title}
      </Heading>
      <Price specimen={specimen} rule={settings.shipping_rule} isBuying={isBuying} />
      <StatusBanner specimen={specimen} />
      <SpecimenParts at="underStatus" specimen={specimen} />
      {children}
      {specimen.visible && (
        <p className="mt-4 flex flex-wrap gap-x-6 print:hidden">
          <Link
            to="/ask/$specimen"
            params={{ specimen: String(specimen.id) }}
            className="inline-flex min-h-11 items-center text-quiet underline decoration-line underline-offset-4 hover:text-accent"
          >
            {ASK_ABOUT_PIECE}
          </Link>
          <SpecimenParts at="actions" specimen={specimen} />
        </p>
      )}
      {specimen.description !== '' && (
        <p className="mt-8 max-w-prose text-prose leading-relaxed whitespace-pre-line wrap-anywhere">{specimen.description}</p>
      )}
      <dl className="figures mt-8 border-t border-line text-fine">
        {specimen.facts.map(({ name, lines }) => (
          <Fact key={name} name={name}>
            {name === 'Dimensions' && specimen.isMeasured ? (
              <Size specimen={specimen} lines={lines} />
            ) : (
              lines.map((line) => <Line key={line.parts[0]?.text} {...line} />)
            )}
            <SpecimenParts at="underFact" specimen={specimen} name={name} />
          </Fact>
        ))}
        <Fact name="Added">
          <time dateTime={specimen.createdAt}>{specimen.addedOn}</time>
        </Fact>
      </dl>
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[clamp(8rem,26%,11rem)_1fr] gap-4 border-b border-line py-2.5">
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

function Price({ specimen, rule, isBuying }: { specimen: SpecimenDetail; rule: ShippingRule; isBuying: boolean | undefined }) {
  if (specimen.price === null) return <p className="mt-4 text-lg text-quiet">Not for sale</p>;
  const cents = parseAmount(specimen.price);
  const shipping = pieceShipping(rule, specimen.shippingPrice);
  const isOffered = specimen.forSale && specimen.status !== 'sold';
  const shippingWords = shipping === null ? `Shipping: ${specimen.shippingPrice}` : shippingBeside(rule, cents ?? 0, shipping);
  return (
    <p className="figures mt-4 flex flex-wrap items-baseline gap-x-3">
      <span className="text-2xl">{cents === null ? specimen.price : formatDollars(cents)}</span>
      {isOffered && !isBuying && <span className="text-quiet">{shippingWords}</span>}
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
      {pendingUntil && <span className="figures basis-full text-sm text-quiet">{pendingUntil}</span>}
    </div>
  );
}
