import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Settings } from '#core/contract/admin/settings.ts';
import { codePath } from '#core/contract/catalogue/code-path.ts';
import { parseSpecimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { posterOf, renditionUrl } from '#core/contract/media/media-urls.ts';
import { buyLabel } from '#core/contract/selling/venmo.ts';
import { ForAdmin } from '#core/web/admin/auth/auth-session.tsx';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { Purchase } from '#core/web/catalogue/specimen/purchase.tsx';
import { Related } from '#core/web/catalogue/specimen/related.tsx';
import { SpecimenLabel } from '#core/web/catalogue/specimen/specimen-label.tsx';
import { specimenQuery } from '#core/web/catalogue/specimen/specimen-queries.ts';
import { Stage } from '#core/web/catalogue/specimen/stage.tsx';
import { AddToCart } from '#core/web/selling/cart/add-to-cart.tsx';
import { cartActions } from '#core/web/selling/cart/cart-store.ts';
import { Button } from '#ui/button.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { needsScript } from '#ui/needs-script.ts';
import { lastList } from './last-list.ts';
import { SpecimenFailure, SpecimenSkeleton } from './specimen-states.tsx';

const AdminActions = lazy(() => import('./admin-actions.tsx'));
const DirectPurchase = lazy(() => import('#core/web/selling/checkout/direct-purchase.tsx'));
const specimenRoute = getRouteApi('/frame/specimen/$specimen');

export default function SpecimenPage() {
  const { api } = specimenRoute.useRouteContext();
  const { specimen: param } = specimenRoute.useParams();
  const { data: specimen, error } = useQuery(specimenQuery(api, parseSpecimenParam(param) ?? 0));
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  if (error && !specimen)
    return <SpecimenFailure title="Error Loading Specimen" text={messageOf(error)} />;
  return specimen ? (
    <Content key={specimen.id} specimen={specimen} settings={settings} />
  ) : (
    <SpecimenSkeleton />
  );
}

function Content({ specimen, settings }: { specimen: SpecimenDetail; settings: Settings }) {
  const navigate = specimenRoute.useNavigate();
  // Undefined until the first press; after Cancel the button gets the focus back.
  const [isBuying, setBuying] = useState<boolean>();
  const item = {
    specimenId: specimen.id,
    title: specimen.title,
    imageUrl: renditionUrl(
      posterOf(specimen.main).id,
      posterOf(specimen.main).widths[0] ?? 'full',
      'jpg',
    ),
    price: specimen.price,
    shippingPrice: specimen.shippingPrice,
  };
  return (
    <div className="specimen-page grid min-h-[calc(100svh-var(--header-height))] grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <div className="room px-4 pt-2 pb-3 sm:px-8 lg:min-h-[calc(100svh-var(--header-height))] lg:py-8">
        <div className="lg:sticky lg:top-24 lg:h-[calc(100svh-8.5rem)]">
          <Stage specimen={specimen} place="page" />
          <img src={codePath(specimen.id)} alt="" className="print-code" />
        </div>
      </div>
      <div className="px-5 pt-1 pb-8 sm:px-8 lg:px-12 lg:pt-8 lg:pb-12">
        <div className="flex flex-wrap justify-between gap-x-6 lg:mb-4">
          <Link
            to="/"
            search={lastList()}
            hash="gallery"
            state={{ isReturn: true }}
            resetScroll={false}
            className="back-link"
          >
            <ArrowLeftIcon /> Back to Gallery
          </Link>
          <ForAdmin>
            <Suspense>
              <AdminActions id={specimen.id} />
            </Suspense>
          </ForAdmin>
        </div>
        <SpecimenLabel specimen={specimen} settings={settings} level={1} isBuying={isBuying}>
          <Purchase
            specimen={specimen}
            isBuying={isBuying}
            buttons={
              <>
                <Button
                  className="needs-script"
                  autoFocus={isBuying === false}
                  onClick={() => setBuying(true)}
                >
                  {buyLabel(settings.venmo_settings)}
                </Button>
                <span className="needs-script max-sm:*:w-full">
                  <AddToCart item={item} available={specimen.available} />
                </span>
                <p className="hidden text-quiet unscripted:block">{needsScript('Ordering')}</p>
              </>
            }
            form={
              <Suspense>
                <DirectPurchase
                  specimen={specimen}
                  settings={settings}
                  onCancel={() => setBuying(false)}
                  onPlaced={({ order }) => {
                    cartActions.remove([specimen.id]);
                    void navigate({
                      to: '/order-confirmation/$order',
                      params: { order: String(order.id) },
                    });
                  }}
                />
              </Suspense>
            }
          />
        </SpecimenLabel>
        {specimen.related?.[2] && <Related specimens={specimen.related} />}
      </div>
    </div>
  );
}
