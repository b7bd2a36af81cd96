import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { feedPath, followedQuery } from '#contract/catalogue/list-urls.ts';
import { followIn } from '#contract/extras/follows/follow-rules.ts';
import type { KeyedLink } from '#contract/messages/keyed-links.ts';
import { askToFollow, followableQuery, followQuery, useFollowChange } from '#web/extras/follows/follow-queries.ts';
import { EmailForm } from '#web/features/messages/forms/email-form.tsx';
import { messageOf, problemCode } from '#web/lib/api.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';

const heading = 'text-4xl outline-none md:text-5xl';
/** The pressed button is gone: its focus goes to what has become of it, which is then read out. */
const focus = (title: HTMLElement | null) => title?.focus();

/** Follows a list of the gallery by mail or by its feed; with the link of a mail, what becomes of that. */
export default function Follow() {
  const { search, hash } = useLocation({ select: ({ searchStr, hash }) => ({ search: searchStr, hash }) });
  const link = followIn(hash);
  return (
    <article className="page min-h-[60svh] py-10 md:py-14">
      {link ? <Followed link={link} /> : <Offer query={followedQuery(search)} />}
    </article>
  );
}

function Offer({ query }: { query: string }) {
  const { data, error } = useQuery(followableQuery(query));
  return (
    <>
      <h1 className={heading}>Follow this list</h1>
      <p className="mt-4 mb-8 max-w-prose text-lg wrap-anywhere text-quiet">
        {data ? `What is new in the gallery: ${data.name}.` : '\u00a0'}
      </p>
      {error && <p role="alert">{messageOf(error, 'The list could not be loaded. Please try again.')}</p>}
      {data?.canMail && (
        <EmailForm
          label="By mail"
          button="Tell me by mail"
          hint="At most one mail a day, and only where something new fits. One click ends it."
          result="You follow the list"
          send={(fields) => askToFollow({ ...fields, query })}
        />
      )}
      {data && (
        <p className="mt-8 max-w-prose">
          {data.canMail ? 'Or without an address: ' : ''}
          <a href={feedPath(query)} className="text-accent underline underline-offset-4">
            {data.canMail ? 'the feed of this list' : 'The feed of this list'}
          </a>{' '}
          shows the same in a feed reader.
        </p>
      )}
    </>
  );
}

function Followed({ link }: { link: KeyedLink }) {
  const { data, error } = useQuery(followQuery(link));
  const change = useFollowChange(link);
  if (change.isSuccess && change.data === null) return <Told title="No more mails">The address is forgotten, and nobody is told.</Told>;
  if (error) {
    return problemCode(error) === 'not_found' ? (
      <Told title="You do not follow this list">It has ended, or the link is more than a day old and was never confirmed.</Told>
    ) : (
      <p role="alert">{messageOf(error, 'The list could not be loaded. Please try again.')}</p>
    );
  }
  if (!data) return <p role="status">Loading…</p>;
  const { name, isConfirmed, query } = data;
  return (
    <>
      <h1 ref={change.isSuccess ? focus : undefined} tabIndex={-1} className={heading}>
        {isConfirmed ? 'You follow this list' : 'Follow this list?'}
      </h1>
      <p className="mt-4 mb-8 max-w-prose text-lg wrap-anywhere text-quiet">{`What is new in the gallery: ${name}.`}</p>
      {change.error && (
        <p role="alert" className="mb-4">
          {messageOf(change.error, 'That did not work. Please try again.')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {isConfirmed ? (
          <Link to="/" search={Object.fromEntries(new URLSearchParams(query))} hash="gallery" className={buttonClass()}>
            Look at the list
          </Link>
        ) : (
          <Button disabled={change.isPending} onClick={() => change.mutate('confirm')}>
            Yes, write to me
          </Button>
        )}
        <Button look="outline" disabled={change.isPending} onClick={() => change.mutate('end')}>
          {isConfirmed ? 'No more mails' : 'No, forget the address'}
        </Button>
      </div>
    </>
  );
}

const Told = ({ title, children }: { title: string; children: ReactNode }) => (
  <div role="status">
    <h1 ref={focus} tabIndex={-1} className={heading}>
      {title}
    </h1>
    <p className="mt-4 mb-8 max-w-prose text-quiet">{children}</p>
    <Link to="/" hash="gallery" className={buttonClass('outline')}>
      View all specimens
    </Link>
  </div>
);
