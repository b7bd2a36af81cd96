import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Settings } from '#contract/admin/settings.ts';
import { codePath } from '#contract/catalogue/code-path.ts';
import { parseSpecimenParam } from '#contract/catalogue/specimen-urls.ts';
import type { SpecimenDetail } from '#contract/catalogue/specimens.ts';
import { posterOf, renditionUrl } from '#contract/media/media-urls.ts';
import { buyLabel } from '#contract/selling/venmo.ts';
import { ForAdmin } from '#web/features/admin/auth/auth-session.tsx';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { Purchase } from '#web/features/catalogue/specimen/purchase.tsx';
import { Related } from '#web/features/catalogue/specimen/related.tsx';
import { SpecimenLabel } from '#web/features/catalogue/specimen/specimen-label.tsx';
import { specimenQuery } from '#web/features/catalogue/specimen/specimen-queries.ts';
import { Stage } from '#web/features/catalogue/specimen/stage.tsx';
import { AddToCart } from '#web/features/selling/cart/add-to-cart.tsx';
import { cartActions } from '#web/features/selling/cart/cart-store.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';
import { needsScript } from '#web/ui/needs-script.ts';
import { lastList } from './last-list.ts';
import { SpecimenFailure, SpecimenSkeleton } from './specimen-states.tsx';

const AdminActions = lazy(() => import('./admin-actions.tsx'));
const DirectPurchase = lazy(() => import('#web/features/selling/checkout/direct-purchase.tsx'));
const specimenRoute = getRouteApi('/frame/specimen/$specimen');

/** One specimen: the dark stage, and the label on paper beside it. */
export default function SpecimenPage() {
  const { api } = specimenRoute.useRouteContext();
  const { specimen: param } = specimenRoute.useParams();
  const { data: specimen, error } = useQuery(specimenQuery(api, parseSpecimenParam(param) ?? 0));
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  if (error && !specimen) return <SpecimenFailure title="Error Loading Specimen" text={messageOf(error)} />;
  return specimen ? <Content key={specimen.id} specimen={specimen} settings={settings} /> : <SpecimenSkeleton />;
}

function Content({ specimen, settings }: { specimen: SpecimenDetail; settings: Settings }) {
  const navigate = specimenRoute.useNavigate();
  // Undefined until the first press; after Cancel the button gets the focus back.
  const [isBuying, setBuying] = useState<boolean>();
  const item = {
    specimenId: specimen.id,
    title: specimen.title,
    imageUrl: renditionUrl(posterOf(specimen.main).id, posterOf(specimen.main).widths[0] ?? 'full', 'jpg'),
    price: specimen.price,
    shippingPrice: specimen.shippingPrice,
  };
  return (
    <div className="specimen-page grid min-h-[calc(100svh-var(--header-height))] grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <div className="room px-4 pt-4 pb-8 sm:px-8 lg:min-h-[calc(100svh-var(--header-height))] lg:py-8">
        <div className="lg:sticky lg:top-24 lg:h-[calc(100svh-8.5rem)]">
          <Stage specimen={specimen} place="page" />
          <img src={codePath(specimen.id)} alt="" className="print-code" />
        </div>
      </div>
      <div className="px-5 py-8 sm:px-8 lg:px-12 lg:py-12">
        <Link to="/" search={lastList()} hash="gallery" className="back-link mb-6">
          <ArrowLeftIcon /> Back to Gallery
        </Link>
        <SpecimenLabel specimen={specimen} settings={settings} level={1} isBuying={isBuying}>
          <Purchase
            specimen={specimen}
            isBuying={isBuying}
            buttons={
              <>
                <Button className="needs-script" autoFocus={isBuying === false} onClick={() => setBuying(true)}>
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
                    void navigate({ to: '/order-confirmation/$order', params: { order: String(order.id) } });
                  }}
                />
              </Suspense>
            }
          />
        </SpecimenLabel>
        {specimen.related?.[2] && <Related specimens={specimen.related} />}
        <ForAdmin>
          <Suspense>
            <AdminActions id={specimen.id} />
          </Suspense>
        </ForAdmin>
      </div>
    </div>
  );
}
