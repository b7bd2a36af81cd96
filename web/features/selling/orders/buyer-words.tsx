import { useState } from 'react';
import { MAX_BUYER_WORDS } from '#contract/selling/order-limits.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { messageOf } from '#web/lib/api.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { randomId } from '#web/lib/storage.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { LeaveGuard, UNSAVED } from '#web/ui/leave-guard.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSubmit } from '#web/ui/use-submit.ts';
import { useBuyerWords } from './admin-order-queries.ts';
import { DraftedMail } from './drafted-mail.tsx';
import { EMAIL_BUYER } from './order-toasts.ts';

/** Writes to the buyer in the admin's own words, at any time. What is typed outlives the dialog until it is sent. */
export function BuyerWords({ order }: { order: OrderDetail }) {
  const [isWriting, setWriting] = useState(false);
  const [text, setText] = useState('');
  /** Of this text: changed after a press that seemed to fail, it is another message. */
  const [key, setKey] = useState(randomId);
  const words = useBuyerWords(order.id);
  const isTyped = text.trim() !== '';
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
      if (order.hasMailServer) toast({ title: 'Email Queued', description: `Your message goes to ${order.customerEmail}.` });
      else
        toast({
          title: isCopied ? 'Text Copied' : 'Email Prepared',
          description: isCopied ? 'Paste it into your own email. It’s kept under Emails.' : 'Open it under Emails to send it yourself.',
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
            {isTyped && <DraftedMail id={order.id} input={{ kind: 'order_words', text }} isOpen />}
            <FormEnd
              problem={problem}
              isBusy={isBusy || !isTyped}
              submit={order.hasMailServer ? 'Send email' : 'Copy the text'}
              onClose={() => setWriting(false)}
            />
          </form>
        </Dialog>
      )}
    </>
  );
}
