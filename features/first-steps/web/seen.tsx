import type { Settings } from '#core/contract/admin/settings.ts';
import { formatDollars } from '#core/contract/money.ts';
import { cartTotals, centsOf } from '#core/contract/selling/cart-totals.ts';
import { pieceShipping } from '#core/contract/selling/shipping.ts';
import { shippingBeside } from '#core/contract/selling/shipping-beside.ts';
import { writtenPages } from '#core/contract/storefront/legal.ts';
import { useTypedSetting } from '#core/web/admin/settings/setting-editors.tsx';
import { MailFrame } from '#core/web/messages/mail/mail-frame.tsx';
import { OrderSummary } from '#core/web/selling/checkout/order-summary.tsx';
import { LegalLinks } from '#core/web/storefront/layout/legal-links.tsx';
import { Logo } from '#core/web/storefront/layout/logo.tsx';
import { pathOf } from '#ui/lib/api.ts';

type Props = { settings: Settings };

export function NameSeen({ settings }: Props) {
  const general = useTypedSetting('general') ?? settings.general;
  const { siteTitle, siteTagline, siteDescription, siteName } = general;
  return (
    <div className="border border-line wrap-anywhere">
      <p className="room flex min-h-16 items-center gap-3 px-5 font-serif text-2xl">
        <Logo general={general} className="size-7.5 object-contain" />
        <span className="truncate">{siteTitle}</span>
      </p>
      <dl className="space-y-5 bg-raised p-5">
        <div>
          <dt className="text-fine text-quiet">In the browser tab</dt>
          <dd>
            {siteTitle} – {siteTagline}
          </dd>
        </div>
        <div>
          <dt className="text-fine text-quiet">At the foot of each page</dt>
          <dd className="font-serif text-xl">{siteName || siteTitle}</dd>
          <dd className="mt-1 text-quiet">{siteDescription}</dd>
        </div>
      </dl>
    </div>
  );
}

const [amethyst, fluorite] = [
  {
    specimenId: 1,
    title: 'Amethyst, Las Vigas',
    imageUrl: '',
    price: '180.00',
    shippingPrice: '12.00',
    quantity: 1,
  },
  {
    specimenId: 2,
    title: 'Fluorite, Rogerley Mine',
    imageUrl: '',
    price: '240.00',
    shippingPrice: '18.00',
    quantity: 1,
  },
];

export function ShippingSeen({ settings }: Props) {
  const rule = useTypedSetting('shipping_rule') ?? settings.shipping_rule;
  const legal = useTypedSetting('legal');
  const written = legal ? writtenPages(legal) : settings.legalPages;
  const items = [amethyst, fluorite];
  const price = centsOf(amethyst.price);
  return (
    <div className="border border-line bg-raised p-5">
      <p className="font-serif text-2xl">{amethyst.title}</p>
      <p className="figures mt-1 mb-8 flex flex-wrap items-baseline gap-x-3">
        <span className="text-xl">{formatDollars(price)}</span>
        <span className="text-quiet">
          {shippingBeside(rule, price, pieceShipping(rule, amethyst.shippingPrice) ?? 0)}
        </span>
      </p>
      <OrderSummary
        items={items}
        totals={cartTotals(rule, items)}
        shippingRule={rule}
        notice={() => null}
      />
      <div className="mt-5 border-t border-line pt-3 text-sm">
        {written.length > 0 ? (
          <LegalLinks pages={written} inNewTab />
        ) : (
          <p className="py-1.5 text-quiet">No page about shipping or returns yet.</p>
        )}
      </div>
    </div>
  );
}

export function MailLook({ settings }: Props) {
  const { general, venmo_settings } = settings;
  return (
    <div className="border border-line">
      <dl className="space-y-1 bg-raised px-5 py-4 text-fine wrap-anywhere">
        <div>
          <dt className="inline text-quiet">From: </dt>
          <dd className="inline">{general.siteTitle}</dd>
        </div>
        <div>
          <dt className="inline text-quiet">Replies go to: </dt>
          <dd className="inline">{general.contactEmail}</dd>
        </div>
      </dl>
      {/* Drawn again where what it says has changed. */}
      <MailFrame
        key={JSON.stringify([general, venmo_settings])}
        src={pathOf('GET /api/manage/mail-look')}
        title="An order confirmation, as your buyers get it"
      />
    </div>
  );
}
