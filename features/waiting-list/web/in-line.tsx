import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Settings } from '#core/contract/admin/settings.ts';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { posterOf, renditionUrl } from '#core/contract/media/media-urls.ts';
import type { KeyedLink } from '#core/contract/messages/keyed-links.ts';
import { buyLabel } from '#core/contract/selling/venmo.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { SpecimenBeside } from '#core/web/catalogue/specimen/specimen-beside.tsx';
import { specimenQuery } from '#core/web/catalogue/specimen/specimen-queries.ts';
import { AddToCart } from '#core/web/selling/cart/add-to-cart.tsx';
import { cartActions } from '#core/web/selling/cart/cart-store.ts';
import { entryEndTable, entryIn } from '#features/waiting-list/contract/waiting-rules.ts';
import { Place } from '#features/waiting-list/web/place.tsx';
import { entryQuery } from '#features/waiting-list/web/waiting-queries.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { ApiError, messageOf } from '#ui/lib/api.ts';
import { Notice } from '#ui/notice.tsx';

const DirectPurchase = lazy(() => import('#core/web/selling/checkout/direct-purchase.tsx'));
const inLineRoute = getRouteApi('/frame/in-line');

/**
 * The link's fragment names the place in line.
 * @param waiting shown while it is loading.
 */
export default function InLine({ waiting }: { waiting: ReactNode }) {
  const link = entryIn(useLocation({ select: ({ hash }) => hash }));
  if (link) return <Linked key={link.id} link={link} waiting={waiting} />;
  return <Unknown text="This link is incomplete. Please open it from our email." />;
}

function Linked({ link, waiting }: { link: KeyedLink; waiting: ReactNode }) {
  const { api } = inLineRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const { data: entry, error, refetch } = useQuery(entryQuery(link));
  const specimenId = entry?.specimenId ?? 0;
  const { data: specimen, isLoading } = useQuery({
    ...specimenQuery(api, specimenId),
    enabled: specimenId > 0,
    retry: false,
  });
  if (error && !entry) {
    if (error instanceof ApiError && error.status === 404)
      return <Unknown text={messageOf(error)} />;
    return (
      <Unknown text={messageOf(error)}>
        <Button onClick={() => void refetch()}>Try again</Button>
      </Unknown>
    );
  }
  if (!entry || isLoading) return waiting;
  const purchase = specimen ? <Purchase specimen={specimen} settings={settings} /> : null;
  const place = (
    <Place entry={entry} link={link} purchase={purchase} canWait={specimen?.canWait ?? false} />
  );
  if (specimen)
    return (
      <SpecimenBeside specimen={specimen}>
        {place}
        {entry.state in entryEndTable && <ToGallery />}
      </SpecimenBeside>
    );
  // Deleted or hidden: its title is all that is left.
  return (
    <div className="page min-h-[60svh] py-10 md:py-14">
      <p className="mb-4 text-quiet wrap-anywhere">{entry.title}</p>
      {place}
      <ToGallery />
    </div>
  );
}

const ToGallery = () => (
  <Link to="/" hash="gallery" className={buttonClass('outline', 'mt-8')}>
    Return to Gallery
  </Link>
);

function Purchase({ specimen, settings }: { specimen: SpecimenDetail; settings: Settings }) {
  const navigate = inLineRoute.useNavigate();
  // Undefined until the first press; after Cancel the button gets the focus back.
  const [isBuying, setBuying] = useState<boolean>();
  const { id: specimenId, title, price, shippingPrice } = specimen;
  const picture = posterOf(specimen.main);
  const item = {
    specimenId,
    title,
    price,
    shippingPrice,
    imageUrl: renditionUrl(picture.id, picture.widths[0] ?? 'full', 'jpg'),
  };
  if (!isBuying)
    return (
      <div className="mt-6 flex flex-wrap gap-3">
        <Button autoFocus={isBuying === false} onClick={() => setBuying(true)}>
          {buyLabel(settings.venmo_settings)}
        </Button>
        <AddToCart item={item} available={1} />
      </div>
    );
  return (
    <Suspense>
      <DirectPurchase
        specimen={specimen}
        settings={settings}
        onCancel={() => setBuying(false)}
        onPlaced={({ order }) => {
          cartActions.remove([specimenId]);
          void navigate({ to: '/order-confirmation/$order', params: { order: String(order.id) } });
        }}
      />
    </Suspense>
  );
}

const Unknown = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="page min-h-[60svh] py-10 md:py-14">
    <h1 className="page-title look-large">{pages.inLine.title}</h1>
    <Notice text={text} isAlert className="mt-8 py-12">
      {children ?? (
        <Link to="/" hash="gallery" className={buttonClass('outline')}>
          Return to Gallery
        </Link>
      )}
    </Notice>
  </div>
);
