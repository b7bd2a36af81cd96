import { lazy, Suspense, useState } from 'react';
import { Button } from '#web/ui/button.tsx';

const AskForm = lazy(() => import('./ask-form.tsx').then(({ AskForm }) => ({ default: AskForm })));

const ASK = 'Ask about this order';

/** A button that opens the form in its place. @param email of the shop. */
export function AskAboutOrder({ id, orderKey, email }: { id: number; orderKey: string | undefined; email: string }) {
  const [isOpen, setOpen] = useState(false);
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
