import { useState } from 'react';
import { MAX_PRIVATE_NOTE } from '#core/contract/catalogue/private-notes.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/field.tsx';
import { LeaveGuard, UNSAVED } from '#ui/leave-guard.tsx';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { toastNotUpdated } from './order-toasts.ts';
import { useOrderMerge } from './use-order-merge.ts';

export function OrderPrivateNote({ order }: { order: OrderDetail }) {
  const [note, setNote] = useState(order.privateNote);
  const { stored, send, choice } = useOrderMerge(order, {
    labels: { privateNote: 'On this order' },
    fieldsOf: ({ privateNote }) => ({ privateNote }),
    editOf: (fields) => fields,
    onMerged: ({ privateNote }) => setNote(privateNote),
    onSaved: () => toast({ title: 'Note Saved' }),
  });
  const isChanged = note.trim() !== stored.privateNote;

  const { isBusy, onSubmit } = useSubmit({
    send: () => send({ privateNote: note }),
    explain: toastNotUpdated,
  });

  if (order.erasedAt !== null)
    return <p className="text-quiet">It was erased with the personal data.</p>;
  if (choice) return choice;

  return (
    <form onSubmit={onSubmit} aria-label="Note on this order" className="space-y-3">
      <TextArea
        label="On this order"
        value={note}
        maxLength={MAX_PRIVATE_NOTE}
        hint="Only you can see this. It’s never shown, printed or emailed to the buyer."
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" look="outline" disabled={!isChanged || isBusy}>
        Save note
      </Button>
      <LeaveGuard when={() => isChanged}>{UNSAVED}</LeaveGuard>
    </form>
  );
}
