import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { randomId } from '#ui/lib/storage.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { emailReceipt } from './show-queries.ts';

const QrCode = lazy(() => import('./receipt-code.tsx'));

type Sale = {
  orderId: number;
  path: string;
  title: string;
  /** Empty if unknown. */
  email: string;
};
type Props = { sale: Sale; shopUrl: string; sendsMail: boolean };

export function ReceiptButton(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="outline"
        className="min-h-12"
        aria-label={`Receipt of ${props.sale.title}`}
        onClick={() => setOpen(true)}
      >
        Receipt
      </Button>
      {isOpen && <Receipt {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Receipt({ sale, shopUrl, sendsMail, onClose }: Props & { onClose: () => void }) {
  const [email, setEmail] = useState(sale.email);
  // Another address needs another key: the same receipt is emailed once.
  const [key, setKey] = useState(randomId);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { problem, isBusy, onSubmit } = useSubmit({
    send: async () => {
      await emailReceipt(sale.orderId, { email: email.trim(), key });
      setSentTo(email.trim());
    },
    explain: (error) =>
      messageOf(error, 'Couldn’t reach the shop. Try again when you’re online; it’s sent once.'),
  });
  const url = `${shopUrl}${sale.path}`;
  return (
    <Dialog open onClose={onClose} title={`Receipt, order #${sale.orderId}`}>
      <p className="wrap-anywhere text-quiet">
        The buyer scans this code to open and keep the receipt.
      </p>
      <Suspense fallback={<p className="waiting mt-4 text-quiet">Loading...</p>}>
        <QrCode
          text={url}
          label={`QR code of the receipt of ${sale.title}`}
          className="mx-auto mt-4 block w-full max-w-72"
        />
      </Suspense>
      {sendsMail ? (
        <form onSubmit={onSubmit} aria-label="Email the receipt" className="mt-5 space-y-4">
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="off"
            required
            className="min-h-12"
            value={email}
            onChange={({ target }) => {
              setEmail(target.value);
              setKey(randomId());
              setSentTo(null);
            }}
          />
          {sentTo !== null && (
            <p role="status" className="callout look-good wrap-anywhere">
              On its way to {sentTo}.
            </p>
          )}
          <FormEnd
            problem={problem}
            isBusy={isBusy}
            submit="Email the receipt"
            close="Close"
            onClose={onClose}
          />
        </form>
      ) : (
        <Button look="outline" className="mt-5 min-h-14 w-full" onClick={onClose}>
          Close
        </Button>
      )}
    </Dialog>
  );
}
