import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailServer } from '#core/contract/messages/mail-server.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { toast } from '#ui/toast.ts';
import { MailServerForm } from './mail-server-form.tsx';
import { mailServerQuery, removeMailServer } from './mail-server-queries.ts';
import { otherMailsQuery } from './mails-queries.ts';
import { SenderCheck } from './sender-check.tsx';
import { TestResult, testLabel, useMailTest } from './test-result.tsx';

export function MailServerPanel() {
  const queryClient = useQueryClient();
  const { data: server, error } = useQuery(mailServerQuery);
  const setServer = (changed: MailServer) => {
    queryClient.setQueryData(mailServerQuery.queryKey, changed);
    void queryClient.invalidateQueries({ queryKey: otherMailsQuery.queryKey });
  };
  const [removals, setRemovals] = useState(0);
  const onRemoved = (changed: MailServer) => {
    setServer(changed);
    // The form begins again.
    setRemovals(removals + 1);
  };
  if (error) return <p role="alert">The mail server couldn’t be loaded. Please reload the page.</p>;
  if (!server)
    return (
      <div
        role="status"
        aria-label="Loading the mail server"
        className="waiting h-96 max-w-2xl bg-line"
      />
    );
  return (
    <section aria-labelledby="email-heading" className="max-w-2xl space-y-8">
      <div className="space-y-4">
        <h2 id="email-heading" className="text-2xl">
          Email
        </h2>
        <p className="-mt-2 text-quiet">
          The shop emails your buyers, and you, through a mailbox of yours. Without one, every email
          waits in its order for you to send by hand.
        </p>
        <Standing server={server} />
      </div>
      {server.source === 'environment' ? (
        <InForce />
      ) : (
        <MailServerForm key={removals} server={server} onSaved={setServer} />
      )}
      {server.host !== null && <SenderCheck server={server} />}
      {server.saved !== null && server.source === 'settings' && <Remove onRemoved={onRemoved} />}
    </section>
  );
}

function Standing({ server: { source, host, sender } }: { server: MailServer }) {
  if (source === 'environment')
    return (
      <p role="note" className="callout">
        <code>SMTP_URL</code> is set where the shop is started, so emails are sent through{' '}
        <b className="wrap-anywhere">{host}</b>. It wins over these settings: remove it there to
        choose a mail server here.
      </p>
    );
  if (source === 'lost')
    return (
      <p role="alert" className="callout look-bad">
        The mail server you entered can’t be read: its key file, <code>shop.key</code> in{' '}
        <code>DATA_DIR</code>, is missing or doesn’t match. Please enter it again. Until then,
        emails wait. If several machines run this shop, copy one <code>shop.key</code> to all of
        them first.
      </p>
    );
  if (source === 'none') return <p className="callout">No mail server yet, so nothing is sent.</p>;
  return (
    <p className="callout look-good">
      Emails go out through <b className="wrap-anywhere">{host}</b>, from{' '}
      <b className="wrap-anywhere">{sender}</b>.
    </p>
  );
}

/** The environment's mail server can only be tried. */
function InForce() {
  const test = useMailTest();
  return (
    <div className="space-y-4">
      <Button
        look="outline"
        disabled={test.isBusy}
        onClick={() => void test.run(null).catch(toastError)}
      >
        {testLabel(test)}
      </Button>
      <TestResult test={test} />
    </div>
  );
}

function Remove({ onRemoved }: { onRemoved: (server: MailServer) => void }) {
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    setAsking(false);
    try {
      onRemoved(await removeMailServer());
      toast({
        title: 'Mail server removed',
        description: 'Emails now wait in their orders for you to send.',
      });
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div className="border-t border-line pt-6">
      <Button look="danger" onClick={() => setAsking(true)}>
        Remove the mail server
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Remove the mail server?"
        confirm="Remove it"
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        The shop stops sending emails. Those that still wait stay in their orders, for you to send
        by hand.
      </ConfirmDialog>
    </div>
  );
}
