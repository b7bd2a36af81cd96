import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { orderKeyIn } from '#core/contract/selling/order-key.ts';
import type { Missing } from '#core/contract/storefront/pages.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import logo from '#core/web/assets/logo.svg';
import { useHydrated } from '#ui/lib/hydrated.ts';
import { needsScript } from '#ui/needs-script.ts';
import { StatusPage } from '#ui/status-page.tsx';
import { OrderNotFound, OrderSkeleton } from './order-states.tsx';
import { SpecimenFailure } from './specimen-states.tsx';
import { toCollection, toGallery } from './ways-back.ts';

/** A feature's page brings its own words. */
const saysItself = (data: unknown): data is { title: string; text: string } =>
  typeof data === 'object' && data !== null && 'text' in data;

/** `data` names what is missing, or says it. */
export default function NotFoundPage({ data }: { data?: unknown }) {
  if (saysItself(data))
    return (
      <StatusPage title={data.title} back={toCollection}>
        <p className="text-quiet">{data.text}</p>
      </StatusPage>
    );
  switch (data as Missing | undefined) {
    case 'specimen id':
      return (
        <SpecimenFailure
          title="Invalid Specimen ID"
          text="This link doesn’t lead to a specimen. Part of it may be missing."
        />
      );
    case 'specimen':
      return (
        <StatusPage title="Error Loading Specimen" back={toGallery}>
          <p className="text-lg">Failed to fetch specimen</p>
          <p className="text-quiet">This specimen isn’t in the gallery. It may have sold.</p>
        </StatusPage>
      );
    case 'order':
      return (
        <div className="page min-h-[calc(100svh-var(--header-height))] py-10 md:py-16">
          <MissingOrder />
        </div>
      );
    default:
      return <NothingHere />;
  }
}

/**
 * Servers see no fragment: the holder of a secret link gets this page, and the browser then loads
 * the order.
 */
function MissingOrder() {
  const router = useRouter();
  const isHydrated = useHydrated();
  const hasKey =
    isHydrated &&
    /^\/order-confirmation\/[1-9]\d{0,9}$/.test(location.pathname) &&
    orderKeyIn(location.hash) !== undefined;
  useEffect(() => {
    if (hasKey) void router.invalidate();
  }, [hasKey, router]);
  return isHydrated && !hasKey ? (
    <OrderNotFound />
  ) : (
    <OrderSkeleton>
      <OrderNotFound />
      <p className="text-center">{needsScript('Viewing your order')}</p>
    </OrderSkeleton>
  );
}

function NothingHere() {
  const { api } = useRouteContext({ from: '__root__' });
  const { siteTitle, logoUrl } = useSuspenseQuery(settingsQuery(api)).data.general;
  return (
    <StatusPage
      title="Specimen Not Found"
      label="Error 404"
      picture={logoUrl || logo}
      back={toCollection}
    >
      <p className="text-lg">
        We couldn't find the crystal or mineral specimen you're looking for.
      </p>
      <p className="text-quiet">
        It might have been sold, moved to a different collection, or the URL may be incorrect.
      </p>
      <p className="text-sm text-quiet">{`The ${siteTitle} Collection • Gems and Minerals`}</p>
    </StatusPage>
  );
}
