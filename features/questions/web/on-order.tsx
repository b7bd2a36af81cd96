import { lazy, Suspense, useState } from 'react';
import type { OrderFeature, OrderPlaces } from '#core/web/shop-feature.ts';
import { Button } from '#ui/button.tsx';

const AskForm = lazy(() => import('./ask-form.tsx').then(({ AskForm }) => ({ default: AskForm })));

const ASK = 'Ask about this order';

function AskAboutOrder({ order: { id, customerEmail }, orderKey, email }: OrderPlaces['actions']) {
  const [isOpen, setOpen] = useState(false);
  if (customerEmail === '') return null;
  if (!isOpen)
    return (
      <Button look="plain" className="print:hidden" onClick={() => setOpen(true)}>
        {ASK}
      </Button>
    );
  return (
    <section aria-labelledby="ask-heading" className="order-last mt-6 basis-full print:hidden">
      <h2 id="ask-heading" className="mb-4 text-2xl">
        {ASK}
      </h2>
      <Suspense>
        <AskForm about={{ kind: 'order', id, orderKey }} email={email} subject={`Order #${id}`} />
      </Suspense>
    </section>
  );
}

export const questions = { actions: [{ order: 10, Part: AskAboutOrder }] } satisfies OrderFeature;
