import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#core/contract/counts.ts';
import type { BuyerDataCounts } from '#features/privacy/contract/buyer-data.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { TextField } from '#ui/field.tsx';
import { download } from '#ui/lib/download.ts';
import { reasonOf } from '#ui/lib/refusals.ts';
import { toastSaving } from '#ui/saving-toast.ts';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { buyerDataQuery, exportBuyerData, useBuyerErasure } from './buyer-data-queries.ts';

export function BuyerDataPanel() {
  const [email, setEmail] = useState<string | null>(null);
  const { onSubmit } = useSubmit({
    names: ['email'],
    send: (typed) => setEmail(typed.email.trim() || null),
  });
  return (
    <section aria-labelledby="buyer-data-heading">
      <h2 id="buyer-data-heading" className="text-2xl">
        A buyer’s data
      </h2>
      <p className="mt-2 mb-4 text-quiet">
        Buyers may ask what you’ve stored about them, or to have it erased. Look up everything under
        one email address: orders, questions and emails.
      </p>
      <form
        onSubmit={onSubmit}
        aria-label="A buyer’s data"
        className="flex flex-wrap items-end gap-3"
      >
        <div className="min-w-0 flex-1 basis-60">
          <TextField
            label="Email address"
            name="email"
            type="email"
            autoComplete="off"
            maxLength={254}
          />
        </div>
        <Button type="submit" look="outline">
          Look up
        </Button>
      </form>
      <BuyerDataDialog email={email} onClose={() => setEmail(null)} />
    </section>
  );
}

export function BuyerDataButton({ order }: { order: { customerEmail: string } }) {
  const [isOpen, setOpen] = useState(false);
  const email = order.customerEmail;
  if (email === '') return null;
  return (
    <>
      <Button look="outline" onClick={() => setOpen(true)}>
        All data of this buyer
      </Button>
      <BuyerDataDialog email={isOpen ? email : null} onClose={() => setOpen(false)} />
    </>
  );
}

type DialogProps = { email: string | null; onClose: () => void };

function BuyerDataDialog({ email, onClose }: DialogProps) {
  return (
    <Dialog open={email !== null} onClose={onClose} title="A buyer’s data">
      {email !== null && <Found key={email} email={email} onClose={onClose} />}
    </Dialog>
  );
}

function Found({ email, onClose }: { email: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(buyerDataQuery(email));
  if (error)
    return (
      <div role="alert" className="space-y-4">
        <p>{reasonOf(error)}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    );
  if (!data) return <p role="status">Loading...</p>;
  const total = Object.values(data.counts).reduce((sum, count) => sum + count, 0);
  if (total === 0)
    return (
      <p role="status" className="wrap-anywhere">
        Nothing is stored under {email}.
      </p>
    );
  return <Choices found={data} onClose={onClose} />;
}

function Choices({ found, onClose }: { found: BuyerDataCounts; onClose: () => void }) {
  const { email, counts, openOrders } = found;
  const [isErasing, setErasing] = useState(false);
  const erasure = useBuyerErasure();

  const explain = (error: unknown) => toastError(error, reasonOf(error));
  const exportAll = async () => {
    try {
      save(JSON.stringify(await exportBuyerData(email), null, 2));
      toastSaving('Data Exported');
    } catch (error) {
      explain(error);
    }
  };
  const erase = async () => {
    try {
      // A callback of the call would not be called: what is shown of the buyer may be gone by then,
      // and this with it.
      await erasure.mutateAsync({ email, evenOpen: openOrders.length > 0 });
    } catch (error) {
      explain(error);
      return;
    }
    onClose();
    toast({
      title: 'Personal Data Erased',
      description: `Nothing is stored under ${email} anymore.`,
    });
  };

  return (
    <div className="space-y-5 wrap-anywhere">
      <p>Stored under {email}:</p>
      <dl className="figures border-t border-line">
        {Object.entries(counts).map(([kind, count]) => (
          <div key={kind} className="flex justify-between gap-6 border-b border-line py-2">
            <dt>{labels[kind] ?? kind}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {isErasing ? (
        <>
          <p>
            All of this is permanently erased. We keep each order’s items, amounts and status.
            Invoices keep name and address for the years set in Settings.
          </p>
          {openOrders.length > 0 && (
            <p className="callout">
              Still open: {openOrders.map((id) => `#${id}`).join(', ')}. Once erased, you can’t
              remind the buyer or ship anything.
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="outline" ref={focus} onClick={() => setErasing(false)}>
              Keep
            </Button>
            <Button look="danger" disabled={erasure.isPending} onClick={() => void erase()}>
              Erase everything
            </Button>
          </div>
        </>
      ) : (
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="danger" onClick={() => setErasing(true)}>
            Erase…
          </Button>
          <Button onClick={() => void exportAll()}>Download as JSON</Button>
        </div>
      )}
    </div>
  );
}

/** The button that was pressed is gone; the harmless one has the focus. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

const labels: Record<string, string> = {
  orders: 'Orders',
  inquiries: 'Questions',
  waitingLists: 'Waiting lists',
  follows: 'Alerts',
  notes: 'Your notes, or a block',
  mails: 'Other emails',
  leftBehind: 'Left by features that were removed',
};

/** The file's name says nothing of whom it is about. */
function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  download(url, 'buyer-data.json');
  URL.revokeObjectURL(url);
}
