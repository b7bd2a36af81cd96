import { useState } from 'react';
import { MAX_BUYER_WORDS } from '#core/contract/selling/order-limits.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { LeaveGuard, UNSAVED } from '#ui/leave-guard.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { copyText } from '#ui/lib/clipboard.ts';
import { randomId } from '#ui/lib/storage.ts';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { useBuyerWords } from './admin-order-queries.ts';
import { useDraftedMail } from './drafted-mail.ts';
import { EMAIL_BUYER } from './order-toasts.ts';
import { AnnouncedMail } from './status-effects.tsx';

/** What is typed outlives the dialog until it is sent. */
export function BuyerWords({ order }: { order: OrderDetail }) {
  const [isWriting, setWriting] = useState(false);
  const [text, setText] = useState('');
  /** A text changed after a failed press is another message. */
  const [key, setKey] = useState(randomId);
  const words = useBuyerWords(order.id);
  const isTyped = text.trim() !== '';
  const { isComing, ...draft } = useDraftedMail(order.id, { kind: 'order_words', text }, isTyped);
  const change = (typed: string) => {
    setText(typed);
    setKey(randomId());
  };

  const { problem, isBusy, onSubmit } = useSubmit({
    send: async () => {
      const { mails } = await words.mutateAsync({ text, key });
      const written = mails.at(-1)?.text ?? text;
      const isCopied = !order.hasMailServer && (await copyText(written));
      change('');
      setWriting(false);
      if (order.hasMailServer)
        toast({
          title: 'Email Queued',
          description: `Your message goes to ${order.customerEmail}.`,
        });
      else
        toast({
          title: isCopied ? 'Text Copied' : 'Email Prepared',
          description: isCopied
            ? 'Paste it into your own email. It’s kept under Emails.'
            : 'Open it under Emails to send it yourself.',
        });
    },
    explain: (error) => messageOf(error),
  });

  if (order.customerEmail === '') return null;
  return (
    <>
      <Button look="outline" onClick={() => setWriting(true)}>
        {isTyped ? 'Go on writing' : EMAIL_BUYER}
      </Button>
      <LeaveGuard when={() => isTyped}>{UNSAVED}</LeaveGuard>
      {isWriting && (
        <Dialog open onClose={() => setWriting(false)} title={EMAIL_BUYER}>
          <form onSubmit={onSubmit} aria-label={EMAIL_BUYER} className="space-y-4">
            <TextArea
              label="Your message"
              rows={6}
              required
              data-focus-first
              maxLength={MAX_BUYER_WORDS}
              value={text}
              hint="The greeting, the order’s number and its link are added."
              onChange={(event) => change(event.target.value)}
            />
            {isTyped && <AnnouncedMail {...draft} isOpen />}
            <FormEnd
              problem={problem}
              isBusy={isBusy || !isTyped}
              isMoving={isComing}
              submit={order.hasMailServer ? 'Send email' : 'Copy the text'}
              onClose={() => setWriting(false)}
            />
          </form>
        </Dialog>
      )}
    </>
  );
}
