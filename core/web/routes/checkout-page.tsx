import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { LostLine } from '#core/contract/problems.ts';
import { cartTotals } from '#core/contract/selling/cart-totals.ts';
import { tooManyLines } from '#core/contract/selling/order-limits.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { orderableLines, useCartCheck } from '#core/web/selling/cart/cart-check.ts';
import { useCart } from '#core/web/selling/cart/cart-context.tsx';
import { LineNotice } from '#core/web/selling/cart/cart-line.tsx';
import { CheckoutForm } from '#core/web/selling/checkout/checkout-form.tsx';
import { OrderSummary } from '#core/web/selling/checkout/order-summary.tsx';
import { PaymentInstructions } from '#core/web/selling/checkout/payment-instructions.tsx';
import { LegalLinks } from '#core/web/storefront/layout/legal-links.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { useHydrated } from '#ui/lib/hydrated.ts';
import { needsScript } from '#ui/needs-script.ts';

const checkoutRoute = getRouteApi('/frame/checkout');

export default function CheckoutPage() {
  const { api } = checkoutRoute.useRouteContext();
  const navigate = checkoutRoute.useNavigate();
  // A visit may last for days: no one is to read an old user name where to pay.
  const { data: settings, isError } = useSuspenseQuery({
    ...settingsQuery(api),
    refetchOnMount: 'always',
  });
  const isHydrated = useHydrated();
  const cart = useCart();
  const checked = useCartCheck(cart.items, isHydrated);
  const [lost, setLost] = useState<LostLine[]>([]);
  const totals = cartTotals(
    cart.shippingRule,
    orderableLines(cart.shippingRule, cart.items, checked),
  );
  const before = useRef(0);
  // What is wrong with a line goes with the button that mended it.
  useEffect(() => {
    if (before.current > 0 && document.activeElement === document.body)
      document.querySelector('h1')?.focus();
    before.current = cart.items.length;
  }, [cart.items]);
  const stillLost = lost.filter((line) =>
    cart.items.some((item) => item.specimenId === line.specimenId),
  );

  const tooMany = tooManyLines(cart.items.length);

  if (!isHydrated) return <Waiting />;
  if (cart.items.length === 0) {
    return (
      <section className="page grid min-h-[60svh] place-content-center justify-items-center gap-6 py-20 text-center">
        <h1 tabIndex={-1} className="page-title outline-none">
          Your Cart is Empty
        </h1>
        <Link to="/" hash="gallery" className={buttonClass()}>
          Return to Gallery
        </Link>
      </section>
    );
  }
  return (
    <div className="page py-4 md:py-10">
      <h1 tabIndex={-1} className="page-title look-large outline-none">
        Checkout
      </h1>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-6 md:mt-8 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] md:gap-12 lg:gap-20">
        <div className="md:order-last">
          <OrderSummary
            items={cart.items}
            totals={totals}
            shippingRule={settings.shipping_rule}
            notice={(item) => (
              <LineNotice item={item} checked={checked.get(item.specimenId)} className="mt-2" />
            )}
          />
        </div>
        <div>
          {stillLost.length > 0 && (
            <div role="alert" className="mb-6 callout look-bad bg-raised p-4">
              <p>{`Your order wasn’t placed. No longer available: ${stillLost.map((line) => line.title).join(', ')}.`}</p>
              <Button
                look="outline"
                className="mt-3"
                onClick={() => cart.remove(stillLost.map((line) => line.specimenId))}
              >
                {stillLost.length < cart.items.length ? 'Remove and keep the rest' : 'Remove'}
              </Button>
            </div>
          )}
          {tooMany !== null && (
            <p role="status" className="mb-6 callout">
              {tooMany}
            </p>
          )}
          <CheckoutForm
            items={cart.items}
            total={totals.total}
            settings={settings}
            onLost={setLost}
            onPlaced={({ order }) => {
              void navigate({
                to: '/order-confirmation/$order',
                params: { order: String(order.id) },
              }).then(cart.clear);
            }}
          >
            <PaymentInstructions
              venmo={settings.venmo_settings}
              email={settings.general.contactEmail}
              isOld={isError}
            />
          </CheckoutForm>
          <div className="mt-6">
            <LegalLinks pages={settings.legalPages} inNewTab />
          </div>
        </div>
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <div className="page py-14" role="status" aria-label="Loading your cart">
      <div className="waiting space-y-4 needs-script">
        <div className="h-12 w-64 bg-line" />
        <div className="h-72 bg-line" />
      </div>
      <p className="hidden text-lg unscripted:block">{needsScript('Ordering')}</p>
    </div>
  );
}
