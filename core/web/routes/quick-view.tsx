import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Settings } from '#core/contract/admin/settings.ts';
import { specimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { PlacedOrder } from '#core/contract/selling/orders.ts';
import { buyLabel } from '#core/contract/selling/venmo.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { Purchase } from '#core/web/catalogue/specimen/purchase.tsx';
import { SpecimenLabel } from '#core/web/catalogue/specimen/specimen-label.tsx';
import { specimenQuery } from '#core/web/catalogue/specimen/specimen-queries.ts';
import { Stage } from '#core/web/catalogue/specimen/stage.tsx';
import { cartActions } from '#core/web/selling/cart/cart-store.ts';
import DirectPurchase from '#core/web/selling/checkout/direct-purchase.tsx';
import { OrderConfirmed } from '#core/web/selling/checkout/order-confirmed.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

const homeRoute = getRouteApi('/frame/');

/** It has a URL, so Back closes it. */
export default function QuickView({ id, onClose }: { id: number; onClose: () => void }) {
  const { api } = homeRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const { data: specimen, isPending } = useQuery(specimenQuery(api, id));

  return (
    <Dialog open onClose={onClose} title={specimen?.title ?? 'Quick view'} titleHidden place="full">
      <div className="min-h-0 flex-1 overflow-y-auto">
        {isPending && <Loading />}
        {!isPending && !specimen && (
          <div className="grid h-full place-content-center gap-6 p-8 text-center">
            <p className="font-serif text-2xl">Specimen not found</p>
            <Button look="outline" onClick={onClose}>
              Close
            </Button>
          </div>
        )}
        {specimen && <Content specimen={specimen} settings={settings} onClose={onClose} />}
      </div>
    </Dialog>
  );
}

type ContentProps = { specimen: SpecimenDetail; settings: Settings; onClose: () => void };

function Content({ specimen, settings, onClose }: ContentProps) {
  // Undefined until the first press; after Cancel the button gets the focus back.
  const [isBuying, setBuying] = useState<boolean>();
  const [placed, setPlaced] = useState<PlacedOrder | null>(null);
  return (
    <div className="grid min-h-full grid-cols-[minmax(0,1fr)] gap-8 p-5 md:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] md:p-8 lg:gap-12">
      <div className="md:sticky md:top-8 md:h-[min(calc(100dvh-7rem),54rem,64vw)]">
        <Stage key={specimen.id} specimen={specimen} place="quickView" />
      </div>
      <div className="pb-6 md:pt-6">
        {placed ? (
          <OrderConfirmed placed={placed} email={settings.general.contactEmail} onClose={onClose} />
        ) : (
          <SpecimenLabel specimen={specimen} settings={settings} level={2} isBuying={isBuying}>
            <Purchase
              specimen={specimen}
              isBuying={isBuying}
              buttons={
                <Button autoFocus={isBuying === false} onClick={() => setBuying(true)}>
                  {buyLabel(settings.venmo_settings)}
                </Button>
              }
              form={
                <DirectPurchase
                  specimen={specimen}
                  settings={settings}
                  onCancel={() => setBuying(false)}
                  onPlaced={(order) => {
                    cartActions.remove([specimen.id]);
                    setPlaced(order);
                  }}
                />
              }
            />
            <p className="mt-4">
              <Link
                to="/specimen/$specimen"
                params={{ specimen: specimenParam(specimen) }}
                className="text-link"
              >
                Open the full page
              </Link>
            </p>
          </SpecimenLabel>
        )}
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div
      role="status"
      aria-label="Loading specimen"
      className="waiting grid gap-8 p-8 md:grid-cols-[1.25fr_1fr]"
    >
      <div className="aspect-square bg-raised" />
      <div className="space-y-4 pt-8">
        <div className="h-10 w-4/5 bg-raised" />
        <div className="h-6 w-1/3 bg-raised" />
        <div className="h-32 bg-raised" />
      </div>
    </div>
  );
}
