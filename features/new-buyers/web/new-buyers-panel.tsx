import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMuchHeld } from '#core/contract/selling/holds.ts';
import { useBuyerChange } from '#core/web/selling/buyers/buyers-queries.ts';
import { toastNotCancelled } from '#core/web/selling/orders/order-toasts.ts';
import type { StrangersReport } from '#features/new-buyers/contract/new-buyers.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { toast } from '#ui/toast.ts';
import { strangersQuery, useStrangersCancellation } from './new-buyers-queries.ts';

type Source = StrangersReport['sources'][number];

const kinds = { network: 'Network', ipAddress: 'IP address', email: 'Email' } as const;
const pieces = (many: number) => (many === 1 ? '1 piece' : `${many} pieces`);

/** Draws nothing where strangers have few orders. */
export function NewBuyersPanel() {
  const { data } = useQuery(strangersQuery);
  const cancellation = useStrangersCancellation();
  const blocking = useBuyerChange();
  const [asked, setAsked] = useState<Source | null>(null);
  if (!data || !isMuchHeld(data.pieces, data.forSale)) return null;

  const release = (source: Source) =>
    cancellation.mutate(
      { by: source.by, value: source.value },
      {
        onSuccess: ({ results }) => {
          const cancelled = results.filter(({ result }) => result === 'cancelled').length;
          toast({
            title: 'Orders Cancelled',
            description: `${cancelled} of ${source.value} cancelled.`,
          });
        },
        onError: toastNotCancelled,
        onSettled: () => setAsked(null),
      },
    );
  const block = (email: string) =>
    blocking.mutate(
      { email, isBlocked: true },
      {
        onSuccess: () =>
          toast({ title: 'Address Blocked', description: `New orders from ${email} are blocked.` }),
        onError: (error) => toastError(error),
      },
    );

  return (
    <section aria-labelledby="strangers" className="mt-8 callout bg-raised p-5">
      <h2 id="strangers" className="text-xl">
        New buyers hold {data.pieces} of {data.forSale} pieces
      </h2>
      <p className="mt-1 max-w-2xl text-sm text-quiet">
        These {data.orders} orders are unconfirmed. “Cancel all” cancels a source’s orders and
        emails each buyer.
      </p>
      <details className="mt-3">
        <summary className="min-h-11 py-2.5 hover:text-accent">Where they come from</summary>
        <ul className="figures divide-y divide-line border-y border-line">
          {data.sources
            .filter(({ by, orders }) => by !== 'email' || orders > 1)
            .map((source) => (
              <li
                key={`${source.by} ${source.value}`}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2"
              >
                <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
                  <span className="text-quiet">{kinds[source.by]}</span> {source.value}
                  <span className="block text-sm text-quiet">
                    {source.orders} {source.orders === 1 ? 'order' : 'orders'},{' '}
                    {pieces(source.pieces)}
                  </span>
                </span>
                {source.by === 'email' && (
                  <Button
                    look="outline"
                    disabled={blocking.isPending}
                    onClick={() => block(source.value)}
                  >
                    Block
                  </Button>
                )}
                <Button
                  look="danger"
                  disabled={cancellation.isPending}
                  onClick={() => setAsked(source)}
                >
                  Cancel all
                </Button>
              </li>
            ))}
        </ul>
      </details>
      <ConfirmDialog
        open={asked !== null}
        title={`Cancel all of ${asked?.value}?`}
        cancel="Keep them"
        confirm="Cancel all"
        isBusy={cancellation.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && release(asked)}
      >
        {asked?.orders === 1 ? '1 order' : `${asked?.orders} orders`} with{' '}
        {pieces(asked?.pieces ?? 0)}. The next in line gets each piece, or it’s back on sale. Each
        buyer is emailed.
      </ConfirmDialog>
    </section>
  );
}
