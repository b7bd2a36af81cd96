import { useQuery } from '@tanstack/react-query';
import { MailList } from './mail-list.tsx';
import { otherMailsQuery } from './mails-queries.ts';

export function OtherMails({ timeZone }: { timeZone: string }) {
  const { data } = useQuery(otherMailsQuery);
  if (!data) return null;
  return (
    <section aria-labelledby="mails-heading">
      <h2 id="mails-heading" className="text-2xl">
        Emails
      </h2>
      <p className="mt-2 mb-4 text-quiet">
        Emails of the last 90 days that aren’t about an order. Those are shown with each order.
      </p>
      {data.mails.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <MailList {...data} queryKey={otherMailsQuery.queryKey} timeZone={timeZone} />
      )}
    </section>
  );
}
