import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DemoRemoval } from '#core/contract/transfer/demo-removal.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { messageOf } from '#ui/lib/api.ts';
import { toast } from '#ui/toast.ts';
import { removeDemo } from './first-steps-queries.ts';
import { MAKE_YOURS } from './step-words.ts';

export function RemoveDemo() {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const removal = useMutation({
    mutationFn: removeDemo,
    onSuccess: async ({ removed }) => {
      toast({
        title: 'Demo Collection Removed',
        description: `${removed} ${removed === 1 ? 'specimen' : 'specimens'} removed.`,
      });
      // Lists, settings and first steps have all changed.
      await queryClient.invalidateQueries();
    },
    onError: (error) =>
      toastError(
        error,
        messageOf(error, 'The demo collection could not be removed. Please try again.'),
      ),
    onSettled: () => setAsking(false),
  });
  const kept = removal.data?.kept ?? [];
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {MAKE_YOURS}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Remove the demo collection?"
        confirm="Remove"
        isBusy={removal.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => removal.mutate()}
      >
        <p>
          Deletes all demo specimens, their collections’ covers, and the demo’s Venmo username and
          social links.
        </p>
        <p className="mt-3">
          Your own specimens and the front page photo stay, and so do demo specimens in open orders.
          This action cannot be undone.
        </p>
      </ConfirmDialog>
      {kept.length > 0 && <Remaining kept={kept} />}
    </>
  );
}

function Remaining({ kept }: { kept: DemoRemoval['kept'] }) {
  return (
    <div role="status" className="w-full callout text-fine">
      <p>These stay until their orders are delivered, cancelled or deleted:</p>
      <ul className="mt-2">
        {kept.map(({ id, title, orders }) => (
          <li key={id}>
            {title} –{' '}
            {orders.map((order, index) => (
              <span key={order}>
                {index > 0 && ', '}
                <Link to="/orders" className="text-link">
                  order #{order}
                </Link>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
