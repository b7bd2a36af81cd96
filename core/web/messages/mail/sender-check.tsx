import { useQuery } from '@tanstack/react-query';
import type { MailServer, SenderChecks } from '#core/contract/messages/mail-server.ts';
import { Button } from '#ui/button.tsx';
import { CopyField } from '#ui/copy-field.tsx';
import { senderQuery } from './mail-server-queries.ts';

const looks = { good: 'look-good', bad: 'look-bad', unknown: 'look-line' } as const;

export function SenderCheck({ server }: { server: MailServer }) {
  const { data, isFetching, isError, refetch } = useQuery(senderQuery(server));
  return (
    <section aria-labelledby="sender-heading" className="border-t border-line pt-6">
      <h3 id="sender-heading" className="text-xl">
        Will emails arrive?
      </h3>
      <p className="mt-1 mb-4 text-sm text-quiet">
        Mailboxes look up whether <span className="wrap-anywhere">{server.sender}</span> may be used
        by your mail server. If not, emails land in spam.
      </p>
      <div aria-live="polite" className="space-y-4">
        {data?.checks.map((check) => (
          <Check key={check.name} check={check} />
        ))}
        {isError && <p className="text-bad">The check failed. Please try again.</p>}
      </div>
      <Button look="outline" disabled={isFetching} className="mt-4" onClick={() => void refetch()}>
        {isFetching ? 'Checking...' : 'Check again'}
      </Button>
    </section>
  );
}

function Check({
  check: { name, state, message, record },
}: {
  check: SenderChecks['checks'][number];
}) {
  return (
    <div className={`callout ${looks[state]}`}>
      <p>
        <b>{name}</b> {message}
      </p>
      {record && (
        <dl className="mt-2 text-sm">
          <CopyField name="Type" value={record.type} />
          <CopyField name="Name" value={record.name} />
          <CopyField name="Value" value={record.value} isLong />
        </dl>
      )}
    </div>
  );
}
